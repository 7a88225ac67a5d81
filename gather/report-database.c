/*
 * From a database to facts. One read transaction, so that all tables are read at the same moment;
 * parts that have ended are derived once and kept (report/kinds/digest.h), the current one until it
 * grows.
 */
#include "report-database.h"
#include "report-derive.h"
#include "eventlog/house-log.h"
#include "proto/messages/event-line.h"
#include "proto/rfc3339.h"
#include "report/kinds/digest.h"
#include "store/log/chain.h"
#include "store/keys/hex.h"
#include "store/log/log.h"
#include "store/log/persons.h"
#include "store/proof/seal.h"
#include "store/proof/witnessed.h"
#include "store/db/statements.h"
#include "store/files/joined.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

struct reading {
	const struct report_source *source;
	struct sabot_facts *facts;
	struct sabot_db *db;
	char *database; /* hexadecimal */
	char *digest;   /* directory, or NULL */
	GError *error;  /* of a callback */
	struct report_derive *derive;
	int64_t at_us; /* of the last event that was looked at */
};

static bool
on_event(int64_t seq, int64_t n, const char *line, void *data)
{
	struct reading *reading = data;
	json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	bool is_good =
		object != NULL && report_derive_event(reading->derive, object, &reading->error);

	(void)seq;
	json_decref(object);
	if (is_good)
		return true;
	if (reading->error == NULL)
		g_set_error(&reading->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
			    _("event %d is no JSON object"), (int)n);
	g_prefix_error(&reading->error, _("event %d: "), (int)n);
	return false;
}

static bool
on_first_event(int64_t seq, int64_t n, const char *line, void *data)
{
	struct reading *reading = data;
	json_t *object = json_loads(line, 0, NULL);

	(void)seq;
	(void)n;
	reading->at_us = sabot_event_line_time(object);
	json_decref(object);
	return false;
}

static bool
on_house_event(int64_t seq, int64_t n, const char *line, void *data)
{
	struct reading *reading = data;
	json_t *object = json_loads(line, 0, NULL);

	(void)seq;
	if (object != NULL)
		sabot_facts_add_house(reading->facts, n, sabot_event_line_time(object), object);
	return true;
}

/* When the part began; SABOT_REPORT_NONE where its first event does not say. */
static bool
begin_of(struct reading *reading, const char *table, int64_t from_n, int64_t *ret_us,
	 GError **error)
{
	struct sabot_log_range range = {table, from_n, from_n + 1};

	reading->at_us = SABOT_REPORT_NONE;
	if (!sabot_log_read(reading->db, &range, on_first_event, reading, error))
		return false;
	*ret_us = reading->at_us;
	return true;
}

/* The rules in force and the program, so that another one derives again. */
static char *
maker_of(const struct sabot_rules *rules)
{
	g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)rules,
							   sizeof(*rules));
	GStatBuf program = {0};

	g_stat("/proc/self/exe", &program);
	return g_strdup_printf("%s %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, SABOT_VERSION, sum,
			       (int64_t)program.st_mtime, (int64_t)program.st_size);
}

/* What is kept of a part, as far as it goes. */
struct kept {
	struct sabot_digest_key key;
	struct sabot_sheet *sheet; /* NULL: nothing */
	GBytes *state;             /* NULL: the part was over */
};

static void
clear_kept(struct kept *kept)
{
	g_clear_pointer(&kept->sheet, sabot_sheet_free);
	g_clear_pointer(&kept->state, g_bytes_unref);
}

/* Go on from what is kept, or begin. */
static struct report_derive *
begin_derive(const struct kept *kept, const struct sabot_rules *rules,
	     const struct sabot_log_part *part)
{
	const unsigned before[] = {(unsigned)part->from_load, (unsigned)part->from_round,
				   (unsigned)part->from_incident};
	struct report_derive *derive = NULL;

	if (kept->state != NULL)
		derive = report_derive_resume(rules, kept->sheet, kept->state);
	return derive != NULL ? derive
			      : report_derive_new(rules, part->overrides, part->from_n, before);
}

/* Derive what is new of a part, and keep it. NULL with an error. */
static struct sabot_sheet *
derive_part(struct reading *reading, const struct kept *kept, struct report_derive *derive,
	    int64_t to_n, bool is_over)
{
	struct sabot_log_range range = {kept->key.table, report_derive_next_n(derive), to_n};
	struct sabot_sheet *sheet;
	g_autoptr(GBytes) state = NULL;

	reading->derive = derive;
	if (!sabot_log_read(reading->db, &range, on_event, reading, &reading->error) ||
	    reading->error != NULL) {
		report_derive_free(derive);
		return NULL;
	}
	state = is_over || reading->digest == NULL ? NULL : report_derive_save(derive);
	sheet = report_derive_finish(derive, is_over);
	if (reading->digest != NULL)
		sabot_digest_write(reading->digest, &kept->key, sheet, state);
	return sheet;
}

static void
read_kept(struct reading *reading, struct kept *kept, int64_t to_n)
{
	if (reading->digest == NULL)
		return;
	kept->sheet = sabot_digest_read(reading->digest, &kept->key, &kept->state);
	/* Somebody has kept more than is looked at here, or ended what now continues. */
	if (kept->sheet != NULL &&
	    (kept->sheet->to_n > to_n || (kept->state == NULL && kept->sheet->to_n != to_n)))
		clear_kept(kept);
}

/* A part's sheet: kept, gone on with, or new. NULL with an error. */
static struct sabot_sheet *
sheet_of(struct reading *reading, const char *table, const struct sabot_log_part *part,
	 int64_t to_n, bool is_over)
{
	struct kept kept = {{reading->database, table, part->part, part->from_n, NULL}, NULL, NULL};
	g_autofree char *maker = NULL;
	struct sabot_rules rules;
	struct sabot_sheet *sheet;

	memset(&rules, 0, sizeof(rules)); /* its bytes are summed up, the gaps among them */
	if (!report_source_build_rules(part->rules, reading->source->profiles, part->overrides,
				       &rules, &reading->error))
		return NULL;
	kept.key.maker = maker = maker_of(&rules);
	read_kept(reading, &kept, to_n);
	if (kept.sheet != NULL && kept.sheet->to_n == to_n && is_over == (kept.state == NULL))
		sheet = g_steal_pointer(&kept.sheet);
	else
		sheet = derive_part(reading, &kept, begin_derive(&kept, &rules, part), to_n,
				    is_over);
	clear_kept(&kept);
	return sheet;
}

/* The parts that touch the time, the later ones first looked at, in the order of the log. */
static bool
read_parts(struct reading *reading, const char *name, const struct sabot_log_state *state)
{
	struct sabot_facts_table *table = sabot_facts_add_table(reading->facts, name);
	int64_t to_n = state->last_n + 1, begin_us = SABOT_REPORT_NONE;
	int64_t last = state->part != NULL ? state->part->part : 0;

	for (int64_t number = last; number > 0; number--) {
		struct sabot_log_part *part =
			sabot_log_get_part(reading->db, name, number, &reading->error);
		struct sabot_sheet *sheet = NULL;
		bool is_wanted;

		if (part == NULL)
			break; /* what came before is in an archive */
		is_wanted = begin_of(reading, name, part->from_n, &begin_us, &reading->error) &&
			    (begin_us == SABOT_REPORT_NONE || begin_us < reading->facts->to_us);
		if (is_wanted)
			sheet = sheet_of(reading, name, part, to_n, number < last);
		if (sheet != NULL)
			g_ptr_array_insert(table->sheets, 0, sheet);
		to_n = part->from_n;
		sabot_log_part_free(part);
		if (reading->error != NULL ||
		    (begin_us != SABOT_REPORT_NONE && begin_us < reading->facts->from_us))
			break;
	}
	g_prefix_error(&reading->error, "%s: ", name);
	return reading->error == NULL;
}

static bool
read_log(struct reading *reading, const char *name)
{
	struct sabot_log_state state = {0};
	bool is_read;

	if (strcmp(name, SABOT_HOUSE_NAME) == 0) {
		struct sabot_log_range all = {name, 1, G_MAXINT64};

		return !reading->source->wants_house ||
		       sabot_log_read(reading->db, &all, on_house_event, reading, &reading->error);
	}
	if (!report_source_wants(reading->source, name))
		return true;
	if (!sabot_log_get_state(reading->db, name, &state, &reading->error))
		return false;
	is_read = read_parts(reading, name, &state);
	sabot_log_state_clear(&state);
	return is_read;
}

/* Names are in the database only, and can be erased there; the log has ids. */
static bool
read_names(struct reading *reading)
{
	g_autoptr(GPtrArray) persons = NULL;

	if (!reading->facts->names_people && !reading->facts->names_signers)
		return true;
	persons = sabot_persons_read(reading->db, &reading->error);
	for (guint i = 0; persons != NULL && i < persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(persons, i);

		if (person->name != NULL && reading->facts->names_people)
			g_hash_table_insert(reading->facts->names, sabot_person_id(person),
					    g_strdup(person->name));
		if (person->name != NULL && reading->facts->names_signers)
			g_hash_table_insert(reading->facts->signers, sabot_person_id(person),
					    g_strdup(person->name));
	}
	return persons != NULL;
}

static bool
read_checkpoint(struct reading *reading)
{
	struct sabot_seal last = {0};
	g_autofree char *sum = NULL, *time = NULL;

	if (!sabot_seal_read_last(reading->db, &last, &reading->error))
		return false;
	if (last.note != NULL) {
		sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, last.note, -1);
		time = sabot_time_format(last.at_us);
		/* Translators: number, time and SHA-256 of the last signed checkpoint. */
		reading->facts->checkpoint = g_strdup_printf(_("checkpoint %d of %s, SHA-256 %s"),
							     (int)last.number, time, sum);
	}
	sabot_seal_clear(&last);
	return true;
}

/* What a witness has signed is behind the checkpoint. */
static bool
read_witnessed(struct reading *reading)
{
	struct sabot_facts *facts = reading->facts;
	g_autofree char *checkpoint = NULL;
	struct sabot_witnessed *witnessed;

	if (!sabot_witnessed_read_last(reading->db, &witnessed, &reading->error))
		return false;
	if (witnessed && facts->checkpoint) {
		checkpoint = g_steal_pointer(&facts->checkpoint);
		/* Translators: the line above, a witness's name, a checkpoint's number. */
		facts->checkpoint =
			g_strdup_printf(_("%s; signed by the witness %s up to checkpoint %d"),
					checkpoint, sabot_witnessed_name(witnessed),
					(int)witnessed->head.size);
	}
	sabot_witnessed_free(witnessed);
	return true;
}

static bool
read_all(struct reading *reading)
{
	sqlite3_stmt *list =
		sabot_statement_get(reading->db, SABOT_STATEMENT_LOG_LIST, &reading->error);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

	while (list != NULL && sabot_statement_next(reading->db, list, &reading->error))
		g_ptr_array_add(names, g_strdup((const char *)sqlite3_column_text(list, 1)));
	if (list != NULL)
		sqlite3_reset(list);
	for (guint i = 0; i < names->len && reading->error == NULL; i++)
		read_log(reading, g_ptr_array_index(names, i));
	return reading->error == NULL && read_names(reading) && read_checkpoint(reading) &&
	       read_witnessed(reading) &&
	       sabot_joined_get_begin(reading->db, &reading->facts->missing_archive,
				      &reading->facts->missing_us, &reading->error);
}

bool
report_gather_database(const struct report_source *source, struct sabot_facts *facts,
		       GError **error)
{
	struct reading reading = {.source = source, .facts = facts};
	struct sabot_chain_origin origin;

	reading.db = sabot_joined_open((const char *const *)source->paths, source->archives, error);
	if (reading.db == NULL)
		return false;
	if (sabot_statement_run(reading.db, SABOT_STATEMENT_BEGIN_READ, &reading.error) &&
	    sabot_chain_read_origin(reading.db, &origin, &reading.error)) {
		reading.database = sabot_hex_encode(origin.database, sizeof(origin.database));
		reading.digest = report_source_directory(source);
		read_all(&reading);
		sabot_statement_run(reading.db, SABOT_STATEMENT_END_READ, NULL);
	}
	sabot_db_close(reading.db);
	g_free(reading.database);
	g_free(reading.digest);
	if (reading.error == NULL)
		return true;
	g_propagate_error(error, reading.error);
	return false;
}
