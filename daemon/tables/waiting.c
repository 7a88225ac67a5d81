/* See waiting.h. */
#include "waiting.h"

#include <string.h>

void
sabot_waiting_init(struct sabot_waiting *waiting, struct sabot_spool spool, bool is_spooled)
{
	*waiting = (struct sabot_waiting){
		.spool = spool,
		.memory = g_ptr_array_new_with_free_func(sabot_log_record_unref),
		.is_spooled = is_spooled,
	};
}

void
sabot_waiting_clear(struct sabot_waiting *waiting)
{
	g_ptr_array_unref(waiting->memory);
	sabot_unsaved_free(waiting->unsaved);
	sabot_spool_clear(&waiting->spool);
}

static void
add_records(GPtrArray *to, const GPtrArray *records)
{
	for (guint i = 0; i < records->len; i++)
		g_ptr_array_add(to, sabot_log_record_ref(g_ptr_array_index(records, i)));
}

void
sabot_waiting_add(struct sabot_waiting *waiting, const GPtrArray *batch)
{
	add_records(waiting->memory, batch);
}

static void
write_note(const struct sabot_waiting *waiting, const struct sabot_key *key)
{
	if (waiting->unsaved)
		sabot_unsaved_write(waiting->unsaved, &waiting->note, key);
}

static int64_t
seq_of(const GPtrArray *records, guint index)
{
	return ((const struct sabot_log_record *)g_ptr_array_index(records, index))->seq;
}

/* How far the file is written. An outage's numbers are its own. */
static void
record_spooled(struct sabot_waiting *waiting, const struct sabot_key *key)
{
	const struct sabot_spool_seal *last = &waiting->spool.last;

	if (waiting->spool.is_outage) {
		memcpy(waiting->note.outage_file, last->file, sizeof(last->file));
		waiting->note.outage_batch = last->batch;
	} else {
		waiting->note.memory_seq = 0;
		waiting->note.spool_seq = seq_of(waiting->memory, waiting->memory->len - 1);
	}
	write_note(waiting, key);
}

/* Once, not with every event of an outage. */
static void
begin_memory(struct sabot_waiting *waiting, const struct sabot_key *key)
{
	waiting->is_in_memory = true;
	if (waiting->spool.is_outage)
		return;
	waiting->note.memory_seq = seq_of(waiting->memory, 0);
	write_note(waiting, key);
}

bool
sabot_waiting_spool(struct sabot_waiting *waiting, const struct sabot_key *key, GError **error)
{
	g_autoptr(GError) failure = NULL;

	if (waiting->memory->len == 0)
		return true;
	if (sabot_spool_append(&waiting->spool, waiting->memory, &failure)) {
		if (waiting->is_in_memory)
			g_message("the spool works again, what was in memory only is in it");
		if (!waiting->is_spooled)
			waiting->spool_from = seq_of(waiting->memory, 0);
		record_spooled(waiting, key);
		waiting->is_in_memory = false;
		waiting->is_spooled = true;
		g_ptr_array_set_size(waiting->memory, 0);
		return true;
	}
	if (waiting->is_in_memory)
		return true;
	begin_memory(waiting, key);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

/* The records that can still be read become the first ones in memory. */
static void
take_back(struct sabot_waiting *waiting, const GPtrArray *records)
{
	GPtrArray *behind = waiting->memory;

	waiting->memory = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	add_records(waiting->memory, records);
	add_records(waiting->memory, behind);
	g_ptr_array_unref(behind);
	waiting->is_spooled = false;
}

struct sabot_waiting_loss
sabot_waiting_check(struct sabot_waiting *waiting)
{
	struct sabot_waiting_loss loss = {0};
	int64_t batch = waiting->spool.last.batch;
	struct sabot_spool_content *content;

	if (!waiting->is_spooled || sabot_spool_is_kept(&waiting->spool))
		return loss;
	content = sabot_spool_rescue(&waiting->spool);
	loss.is_gone = true;
	loss.is_rescued = !content->why && content->last.batch == batch;
	if (!loss.is_rescued && !waiting->spool.is_outage) {
		loss.from_seq = content->records->len > 0
					? seq_of(content->records, content->records->len - 1) + 1
					: waiting->spool_from;
		loss.to_seq = waiting->note.spool_seq;
	}
	take_back(waiting, content->records);
	sabot_spool_content_free(content);
	return loss;
}

GPtrArray *
sabot_waiting_collect(const struct sabot_waiting *waiting, GError **error)
{
	GPtrArray *records = waiting->is_spooled
				     ? sabot_spool_read(&waiting->spool, error)
				     : g_ptr_array_new_with_free_func(sabot_log_record_unref);

	if (records)
		add_records(records, waiting->memory);
	return records;
}

void
sabot_waiting_end(struct sabot_waiting *waiting, const struct sabot_key *key)
{
	g_autoptr(GError) error = NULL;

	waiting->note.spool_seq = 0;
	write_note(waiting, key);
	if (!sabot_spool_remove(&waiting->spool, &error))
		g_warning("%s", error->message);
	g_ptr_array_set_size(waiting->memory, 0);
	waiting->is_spooled = waiting->is_in_memory = false;
}

void
sabot_waiting_forget(struct sabot_waiting *waiting, const struct sabot_key *key)
{
	if (waiting->note.memory_seq == 0 && waiting->note.spool_seq == 0)
		return;
	waiting->note.memory_seq = waiting->note.spool_seq = 0;
	write_note(waiting, key);
}
