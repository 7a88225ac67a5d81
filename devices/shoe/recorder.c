/*
 * Writes .shoelog files: each write(2) writes whole lines to a descriptor opened for appending, so
 * that a crash right after it leaves whole lines. A full file is renamed only when its successor
 * exists beside it with its header, so that a disk that is full at that moment loses nothing. Owns
 * the descriptor.
 */
#include "recorder.h"
#include "devices/transport/shoelog.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Closes a line that a full disk cut short, so that it neither swallows the next nor is read. */
#define CUT_MARK "#cut\n"

#define NEW_SUFFIX ".new"

enum {
	NOTE_BYTES_MAX = 200,
	/* What is written after one look whether the file is full: some lines at most. */
	ROOM_BYTES = 4 * SABOT_SHOELOG_LINE_BYTES_MAX,
};

struct sabot_recorder {
	char *path;
	const struct sabot_shoe_driver *driver;
	struct sabot_line line;
	bool has_line;
	uint64_t size_max_bytes;
	unsigned n_old;

	int fd;
	uint64_t n_bytes; /* of the file */
	GString *held;    /* lines that are to follow; NULL: each is written at once */
	bool is_cut;      /* the file ends inside a line */
};

static bool
is_stdout(const struct sabot_recorder *recorder)
{
	return strcmp(recorder->path, SABOT_RECORDER_STDOUT) == 0;
}

static ssize_t
write_once(int fd, const char *text, size_t n_bytes)
{
	ssize_t n;

	do
		n = write(fd, text, n_bytes);
	while (n < 0 && errno == EINTR);
	return n;
}

static bool
fail(const struct sabot_recorder *recorder, GError **error)
{
	int code = errno;

	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(code), "journal %s: %s",
		    recorder->path, g_strerror(code));
	return false;
}

/* End a line that was cut short, as far as the disk lets us. */
static void
close_cut_line(struct sabot_recorder *recorder)
{
	ssize_t n = 0;

	if (recorder->is_cut)
		n = write_once(recorder->fd, CUT_MARK, strlen(CUT_MARK));
	if (n <= 0)
		return;
	recorder->is_cut = n != (ssize_t)strlen(CUT_MARK);
	recorder->n_bytes += (uint64_t)n;
}

static bool
write_text(struct sabot_recorder *recorder, const char *text, size_t n_bytes, GError **error)
{
	ssize_t n;

	close_cut_line(recorder);
	n = write_once(recorder->fd, text, n_bytes);
	if (n > 0)
		recorder->n_bytes += (uint64_t)n;
	if (n == (ssize_t)n_bytes)
		return true;
	if (n > 0)
		recorder->is_cut = true;
	if (n >= 0)
		errno = ENOSPC;
	return fail(recorder, error);
}

static bool
write_line(struct sabot_recorder *recorder, const GString *line, GError **error)
{
	if (recorder->held) {
		g_string_append_len(recorder->held, line->str, (gssize)line->len);
		return true;
	}
	return write_text(recorder, line->str, line->len, error);
}

static char
parity_letter(enum sabot_parity parity)
{
	switch (parity) {
	case SABOT_PARITY_NONE:
		return 'N';
	case SABOT_PARITY_EVEN:
		return 'E';
	case SABOT_PARITY_ODD:
		return 'O';
	}
	return '?';
}

static bool
ends_in_newline(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char last = '\n';
	bool ok;

	if (fd < 0)
		return true;
	ok = lseek(fd, -1, SEEK_END) < 0 || read(fd, &last, 1) != 1 || last == '\n';
	close(fd);
	return ok;
}

static bool
write_start(struct sabot_recorder *recorder, int64_t start_utc_us, GError **error)
{
	g_autoptr(GDateTime) seconds = g_date_time_new_from_unix_utc(start_utc_us / 1000000);
	g_autofree char *date = seconds ? g_date_time_format(seconds, "%Y-%m-%dT%H:%M:%S") : NULL;
	g_autoptr(GString) line = g_string_new(NULL);

	g_string_printf(line, "#start %s.%03dZ\n", date ? date : "1970-01-01T00:00:00",
			(int)(start_utc_us / 1000 % 1000));
	return write_line(recorder, line, error);
}

static bool
write_header(struct sabot_recorder *recorder, GError **error)
{
	const struct sabot_line *line = &recorder->line;
	g_autoptr(GString) text = g_string_new("#shoe-log 1\n");

	g_string_append_printf(text, "#driver %s\n", recorder->driver->id);
	if (recorder->has_line)
		g_string_append_printf(text, "#serial %u %u%c%u\n", line->baud, line->data_bits,
				       parity_letter(line->parity), line->stop_bits);
	else
		g_string_append(text, "#reports\n");
	return write_line(recorder, text, error);
}

/* `flags` besides; what is in the file already is gone on with. */
static bool
open_file(struct sabot_recorder *recorder, const char *path, int flags, GError **error)
{
	struct stat status;

	if (is_stdout(recorder))
		recorder->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	else
		recorder->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0600);
	if (recorder->fd < 0 || fstat(recorder->fd, &status) < 0)
		return fail(recorder, error);
	recorder->n_bytes = (uint64_t)status.st_size;
	recorder->is_cut = recorder->n_bytes > 0 && !is_stdout(recorder) && !ends_in_newline(path);
	return true;
}

/* The rest of opening: where a session's milliseconds begin. */
static bool
begin_session(struct sabot_recorder *recorder, int64_t start_utc_us, GError **error)
{
	return (recorder->n_bytes > 0 || write_header(recorder, error)) &&
	       write_start(recorder, start_utc_us, error);
}

struct sabot_recorder *
sabot_recorder_new(const struct sabot_recorder_options *options, int64_t start_utc_us,
		   GError **error)
{
	struct sabot_recorder *recorder = g_new0(struct sabot_recorder, 1);

	recorder->path = g_strdup(options->path);
	recorder->driver = options->driver;
	recorder->has_line = options->line;
	if (options->line)
		recorder->line = *options->line;
	recorder->size_max_bytes = options->size_max_bytes;
	recorder->n_old = options->n_old;
	if (open_file(recorder, recorder->path, 0, error) &&
	    begin_session(recorder, start_utc_us, error))
		return recorder;
	sabot_recorder_free(recorder);
	return NULL;
}

void
sabot_recorder_hold(struct sabot_recorder *recorder)
{
	if (!recorder->held)
		recorder->held = g_string_new(NULL);
}

bool
sabot_recorder_flush(struct sabot_recorder *recorder, GError **error)
{
	GString *held = recorder->held;
	bool is_written =
		!held || held->len == 0 || write_text(recorder, held->str, held->len, error);

	if (held)
		g_string_truncate(held, 0);
	return is_written;
}

void
sabot_recorder_free(struct sabot_recorder *recorder)
{
	if (!recorder)
		return;
	if (recorder->held)
		g_string_free(recorder->held, TRUE);
	if (recorder->fd >= 0)
		close(recorder->fd);
	g_free(recorder->path);
	g_free(recorder);
}

bool
sabot_recorder_is_full(const struct sabot_recorder *recorder)
{
	size_t held_bytes = recorder->held ? recorder->held->len : 0;

	return recorder->size_max_bytes && !is_stdout(recorder) &&
	       recorder->n_bytes + held_bytes + ROOM_BYTES > recorder->size_max_bytes;
}

/* PATH.3 becomes PATH.4, over what was there, and so on; last PATH becomes PATH.1. */
static void
rename_old(const struct sabot_recorder *recorder)
{
	for (unsigned i = recorder->n_old; i > 0; i--) {
		g_autofree char *to = g_strdup_printf("%s.%u", recorder->path, i);
		g_autofree char *from = i > 1 ? g_strdup_printf("%s.%u", recorder->path, i - 1)
					      : g_strdup(recorder->path);

		/* One of them may be missing: somebody has taken it away. */
		g_rename(from, to);
	}
}

/* Take the place of the file that was written so far. */
static bool
move_in(struct sabot_recorder *recorder, const char *new_path, GError **error)
{
	rename_old(recorder);
	return g_rename(new_path, recorder->path) == 0 || fail(recorder, error);
}

bool
sabot_recorder_rotate(struct sabot_recorder *recorder, int64_t start_utc_us, GError **error)
{
	g_autofree char *new_path = g_strconcat(recorder->path, NEW_SUFFIX, NULL);
	struct sabot_recorder next;

	if (!sabot_recorder_flush(recorder, error))
		return false;
	next = *recorder;
	next.held = NULL;
	close_cut_line(recorder);
	if (recorder->is_cut) {
		errno = ENOSPC;
		return fail(recorder, error);
	}
	if (open_file(&next, new_path, O_TRUNC, error) &&
	    begin_session(&next, start_utc_us, error) && move_in(&next, new_path, error)) {
		close(recorder->fd);
		next.held = recorder->held;
		*recorder = next;
		return true;
	}
	if (next.fd >= 0)
		close(next.fd);
	g_unlink(new_path);
	return false;
}

static bool
write_chunk(struct sabot_recorder *recorder, const char *head, const uint8_t *bytes, size_t n_bytes,
	    GError **error)
{
	static const char digits[] = "0123456789abcdef";
	g_autoptr(GString) line = g_string_sized_new(SABOT_SHOELOG_LINE_BYTES_MAX);

	g_string_append(line, head);
	for (size_t i = 0; i < n_bytes; i++) {
		g_string_append_c(line, ' ');
		g_string_append_c(line, digits[bytes[i] >> 4]);
		g_string_append_c(line, digits[bytes[i] & 0xf]);
	}
	g_string_append_c(line, '\n');
	return write_line(recorder, line, error);
}

/* Each chunk of the bytes on a line that begins with `head`. */
static bool
write_bytes(struct sabot_recorder *recorder, const char *head, const uint8_t *bytes, size_t n_bytes,
	    GError **error)
{
	for (size_t done = 0; done < n_bytes; done += SABOT_SHOELOG_CHUNK_BYTES_MAX) {
		size_t n = MIN(n_bytes - done, (size_t)SABOT_SHOELOG_CHUNK_BYTES_MAX);

		if (!write_chunk(recorder, head, bytes + done, n, error))
			return false;
	}
	return true;
}

bool
sabot_recorder_received(struct sabot_recorder *recorder, int64_t at_ms, const uint8_t *bytes,
			size_t n_bytes, GError **error)
{
	char head[32];

	g_snprintf(head, sizeof head, "%" G_GINT64_FORMAT " <", at_ms);
	return write_bytes(recorder, head, bytes, n_bytes, error);
}

bool
sabot_recorder_sent(struct sabot_recorder *recorder, int64_t at_ms, const uint8_t *bytes,
		    size_t n_bytes, GError **error)
{
	char head[32];

	g_snprintf(head, sizeof head, "%" G_GINT64_FORMAT " >", at_ms);
	return write_bytes(recorder, head, bytes, n_bytes, error);
}

bool
sabot_recorder_write_comment(struct sabot_recorder *recorder, const char *text, GError **error)
{
	g_autofree char *one_line = g_strdelimit(g_strdup(text), "\r\n", ' ');
	g_autoptr(GString) line = g_string_new(NULL);

	g_string_printf(line, "# %.*s\n", NOTE_BYTES_MAX, one_line);
	return write_line(recorder, line, error);
}

static bool
write_fault(struct sabot_recorder *recorder, int64_t at_ms, const char *word, GError **error)
{
	g_autoptr(GString) line = g_string_new(NULL);

	g_string_printf(line, "%" G_GINT64_FORMAT " ! %s\n", at_ms, word);
	return write_line(recorder, line, error);
}

bool
sabot_recorder_plug(struct sabot_recorder *recorder, int64_t at_ms, GError **error)
{
	return write_fault(recorder, at_ms, "plug", error);
}

bool
sabot_recorder_hangup(struct sabot_recorder *recorder, int64_t at_ms, GError **error)
{
	return write_fault(recorder, at_ms, "hangup", error);
}
