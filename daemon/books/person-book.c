/*
 * Few persons, looked up by walking over them.
 */
#include "person-book.h"
#include "name-look.h"
#include "text/refusal.h"

#include <string.h>

enum { BOOK_NAME_BYTES_MAX = 64 };

struct sabot_person_book *
sabot_person_book_new(void)
{
	struct sabot_person_book *book = g_new0(struct sabot_person_book, 1);

	sabot_secret_init();
	book->persons = g_ptr_array_new_with_free_func(sabot_person_free);
	return book;
}

void
sabot_person_book_free(struct sabot_person_book *book)
{
	if (!book)
		return;
	g_ptr_array_unref(book->persons);
	g_clear_pointer(&book->altered, g_array_unref);
	g_free(book);
}

bool
sabot_person_book_load(struct sabot_person_book *book, struct sabot_db *db, GError **error)
{
	GPtrArray *persons = sabot_persons_read(db, error);

	if (!persons)
		return false;
	g_ptr_array_unref(book->persons);
	book->persons = persons;
	return true;
}

void
sabot_person_book_check(struct sabot_person_book *book, const struct sabot_rights *rights,
			const struct sabot_person_book *copy)
{
	g_clear_pointer(&book->altered, g_array_unref);
	book->altered = sabot_rights_check(rights, book->persons, copy->persons);
}

void
sabot_person_book_put(struct sabot_person_book *book, const struct sabot_person *person)
{
	struct sabot_person *copy = sabot_person_copy(person);

	for (guint i = 0; i < book->persons->len; i++) {
		struct sabot_person *known = g_ptr_array_index(book->persons, i);

		if (known->id != person->id)
			continue;
		sabot_person_free(known);
		book->persons->pdata[i] = copy;
		return;
	}
	g_ptr_array_add(book->persons, copy);
}

const struct sabot_person *
sabot_person_book_get(const struct sabot_person_book *book, int64_t id)
{
	for (guint i = 0; i < book->persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(book->persons, i);

		if (person->id == id)
			return person;
	}
	return NULL;
}

/* "p" and a number; 0 if it is not. */
static int64_t
parse_id(const char *text)
{
	guint64 id = 0;

	if (text[0] == 'p' && g_ascii_string_to_unsigned(text + 1, 10, 1, G_MAXINT32, &id, NULL))
		return (int64_t)id;
	return 0;
}

bool
sabot_person_book_is_id(const char *text)
{
	return parse_id(text) != 0;
}

/* The name in the form used for comparison. NULL: not UTF-8. Transferred. */
static char *
fold_name(const char *name)
{
	g_autofree char *plain = g_utf8_normalize(name, -1, G_NORMALIZE_ALL_COMPOSE);

	return plain ? g_utf8_casefold(plain, -1) : NULL;
}

static bool
is_name(const char *a, const char *b)
{
	g_autofree char *folded_a = fold_name(a), *folded_b = fold_name(b);

	return folded_a && folded_b && strcmp(folded_a, folded_b) == 0;
}

/* Scripts that are written together count as one; others have letters that look alike. */
static GUnicodeScript
script_of(gunichar letter)
{
	GUnicodeScript script = g_unichar_get_script(letter);

	switch ((int)script) {
	case G_UNICODE_SCRIPT_HIRAGANA:
	case G_UNICODE_SCRIPT_KATAKANA:
	case G_UNICODE_SCRIPT_BOPOMOFO:
	case G_UNICODE_SCRIPT_HANGUL:
		return G_UNICODE_SCRIPT_HAN;
	case G_UNICODE_SCRIPT_INHERITED:
		return G_UNICODE_SCRIPT_COMMON;
	default:
		return script;
	}
}

/* Phonetic letters and small capitals: everyday letters in another form. Some are of names. */
static bool
is_phonetic(gunichar letter)
{
	static const struct {
		gunichar first, last;
	} blocks[] = {{0x1c0, 0x1c3},   {0x250, 0x2ff},   {0x1d00, 0x1dbf},
		      {0x2c60, 0x2c7f}, {0xa720, 0xa7ff}, {0xab30, 0xab6f}};

	if (g_utf8_strchr("ɓɔɖɗəɛɣɨʉʋ", -1, letter))
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
		if (letter >= blocks[i].first && letter <= blocks[i].last)
			return true;
	}
	return false;
}

/* Signs that a name may have; others, such as "!", look like letters. */
static bool
is_sign_of_name(gunichar letter)
{
	return g_unichar_isalnum(letter) || g_unichar_ismark(letter) || letter == ' ' ||
	       sabot_name_look_is_sign(letter);
}

/* Scripts whose letters are mostly Latin ones in form, and that no staff's names are in. */
static bool
is_of_look_alike_script(GUnicodeScript script)
{
	return script == G_UNICODE_SCRIPT_CHEROKEE || script == G_UNICODE_SCRIPT_LISU ||
	       script == G_UNICODE_SCRIPT_COPTIC || script == G_UNICODE_SCRIPT_DESERET ||
	       script == G_UNICODE_SCRIPT_OLD_ITALIC || script == G_UNICODE_SCRIPT_GOTHIC ||
	       script == G_UNICODE_SCRIPT_OSAGE || script == G_UNICODE_SCRIPT_VAI;
}

/* NULL: nothing is wrong with this letter alone. */
static const char *
refuse_letter(gunichar letter)
{
	if (!g_unichar_isprint(letter))
		return SABOT_REFUSAL("a name has printable letters only");
	if (is_phonetic(letter) || is_of_look_alike_script(g_unichar_get_script(letter)))
		return SABOT_REFUSAL("a name has everyday letters only: others look alike");
	if (!g_unichar_isspace(letter) && !is_sign_of_name(letter))
		return SABOT_REFUSAL("a name has letters, digits, blanks and . , ' - _ ( ) only: "
				     "other signs look like letters");
	return NULL;
}

/* Refuse letters that look like another's, and invisible spaces: two names would look the same. */
static const char *
refuse_look(const char *name)
{
	GUnicodeScript script = G_UNICODE_SCRIPT_COMMON;

	for (const char *at = name; *at; at = g_utf8_next_char(at)) {
		gunichar letter = g_utf8_get_char(at);
		GUnicodeScript its = script_of(letter);
		const char *why = refuse_letter(letter);

		if (why)
			return why;
		if (g_unichar_isspace(letter) && (letter != ' ' || at[1] == ' '))
			return SABOT_REFUSAL("a name has single spaces only");
		if (its == G_UNICODE_SCRIPT_COMMON)
			continue;
		if (script != G_UNICODE_SCRIPT_COMMON && its != script)
			return SABOT_REFUSAL("a name has letters of one script only: others look "
					     "alike");
		script = its;
	}
	return NULL;
}

const struct sabot_person *
sabot_person_book_find(const struct sabot_person_book *book, const char *who)
{
	int64_t id = parse_id(who);

	if (id)
		return sabot_person_book_get(book, id);
	for (guint i = 0; i < book->persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(book->persons, i);

		if (person->name && is_name(person->name, who))
			return person;
	}
	return NULL;
}

const struct sabot_person *
sabot_person_book_find_alike(const struct sabot_person_book *book, const char *name)
{
	for (guint i = 0; i < book->persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(book->persons, i);

		if (person->name && sabot_name_look_is_same(person->name, name))
			return person;
	}
	return NULL;
}

const char *
sabot_person_book_name_refusal(const struct sabot_person_book *book, const char *name)
{
	size_t length = strlen(name);
	const char *why;

	if (length == 0 || length > BOOK_NAME_BYTES_MAX)
		return SABOT_REFUSAL("a name has 1 to 64 bytes");
	why = refuse_look(name);
	if (why)
		return why;
	if (g_ascii_isspace(name[0]) || g_ascii_isspace(name[length - 1]))
		return SABOT_REFUSAL("a name neither begins nor ends with a space");
	if (parse_id(name))
		return SABOT_REFUSAL("a name is not what the log calls somebody");
	if (sabot_person_book_find(book, name))
		return SABOT_REFUSAL("there is somebody of this name");
	return NULL;
}

int64_t
sabot_person_book_next_id(const struct sabot_person_book *book)
{
	int64_t last = 0;

	for (guint i = 0; i < book->persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(book->persons, i);

		last = MAX(last, person->id);
	}
	return last + 1;
}

unsigned
sabot_person_book_count(const struct sabot_person_book *book, enum sabot_role role)
{
	unsigned count = 0;

	for (guint i = 0; i < book->persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(book->persons, i);

		count += person->role == role && person->disabled_us == 0;
	}
	return count;
}

bool
sabot_person_book_has_role(const struct sabot_person_book *book, enum sabot_role role)
{
	for (guint i = 0; i < book->persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(book->persons, i);

		if (person->role == role)
			return true;
	}
	return false;
}

char *
sabot_person_book_draw_code(struct sabot_person_book *book, int64_t until_us)
{
	char *code = sabot_code_new();

	sabot_code_hash(code, book->code_hash);
	book->code_until_us = until_us;
	return code;
}

bool
sabot_person_book_check_code(const struct sabot_person_book *book, const char *code, int64_t now_us)
{
	uint8_t hash[SABOT_CODE_HASH_BYTES];

	sabot_code_hash(code, hash);
	return now_us < book->code_until_us && sabot_code_hash_equals(hash, book->code_hash);
}

void
sabot_person_book_use_code(struct sabot_person_book *book)
{
	book->code_until_us = 0;
}
