/*
 * One JSON file, replaced as a whole, for nobody but the daemon's user: it holds names and hashes.
 */
#include "person-copy.h"
#include "store/log/record-json.h"

struct sabot_person_copy {
	char *path;
	GThreadPool *thread; /* one, so that the last copy stays */
};

/* Takes the text over. */
static void
write_text(gpointer data, gpointer user)
{
	const struct sabot_person_copy *copy = user;
	g_autoptr(GError) error = NULL;
	char *text = data;

	if (!g_file_set_contents_full(copy->path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
				      &error))
		g_warning("a start without the database would know nobody: %s", error->message);
	free(text);
}

struct sabot_person_copy *
sabot_person_copy_new(const char *directory)
{
	struct sabot_person_copy *copy = g_new0(struct sabot_person_copy, 1);

	copy->path = g_build_filename(directory, "sabotd-persons.json", NULL);
	copy->thread = g_thread_pool_new(write_text, copy, 1, FALSE, NULL);
	return copy;
}

void
sabot_person_copy_free(struct sabot_person_copy *copy)
{
	if (!copy)
		return;
	g_thread_pool_free(copy->thread, FALSE, TRUE);
	g_free(copy->path);
	g_free(copy);
}

void
sabot_person_copy_put(struct sabot_person_copy *copy, const struct sabot_person_book *book)
{
	g_thread_pool_push(copy->thread, sabot_persons_to_text(book->persons), NULL);
}

bool
sabot_person_copy_exists(const struct sabot_person_copy *copy)
{
	return g_file_test(copy->path, G_FILE_TEST_EXISTS);
}

static bool
take_persons(struct sabot_person_book *book, const char *text)
{
	g_autoptr(GPtrArray) persons = g_ptr_array_new_with_free_func(sabot_person_free);
	bool is_read = sabot_persons_from_text(text, persons);

	for (guint i = 0; i < persons->len; i++)
		sabot_person_book_put(book, g_ptr_array_index(persons, i));
	return is_read;
}

void
sabot_person_copy_read(const struct sabot_person_copy *copy, struct sabot_person_book *book)
{
	g_autofree char *text = NULL;
	g_autoptr(GError) error = NULL;

	if (!g_file_get_contents(copy->path, &text, NULL, &error))
		g_critical("it is not known who may act: %s", error->message);
	else if (!take_persons(book, text))
		g_critical("it is not known who may act: %s cannot be understood", copy->path);
}
