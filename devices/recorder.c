/*
 * Writing .shoelog files: one write(2) a line on a descriptor opened for appending, so a crash
 * right after leaves whole lines. Owns the descriptor.
 */
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Closes a line that a full disk cut short, so that it neither swallows the next nor is read. */
#define CUT_MARK "#cut\n"

enum { NOTE_BYTES_MAX = 200 };

struct sabot_recorder {
	int fd;
	bool is_cut; /* the file ends inside a line */
};

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
write_text(struct sabot_recorder *recorder, const char *text, size_t n_bytes, GError **error)
{
	ssize_t n;

	if (recorder->is_cut && write_once(recorder->fd, CUT_MARK, strlen(CUT_MARK)) > 0)
		recorder->is_cut = false;
	n = write_once(recorder->fd, text, n_bytes);
	if (n == (ssize_t)n_bytes)
		return true;
	if (n > 0)
		recorder->is_cut = true;
	if (n >= 0)
		errno = ENOSPC;
	g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "journal: %s",
		    g_strerror(errno));
	return false;
}

static bool
write_line(struct sabot_recorder *recorder, const GString *line, GError **error)
{
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
file_is_empty(int fd)
{
	struct stat status;

	return fstat(fd, &status) == 0 && status.st_size == 0;
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
write_header(struct sabot_recorder *recorder, const struct sabot_shoe_driver *driver,
	     const struct sabot_line *line, GError **error)
{
	g_autoptr(GString) text = g_string_new("#shoe-log 1\n");

	g_string_append_printf(text, "#driver %s\n", driver->id);
	if (line)
		g_string_append_printf(text, "#serial %u %u%c%u\n", line->baud, line->data_bits,
				       parity_letter(line->parity), line->stop_bits);
	else
		g_string_append(text, "#reports\n");
	return write_line(recorder, text, error);
}

struct sabot_recorder *
sabot_recorder_new(const char *path, const struct sabot_shoe_driver *driver,
		   const struct sabot_line *line, int64_t start_utc_us, GError **error)
{
	struct sabot_recorder *recorder;
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	bool ok = true;

	if (fd < 0) {
		g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "journal %s: %s", path,
			    g_strerror(errno));
		return NULL;
	}
	recorder = g_new0(struct sabot_recorder, 1);
	recorder->fd = fd;
	if (file_is_empty(fd))
		ok = write_header(recorder, driver, line, error);
	else
		recorder->is_cut = !ends_in_newline(path);
	if (ok && write_start(recorder, start_utc_us, error))
		return recorder;
	sabot_recorder_free(recorder);
	return NULL;
}

void
sabot_recorder_free(struct sabot_recorder *recorder)
{
	if (!recorder)
		return;
	close(recorder->fd);
	g_free(recorder);
}

static bool
write_chunk(struct sabot_recorder *recorder, const char *head, const uint8_t *bytes, size_t n_bytes,
	    GError **error)
{
	g_autoptr(GString) line = g_string_new(head);

	for (size_t i = 0; i < n_bytes; i++)
		g_string_append_printf(line, " %02x", bytes[i]);
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
sabot_recorder_note(struct sabot_recorder *recorder, const char *text, GError **error)
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
