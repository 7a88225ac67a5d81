/* The results of a step as the lines that an audit prints (docs/event-log.md, "Derived output"). */
#include "output-json.h"

#include "engine/games/blackjack.h"
#include "engine/games/settle.h"
#include "line-writer.h"
#include "text/incident-text.h"
#include "text/words.h"

#include <glib.h>
#include <string.h>

struct writer {
	struct sabot_line_writer out;
	const struct sabot_update *update;
	unsigned line;
};

static void
begin(struct writer *writer, const char *out)
{
	sabot_line_begin(&writer->out, out);
}

static void
end(struct writer *writer)
{
	sabot_line_close(&writer->out);
}

static void
set_number(struct writer *writer, const char *name, int64_t number)
{
	sabot_line_add_number(&writer->out, name, number);
}

static void
set_word(struct writer *writer, const char *name, const char *word)
{
	sabot_line_add_word(&writer->out, name, word);
}

/* NULL is said. */
static void
set_word_or_null(struct writer *writer, const char *name, const char *word)
{
	if (word)
		sabot_line_add_word(&writer->out, name, word);
	else
		sabot_line_add_null(&writer->out, name);
}

static void
set_card_list(struct writer *writer, const char *name, const struct sabot_card *cards,
	      size_t n_cards)
{
	char text[SABOT_CARD_TEXT_SIZE];

	sabot_line_open_list(&writer->out, name);
	for (size_t i = 0; i < n_cards; i++)
		sabot_line_add_word(&writer->out, NULL, sabot_card_format(cards[i], text));
	sabot_line_close(&writer->out);
}

static void
set_total(struct writer *writer, const char *name, int total)
{
	if (total == SABOT_TOTAL_NULL)
		sabot_line_add_null(&writer->out, name);
	else
		sabot_line_add_number(&writer->out, name, total);
}

static void
set_flag(struct writer *writer, const char *name, bool value)
{
	if (value)
		sabot_line_add_true(&writer->out, name);
}

static void
set_cards(struct writer *writer, const char *name, const struct sabot_cards_report *cards)
{
	if (cards->known)
		set_card_list(writer, name, writer->update->cards + cards->first, cards->n_cards);
	else
		sabot_line_add_null(&writer->out, name);
}

static void
write_coup(struct writer *writer, const struct sabot_round_report *round)
{
	set_word_or_null(
		writer, "winner",
		round->winner == SABOT_WINNER_NONE ? NULL : sabot_winner_to_string(round->winner));
	set_total(writer, "punto", round->punto);
	set_total(writer, "banca", round->banca);
	set_cards(writer, "punto_cards", &round->punto_cards);
	set_cards(writer, "banca_cards", &round->banca_cards);
}

static void
write_hand(struct writer *writer, const struct sabot_hand_report *hand)
{
	sabot_line_open_object(&writer->out, NULL);
	set_number(writer, "box", hand->box);
	set_number(writer, "hand", hand->hand);
	set_cards(writer, "cards", &hand->cards);
	set_total(writer, "total", hand->total);
	set_word_or_null(writer, "result",
			 hand->has_result ? sabot_hand_result_to_string(hand->result) : NULL);
	sabot_line_close(&writer->out);
}

static void
write_deal(struct writer *writer, const struct sabot_round_report *round)
{
	set_total(writer, "dealer", round->dealer);
	set_cards(writer, "dealer_cards", &round->dealer_cards);
	sabot_line_open_list(&writer->out, "hands");
	for (unsigned i = 0; i < round->n_hands; i++)
		write_hand(writer, &writer->update->hands[round->first_hand + i]);
	sabot_line_close(&writer->out);
}

static void
write_due(struct writer *writer, const struct sabot_stake_report *stake)
{
	if (stake->due == SABOT_DUE_CERTAIN) {
		set_number(writer, "due", stake->due_min_minor);
		return;
	}
	set_flag(writer, "unverified", true);
	if (stake->due == SABOT_DUE_UNKNOWN)
		return;
	set_number(writer, "due_min", stake->due_min_minor);
	set_number(writer, "due_max", stake->due_max_minor);
}

static void
write_stake(struct writer *writer, const struct sabot_round_report *round,
	    const struct sabot_stake_report *stake)
{
	begin(writer, "settle");
	set_number(writer, "round", round->number);
	set_number(writer, "box", stake->box);
	if (stake->hand >= 0)
		set_number(writer, "hand", stake->hand);
	set_word(writer, "bettor", stake->bettor);
	set_word(writer, "on", sabot_bet_to_string(stake->on));
	if (stake->has_stake)
		set_number(writer, "stake", stake->stake_minor);
	else
		sabot_line_add_null(&writer->out, "stake");
	write_due(writer, stake);
	if (stake->commission_minor != 0)
		set_number(writer, "commission", stake->commission_minor);
	set_flag(writer, "again", round->again);
	end(writer);
}

static void
write_round(struct writer *writer, const struct sabot_round_report *round)
{
	begin(writer, "round");
	set_number(writer, "load", round->load);
	set_number(writer, "round", round->number);
	set_number(writer, "line", round->line);
	if (round->game == SABOT_PUNTO_BANCO)
		write_coup(writer, round);
	else
		write_deal(writer, round);
	set_flag(writer, "unverified", round->unverified);
	set_flag(writer, "inferred", round->inferred);
	set_flag(writer, "dummy", round->dummy);
	set_flag(writer, "again", round->again);
	end(writer);
	for (unsigned i = 0; i < round->n_stakes; i++)
		write_stake(writer, round, &writer->update->stakes[round->first_stake + i]);
}

static void
set_deck_list(struct writer *writer, const char *name, int64_t decks)
{
	sabot_line_open_list(&writer->out, name);
	for (int i = 1; i <= SABOT_DECKS_MAX; i++)
		if ((decks >> i & 1) != 0)
			sabot_line_add_number(&writer->out, NULL, i);
	sabot_line_close(&writer->out);
}

static void
set_word_list(struct writer *writer, const char *name, unsigned n_words)
{
	sabot_line_open_list(&writer->out, name);
	for (unsigned i = 0; i < n_words; i++)
		sabot_line_add_word(&writer->out, NULL, writer->update->words[i]);
	sabot_line_close(&writer->out);
}

static void
write_field(struct writer *writer, const struct sabot_incident *incident,
	    const struct sabot_field *field)
{
	char text[SABOT_CARD_TEXT_SIZE];

	switch (field->kind) {
	case SABOT_FIELD_NUMBER:
		set_number(writer, field->key, field->u.number);
		break;
	case SABOT_FIELD_WORD:
	case SABOT_FIELD_TEXT:
		set_word(writer, field->key, field->u.word);
		break;
	case SABOT_FIELD_BETTOR:
		set_word(writer, field->key, incident->bettor);
		break;
	case SABOT_FIELD_CARD:
		set_word(writer, field->key, sabot_card_format(field->card, text));
		break;
	case SABOT_FIELD_CARDS:
		set_card_list(writer, field->key, writer->update->cards + field->u.number,
			      field->n_cards);
		break;
	case SABOT_FIELD_REASON:
		set_word(writer, field->key,
			 sabot_reason_to_string((enum sabot_reason)field->u.number));
		break;
	case SABOT_FIELD_DECKS:
		set_deck_list(writer, field->key, field->u.number);
		break;
	case SABOT_FIELD_WORDS:
		set_word_list(writer, field->key, field->n_cards);
		break;
	}
}

char *
sabot_incident_phrase(const struct sabot_incident *incident, const struct sabot_update *update)
{
	const struct sabot_field *missing = sabot_incident_field(incident, "missing");
	const struct sabot_field *extra = sabot_incident_field(incident, "extra");
	struct sabot_proven_cards proven = {0};
	char *text = sabot_text_incident(incident);

	/* Every incident has a text: a client cannot show one that has none. */
	if (!text)
		text = g_strdup(sabot_text_incident_name(incident->code));
	if (missing && missing->kind == SABOT_FIELD_CARDS) {
		proven.missing = update->cards + missing->u.number;
		proven.n_missing = missing->n_cards;
	}
	if (extra && extra->kind == SABOT_FIELD_CARDS) {
		proven.extra = update->cards + extra->u.number;
		proven.n_extra = extra->n_cards;
	}
	return sabot_text_proven_cards(text, &proven);
}

static void
write_fields(struct writer *writer, const struct sabot_incident *incident)
{
	for (unsigned i = 0; i < incident->n_fields; i++)
		write_field(writer, incident, &incident->fields[i]);
}

json_t *
sabot_incident_write_detail(const struct sabot_incident *incident,
			    const struct sabot_update *update)
{
	json_t *detail = json_object();
	struct writer writer = {.update = update};

	sabot_line_fill(&writer.out, detail);
	write_fields(&writer, incident);
	return detail;
}

static void
write_incident(struct writer *writer, const struct sabot_incident *incident)
{
	g_autofree char *text = sabot_incident_phrase(incident, writer->update);

	begin(writer, "incident");
	set_number(writer, "id", incident->id);
	set_number(writer, "line", writer->line);
	if (incident->of != 0)
		set_number(writer, "of", incident->of);
	set_number(writer, "load", incident->load);
	set_number(writer, "round", incident->round);
	set_word(writer, "code", sabot_incident_code_to_string(incident->code));
	set_word(writer, "severity",
		 sabot_severity_to_string(sabot_incident_severity(incident->code)));
	set_word(writer, "rule", incident->rule);
	sabot_line_open_object(&writer->out, "detail");
	write_fields(writer, incident);
	sabot_line_close(&writer->out);
	set_word(writer, "text", text);
	end(writer);
}

void
sabot_incident_append_json(json_t *lines, const struct sabot_incident *incident, unsigned line)
{
	struct writer writer = {.out.lines = lines, .line = line};

	write_incident(&writer, incident);
}

static void
write_load(struct writer *writer, const struct sabot_load_report *load)
{
	begin(writer, "load");
	set_number(writer, "load", load->load);
	set_number(writer, "cards_seen", load->cards_seen);
	set_number(writer, "unread", load->unread);
	set_number(writer, "burned", load->burned);
	if (load->left_cards >= 0)
		set_number(writer, "left", load->left_cards);
	set_word(writer, "verdict", sabot_verdict_to_string(load->verdict));
	set_card_list(writer, "extra", writer->update->cards + load->first_extra, load->n_extra);
	set_card_list(writer, "missing", writer->update->cards + load->first_missing,
		      load->n_missing);
	set_word(writer, "proven", sabot_proof_to_string(load->proven));
	if (load->n_deduced > 0)
		set_card_list(writer, load->deduced_among ? "deduced_among" : "deduced",
			      writer->update->cards + load->first_deduced, load->n_deduced);
	end(writer);
}

static void
write_explained(struct writer *writer, const struct sabot_output *output)
{
	begin(writer, "explained");
	set_number(writer, "id", output->u.explained.id);
	set_number(writer, "line", output->u.explained.line);
	set_number(writer, "by", writer->line);
	end(writer);
}

static void
write_aside(struct writer *writer, const struct sabot_output *output)
{
	begin(writer, "aside");
	set_number(writer, "line", writer->line);
	set_number(writer, "first", output->u.aside.first_line);
	set_card_list(writer, "cards", writer->update->cards + output->u.aside.first_card,
		      output->u.aside.n_cards);
	end(writer);
}

static void
write_redress(struct writer *writer, const struct sabot_redress_due *redress)
{
	begin(writer, "redress");
	set_number(writer, "line", writer->line);
	set_number(writer, "round", redress->round);
	set_number(writer, "box", redress->box);
	if (redress->hand >= 0)
		set_number(writer, "hand", redress->hand);
	set_word(writer, "bettor", redress->bettor);
	set_word(writer, "on", sabot_bet_to_string(redress->on));
	set_number(writer, "paid", redress->paid_minor);
	set_number(writer, "due", redress->due_minor);
	set_number(writer, "difference", redress->difference_minor);
	end(writer);
}

static void
write_open(struct writer *writer, const struct sabot_output *output)
{
	begin(writer, "open");
	set_number(writer, "load", output->u.open.load);
	set_number(writer, "round", output->u.open.round);
	set_number(writer, "line", writer->line);
	set_number(writer, "cards", output->u.open.n_cards);
	set_number(writer, "staked", output->u.open.staked_minor);
	end(writer);
}

static void
write_output(struct writer *writer, const struct sabot_output *output)
{
	switch (output->kind) {
	case SABOT_OUTPUT_INCIDENT:
		write_incident(writer, &output->u.incident);
		break;
	case SABOT_OUTPUT_ROUND:
		write_round(writer, sabot_update_round(writer->update, output));
		break;
	case SABOT_OUTPUT_LOAD:
		write_load(writer, &output->u.load);
		break;
	case SABOT_OUTPUT_EXPLAINED:
		write_explained(writer, output);
		break;
	case SABOT_OUTPUT_ASIDE:
		write_aside(writer, output);
		break;
	case SABOT_OUTPUT_REDRESS:
		write_redress(writer, &output->u.redress);
		break;
	case SABOT_OUTPUT_OPEN:
		write_open(writer, output);
		break;
	case SABOT_OUTPUT_RULED:
		break;
	}
}

static void
write_outputs(struct writer *writer)
{
	for (unsigned i = 0; i < writer->update->n_outputs; i++)
		write_output(writer, &writer->update->outputs[i]);
}

void
sabot_output_append_json(json_t *lines, const struct sabot_update *update,
			 const struct sabot_output *output, unsigned line)
{
	struct writer writer = {.out.lines = lines, .update = update, .line = line};

	write_output(&writer, output);
}

void
sabot_outputs_append_json(json_t *lines, const struct sabot_update *update, unsigned line)
{
	struct writer writer = {.out.lines = lines, .update = update, .line = line};

	write_outputs(&writer);
}

void
sabot_outputs_append_text(GString *text, const struct sabot_update *update, unsigned line)
{
	struct writer writer = {.out.text = text, .update = update, .line = line};

	write_outputs(&writer);
}
