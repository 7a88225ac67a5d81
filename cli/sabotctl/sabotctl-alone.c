/*
 * What `archive create --config` and `table export|import DB` share.
 */
#include "sabotctl-alone.h"
#include "proto/messages/log-messages.h"
#include "proto/rfc3339.h"
#include "store/db/lock.h"
#include "store/proof/seal.h"
#include "store/files/spool.h"
#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/keys/key-find.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <unistd.h>

/* What is in a spool has numbers already: no event may take them. */
static bool
check_spool(const char *spool_dir, GError **error)
{
	void (*const init[])(struct sabot_spool *, const char *) = {sabot_spool_init,
								    sabot_spool_init_outage};

	for (size_t i = 0; i < G_N_ELEMENTS(init); i++) {
		struct sabot_spool spool;
		bool is_empty;

		init[i](&spool, spool_dir);
		is_empty = sabot_spool_is_empty(&spool);
		sabot_spool_clear(&spool);
		if (is_empty)
			continue;
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s",
			    _("events are in the spool: start sabotd once"));
		return false;
	}
	return true;
}

bool
sabotctl_alone_begin(struct sabotctl_alone *alone, const char *state_dir, const char *spool_dir,
		     GError **error)
{
	g_autofree char *path = g_build_filename(state_dir, "sabot.db", NULL);

	*alone = (struct sabotctl_alone){
		.lock_fd = sabot_lock_acquire(state_dir, error),
		.database_fd = -1,
	};
	if (alone->lock_fd < 0 || !sabot_lock_database(path, &alone->database_fd, error) ||
	    !check_spool(spool_dir, error))
		return false;
	alone->key = sabot_key_find(state_dir, NULL);
	alone->db = sabot_db_open(path, SABOT_DB_WRITER, error);
	return alone->db != NULL;
}

void
sabotctl_alone_end(struct sabotctl_alone *alone)
{
	sabot_db_close(alone->db);
	sabot_key_free(alone->key);
	if (alone->database_fd >= 0)
		close(alone->database_fd);
	if (alone->lock_fd >= 0)
		close(alone->lock_fd);
}

struct sabot_log_record *
sabotctl_alone_build_record(struct sabot_db *db, json_t *event, int64_t n_before, GError **error)
{
	struct sabot_log_record *record = sabot_log_record_new();
	g_autofree char *at = NULL;
	struct sabot_wire_log_line *head;
	struct sabot_log_state state;
	char *line;

	if (!sabot_log_get_state(db, "house", &state, error) ||
	    !sabot_log_last_seq(db, &record->seq, error)) {
		sabot_log_record_unref(record);
		json_decref(event);
		return NULL;
	}
	record->seq += n_before + 1;
	record->n = state.last_n + 1;
	sabot_log_state_clear(&state);
	record->table = g_strdup("house");
	head = sabot_record_parse(&sabot_wire_log_line_type, event, NULL);
	record->ev = head ? g_strdup(head->ev) : NULL;
	sabot_record_unref(head);
	record->at_us = g_get_real_time();
	at = sabot_time_format(record->at_us);
	json_object_set_new(event, "at", json_string(at));
	line = json_dumps(event, JSON_COMPACT | JSON_PRESERVE_ORDER);
	record->line = g_strdup(line);
	free(line);
	json_decref(event);
	return record;
}

bool
sabotctl_alone_record(const struct sabotctl_alone *alone, GPtrArray *records, GError **error)
{
	return sabot_log_append(alone->db, records, error) &&
	       (!alone->key || sabot_seal_make(alone->db, alone->key, error));
}
