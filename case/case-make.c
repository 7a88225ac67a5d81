/* The facts of the round are collected first; then the pieces are made, then the file. */
#include "case-make-private.h"
#include "proto/messages/log-messages.h"
#include "proto/rfc3339.h"
#include "replay.h"
#include "report/output/printing.h"
#include "report/output/to-csv.h"
#include "report/output/to-text.h"
#include "store/keys/hex.h"
#include "store/log/persons.h"
#include "store/proof/seal.h"
#include "story.h"
#include "story-text.h"
#include "proto/review.h"
#include "store/files/case-write.h"
#include "text/refusal.h"

#include <glib/gi18n.h>
#include <string.h>

static void
clear_facts(struct sabot_case_facts *facts)
{
	g_free(facts->about.table);
	g_free(facts->about.by);
	g_free(facts->incident_text);
	g_free(facts->checkpoint);
	g_free(facts->aside);
	g_array_unref(facts->ranges);
	json_decref(facts->decisions);
	g_ptr_array_unref(facts->reviews);
	sabot_concerned_free(facts->concerned);
	g_hash_table_unref(facts->names);
	sabot_record_unref(facts->story);
	if (facts->view)
		sabot_record_unref(facts->view);
}

/* The disputed moment: the event that raised the incident, else the round's last one. */
static bool
find_moment(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	struct sabot_index_incident incident;

	facts->moment_n = facts->round.end_n;
	facts->about.at_us = facts->round.end_us;
	if (facts->about.incident == 0)
		return true;
	if (!sabot_index_get_incident(book->index, facts->round.log_id, facts->about.incident,
				      &incident, error))
		return false;
	facts->moment_n = incident.n;
	facts->about.at_us = incident.at_us;
	return true;
}

static bool
find_round(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	const struct sabot_case_wish *wish = facts->wish;

	if (wish->incident > 0
		    ? !sabot_book_get_round_of_incident(book, wish->table, wish->incident,
							&facts->round, error)
		    : !sabot_book_get_round(book, wish->table, wish->round, &facts->round, error))
		return false;
	if (wish->veiled_from_n > 0 && facts->round.end_n >= wish->veiled_from_n) {
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_VEILED,
			    SABOT_REFUSAL("%s: this load is still in the shoe"), wish->table);
		return false;
	}
	facts->about.load = facts->round.load;
	facts->about.round = facts->round.round;
	return find_moment(book, facts, error);
}

/* What the screens showed at the moment. */
static bool
look(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	struct sabot_replay *replay = sabot_replay_new(book, facts->about.table, error);
	bool is_there = replay && sabot_replay_seek(replay, facts->moment_n, error);

	if (is_there) {
		facts->view = sabot_replay_view(replay);
		facts->aside = sabot_replay_aside(replay, facts->round.round);
		facts->incident_text =
			g_strdup(sabot_replay_sentence(replay, facts->about.incident));
	}
	sabot_replay_free(replay);
	return is_there;
}

/* The line of the story for the moment's event, or NULL. Borrowed. */
static const struct sabot_wire_story_line *
find_line(const struct sabot_case_facts *facts)
{
	for (guint i = 0; i < facts->story->lines->len; i++) {
		const struct sabot_wire_story_line *line =
			g_ptr_array_index(facts->story->lines, i);

		if (line->n == facts->moment_n && strcmp(line->kind, "event") == 0)
			return line;
	}
	return NULL;
}

static bool
find_checkpoint(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	const struct sabot_wire_story_line *line = find_line(facts);
	struct sabot_chain_hash digest;
	struct sabot_seal seal;

	if (!line || !line->checkpoint)
		return true;
	if (!sabot_seal_read(book->db, line->checkpoint, &seal, error))
		return false;
	if (seal.note) {
		g_autofree char *at = sabot_time_format(seal.at_us);
		g_autofree char *hex = NULL;

		digest = sabot_chain_digest(seal.note, strlen(seal.note));
		hex = sabot_hex_encode(digest.bytes, sizeof(digest.bytes));
		/* Translators: number, time and SHA-256 of the last signed checkpoint. */
		facts->checkpoint = g_strdup_printf(_("checkpoint %d of %s, SHA-256 %s"),
						    (int)seal.number, at, hex);
	}
	sabot_seal_clear(&seal);
	return true;
}

static bool
write_story(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	const struct sabot_case_wish *wish = facts->wish;

	const struct sabot_story_limits limits = {wish->veiled_from_n, facts->concerned};
	json_t *story =
		sabot_story_write_limited(book, facts->about.table, &facts->round, &limits, error);
	bool is_whole = story && (!wish->journal || sabot_story_add_bytes(story, &facts->round,
									  wish->journal, error));

	if (is_whole)
		facts->story = sabot_record_parse(&sabot_wire_story_type, story, error);
	json_decref(story);
	return facts->story != NULL;
}

/* Names are in the database only, and can be erased there; the events have ids. */
static bool
read_names(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	g_autoptr(GPtrArray) persons = NULL;

	if (!facts->wish->names_people)
		return true;
	persons = sabot_persons_read(book->db, error);
	for (guint i = 0; persons && i < persons->len; i++) {
		const struct sabot_person *person = g_ptr_array_index(persons, i);

		if (person->name)
			g_hash_table_insert(facts->names, sabot_person_id(person),
					    g_strdup(person->name));
	}
	return persons != NULL;
}

static bool
find_out(struct sabot_book *book, struct sabot_case_facts *facts, GError **error)
{
	return find_round(book, facts, error) && sabot_case_choose_ranges(book, facts, error) &&
	       look(book, facts, error) && write_story(book, facts, error) &&
	       find_checkpoint(book, facts, error) && read_names(book, facts, error);
}

static void
add_text(GPtrArray *pieces, const char *name, char *text)
{
	g_ptr_array_add(pieces, sabot_case_piece_new(name, g_bytes_new_take(text, strlen(text))));
}

static bool
make_pieces(const struct sabot_case_facts *facts, GPtrArray *pieces, GError **error)
{
	struct sabot_report *report = sabot_case_report(facts);
	struct sabot_report *cue = sabot_case_cue_sheet(facts);
	GBytes *pdf = sabot_report_print(report, facts->wish->paper, error);

	add_text(pieces, SABOT_CASE_STORY, sabot_story_to_text(facts->story));
	add_text(pieces, SABOT_CASE_REPORT_TEXT,
		 g_string_free(sabot_report_to_text(report), FALSE));
	add_text(pieces, SABOT_CASE_CUE,
		 g_string_free(sabot_report_to_csv(g_ptr_array_index(cue->sections, 0)), FALSE));
	if (pdf)
		g_ptr_array_add(pieces, sabot_case_piece_new(SABOT_CASE_REPORT, pdf));
	sabot_report_free(report);
	sabot_report_free(cue);
	return pdf != NULL;
}

static void
begin_facts(struct sabot_case_facts *facts, struct sabot_book *book,
	    const struct sabot_case_wish *wish)
{
	*facts = (struct sabot_case_facts){
		.book = book,
		.wish = wish,
		.about = {.table = g_strdup(wish->table),
			  .incident = wish->incident,
			  .made_us = g_get_real_time(),
			  .by = g_strdup(wish->by)},
		.ranges = g_array_new(FALSE, TRUE, sizeof(struct sabot_case_range)),
		.decisions = json_array(),
		.reviews = sabot_reviews_new(),
		.names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
	};
}

GBytes *
sabot_case_make(struct sabot_book *book, const struct sabot_case_wish *wish, GError **error)
{
	g_autoptr(GPtrArray) pieces = g_ptr_array_new_with_free_func(sabot_case_piece_free);
	g_autoptr(GError) failure = NULL;
	struct sabot_case_facts facts;
	GBytes *bytes = NULL;

	begin_facts(&facts, book, wish);
	if (find_out(book, &facts, error) && make_pieces(&facts, pieces, error)) {
		const struct sabot_case_content content = {
			.about = &facts.about,
			.ranges = facts.ranges,
			.pieces = pieces,
			.key = wish->key,
			.veiled_log = wish->table,
			.veiled_from_n = wish->veiled_from_n,
		};

		bytes = sabot_case_build(book->db, &content, &failure);
	}
	clear_facts(&facts);
	if (g_error_matches(failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED))
		g_set_error_literal(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_VEILED,
				    failure->message);
	else if (failure)
		g_propagate_error(error, g_steal_pointer(&failure));
	return bytes;
}

struct sabot_report *
sabot_case_make_cue(struct sabot_book *book, const struct sabot_case_wish *wish, GError **error)
{
	struct sabot_case_facts facts;
	struct sabot_report *report = NULL;

	begin_facts(&facts, book, wish);
	if (find_round(book, &facts, error) && look(book, &facts, error))
		report = sabot_case_cue_sheet(&facts);
	clear_facts(&facts);
	return report;
}
