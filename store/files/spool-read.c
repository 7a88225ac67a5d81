/*
 * One pass over the file's lines. Each seal is compared with the lines before it and the previous
 * seal; the lines it covers count or are skipped as a whole.
 */
#include "spool-read.h"
#include "disk/own-file.h"
#include "store/keys/note.h"
#include "store/log/record-json.h"

#include <string.h>

enum { SPOOL_LINE_BYTES_MAX = 4 * 1024 * 1024 };

static const size_t spool_bytes_max = (size_t)4 << 30;

/* Where the pass is. */
struct pass {
	const struct sabot_spool_trust *trust;
	struct sabot_spool_content *content;
	GPtrArray *formers; /* of struct sabot_key */
	const char *text;
	const char *batch;        /* where the lines begin that no seal covers yet */
	int64_t line, batch_line; /* the number of the present line, and of that one */
	bool has_seal, is_outage;
};

static struct sabot_spool_content *
content_new(void)
{
	struct sabot_spool_content *content = g_new0(struct sabot_spool_content, 1);

	content->records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	content->behind = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	content->batches = g_array_new(FALSE, FALSE, sizeof(struct sabot_spool_batch));
	return content;
}

void
sabot_spool_content_free(struct sabot_spool_content *content)
{
	if (!content)
		return;
	g_ptr_array_unref(content->records);
	g_ptr_array_unref(content->behind);
	g_array_unref(content->batches);
	g_free(content->why);
	g_free(content);
}

/* The first fault is the one that is named. */
static void
fault(struct pass *pass, int64_t line, const char *why)
{
	if (pass->content->why)
		return;
	pass->content->why = g_strdup(why);
	pass->content->bad_line = line;
}

static void
read_record(struct pass *pass, const char *line, int64_t number)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	struct sabot_log_record *record = json ? sabot_log_record_from_json(json) : NULL;

	json_decref(json);
	if (record)
		g_ptr_array_add(pass->content->why ? pass->content->behind : pass->content->records,
				record);
	else
		fault(pass, number, "it is no record");
}

/* The lines from the last seal to `end`, which is behind a line's end. */
static void
read_lines(struct pass *pass, const char *end)
{
	int64_t number = pass->batch_line;

	for (const char *line = pass->batch, *stop; line < end; line = stop + 1, number++) {
		g_autofree char *text = NULL;

		stop = memchr(line, '\n', (size_t)(end - line));
		if (stop - line > SPOOL_LINE_BYTES_MAX ||
		    memchr(line, '\0', (size_t)(stop - line))) {
			fault(pass, number, "it is no record");
			continue;
		}
		text = g_strndup(line, (size_t)(stop - line));
		read_record(pass, text, number);
	}
}

static bool
is_signed(const struct pass *pass, const char *note)
{
	bool is_signed = false;

	if (pass->trust->is_blind || !strstr(note, "\n\n"))
		return pass->trust->is_blind || pass->trust->is_open;
	if (pass->trust->key && sabot_note_is_signed_by(note, pass->trust->key))
		return true;
	for (guint i = 0; !is_signed && i < pass->formers->len; i++)
		is_signed = sabot_note_is_signed_by(note, g_ptr_array_index(pass->formers, i));
	return is_signed;
}

/* Of the file and the place where it stands. NULL: it is; or what it is not. */
static const char *
judge_seal(const struct pass *pass, const struct sabot_spool_seal *seal, const char *note,
	   const char *end)
{
	const struct sabot_spool_content *content = pass->content;
	const struct sabot_spool_seal *last = &content->last;
	struct sabot_chain_hash digest =
		sabot_chain_digest(pass->batch, (size_t)(end - pass->batch));

	if (!is_signed(pass, note))
		return "the house's key has not signed it";
	if (pass->has_seal ? seal->is_outage != last->is_outage || seal->batch <= last->batch ||
				     memcmp(seal->file, last->file, sizeof(seal->file)) != 0
			   : seal->is_outage != pass->is_outage)
		return "it does not belong there";
	if (seal->lines != pass->line - pass->batch_line ||
	    !sabot_chain_is_equal(digest, seal->digest))
		return "the lines before it are not those that were written";
	return NULL;
}

/* The seals before it are all there. */
static bool
follows(const struct pass *pass, const struct sabot_spool_seal *seal)
{
	if (!pass->has_seal)
		return seal->batch == 0;
	return seal->batch == pass->content->last.batch + 1 &&
	       sabot_chain_is_equal(seal->previous, sabot_spool_seal_digest(&pass->content->last));
}

static void
read_seal(struct pass *pass, const struct sabot_spool_seal *seal, const char *end)
{
	struct sabot_spool_content *content = pass->content;
	struct sabot_spool_batch batch = {.digest = sabot_spool_seal_digest(seal)};

	if (!follows(pass, seal))
		fault(pass, pass->line, "what was written before it is missing");
	read_lines(pass, end);
	content->last = *seal;
	content->is_accepted |= seal->accepted != 0;
	content->id = sabot_chain_digest((const char *)seal->file, sizeof(seal->file));
	pass->has_seal = true;
	batch.n_records = content->records->len + content->behind->len;
	g_array_append_val(content->batches, batch);
}

/* `start`: of the seal's line. */
static void
look_at_seal(struct pass *pass, const char *line, const char *start)
{
	struct sabot_spool_seal seal;
	g_autofree char *note = NULL;
	const char *why = "it is no seal";

	if (sabot_spool_seal_parse(line, &seal, &note))
		why = judge_seal(pass, &seal, note, start);
	if (why)
		fault(pass, pass->line, why);
	else
		read_seal(pass, &seal, start);
}

/* The line, where it says that it is a seal; else NULL. Transferred. */
static char *
copy_seal(const char *line, const char *end)
{
	size_t n_bytes = (size_t)(end - line);

	if (n_bytes > SABOT_SPOOL_SEAL_BYTES_MAX || !sabot_spool_seal_is_line(line, n_bytes) ||
	    memchr(line, '\0', n_bytes))
		return NULL;
	return g_strndup(line, n_bytes);
}

/* Where the last seal ends: what is behind was not acknowledged. */
static const char *
find_sealed_end(const char *text, size_t n_bytes)
{
	const char *sealed = text, *end;

	for (const char *line = text; (end = memchr(line, '\n', n_bytes - (size_t)(line - text)));
	     line = end + 1) {
		g_autofree char *copy = copy_seal(line, end), *note = NULL;
		struct sabot_spool_seal seal;

		if (copy && sabot_spool_seal_parse(copy, &seal, &note))
			sealed = end + 1;
	}
	return sealed;
}

/* Lines that nobody sealed: an earlier program's, or somebody's. */
static void
read_unsealed(struct pass *pass, const char *text, size_t n_bytes)
{
	const char *end = memrchr(text, '\n', n_bytes);

	if (!end)
		return;
	if (pass->trust->is_open || pass->trust->is_blind)
		read_lines(pass, end + 1);
	else
		fault(pass, 1, "the house's key has not signed it");
}

static void
run_pass(struct pass *pass, const char *sealed_end)
{
	const char *stop;

	for (const char *line = pass->batch; line < sealed_end; line = stop + 1) {
		g_autofree char *copy = NULL;

		stop = memchr(line, '\n', (size_t)(sealed_end - line));
		pass->line++;
		copy = copy_seal(line, stop);
		if (!copy)
			continue;
		look_at_seal(pass, copy, line);
		pass->batch = stop + 1;
		pass->batch_line = pass->line + 1;
		pass->content->sealed_bytes = pass->batch - pass->text;
	}
}

/* Transferred. */
static GPtrArray *
read_keys(char **lines)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func(sabot_key_free);

	for (; lines && *lines; lines++) {
		struct sabot_key *key =
			(*lines)[0] ? sabot_key_from_public_line(*lines, NULL) : NULL;

		if (key)
			g_ptr_array_add(keys, key);
	}
	return keys;
}

static struct sabot_spool_content *
parse(const char *text, size_t n_bytes, const struct sabot_spool_trust *trust, bool is_outage)
{
	struct pass pass = {
		.trust = trust,
		.content = content_new(),
		.formers = read_keys(trust->formers),
		.text = text,
		.batch = text,
		.batch_line = 1,
		.is_outage = is_outage,
	};
	const char *sealed_end = find_sealed_end(text, n_bytes);

	if (sealed_end == text)
		read_unsealed(&pass, text, n_bytes);
	else
		run_pass(&pass, sealed_end);
	g_ptr_array_unref(pass.formers);
	return pass.content;
}

struct sabot_spool_content *
sabot_spool_parse(const char *text, size_t n_bytes, const struct sabot_spool_trust *trust)
{
	return parse(text, n_bytes, trust, false);
}

static struct sabot_spool_content *
refuse(const char *why)
{
	struct sabot_spool_content *content = content_new();

	content->why = g_strdup(why);
	content->is_there = true;
	return content;
}

/* `text`: of the file, transferred; NULL with a reason, or without one if there is no file. */
static struct sabot_spool_content *
content_of(char *text, size_t n_bytes, const char *why, bool is_outage,
	   const struct sabot_spool_trust *trust)
{
	g_autofree char *whole = text;
	struct sabot_spool_content *content;

	if (!whole)
		return why ? refuse(why) : content_new();
	content = parse(whole, n_bytes, trust, is_outage);
	content->is_there = true;
	return content;
}

struct sabot_spool_content *
sabot_spool_read_file(const char *path, bool is_outage, const struct sabot_spool_trust *trust)
{
	const char *why;
	size_t n_bytes = 0;
	char *text = sabot_disk_read_own(path, spool_bytes_max, &n_bytes, &why);

	return content_of(text, n_bytes, why, is_outage, trust);
}

static bool
ends_with(const struct sabot_spool_content *content, const struct sabot_spool_seal *last)
{
	return !content->why && sabot_chain_is_equal(sabot_spool_seal_digest(&content->last),
						     sabot_spool_seal_digest(last));
}

struct sabot_spool_content *
sabot_spool_read_open(int fd, bool is_outage, const struct sabot_spool_trust *trust,
		      const struct sabot_spool_seal *last)
{
	const char *why;
	size_t n_bytes = 0;
	char *text = sabot_disk_read_any_open(fd, spool_bytes_max, &n_bytes, &why);
	struct sabot_spool_content *content = content_of(text, n_bytes, why, is_outage, trust);

	if (ends_with(content, last))
		return content;
	sabot_spool_content_free(content);
	text = sabot_disk_read_own_open(fd, spool_bytes_max, &n_bytes, &why);
	return content_of(text, n_bytes, why, is_outage, trust);
}
