/* See log-record.h. */
#include "log-record.h"
#include "salts.h"

#include <string.h>

struct sabot_archive *
sabot_archive_new(int64_t number, const char *file, const char *note)
{
	struct sabot_archive *archive = g_new0(struct sabot_archive, 1);

	archive->number = number;
	archive->file = g_strdup(file);
	archive->note = g_strdup(note);
	return archive;
}

struct sabot_archive *
sabot_archive_copy(const struct sabot_archive *archive)
{
	return sabot_archive_new(archive->number, archive->file, archive->note);
}

void
sabot_archive_free(gpointer data)
{
	struct sabot_archive *archive = data;

	if (!archive)
		return;
	g_free(archive->file);
	g_free(archive->note);
	g_free(archive);
}

struct sabot_log_part *
sabot_log_part_new(const char *rules, const char *overrides)
{
	struct sabot_log_part *part = g_new0(struct sabot_log_part, 1);

	part->part = 1;
	part->from_n = 1;
	part->rules = g_strdup(rules);
	part->overrides = g_strdup(overrides);
	return part;
}

struct sabot_log_part *
sabot_log_part_copy(const struct sabot_log_part *part)
{
	struct sabot_log_part *copy = g_memdup2(part, sizeof(*part));

	copy->rules = g_strdup(part->rules);
	copy->overrides = g_strdup(part->overrides);
	return copy;
}

void
sabot_log_part_free(struct sabot_log_part *part)
{
	if (!part)
		return;
	g_free(part->rules);
	g_free(part->overrides);
	g_free(part);
}

struct sabot_log_record *
sabot_log_record_new(void)
{
	return g_atomic_rc_box_new0(struct sabot_log_record);
}

size_t
sabot_log_record_count_text_bytes(const struct sabot_log_record *record)
{
	return strlen(record->table) + strlen(record->ev) + strlen(record->line) + 3;
}

/* Returns where the next one goes. */
static char *
copy_text(char **text, char *place)
{
	size_t n_bytes = strlen(*text) + 1;

	*text = memcpy(place, *text, n_bytes);
	return place + n_bytes;
}

void
sabot_log_record_copy(const struct sabot_log_record *record, struct sabot_log_record *copy,
		      char *texts)
{
	*copy = *record;
	texts = copy_text(&copy->table, texts);
	texts = copy_text(&copy->ev, texts);
	copy_text(&copy->line, texts);
	copy->has_foreign_texts = true;
	copy->frame = record->frame ? g_bytes_ref(record->frame) : NULL;
	copy->part = record->part ? sabot_log_part_copy(record->part) : NULL;
	copy->load = g_memdup2(record->load, sizeof(*record->load));
	copy->salts = sabot_salts_ref(record->salts);
}

struct sabot_log_record *
sabot_log_record_ref(struct sabot_log_record *record)
{
	return g_atomic_rc_box_acquire(record);
}

void
sabot_log_record_clear(struct sabot_log_record *record)
{
	if (!record->has_foreign_texts) {
		g_free(record->table);
		g_free(record->ev);
		g_free(record->line);
	}
	g_clear_pointer(&record->frame, g_bytes_unref);
	sabot_log_part_free(record->part);
	g_free(record->load);
	sabot_person_free(record->person);
	sabot_archive_free(record->archive);
	sabot_salts_unref(record->salts);
}

static void
clear_record(gpointer record)
{
	sabot_log_record_clear(record);
}

void
sabot_log_record_unref(gpointer record)
{
	if (record)
		g_atomic_rc_box_release_full(record, clear_record);
}

bool
sabot_log_records_have_archive(const GPtrArray *records)
{
	for (guint i = 0; i < records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(records, i);

		if (record->archive)
			return true;
	}
	return false;
}

bool
sabot_log_records_must_sign(const GPtrArray *records)
{
	for (guint i = 0; i < records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(records, i);

		if (record->must_sign)
			return true;
	}
	return false;
}
