/* See spool-check.h. */
#include "spool-check.h"
#include "evidence.h"
#include "log-gap.h"
#include "log-replay.h"
#include "store/files/key-list.h"

#include <string.h>

/* The key of the last start in the house log; "": none. NULL: no start. Transferred. */
static char *
read_last_key(struct sabot_db *db)
{
	struct sabot_house *house = sabot_house_new();
	char *last = NULL;

	if (sabot_replay_house(db, house, NULL))
		last = g_strdup(sabot_house_last_key(house));
	sabot_house_free(house);
	return last;
}

char **
sabot_spool_check_list_formers(const struct sabot_floor *floor, struct sabot_db *db,
			       const struct sabot_key *key)
{
	const char *state_dir = sabot_floor_get_config(floor)->state_dir;
	g_autofree char *last = db ? read_last_key(db) : NULL;

	return db && !last ? NULL : sabot_key_list_read(state_dir, last, key);
}

/*
 * The present key is tried first: the house log is not needed for anything else at this moment. A
 * house that never had a key signs nothing, and trusts what it finds.
 */
struct sabot_spool_content *
sabot_spool_check_load(const struct sabot_floor *floor, struct sabot_spool *spool,
		       struct sabot_db *db, const struct sabot_key *key)
{
	struct sabot_spool_trust *trust = &spool->trust;
	struct sabot_spool_content *content;

	*trust = (struct sabot_spool_trust){.key = key, .is_blind = !db && !key};
	content = sabot_spool_load(spool);
	if (content->why && (db || key)) {
		trust->formers = sabot_spool_check_list_formers(floor, db, key);
		trust->is_open = db && (trust->formers ? !trust->formers[0][0] : !key);
		sabot_spool_content_free(content);
		content = sabot_spool_load(spool);
	}
	trust->is_open |= !key; /* so are the records written from now on */
	return content;
}

void
sabot_spool_check_conflict(struct sabot_floor *floor, const struct sabot_spool_content *content)
{
	static const char detail[] = "\"detail\":{\"why\":\"used\"}";

	for (guint i = 0; i < content->records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(content->records, i);

		if (strcmp(record->table, SABOT_HOUSE_NAME) == 0 && strstr(record->line, detail))
			return;
	}
	sabot_evidence_add(floor, SABOT_INCIDENT_LOG_REPLACED, sabot_evidence_because("used"));
}

static void
set_aside(struct sabot_floor *floor, struct sabot_spool *spool,
	  const struct sabot_spool_content *content)
{
	g_autofree char *aside = NULL, *name = NULL;
	g_autoptr(GError) error = NULL;

	if (!sabot_spool_set_aside(spool, &aside, &error))
		g_critical("%s", error->message);
	g_critical("%s: line %" G_GINT64_FORMAT ": %s: what the house has not written there is "
		   "not taken in; it is kept as %s",
		   spool->path, content->bad_line, content->why, aside ? aside : spool->path);
	name = g_path_get_basename(aside ? aside : spool->path);
	sabot_evidence_add(floor, SABOT_INCIDENT_LOG_REPLACED,
			   json_pack("{s:s, s:s, s:I, s:s}", "why", "spool", "file", name, "line",
				     (json_int_t)content->bad_line, "what", content->why));
}

void
sabot_spool_check_settle(struct sabot_floor *floor, struct sabot_spool *spool,
			 const struct sabot_spool_content *content)
{
	g_autoptr(GError) error = NULL;

	if (content->why)
		set_aside(floor, spool, content);
	else if (content->is_there && !sabot_spool_remove(spool, &error))
		g_warning("%s", error->message);
}

/* Write the records into a file of their own, with seals. */
static void
write_again(struct sabot_spool *spool, GPtrArray *records)
{
	g_autoptr(GError) error = NULL;

	if (records->len > 0 && !sabot_spool_append(spool, records, &error))
		g_critical("%s", error->message);
}

void
sabot_spool_check_go_on(struct sabot_floor *floor, struct sabot_spool *spool,
			const struct sabot_spool_content *content)
{
	g_autoptr(GError) error = NULL;

	if (content->why) {
		set_aside(floor, spool, content);
		sabot_log_gap_add(floor);
		write_again(spool, content->records);
	} else if (content->sealed_bytes > 0) {
		sabot_spool_resume(spool, content);
	} else if (content->records->len > 0) {
		/* A file of an earlier program. */
		if (sabot_spool_set_aside(spool, NULL, &error))
			write_again(spool, content->records);
		else
			g_critical("%s", error->message);
	}
}
