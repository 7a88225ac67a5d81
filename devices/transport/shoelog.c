/*
 * Reading .shoelog files, a bounded line at a time.
 */
#include "shoelog.h"

#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(sabot - shoelog - error, sabot_shoelog_error)

static bool
refuse(GError **error, const char *why)
{
	g_set_error_literal(error, SABOT_SHOELOG_ERROR, SABOT_SHOELOG_ERROR_SYNTAX, why);
	return false;
}

/* "05 31 44": pairs of hexadecimal digits, one space between. */
static bool
parse_bytes(const char *text, struct sabot_shoelog_entry *entry, GError **error)
{
	while (g_ascii_isxdigit(text[0]) && g_ascii_isxdigit(text[1])) {
		if (entry->n_bytes == SABOT_SHOELOG_CHUNK_BYTES_MAX)
			return refuse(error, "more than 64 bytes in a line");
		entry->bytes[entry->n_bytes++] = (uint8_t)(g_ascii_xdigit_value(text[0]) << 4 |
							   g_ascii_xdigit_value(text[1]));
		text += 2;
		if (text[0] == '\0')
			return true;
		if (*text++ != ' ')
			break;
	}
	return refuse(error, "bytes must be pairs of hexadecimal digits, one space between");
}

static bool
parse_fault(const char *word, struct sabot_shoelog_entry *entry, GError **error)
{
	if (strcmp(word, "plug") == 0)
		entry->kind = SABOT_SHOELOG_PLUG;
	else if (strcmp(word, "hangup") == 0)
		entry->kind = SABOT_SHOELOG_HANGUP;
	else
		return refuse(error, "after `!` comes `plug` or `hangup`");
	return true;
}

/* "120 < 05 31" */
static bool
parse_timed(const char *text, struct sabot_shoelog_entry *entry, GError **error)
{
	char *end;
	guint64 at_ms = g_ascii_strtoull(text, &end, 10);

	if (!g_ascii_isdigit(text[0]) || end - text > 15)
		return refuse(error, "a line begins with milliseconds or `#`");
	if (end[0] != ' ' || !end[1] || end[2] != ' ')
		return refuse(error, "after the milliseconds comes ` < `, ` > ` or ` ! `");
	entry->at_ms = (int64_t)at_ms;
	switch (end[1]) {
	case '<':
		entry->kind = SABOT_SHOELOG_RECEIVED;
		return parse_bytes(end + 3, entry, error);
	case '>':
		entry->kind = SABOT_SHOELOG_SENT;
		return parse_bytes(end + 3, entry, error);
	case '!':
		return parse_fault(end + 3, entry, error);
	}
	return refuse(error, "after the milliseconds comes ` < `, ` > ` or ` ! `");
}

static bool
parse_driver(const char *word, struct sabot_shoelog_entry *entry, GError **error)
{
	if (!word[0] || strlen(word) >= sizeof entry->driver)
		return refuse(error, "`#driver` needs a driver's id");
	entry->kind = SABOT_SHOELOG_DRIVER;
	g_strlcpy(entry->driver, word, sizeof entry->driver);
	return true;
}

/* "4800 8N1" */
static bool
parse_serial(const char *text, struct sabot_shoelog_entry *entry, GError **error)
{
	static const char parities[] = "NEO";
	char *end;
	guint64 baud = g_ascii_strtoull(text, &end, 10);
	const char *parity = end[0] && end[1] && end[2] ? strchr(parities, end[2]) : NULL;

	if (!g_ascii_isdigit(text[0]) || baud == 0 || baud > 4000000 || end[0] != ' ' || !parity ||
	    (end[1] != '7' && end[1] != '8') || (end[3] != '1' && end[3] != '2') || end[4])
		return refuse(error, "`#serial` needs speed and format, as 4800 8N1");
	entry->kind = SABOT_SHOELOG_SERIAL;
	entry->line = (struct sabot_line){
		.baud = (unsigned)baud,
		.data_bits = (unsigned)(end[1] - '0'),
		.parity = (enum sabot_parity)(parity - parities),
		.stop_bits = (unsigned)(end[3] - '0'),
	};
	return true;
}

static bool
parse_start(const char *text, struct sabot_shoelog_entry *entry, GError **error)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_iso8601(text, NULL);

	if (!time || !g_str_has_suffix(text, "Z"))
		return refuse(error, "`#start` needs a time as 2026-11-21T20:00:05.123Z");
	entry->kind = SABOT_SHOELOG_START;
	entry->start_us = g_date_time_to_unix(time) * 1000000 + g_date_time_get_microsecond(time);
	return true;
}

/* `# …` is a comment; `#word …` is a header, and an unknown one is refused. */
static bool
parse_header(const char *text, struct sabot_shoelog_entry *entry, GError **error)
{
	if (text[1] == '\0' || text[1] == ' ')
		return true;
	if (g_str_has_prefix(text, "#driver "))
		return parse_driver(text + 8, entry, error);
	if (g_str_has_prefix(text, "#serial "))
		return parse_serial(text + 8, entry, error);
	if (g_str_has_prefix(text, "#start "))
		return parse_start(text + 7, entry, error);
	if (strcmp(text, "#reports") == 0) {
		entry->kind = SABOT_SHOELOG_REPORTS;
		return true;
	}
	if (strcmp(text, "#shoe-log 1") == 0) {
		entry->kind = SABOT_SHOELOG_VERSION;
		return true;
	}
	return refuse(error, "unknown header (a comment has a space behind `#`)");
}

bool
sabot_shoelog_parse_line(const char *text, size_t n_bytes, struct sabot_shoelog_entry *ret_entry,
			 GError **error)
{
	char line[SABOT_SHOELOG_LINE_BYTES_MAX + 1];
	struct sabot_shoelog_entry entry = {.kind = SABOT_SHOELOG_COMMENT};
	bool ok = true;

	if (n_bytes > SABOT_SHOELOG_LINE_BYTES_MAX)
		return refuse(error, "the line is longer than 512 bytes");
	if (memchr(text, '\0', n_bytes))
		return refuse(error, "the line holds a NUL");
	memcpy(line, text, n_bytes);
	line[n_bytes] = '\0';
	if (g_str_has_suffix(line, "#cut"))
		ok = true;
	else if (line[0] == '#')
		ok = parse_header(line, &entry, error);
	else if (line[0] != '\0')
		ok = parse_timed(line, &entry, error);
	if (ok)
		*ret_entry = entry;
	return ok;
}

/* The rules between lines. `last_ms` is -1 before the first time. */
static bool
check_order(const struct sabot_shoelog_entry *entry, unsigned line, int64_t *last_ms,
	    GError **error)
{
	if ((entry->kind == SABOT_SHOELOG_VERSION) != (line == 1))
		return refuse(error, "`#shoe-log 1` must be the first line, and only that");
	if (entry->kind == SABOT_SHOELOG_START)
		*last_ms = -1;
	if (entry->kind < SABOT_SHOELOG_RECEIVED)
		return true;
	if (entry->at_ms < *last_ms)
		return refuse(error, "time runs backwards");
	*last_ms = entry->at_ms;
	return true;
}

bool
sabot_shoelog_parse(const char *text, size_t n_bytes, sabot_shoelog_fn fn, void *user,
		    GError **error)
{
	const char *end = text + n_bytes;
	int64_t last_ms = -1;
	struct sabot_shoelog_entry entry;

	if (n_bytes == 0)
		return refuse(error, "line 1: `#shoe-log 1` must be the first line, and only that");
	for (unsigned line = 1; text < end; line++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((newline ? newline : end) - text);

		if (!sabot_shoelog_parse_line(text, n, &entry, error) ||
		    !check_order(&entry, line, &last_ms, error)) {
			g_prefix_error(error, "line %u: ", line);
			return false;
		}
		if (!fn(&entry, user))
			return true;
		text = newline ? newline + 1 : end;
	}
	return true;
}

bool
sabot_shoelog_read(const char *path, sabot_shoelog_fn fn, void *user, GError **error)
{
	g_autofree char *text = NULL;
	size_t n_bytes;
	GStatBuf status;

	if (g_stat(path, &status) == 0 && status.st_size > SABOT_SHOELOG_FILE_BYTES_MAX) {
		g_set_error(error, SABOT_SHOELOG_ERROR, SABOT_SHOELOG_ERROR_SIZE,
			    "%s: larger than 64 MiB", path);
		return false;
	}
	if (!g_file_get_contents(path, &text, &n_bytes, error))
		return false;
	if (sabot_shoelog_parse(text, n_bytes, fn, user, error))
		return true;
	g_prefix_error(error, "%s: ", path);
	return false;
}
