/* A hash of alarms by "log/id". The last action counts. */
#include "alarm-book.h"
#include "proto/record-copy.h"

#include <string.h>

struct alarm {
	char *log;
	int64_t id;
	struct sabot_wire_mark *acknowledged, *assigned, *shelved; /* each or NULL */
	int64_t n_comments;
	json_t *notes;
};

struct sabot_alarm_book {
	GHashTable *alarms; /* "log/id" → struct alarm */
	guint n_shown;      /* of them, at the last prune */
	GArray *ends_us;    /* of int64_t: the ends of shelvings that last */
};

typedef void
apply_fn(struct alarm *alarm, struct sabot_wire_mark *mark);

static void
free_alarm(gpointer data)
{
	struct alarm *alarm = data;

	sabot_record_unref(alarm->acknowledged);
	sabot_record_unref(alarm->assigned);
	sabot_record_unref(alarm->shelved);
	json_decref(alarm->notes);
	g_free(alarm->log);
	g_free(alarm);
}

struct sabot_alarm_book *
sabot_alarm_book_new(void)
{
	struct sabot_alarm_book *book = g_new0(struct sabot_alarm_book, 1);

	book->alarms = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_alarm);
	book->ends_us = g_array_new(FALSE, FALSE, sizeof(int64_t));
	return book;
}

void
sabot_alarm_book_free(struct sabot_alarm_book *book)
{
	if (!book)
		return;
	g_hash_table_unref(book->alarms);
	g_array_unref(book->ends_us);
	g_free(book);
}

static void
set_mark(struct sabot_wire_mark **mark, struct sabot_wire_mark *now)
{
	sabot_record_unref(*mark);
	*mark = now ? sabot_record_ref(now) : NULL;
}

static void
apply_acknowledge(struct alarm *alarm, struct sabot_wire_mark *mark)
{
	set_mark(&alarm->acknowledged, mark);
}

/* Assigned to nobody: the assignment is withdrawn. */
static void
apply_assign(struct alarm *alarm, struct sabot_wire_mark *mark)
{
	set_mark(&alarm->assigned, mark->to ? mark : NULL);
}

static void
apply_shelve(struct alarm *alarm, struct sabot_wire_mark *mark)
{
	set_mark(&alarm->shelved, mark);
}

static void
apply_unshelve(struct alarm *alarm, struct sabot_wire_mark *mark)
{
	(void)mark;
	set_mark(&alarm->shelved, NULL);
}

static void
apply_comment(struct alarm *alarm, struct sabot_wire_mark *mark)
{
	(void)mark;
	alarm->n_comments++;
}

/* NULL: such an event is not about an incident. */
static apply_fn *
find_kind(const struct sabot_house_event *event)
{
	static apply_fn *const kinds[] = {
		[SABOT_HOUSE_ACKNOWLEDGE] = apply_acknowledge,
		[SABOT_HOUSE_ASSIGN] = apply_assign,
		[SABOT_HOUSE_SHELVE] = apply_shelve,
		[SABOT_HOUSE_UNSHELVE] = apply_unshelve,
		[SABOT_HOUSE_COMMENT] = apply_comment,
	};

	return event->kind < G_N_ELEMENTS(kinds) ? kinds[event->kind] : NULL;
}

bool
sabot_alarm_book_takes(const struct sabot_house_event *event)
{
	return find_kind(event) != NULL;
}

static char *
make_key(const char *log, int64_t id)
{
	return g_strdup_printf("%s/%" G_GINT64_FORMAT, log, id);
}

static struct alarm *
find_alarm(const struct sabot_alarm_book *book, const char *log, int64_t id)
{
	g_autofree char *key = make_key(log, id);

	return g_hash_table_lookup(book->alarms, key);
}

static struct alarm *
need_alarm(struct sabot_alarm_book *book, const char *log, int64_t id)
{
	struct alarm *alarm = find_alarm(book, log, id);

	if (!alarm) {
		alarm = g_new0(struct alarm, 1);
		alarm->log = g_strdup(log);
		alarm->id = id;
		alarm->notes = json_array();
		g_hash_table_insert(book->alarms, make_key(log, id), alarm);
	}
	return alarm;
}

void
sabot_alarm_book_apply(struct sabot_alarm_book *book, const struct sabot_house_event *event)
{
	apply_fn *apply = find_kind(event);
	struct alarm *alarm;

	if (!apply || !event->head->table)
		return;
	alarm = need_alarm(book, event->head->table, event->head->incident);
	apply(alarm, event->of.mark);
	if (event->kind == SABOT_HOUSE_SHELVE)
		g_array_append_val(book->ends_us, event->of.mark->until_us);
	json_array_append(alarm->notes, event->json);
	if (json_array_size(alarm->notes) > SABOT_ALARM_NOTES_MAX)
		json_array_remove(alarm->notes, 0);
}

/*
 * All are checked only once the others may be as many as those shown, so that a note costs no more
 * than before.
 */
void
sabot_alarm_book_prune(struct sabot_alarm_book *book, sabot_alarm_shown_fn *is_shown, void *data)
{
	GHashTableIter iter;
	gpointer value;

	if (g_hash_table_size(book->alarms) < 2 * book->n_shown + SABOT_ALARM_FORGOTTEN)
		return;
	g_hash_table_iter_init(&iter, book->alarms);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct alarm *alarm = value;

		if (!is_shown(alarm->log, alarm->id, data))
			g_hash_table_iter_remove(&iter);
	}
	book->n_shown = g_hash_table_size(book->alarms);
}

static struct sabot_wire_mark *
ref_mark(struct sabot_wire_mark *mark)
{
	return mark ? sabot_record_ref(mark) : NULL;
}

struct sabot_wire_incident *
sabot_alarm_book_attach_state(const struct sabot_alarm_book *book,
			      struct sabot_wire_incident *incident)
{
	const struct alarm *alarm = find_alarm(book, incident->table, incident->id);
	struct sabot_wire_incident *marked;

	if (!alarm)
		return sabot_record_ref(incident);
	marked = sabot_record_copy(&sabot_wire_incident_type, incident);
	sabot_record_unref(marked->acknowledged);
	sabot_record_unref(marked->assigned);
	sabot_record_unref(marked->shelved);
	marked->acknowledged = ref_mark(alarm->acknowledged);
	marked->assigned = ref_mark(alarm->assigned);
	marked->shelved = ref_mark(alarm->shelved);
	marked->comments = alarm->n_comments;
	return marked;
}

json_t *
sabot_alarm_book_list(const struct sabot_alarm_book *book, const char *log, int64_t id)
{
	const struct alarm *alarm = find_alarm(book, log, id);

	return alarm ? json_incref(alarm->notes) : json_array();
}

bool
sabot_alarm_book_expire(struct sabot_alarm_book *book, int64_t now_us)
{
	bool has_ended = false;

	for (guint i = book->ends_us->len; i-- > 0;) {
		if (g_array_index(book->ends_us, int64_t, i) > now_us)
			continue;
		g_array_remove_index_fast(book->ends_us, i);
		has_ended = true;
	}
	return has_ended;
}
