/*
 * Each name is reduced to a skeleton, as Unicode's UTS 39 does it, but with a table of few letters:
 * names are of one script (person-book.c), so that only whole names in another one matter.
 */
#include "name-look.h"

#include <glib.h>
#include <string.h>

/* U+0300 to U+036F are accents; marks of other scripts are letters there. */
enum { LOOK_ACCENT_FIRST = 0x300, LOOK_ACCENT_LAST = 0x36f };

/* Latin letters, and what looks like each: Latin, Cyrillic and Greek letters of either case. */
static const struct {
	const char *latin, *others;
} look_alikes[] = {
	{"a", "ɑаАαΑ"}, {"b", "ВвЬьΒβ"}, {"c", "сС"},    {"d", "đĐԁ"},     {"e", "еЕεΕ"},
	{"g", "ɡ"},     {"h", "ħĦһНнΗ"}, {"i", "ıіІιΙ"}, {"j", "ȷјЈ"},     {"k", "кКκΚ"},
	{"l", "łŁӏӀ"},  {"m", "мМΜ"},    {"n", "пηΝ"},   {"o", "øØоОοΟσ"}, {"p", "рРρΡ"},
	{"q", "ԛԚ"},    {"r", "г"},      {"s", "ѕЅ"},    {"t", "ŧŦтТτΤ"},  {"u", "υ"},
	{"v", "νѵ"},    {"w", "ԝԜω"},    {"x", "хХχΧ"},  {"y", "уУγΥ"},    {"z", "Ζζ"},
	{"3", "зЗ"},
};

/* Capitals and digits that look like another letter's small one. */
static const struct {
	gunichar from, to;
} look_alike_capitals[] = {{'I', 'l'}, {'1', 'l'}, {'|', 'l'}, {'0', 'o'}};

bool
sabot_name_look_is_sign(uint32_t letter)
{
	return g_utf8_strchr(".,'’-‐_()·・", -1, letter) != NULL;
}

/* NULL: it looks like none. */
static const char *
find_latin(gunichar letter)
{
	for (size_t i = 0; i < G_N_ELEMENTS(look_alikes); i++)
		if (g_utf8_strchr(look_alikes[i].others, -1, letter))
			return look_alikes[i].latin;
	return NULL;
}

/* A capital that is not in the table looks like its small letter, if that is. */
static void
append_letter(GString *skeleton, gunichar letter)
{
	const char *latin = find_latin(letter);

	if ((letter >= LOOK_ACCENT_FIRST && letter <= LOOK_ACCENT_LAST) ||
	    sabot_name_look_is_sign(letter))
		return;
	if (!latin)
		latin = find_latin(g_unichar_tolower(letter));
	if (latin)
		g_string_append(skeleton, latin);
	else
		g_string_append_unichar(skeleton, letter);
}

/* `has_capitals`: an I counts as an l, which it looks like; else as an i. */
static gunichar
choose(gunichar letter, bool has_capitals)
{
	for (size_t i = 0; has_capitals && i < G_N_ELEMENTS(look_alike_capitals); i++)
		if (look_alike_capitals[i].from == letter)
			return look_alike_capitals[i].to;
	return letter;
}

/* NULL: the name is not UTF-8. Transferred. */
static char *
make_skeleton(const char *name, bool has_capitals)
{
	g_autofree char *plain = g_utf8_normalize(name, -1, G_NORMALIZE_ALL);
	g_autoptr(GString) skeleton = g_string_new(NULL);

	if (!plain)
		return NULL;
	for (const char *at = plain; *at; at = g_utf8_next_char(at))
		append_letter(skeleton, choose(g_utf8_get_char(at), has_capitals));
	return g_utf8_casefold(skeleton->str, -1);
}

static bool
has_same_skeleton(const char *a, const char *b, bool has_capitals)
{
	g_autofree char *one = make_skeleton(a, has_capitals);
	g_autofree char *two = make_skeleton(b, has_capitals);

	return one && two && strcmp(one, two) == 0;
}

bool
sabot_name_look_is_same(const char *a, const char *b)
{
	return has_same_skeleton(a, b, false) || has_same_skeleton(a, b, true);
}
