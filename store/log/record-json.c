/* Packing and unpacking; a record that cannot be unpacked completely is refused. */
#include "record-json.h"
#include "salts.h"
#include "store/keys/hex.h"

#include <string.h>

static json_t *
part_to_json(const struct sabot_log_part *part)
{
	return json_pack("{s:I, s:I, s:s, s:s, s:I, s:I, s:I}", "part", (json_int_t)part->part,
			 "from_n", (json_int_t)part->from_n, "rules", part->rules, "overrides",
			 part->overrides, "from_load", (json_int_t)part->from_load, "from_round",
			 (json_int_t)part->from_round, "from_incident",
			 (json_int_t)part->from_incident);
}

static json_t *
load_to_json(const struct sabot_log_load *load)
{
	return json_pack("{s:I, s:I, s:I, s:I}", "load", (json_int_t)load->load, "part",
			 (json_int_t)load->part, "from_round", (json_int_t)load->from_round,
			 "from_incident", (json_int_t)load->from_incident);
}

json_t *
sabot_person_to_json(const struct sabot_person *person)
{
	return json_pack("{s:I, s:s*, s:s, s:s, s:b, s:I, s:I, s:I, s:I}", "id",
			 (json_int_t)person->id, "name", person->name, "pin_hash", person->pin_hash,
			 "role", sabot_role_to_string(person->role), "must_change",
			 person->must_change, "failures", (json_int_t)person->failures,
			 "locked_until_us", (json_int_t)person->locked_until_us, "disabled_us",
			 (json_int_t)person->disabled_us, "created_us",
			 (json_int_t)person->created_us);
}

static json_t *
archive_to_json(const struct sabot_archive *archive)
{
	return json_pack("{s:I, s:s, s:s}", "number", (json_int_t)archive->number, "file",
			 archive->file, "note", archive->note);
}

json_t *
sabot_log_record_to_json(const struct sabot_log_record *record)
{
	json_t *json = json_pack("{s:I, s:s, s:I, s:I, s:s, s:s}", "seq", (json_int_t)record->seq,
				 "table", record->table, "n", (json_int_t)record->n, "at_us",
				 (json_int_t)record->at_us, "ev", record->ev, "line", record->line);

	if (record->frame) {
		size_t n_bytes;
		const uint8_t *bytes = g_bytes_get_data(record->frame, &n_bytes);
		g_autofree char *hex = sabot_hex_encode(bytes, n_bytes);

		json_object_set_new(json, "frame", json_string(hex));
		json_object_set_new(json, "frame_at_us", json_integer(record->frame_at_us));
	}
	if (record->part)
		json_object_set_new(json, "part", part_to_json(record->part));
	if (record->load)
		json_object_set_new(json, "load", load_to_json(record->load));
	if (record->person)
		json_object_set_new(json, "person", sabot_person_to_json(record->person));
	if (record->archive)
		json_object_set_new(json, "archive", archive_to_json(record->archive));
	return json;
}

static bool
read_frame(const char *hex, struct sabot_log_record *record)
{
	size_t n_bytes = hex ? strlen(hex) / 2 : 0;
	g_autofree uint8_t *bytes = g_malloc0(n_bytes + 1);

	if (!hex)
		return true;
	if (!sabot_hex_decode(hex, bytes, n_bytes))
		return false;
	record->frame = g_bytes_new(bytes, n_bytes);
	return true;
}

static bool
read_part(json_t *json, struct sabot_log_record *record)
{
	const char *rules, *overrides;
	json_int_t part, from_n, from_load, from_round, from_incident;

	if (!json)
		return true;
	if (json_unpack(json, "{s:I, s:I, s:s, s:s, s:I, s:I, s:I}", "part", &part, "from_n",
			&from_n, "rules", &rules, "overrides", &overrides, "from_load", &from_load,
			"from_round", &from_round, "from_incident", &from_incident) != 0)
		return false;
	record->part = sabot_log_part_new(rules, overrides);
	record->part->part = part;
	record->part->from_n = from_n;
	record->part->from_load = from_load;
	record->part->from_round = from_round;
	record->part->from_incident = from_incident;
	return true;
}

static bool
read_load(json_t *json, struct sabot_log_record *record)
{
	json_int_t load, part, from_round, from_incident;

	if (!json)
		return true;
	if (json_unpack(json, "{s:I, s:I, s:I, s:I}", "load", &load, "part", &part, "from_round",
			&from_round, "from_incident", &from_incident) != 0)
		return false;
	record->load = g_new0(struct sabot_log_load, 1);
	record->load->load = load;
	record->load->n = record->n;
	record->load->part = part;
	record->load->from_round = from_round;
	record->load->from_incident = from_incident;
	return true;
}

struct sabot_person *
sabot_person_from_json(json_t *json)
{
	struct sabot_person *person;
	json_int_t id, failures, locked_until_us, disabled_us, created_us;
	const char *name = NULL, *pin_hash, *word;
	enum sabot_role role;
	int must_change;

	if (json_unpack(json, "{s:I, s?s, s:s, s:s, s:b, s:I, s:I, s:I, s:I}", "id", &id, "name",
			&name, "pin_hash", &pin_hash, "role", &word, "must_change", &must_change,
			"failures", &failures, "locked_until_us", &locked_until_us, "disabled_us",
			&disabled_us, "created_us", &created_us) != 0 ||
	    !sabot_role_from_string(word, &role))
		return NULL;
	person = g_new0(struct sabot_person, 1);
	*person = (struct sabot_person){
		.id = id,
		.name = g_strdup(name),
		.pin_hash = g_strdup(pin_hash),
		.role = role,
		.must_change = must_change,
		.failures = failures,
		.locked_until_us = locked_until_us,
		.disabled_us = disabled_us,
		.created_us = created_us,
	};
	return person;
}

char *
sabot_persons_to_text(const GPtrArray *persons, const struct sabot_rights *rights)
{
	json_t *list = json_array();
	json_t *object =
		json_pack("{s:o, s:o*}", "persons", list, "rights", sabot_rights_to_json(rights));
	char *text;

	for (guint i = 0; i < persons->len; i++)
		json_array_append_new(list, sabot_person_to_json(g_ptr_array_index(persons, i)));
	text = json_dumps(object, JSON_COMPACT);
	json_decref(object);
	return text;
}

bool
sabot_persons_from_text(const char *text, GPtrArray *persons, struct sabot_rights *rights)
{
	json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	json_t *list = json_object_get(object, "persons"), *json;
	bool is_read = json_is_array(list);
	size_t index;

	json_array_foreach(list, index, json) {
		struct sabot_person *person = sabot_person_from_json(json);

		if (person)
			g_ptr_array_add(persons, person);
		is_read = is_read && person;
	}
	if (rights)
		sabot_rights_recall(rights, json_object_get(object, "rights"));
	json_decref(object);
	return is_read;
}

static bool
read_person(json_t *json, struct sabot_log_record *record)
{
	record->person = json ? sabot_person_from_json(json) : NULL;
	return record->person || !json;
}

static bool
read_archive(json_t *json, struct sabot_log_record *record)
{
	const char *file, *note;
	json_int_t number;

	if (!json)
		return true;
	if (json_unpack(json, "{s:I, s:s, s:s}", "number", &number, "file", &file, "note", &note) !=
	    0)
		return false;
	record->archive = sabot_archive_new(number, file, note);
	return true;
}

struct sabot_log_record *
sabot_log_record_from_json(json_t *json)
{
	struct sabot_log_record *record = sabot_log_record_new();
	json_int_t seq, n, at_us, frame_at_us = 0;
	const char *table, *ev, *line, *hex = NULL;
	json_t *part = NULL, *load = NULL, *person = NULL, *archive = NULL;

	if (json_unpack(json, "{s:I, s:s, s:I, s:I, s:s, s:s, s?s, s?I, s?o, s?o, s?o, s?o}", "seq",
			&seq, "table", &table, "n", &n, "at_us", &at_us, "ev", &ev, "line", &line,
			"frame", &hex, "frame_at_us", &frame_at_us, "part", &part, "load", &load,
			"person", &person, "archive", &archive) == 0) {
		record->seq = seq;
		record->n = n;
		record->at_us = at_us;
		record->table = g_strdup(table);
		record->ev = g_strdup(ev);
		record->line = g_strdup(line);
		record->frame_at_us = frame_at_us;
		if (read_frame(hex, record) && read_part(part, record) && read_load(load, record) &&
		    read_person(person, record) && read_archive(archive, record))
			return record;
	}
	sabot_log_record_unref(record);
	return NULL;
}

static void
add_salt(const struct sabot_log_record *record, json_t *json)
{
	const uint8_t *commitment = sabot_salts_get_commitment(record->salts, record->n);
	uint8_t salt[SABOT_SALT_BYTES];
	g_autofree char *salt_hex = NULL, *secret_hex = NULL;

	sabot_salts_get(record->salts, record->n, salt);
	salt_hex = sabot_hex_encode(salt, sizeof(salt));
	json_object_set_new(json, "salt", json_string(salt_hex));
	if (!commitment)
		return;
	secret_hex = sabot_hex_encode(commitment, SABOT_SALT_BYTES);
	json_object_set_new(json, "secret", json_string(secret_hex));
}

json_t *
sabot_log_record_to_proof(const struct sabot_log_record *record,
			  const struct sabot_chain_hash *hash)
{
	g_autofree char *hex = hash ? sabot_hex_encode(hash->bytes, sizeof(hash->bytes)) : NULL;
	json_t *json = sabot_log_record_to_json(record);

	if (hex)
		json_object_set_new(json, "hash", json_string(hex));
	if (record->salts)
		add_salt(record, json);
	return json;
}

/* The salt and, where a secret begins, what the hash covers of it. */
static bool
read_salt(json_t *json, struct sabot_log_record *record)
{
	const char *salt_hex = NULL, *secret_hex = NULL;
	uint8_t salt[SABOT_SALT_BYTES], commitment[SABOT_SALT_BYTES];

	if (json_unpack(json, "{s?s, s?s}", "salt", &salt_hex, "secret", &secret_hex) != 0 ||
	    (secret_hex && !salt_hex) ||
	    (salt_hex && !sabot_hex_decode(salt_hex, salt, sizeof(salt))) ||
	    (secret_hex && !sabot_hex_decode(secret_hex, commitment, sizeof(commitment))))
		return false;
	if (salt_hex)
		record->salts =
			sabot_salts_new_single(salt, record->n, secret_hex ? commitment : NULL);
	return true;
}

struct sabot_log_record *
sabot_log_record_from_proof(json_t *json)
{
	struct sabot_log_record *record = sabot_log_record_from_json(json);

	if (record && read_salt(json, record))
		return record;
	sabot_log_record_unref(record);
	return NULL;
}
