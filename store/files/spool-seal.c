/* See spool-seal.h. */
#include "spool-seal.h"
#include "store/keys/note.h"
#include "store/log/note-body.h"

#include <jansson.h>
#include <string.h>

static const char line_start[] = "{\"seal\":";

enum { SEAL_FIELDS = 6 };

static void
list_fields(struct sabot_spool_seal *seal, struct sabot_note_field fields[SEAL_FIELDS])
{
	const struct sabot_note_field list[SEAL_FIELDS] = {
		{seal->is_outage ? "sabot-outage/1 " : "sabot-spool/1 ", NULL, seal->file,
		 sizeof(seal->file)},
		{"batch ", &seal->batch, NULL, 0},
		{"accepted ", &seal->accepted, NULL, 0},
		{"previous ", NULL, seal->previous.bytes, sizeof(seal->previous.bytes)},
		{"lines ", &seal->lines, NULL, 0},
		{"digest ", NULL, seal->digest.bytes, sizeof(seal->digest.bytes)},
	};

	memcpy(fields, list, sizeof(list));
}

static char *
format_body(const struct sabot_spool_seal *seal)
{
	struct sabot_spool_seal copy = *seal;
	struct sabot_note_field fields[SEAL_FIELDS];
	GString *body = g_string_new(NULL);

	list_fields(&copy, fields);
	sabot_note_append_fields(body, fields, G_N_ELEMENTS(fields));
	return g_string_free(body, FALSE);
}

char *
sabot_spool_seal_format(const struct sabot_spool_seal *seal, const struct sabot_key *key)
{
	g_autofree char *body = format_body(seal);
	g_autofree char *note = key ? sabot_note_sign(body, key) : g_strdup(body);
	json_t *json = json_pack("{s:s}", "seal", note);
	char *text = json_dumps(json, JSON_COMPACT);
	char *line = g_strconcat(text, "\n", NULL);

	free(text);
	json_decref(json);
	return line;
}

bool
sabot_spool_seal_is_line(const char *line, size_t n_bytes)
{
	size_t n_start = strlen(line_start);

	return n_bytes >= n_start && memcmp(line, line_start, n_start) == 0;
}

static bool
read_fields(const char *body, struct sabot_spool_seal *seal)
{
	g_auto(GStrv) lines = g_strsplit(body, "\n", SEAL_FIELDS + 1);
	struct sabot_note_field fields[SEAL_FIELDS];
	bool is_read = g_strv_length(lines) == SEAL_FIELDS + 1;

	seal->is_outage = g_str_has_prefix(body, "sabot-outage/");
	list_fields(seal, fields);
	for (size_t i = 0; is_read && i < SEAL_FIELDS; i++)
		is_read = sabot_note_read_field(lines[i], &fields[i], 1);
	return is_read;
}

static char *
get_note(const char *line)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	const char *note = json_string_value(json_object_get(json, "seal"));
	char *copy = note && json_object_size(json) == 1 ? g_strdup(note) : NULL;

	json_decref(json);
	return copy;
}

bool
sabot_spool_seal_parse(const char *line, struct sabot_spool_seal *ret_seal, char **ret_note)
{
	struct sabot_spool_seal seal = {0};
	g_autofree char *note = NULL, *body = NULL, *again = NULL;

	if (strlen(line) > SABOT_SPOOL_SEAL_BYTES_MAX || !(note = get_note(line)))
		return false;
	body = strstr(note, "\n\n") ? sabot_note_get_body(note) : g_strdup(note);
	if (!body || !read_fields(body, &seal))
		return false;
	again = format_body(&seal);
	if (strcmp(again, body) != 0 || seal.accepted > 1)
		return false;
	*ret_seal = seal;
	*ret_note = g_steal_pointer(&note);
	return true;
}

struct sabot_chain_hash
sabot_spool_seal_digest(const struct sabot_spool_seal *seal)
{
	g_autofree char *body = format_body(seal);

	return sabot_chain_digest(body, strlen(body));
}
