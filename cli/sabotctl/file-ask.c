/* The first page is made on request; the others are requested by the file's digest. */
#include "file-ask.h"

#include "cli/common/user-request.h"
#include "sabotctl-client.h"
#include "proto/messages/log-messages.h"
#include "text/escape.h"

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
		fprintf(stderr, "%s: %s: %s\n", g_get_prgname(), sabot_text_plain(path),
			g_strerror(errno));
		return false;
	}
	close(fd);
	g_unlink(trial);
	return true;
}

/* A page of the file; NULL, said, when it is refused or cannot be read. Transferred. */
static struct sabot_wire_file_page *
request_page(const struct file_ask *ask, struct user_session *session, json_t *args)
{
	return sabotctl_read_answer(ask->verb, user_session_request(session, ask->verb, args),
				    &sabot_wire_file_page_type);
}

/* All pages onto `bytes`, over one connection: later pages are given to its person only. */
static bool
request_pages(const struct file_ask *ask, struct user_session *session, json_t *args,
	      GByteArray *bytes)
{
	struct sabot_wire_file_page *page = request_page(ask, session, args);
	bool is_good = page && sabot_wire_file_page_append(page, bytes);

	while (is_good && page->next) {
		json_t *more =
			json_pack("{s:s, s:I}", "file", page->file, "from", (json_int_t)page->next);

		sabot_record_unref(page);
		page = request_page(ask, session, more);
		is_good = page && sabot_wire_file_page_append(page, bytes);
	}
	is_good = is_good && page->bytes == (int64_t)bytes->len;
	sabot_record_unref(page);
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
