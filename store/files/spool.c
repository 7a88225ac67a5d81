/*
 * The spool's file: records as JSON lines, complete, sealed and synced, or not at all. The lines
 * are on the disk before their seal is written, so that a seal whose lines differ from those it
 * names was changed by somebody and not by a power cut.
 */
#include "spool.h"
#include "disk/whole-file.h"
#include "store/log/record-json.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char spool_name[] = "sabotd-spool.ndjson";
static const char outage_name[] = "sabotd-outage.ndjson";

enum { SPOOL_OPEN_FLAGS = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW };

static void
init(struct sabot_spool *spool, const char *directory, bool is_outage)
{
	*spool = (struct sabot_spool){
		.path = g_build_filename(directory, is_outage ? outage_name : spool_name, NULL),
		.is_outage = is_outage,
		.trust = {.is_open = true},
		.fd = -1,
	};
}

void
sabot_spool_init(struct sabot_spool *spool, const char *directory)
{
	init(spool, directory, false);
}

void
sabot_spool_init_outage(struct sabot_spool *spool, const char *directory)
{
	init(spool, directory, true);
}

static void
close_file(struct sabot_spool *spool)
{
	if (spool->fd >= 0)
		close(spool->fd);
	spool->fd = -1;
	spool->sealed_bytes = 0;
}

struct sabot_spool_content *
sabot_spool_load(const struct sabot_spool *spool)
{
	return sabot_spool_read_file(spool->path, spool->is_outage, &spool->trust);
}

void
sabot_spool_resume(struct sabot_spool *spool, const struct sabot_spool_content *content)
{
	spool->sealed_bytes = content->sealed_bytes;
	spool->last = content->last;
	if (spool->fd < 0) /* or with the next append, which says why not */
		spool->fd = open(spool->path, SPOOL_OPEN_FLAGS);
}

void
sabot_spool_clear(struct sabot_spool *spool)
{
	close_file(spool);
	g_clear_pointer(&spool->path, g_free);
	g_clear_pointer(&spool->trust.formers, g_strfreev);
}

static bool
fail(const struct sabot_spool *spool, const char *what, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL, "%s: %s: %s", spool->path,
		    what, g_strerror(errno));
	sabot_store_error_set_reason(error, sabot_store_reason_of_errno(errno));
	return false;
}

static void
append_record(GString *text, const struct sabot_log_record *record)
{
	json_t *json = sabot_log_record_to_json(record);
	char *line = json_dumps(json, JSON_COMPACT);

	g_string_append(text, line);
	g_string_append_c(text, '\n');
	free(line);
	json_decref(json);
}

static bool
write_all(int fd, const char *bytes, size_t n_bytes)
{
	while (n_bytes > 0) {
		ssize_t n = write(fd, bytes, n_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes += n;
		n_bytes -= (size_t)n;
	}
	return fdatasync(fd) == 0;
}

/* Write the seal after `last`, and be behind it. */
static bool
write_seal(struct sabot_spool *spool, const struct sabot_spool_seal *seal)
{
	g_autofree char *line = sabot_spool_seal_format(seal, spool->trust.key);

	if (!write_all(spool->fd, line, strlen(line)))
		return false;
	spool->last = *seal;
	spool->sealed_bytes = lseek(spool->fd, 0, SEEK_END);
	return spool->sealed_bytes > 0;
}

/* A new file begins with a seal over no line. */
static bool
begin_file(struct sabot_spool *spool, GError **error)
{
	struct sabot_spool_seal seal = {
		.is_outage = spool->is_outage,
		.accepted = spool->is_accepted,
		.digest = sabot_chain_digest("", 0),
	};

	if (sodium_init() < 0)
		return fail(spool, "no random numbers", error);
	randombytes_buf(seal.file, sizeof(seal.file));
	if (ftruncate(spool->fd, 0) == 0 && write_seal(spool, &seal))
		return true;
	return fail(spool, "cannot write", error);
}

/* What is there is gone on with, if it is the daemon's own; if not it is set aside. */
static bool
look_at_file(struct sabot_spool *spool, GError **error)
{
	struct sabot_spool_content *content = sabot_spool_load(spool);
	g_autofree char *why = g_strdup(content->why), *aside = NULL;

	/* Opening it says so. */
	if (g_file_test(spool->path, G_FILE_TEST_IS_DIR))
		g_clear_pointer(&why, g_free);
	else if (!why && content->sealed_bytes == 0 && content->records->len > 0)
		why = g_strdup("it has no seals");
	if (!why)
		sabot_spool_resume(spool, content);
	sabot_spool_content_free(content);
	if (!why)
		return true;
	if (!sabot_spool_set_aside(spool, &aside, error))
		return false;
	g_critical("%s is not this daemon's (%s): set aside as %s", spool->path, why, aside);
	return true;
}

static bool
open_spool(struct sabot_spool *spool, GError **error)
{
	if (spool->fd >= 0)
		return true;
	if (spool->sealed_bytes == 0 && !look_at_file(spool, error))
		return false;
	if (spool->fd < 0)
		spool->fd = open(spool->path, SPOOL_OPEN_FLAGS | O_CREAT, 0600);
	if (spool->fd < 0)
		return fail(spool, "cannot open", error);
	if (!sabot_disk_sync_folder(spool->path))
		fail(spool, "cannot sync its directory", error);
	else if (spool->sealed_bytes > 0 || begin_file(spool, error))
		return true;
	close_file(spool);
	return false;
}

/* What a crash or a full disk left behind the last seal would spoil the next one. */
static bool
cut_torn_lines(struct sabot_spool *spool, GError **error)
{
	off_t size = lseek(spool->fd, 0, SEEK_END);
	struct stat seen;

	if (fstat(spool->fd, &seen) == 0 && seen.st_nlink == 0) {
		errno = ENOENT; /* sabot_spool_rescue() still reads it */
		return fail(spool, "somebody has removed it", error);
	}
	if (size < spool->sealed_bytes) {
		errno = EIO;
		return fail(spool, "somebody has cut it short", error);
	}
	if (size != spool->sealed_bytes && ftruncate(spool->fd, spool->sealed_bytes) != 0)
		return fail(spool, "cannot cut off a torn line", error);
	return true;
}

bool
sabot_spool_append(struct sabot_spool *spool, GPtrArray *records, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct sabot_spool_seal seal;

	if (!open_spool(spool, error) || !cut_torn_lines(spool, error))
		return false;
	for (guint i = 0; i < records->len; i++)
		append_record(text, g_ptr_array_index(records, i));
	seal = spool->last;
	seal.batch++;
	seal.accepted = spool->is_accepted;
	seal.lines = records->len;
	seal.previous = sabot_spool_seal_digest(&spool->last);
	seal.digest = sabot_chain_digest(text->str, text->len);
	if (write_all(spool->fd, text->str, text->len) && write_seal(spool, &seal))
		return true;
	/* Should the cut fail, too, the next append cuts, and what is there twice is taken once. */
	fail(spool, "cannot write", error);
	if (ftruncate(spool->fd, spool->sealed_bytes) != 0)
		g_prefix_error(error, "(and cannot cut back) ");
	return false;
}

bool
sabot_spool_is_empty(const struct sabot_spool *spool)
{
	struct stat seen;

	return lstat(spool->path, &seen) != 0 || (S_ISREG(seen.st_mode) && seen.st_size == 0);
}

bool
sabot_spool_is_kept(const struct sabot_spool *spool)
{
	struct stat seen, own;

	if (spool->sealed_bytes == 0)
		return true;
	if (lstat(spool->path, &seen) != 0)
		return errno != ENOENT && errno != ENOTDIR;
	if (spool->fd >= 0 && fstat(spool->fd, &own) == 0 &&
	    (own.st_ino != seen.st_ino || own.st_dev != seen.st_dev))
		return false;
	return seen.st_size >= spool->sealed_bytes && seen.st_uid == geteuid() &&
	       (seen.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

struct sabot_spool_content *
sabot_spool_rescue(struct sabot_spool *spool)
{
	struct sabot_spool_content *content =
		spool->fd >= 0 ? sabot_spool_read_open(spool->fd, spool->is_outage, &spool->trust,
						       &spool->last)
			       : sabot_spool_load(spool);
	g_autoptr(GError) error = NULL;

	/* Nothing may be at the path. */
	if (!sabot_spool_set_aside(spool, NULL, &error))
		g_debug("%s", error->message);
	return content;
}

bool
sabot_spool_set_aside(struct sabot_spool *spool, char **ret_path, GError **error)
{
	g_autofree char *aside =
		g_strdup_printf("%s.%" G_GINT64_FORMAT, spool->path, g_get_real_time());

	close_file(spool);
	if (rename(spool->path, aside) != 0)
		return fail(spool, "cannot set aside", error);
	sabot_disk_sync_folder(
		spool->path); /* should it be back after a power cut, it is set aside again */
	if (ret_path)
		*ret_path = g_steal_pointer(&aside);
	return true;
}

bool
sabot_spool_remove(struct sabot_spool *spool, GError **error)
{
	close_file(spool);
	if (unlink(spool->path) != 0 && errno != ENOENT)
		return fail(spool, "cannot remove", error);
	sabot_disk_sync_folder(
		spool->path); /* should it be back after a power cut, nothing is taken in twice */
	return true;
}
