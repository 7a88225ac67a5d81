/*
 * Fuzzes the list of the house's keys beside the present one, as somebody may plant one: none of
 * its keys is believed unless the present key has signed it, and the list that is written over it
 * has the present key.
 */
#include "store/files/key-list.h"

#include <glib/gstdio.h>
#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

struct house {
	char *directory, *list, *key_path;
	struct sabot_key *key;
};

static struct house house;

static void
leave(void)
{
	g_unlink(house.list);
	g_unlink(house.key_path);
	g_rmdir(house.directory);
	sabot_key_free(house.key);
	g_free(house.directory);
	g_free(house.list);
	g_free(house.key_path);
}

static void
settle(void)
{
	if (house.directory)
		return;
	house.directory = g_dir_make_tmp("fuzz-key-list-XXXXXX", NULL);
	house.list = g_build_filename(house.directory, "signing.keys", NULL);
	house.key_path = g_build_filename(house.directory, "signing.key", NULL);
	house.key = sabot_key_create(house.key_path, "sabot", NULL);
	if (!house.key)
		abort();
	atexit(leave);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_auto(GStrv) planted = NULL;
	g_auto(GStrv) own = NULL;

	settle();
	g_unlink(house.list); /* GLib writes over a file without cutting it */
	if (!g_file_set_contents_full(house.list, (const char *)bytes, (gssize)n_bytes,
				      G_FILE_SET_CONTENTS_NONE, 0600, NULL))
		abort();
	planted = sabot_key_list_read(house.directory, NULL, house.key);
	if (g_strv_length(planted) > 0 || !sabot_key_list_add(house.directory, "", house.key, NULL))
		abort();
	own = sabot_key_list_read(house.directory, "", house.key);
	if (g_strv_length(own) < 1 || own[0][0])
		abort();
	return 0;
}
