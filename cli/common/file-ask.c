/* The first page is made on request; the others are requested by the file's digest. */
#include "file-ask.h"

#include "user-ask.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

/* Said here when not. A file is written beside its place first, as it will be. */
static bool
has_place(const char *path)
{
	g_autofree char *trial = g_strconcat(path, ".XXXXXX", NULL);
	int fd = -1;

	if (g_file_test(path, G_FILE_TEST_IS_DIR))
		errno = EISDIR;
	else
		fd = g_mkstemp(trial);
	if (fd < 0) {
		fprintf(stderr, "%s: %s: %s\n", g_get_prgname(), path, g_strerror(errno));
		return false;
	}
	close(fd);
	g_unlink(trial);
	return true;
}

/* One page onto the bytes; `*ret_all` is how many there will be. */
static bool
add_page(const json_t *page, GByteArray *bytes, int64_t *ret_all)
{
	const char *text = json_string_value(json_object_get(page, "base64"));
	g_autofree guchar *data = NULL;
	gsize n_bytes;

	if (!text || json_integer_value(json_object_get(page, "from")) != bytes->len)
		return false;
	data = g_base64_decode(text, &n_bytes);
	g_byte_array_append(bytes, data, (guint)n_bytes);
	*ret_all = json_integer_value(json_object_get(page, "bytes"));
	return n_bytes > 0;
}

/* All pages onto `bytes`, over one connection: later pages are given to its person only. */
static bool
request_pages(const struct file_ask *ask, struct user_session *session, json_t *args,
	      GByteArray *bytes)
{
	json_t *page = user_session_ask(session, ask->verb, args);
	g_autofree char *file = g_strdup(json_string_value(json_object_get(page, "file")));
	int64_t all = 0;
	bool is_good = file && add_page(page, bytes, &all);

	json_decref(page);
	while (is_good && bytes->len < all) {
		page = user_session_ask(session, ask->verb,
					json_pack("{s:s, s:I}", "file", file, "from",
						  (json_int_t)bytes->len));
		is_good = page && add_page(page, bytes, &all);
		json_decref(page);
	}
	return is_good;
}

GBytes *
file_ask(const struct file_ask *ask, json_t *args)
{
	struct user_session *session = NULL;
	GByteArray *bytes = g_byte_array_new();
	bool is_good;

	if (!ask->out || has_place(ask->out))
		session = user_session_open(ask->socket, ask->as);
	if (!session)
		json_decref(args);
	is_good = session && request_pages(ask, session, args, bytes);
	user_session_close(session);
	if (is_good)
		return g_byte_array_free_to_bytes(bytes);
	g_byte_array_unref(bytes);
	return NULL;
}
