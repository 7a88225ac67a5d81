/*
 * Event log files. One buffer holds a whole line of at most 64 KiB. An event of a plain line is
 * read in place (plain-line.h); any other line is parsed by jansson, which refuses duplicate keys,
 * overflow and bad UTF-8.
 */
#include "log-reader.h"

#include "house-log.h"
#include "profiles/profile.h"
#include "rules-json.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { READ_BYTES = 4 * SABOT_LOG_LINE_MAX_BYTES };

enum { TABLE_NAME_BYTES_MAX = 63 };

struct sabot_log_reader {
	FILE *file;
	char *profile_directory;
	char *table;
	enum sabot_game game;
	unsigned line;
	char *text; /* the last line, in `bytes` */
	size_t length_bytes;
	json_t *object; /* of the last line that was no plain one */
	struct sabot_plain_line plain;
	struct sabot_event_buffer buffer;
	size_t first, end;          /* what is read and not yet a line */
	bool is_over;               /* nothing follows it */
	char bytes[READ_BYTES + 1]; /* a NUL behind the last */
};

struct sabot_log_reader *
sabot_log_reader_new(FILE *file, const char *profile_directory)
{
	struct sabot_log_reader *reader = g_new0(struct sabot_log_reader, 1);

	reader->file = file;
	reader->profile_directory = g_strdup(profile_directory);
	return reader;
}

void
sabot_log_reader_free(struct sabot_log_reader *reader)
{
	if (reader == NULL)
		return;
	json_decref(reader->object);
	g_free(reader->profile_directory);
	g_free(reader->table);
	g_free(reader);
}

unsigned
sabot_log_reader_line(const struct sabot_log_reader *reader)
{
	return reader->line;
}

static enum sabot_log_status
fail(const struct sabot_log_reader *reader, const char *why, char error[SABOT_LOG_ERROR_SIZE])
{
	g_snprintf(error, SABOT_LOG_ERROR_SIZE, "line %u: %s", reader->line, why);
	return SABOT_LOG_ERROR;
}

static bool
is_blank(const struct sabot_log_reader *reader)
{
	for (size_t i = 0; i < reader->length_bytes; i++)
		if (strchr(" \t\r", reader->text[i]) == NULL || reader->text[i] == '\0')
			return false;
	return true;
}

/* More bytes; what a pipe has is not waited for. False with errno. */
static bool
fill(struct sabot_log_reader *reader)
{
	int fd = fileno(reader->file);
	ssize_t n_bytes;

	memmove(reader->bytes, reader->bytes + reader->first, reader->end - reader->first);
	reader->end -= reader->first;
	reader->first = 0;
	if (fd < 0) { /* in memory */
		n_bytes = (ssize_t)fread(reader->bytes + reader->end, 1, READ_BYTES - reader->end,
					 reader->file);
	} else {
		do
			n_bytes = read(fd, reader->bytes + reader->end, READ_BYTES - reader->end);
		while (n_bytes < 0 && errno == EINTR);
	}
	reader->end += (size_t)MAX(n_bytes, 0);
	reader->bytes[reader->end] = '\0';
	reader->is_over = n_bytes == 0;
	return n_bytes >= 0;
}

/* One line without its LF. END only when nothing at all is left. Nobody else reads the file. */
static enum sabot_log_status
read_line(struct sabot_log_reader *reader, char error[SABOT_LOG_ERROR_SIZE])
{
	size_t seen = 0;
	const char *lf = NULL;
	int failure = 0;

	for (;;) {
		size_t n_bytes = reader->end - reader->first;

		lf = memchr(reader->bytes + reader->first + seen, '\n', n_bytes - seen);
		seen = n_bytes;
		if (lf || reader->is_over || failure || n_bytes > SABOT_LOG_LINE_MAX_BYTES)
			break;
		failure = fill(reader) ? 0 : errno;
	}
	if (seen == 0 && !failure)
		return SABOT_LOG_END;
	reader->line++;
	reader->text = reader->bytes + reader->first;
	reader->length_bytes = lf ? (size_t)(lf - reader->text) : seen;
	if (reader->length_bytes > SABOT_LOG_LINE_MAX_BYTES)
		return fail(reader, "longer than 64 KiB", error);
	if (failure)
		return fail(reader, g_strerror(failure), error);
	reader->first += reader->length_bytes + (lf != NULL);
	return SABOT_LOG_EVENT;
}

/* One that has more than blanks. */
static enum sabot_log_status
read_filled_line(struct sabot_log_reader *reader, char error[SABOT_LOG_ERROR_SIZE])
{
	enum sabot_log_status status;

	do
		status = read_line(reader, error);
	while (status == SABOT_LOG_EVENT && is_blank(reader));
	return status;
}

static int
depth_of(const json_t *value)
{
	int deepest = 0;
	size_t index;
	const char *key;
	json_t *child;

	json_array_foreach((json_t *)value, index, child)
		deepest = MAX(deepest, depth_of(child));
	json_object_foreach((json_t *)value, key, child)
		deepest = MAX(deepest, depth_of(child));
	return json_is_array(value) || json_is_object(value) ? deepest + 1 : 0;
}

/* The last line as a tree. */
static enum sabot_log_status
parse(struct sabot_log_reader *reader, char error[SABOT_LOG_ERROR_SIZE])
{
	json_error_t why;

	json_decref(reader->object);
	reader->object =
		json_loadb(reader->text, reader->length_bytes, JSON_REJECT_DUPLICATES, &why);
	if (reader->object == NULL) {
		/* What it quotes of the line may end within a character. */
		g_autofree char *quote = g_utf8_make_valid(why.text, -1);
		g_autofree char *text = g_strdup_printf("not JSON: %s", quote);
		return fail(reader, text, error);
	}
	if (!json_is_object(reader->object))
		return fail(reader, "must be a JSON object", error);
	if (depth_of(reader->object) > SABOT_LOG_DEPTH_MAX)
		return fail(reader, "nested too deep", error);
	return SABOT_LOG_EVENT;
}

static enum sabot_log_status
read_object(struct sabot_log_reader *reader, char error[SABOT_LOG_ERROR_SIZE])
{
	enum sabot_log_status status = read_filled_line(reader, error);

	return status == SABOT_LOG_EVENT ? parse(reader, error) : status;
}

static const char *
read_from(const json_t *from, struct sabot_log_header *header)
{
	static const char *const names[] = {"load", "round", "incident"};
	unsigned *numbers[] = {&header->from_load, &header->from_round, &header->from_incident};

	if (from == NULL)
		return NULL;
	if (!json_is_object(from))
		return "from: must be an object";
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		const json_t *value = json_object_get(from, names[i]);
		if (value == NULL)
			continue;
		if (!json_is_integer(value) || json_integer_value(value) < 0 ||
		    json_integer_value(value) > INT32_MAX)
			return "from: load, round and incident must be numbers";
		*numbers[i] = (unsigned)json_integer_value(value);
	}
	return NULL;
}

/* The house plays by no rules. */
static bool
is_house(const json_t *object)
{
	return g_strcmp0(json_string_value(json_object_get(object, "table")), SABOT_HOUSE_NAME) ==
		       0 &&
	       json_object_get(object, "rules") == NULL;
}

static const char *
check_words(const json_t *object)
{
	const json_t *log = json_object_get(object, "log");
	const json_t *table = json_object_get(object, "table");
	const json_t *set = json_object_get(object, "set");

	if (!json_is_string(log) || strcmp(json_string_value(log), "sabot/1") != 0)
		return "log: the first line must say \"log\":\"sabot/1\"";
	if (!json_is_string(table) || json_string_length(table) > TABLE_NAME_BYTES_MAX)
		return "table: must be a name of at most 63 bytes";
	if (!is_house(object) && !json_is_string(json_object_get(object, "rules")))
		return "rules: must name a profile";
	if (set != NULL && !json_is_object(set))
		return "set: must be an object";
	return NULL;
}

static bool
read_rules(struct sabot_log_reader *reader, struct sabot_rules *rules,
	   char error[SABOT_LOG_ERROR_SIZE])
{
	g_autoptr(GError) profile_error = NULL;
	char why[SABOT_RULES_ERROR_SIZE];
	const char *name = json_string_value(json_object_get(reader->object, "rules"));

	if (!sabot_profile_load(name, reader->profile_directory, rules, &profile_error)) {
		g_prefix_error(&profile_error, "rules: ");
		return fail(reader, profile_error->message, error), false;
	}
	if (!sabot_rules_set_json(rules, json_object_get(reader->object, "set"), why)) {
		g_autofree char *text = g_strconcat("set: ", why, NULL);
		return fail(reader, text, error), false;
	}
	return true;
}

bool
sabot_log_reader_header(struct sabot_log_reader *reader, struct sabot_log_header *ret_header,
			char error[SABOT_LOG_ERROR_SIZE])
{
	struct sabot_log_header header = {0};
	enum sabot_log_status status = read_object(reader, error);

	if (status == SABOT_LOG_END)
		fail(reader, "the log is empty", error);
	if (status != SABOT_LOG_EVENT)
		return false;
	const char *wrong = check_words(reader->object);
	if (wrong == NULL)
		wrong = read_from(json_object_get(reader->object, "from"), &header);
	if (wrong != NULL)
		return fail(reader, wrong, error), false;
	header.is_house = is_house(reader->object);
	if (!header.is_house && !read_rules(reader, &header.rules, error))
		return false;
	g_free(reader->table);
	reader->table = g_strdup(json_string_value(json_object_get(reader->object, "table")));
	header.table = reader->table;
	reader->game = header.rules.game;
	*ret_header = header;
	return true;
}

enum sabot_log_status
sabot_log_reader_next(struct sabot_log_reader *reader, struct sabot_event *ret_event,
		      const json_t **ret_object, char error[SABOT_LOG_ERROR_SIZE])
{
	char why[SABOT_EVENT_ERROR_SIZE];
	enum sabot_log_status status = read_filled_line(reader, error);
	bool is_plain = status == SABOT_LOG_EVENT && ret_object == NULL &&
			sabot_plain_line_read(reader->text, reader->length_bytes, &reader->plain);

	if (status == SABOT_LOG_EVENT && !is_plain)
		status = parse(reader, error);
	if (status != SABOT_LOG_EVENT)
		return status;
	if (!(is_plain ? sabot_event_from_plain(&reader->plain, reader->game, &reader->buffer,
						ret_event, why)
		       : sabot_event_from_json(reader->object, reader->game, &reader->buffer,
					       ret_event, why)))
		return fail(reader, why, error);
	ret_event->line = reader->line;
	if (ret_object != NULL)
		*ret_object = reader->object;
	return SABOT_LOG_EVENT;
}

enum sabot_log_status
sabot_log_reader_next_object(struct sabot_log_reader *reader, const json_t **ret_object,
			     char error[SABOT_LOG_ERROR_SIZE])
{
	enum sabot_log_status status = read_object(reader, error);

	*ret_object = reader->object;
	return status;
}
