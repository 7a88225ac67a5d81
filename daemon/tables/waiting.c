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
take_back(struct sabot_waiting *waiting, const struct sabot_spool_content *content)
{
	GPtrArray *later = waiting->memory;

	waiting->memory = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	add_records(waiting->memory, content->records);
	add_records(waiting->memory, content->behind);
	add_records(waiting->memory, later);
	g_ptr_array_unref(later);
	waiting->is_spooled = waiting->is_spoiled = false;
}

/* Those that cannot, where the numbers are the database's. */
static void
name_lost(const struct sabot_waiting *waiting, const struct sabot_spool_content *content,
	  struct sabot_waiting_loss *loss)
{
	const GPtrArray *before = content->records, *behind = content->behind;

	loss->from_seq =
		before->len > 0 ? seq_of(before, before->len - 1) + 1 : waiting->spool_from;
	loss->to_seq = behind->len > 0 ? seq_of(behind, 0) - 1 : waiting->note.spool_seq;
}

struct sabot_waiting_loss
sabot_waiting_check(struct sabot_waiting *waiting)
{
	struct sabot_waiting_loss loss = {0};
	int64_t batch = waiting->spool.last.batch;
	struct sabot_spool_content *content;

	if (!waiting->is_spooled || (!waiting->is_spoiled && sabot_spool_is_kept(&waiting->spool)))
		return loss;
	content = sabot_spool_rescue(&waiting->spool);
	loss.is_gone = true;
	loss.is_rescued = !content->why && content->last.batch == batch;
	waiting->has_lost |= !loss.is_rescued;
	if (!loss.is_rescued && !waiting->spool.is_outage)
		name_lost(waiting, content, &loss);
	take_back(waiting, content);
	sabot_spool_content_free(content);
	return loss;
}

/* Append the records of the spool. */
static bool
collect_spooled(struct sabot_waiting *waiting, GPtrArray *records, GError **error)
{
	struct sabot_spool_content *content = sabot_spool_load(&waiting->spool);
	bool is_read = !content->why;

	if (is_read)
		add_records(records, content->records);
	else
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL,
			    "%s: line %" G_GINT64_FORMAT ": %s", waiting->spool.path,
			    content->bad_line, content->why);
	/* A file that cannot be read at all now may be readable the next time. */
	waiting->is_spoiled = !is_read && content->bad_line > 0;
	sabot_spool_content_free(content);
	return is_read;
}

GPtrArray *
sabot_waiting_collect(struct sabot_waiting *waiting, GError **error)
{
	GPtrArray *records = g_ptr_array_new_with_free_func(sabot_log_record_unref);

	if (waiting->is_spooled && !collect_spooled(waiting, records, error)) {
		g_ptr_array_unref(records);
		return NULL;
	}
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
