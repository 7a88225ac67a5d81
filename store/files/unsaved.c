/* See unsaved.h. */
#include "unsaved.h"
#include "guarded.h"
#include "store/keys/hex.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { UNSAVED_BYTES = 1024 }; /* of each file, whatever it says */

static const char file_name[] = "sabotd-unsaved.note", kind[] = "unsaved";

struct sabot_unsaved {
	GPtrArray *paths;
};

/* Over what is there. False where it cannot be. */
static bool
write_file(const char *path, int flags, const char *content)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0600);
	char bytes[UNSAVED_BYTES];
	bool is_written;

	if (fd < 0)
		return false;
	memset(bytes, '\n', sizeof(bytes));
	memcpy(bytes, content, MIN(strlen(content), sizeof(bytes)));
	is_written =
		pwrite(fd, bytes, sizeof(bytes), 0) == (ssize_t)sizeof(bytes) && fdatasync(fd) == 0;
	close(fd);
	return is_written;
}

/* "seq 12 spool 40 outage f87b…1ead 3": the last two are left out if there is no outage's file. */
static char *
format(const struct sabot_unsaved_note *note, const struct sabot_key *key)
{
	g_autoptr(GString) text = g_string_new(NULL);

	g_string_append_printf(text, "seq %" G_GINT64_FORMAT " spool %" G_GINT64_FORMAT,
			       note->memory_seq, note->spool_seq);
	if (note->outage_batch > 0) {
		g_autofree char *file =
			sabot_hex_encode(note->outage_file, sizeof(note->outage_file));

		g_string_append_printf(text, " outage %s %" G_GINT64_FORMAT, file,
				       note->outage_batch);
	}
	return sabot_guarded_format(kind, text->str, key);
}

struct sabot_unsaved *
sabot_unsaved_new(const char *const *folders)
{
	struct sabot_unsaved *unsaved = g_new0(struct sabot_unsaved, 1);
	g_autofree char *none = format(&(struct sabot_unsaved_note){0}, NULL);

	unsaved->paths = g_ptr_array_new_with_free_func(g_free);
	for (; *folders; folders++) {
		char *path = g_build_filename(*folders, file_name, NULL);

		write_file(path, O_CREAT | O_EXCL, none);
		g_ptr_array_add(unsaved->paths, path);
	}
	return unsaved;
}

void
sabot_unsaved_free(struct sabot_unsaved *unsaved)
{
	if (!unsaved)
		return;
	g_ptr_array_unref(unsaved->paths);
	g_free(unsaved);
}

static void
read_number(const char *text, int64_t *ret_number)
{
	g_ascii_string_to_signed(text, 10, 0, INT64_MAX, ret_number, NULL);
}

/* The words come in pairs; the one of an outage has two values. Others are a later program's. */
void
sabot_unsaved_parse(const char *text, struct sabot_unsaved_note *ret_note)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);

	*ret_note = (struct sabot_unsaved_note){0};
	for (char **word = words; word[0] && word[1]; word += 2) {
		if (strcmp(word[0], "seq") == 0)
			read_number(word[1], &ret_note->memory_seq);
		else if (strcmp(word[0], "spool") == 0)
			read_number(word[1], &ret_note->spool_seq);
		else if (strcmp(word[0], "outage") != 0 || !word[2] ||
			 !sabot_hex_decode(word[1], ret_note->outage_file,
					   sizeof(ret_note->outage_file)))
			return;
		else
			read_number((++word)[1], &ret_note->outage_batch);
	}
}

/* What one copy says. */
static void
take_copy(const struct sabot_unsaved_note *copy, struct sabot_unsaved_note *note)
{
	if (copy->memory_seq > 0 && (note->memory_seq == 0 || copy->memory_seq < note->memory_seq))
		note->memory_seq = copy->memory_seq;
	note->spool_seq = MAX(note->spool_seq, copy->spool_seq);
	if (copy->outage_batch <= note->outage_batch)
		return;
	note->outage_batch = copy->outage_batch;
	memcpy(note->outage_file, copy->outage_file, sizeof(note->outage_file));
}

static bool
says_anything(const char *path)
{
	g_autofree char *text = sabot_guarded_read(path, kind, NULL, NULL);
	struct sabot_unsaved_note copy = {0};

	if (text)
		sabot_unsaved_parse(text, &copy);
	return copy.memory_seq > 0 || copy.spool_seq > 0 || copy.outage_batch > 0;
}

/* False if a copy that is not the key's says anything; one that was just created does not. */
static bool
add_copies(const struct sabot_unsaved *unsaved, const struct sabot_key *key,
	   struct sabot_unsaved_note *note)
{
	bool are_its = true;

	for (guint i = 0; i < unsaved->paths->len; i++) {
		const char *path = g_ptr_array_index(unsaved->paths, i);
		g_autofree char *text = sabot_guarded_read(path, kind, key, NULL);
		struct sabot_unsaved_note copy;

		are_its = are_its && (text || !says_anything(path));
		if (!text)
			continue;
		sabot_unsaved_parse(text, &copy);
		take_copy(&copy, note);
	}
	return are_its;
}

bool
sabot_unsaved_read(const struct sabot_unsaved *unsaved, const struct sabot_key *key,
		   struct sabot_unsaved_note *ret_note)
{
	*ret_note = (struct sabot_unsaved_note){0};
	return add_copies(unsaved, key, ret_note);
}

void
sabot_unsaved_read_former(const struct sabot_unsaved *unsaved, const char *former,
			  struct sabot_unsaved_note *note)
{
	struct sabot_key *key =
		former && former[0] ? sabot_key_from_public_line(former, NULL) : NULL;

	if (key || (former && !former[0]))
		add_copies(unsaved, key, note);
	sabot_key_free(key);
}

void
sabot_unsaved_write(const struct sabot_unsaved *unsaved, const struct sabot_unsaved_note *note,
		    const struct sabot_key *key)
{
	g_autofree char *content = format(note, key);

	for (guint i = 0; i < unsaved->paths->len; i++)
		write_file(g_ptr_array_index(unsaved->paths, i), 0, content);
}
