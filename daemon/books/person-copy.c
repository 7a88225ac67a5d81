/*
 * Two files, beside the spool and beside the key, replaced as a whole. Only the daemon's user may
 * read them: they hold names and hashes. Signed on the main thread, written on another.
 */
#include "person-copy.h"
#include "store/files/guarded.h"
#include "store/log/record-json.h"

static const char kind[] = "persons";

enum { COPIES = 2 };

struct sabot_person_copy {
	char *paths[COPIES];
	const struct sabot_key *key; /* NULL: there is no signing key */
	GThreadPool *thread;         /* a single one, so that the last copy remains */
};

/* Takes ownership of the text. If one of the copies is written, that is enough. */
static void
write_text(gpointer data, gpointer user)
{
	const struct sabot_person_copy *copy = user;
	g_autoptr(GError) error = NULL;
	g_autofree char *text = data;
	bool is_written = false;

	for (int i = 0; i < COPIES; i++) {
		g_clear_error(&error);
		is_written |= g_file_set_contents_full(
			copy->paths[i], text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error);
	}
	if (!is_written)
		g_warning("a start without the database would know nobody: %s", error->message);
}

char *
sabot_person_copy_path(const char *dir)
{
	return g_build_filename(dir, "sabotd-persons.json", NULL);
}

struct sabot_person_copy *
sabot_person_copy_new(const char *spool_dir, const char *state_dir)
{
	const char *folders[COPIES] = {spool_dir, state_dir};
	struct sabot_person_copy *copy = g_new0(struct sabot_person_copy, 1);

	for (int i = 0; i < COPIES; i++)
		copy->paths[i] = sabot_person_copy_path(folders[i]);
	copy->thread = g_thread_pool_new(write_text, copy, 1, FALSE, NULL);
	return copy;
}

void
sabot_person_copy_free(struct sabot_person_copy *copy)
{
	if (!copy)
		return;
	g_thread_pool_free(copy->thread, FALSE, TRUE);
	for (int i = 0; i < COPIES; i++)
		g_free(copy->paths[i]);
	g_free(copy);
}

void
sabot_person_copy_set_key(struct sabot_person_copy *copy, const struct sabot_key *key)
{
	copy->key = key;
}

/* True if the copy has this text and was not changed, with whatever signature. */
static bool
is_as(const char *path, const char *text)
{
	g_autofree char *other = sabot_guarded_read(path, kind, NULL, NULL);

	return g_strcmp0(other, text) == 0;
}

void
sabot_person_copy_put(struct sabot_person_copy *copy, const struct sabot_person_book *book,
		      const struct sabot_rights *rights)
{
	char *text = sabot_persons_to_text(book->persons, rights);
	bool is_there = !copy->key;

	for (int i = 0; is_there && i < COPIES; i++)
		is_there = is_as(copy->paths[i], text);
	if (!is_there)
		g_thread_pool_push(copy->thread, sabot_guarded_format(kind, text, copy->key), NULL);
	free(text);
}

bool
sabot_person_copy_exists(const struct sabot_person_copy *copy)
{
	bool exists = false;

	for (int i = 0; i < COPIES; i++)
		exists |= g_file_test(copy->paths[i], G_FILE_TEST_EXISTS);
	return exists;
}

static bool
read_persons(struct sabot_person_book *book, struct sabot_rights *rights, const char *text)
{
	g_autoptr(GPtrArray) persons = g_ptr_array_new_with_free_func(sabot_person_free);
	bool is_read = sabot_persons_from_text(text, persons, rights);

	for (guint i = 0; is_read && i < persons->len; i++)
		sabot_person_book_put(book, g_ptr_array_index(persons, i));
	return is_read;
}

char *
sabot_person_copy_read(const struct sabot_person_copy *copy, struct sabot_person_book *book,
		       struct sabot_rights *rights)
{
	g_autofree char *believed = NULL;
	GError *errors[COPIES] = {NULL};
	char *altered = NULL;

	for (int i = 0; i < COPIES; i++) {
		g_autofree char *text =
			sabot_guarded_read(copy->paths[i], kind, copy->key, &errors[i]);

		if (text && !believed && read_persons(book, rights, text))
			believed = g_steal_pointer(&text);
	}
	/* Beside one with the present key's signature, the same may have that of a key before. */
	for (int i = 0; i < COPIES; i++) {
		if (errors[i] && !(believed && is_as(copy->paths[i], believed))) {
			g_critical("%s", errors[i]->message);
			if (!altered)
				altered = g_path_get_basename(copy->paths[i]);
		}
		g_clear_error(&errors[i]);
	}
	if (!believed)
		g_critical("it is not known who may act: no copy of the persons can be believed");
	return altered;
}
