/* The report of a load at its end, and the counts of its cards. */
#include "engine/rules/articles.h"
#include "table-private.h"

/* The lists of a load that was run out (or of what was seen of it). */
struct lists {
	unsigned first_extra, n_extra, first_missing, n_missing;
};

int
sabot_load_cards_left(const struct sabot_load *load)
{
	return load->composition.decks * SABOT_DECK_CARDS - (load->n_seen - load->n_used);
}

bool
sabot_load_left_can_be(const struct sabot_load *load, int left_cards, int surplus_cards,
		       int tolerance_cards)
{
	int most = sabot_load_cards_left(load) + surplus_cards + tolerance_cards;
	int least = sabot_load_cards_left(load) - load->lost_cards - tolerance_cards;

	return left_cards <= most && (left_cards >= least || sabot_load_lost_any(load));
}

bool
sabot_load_lost_any(const struct sabot_load *load)
{
	return load->lost_unknown;
}

/* Cards that were not fully read, among those dealt and in the remainder. */
int
sabot_composition_count_open(const struct sabot_composition *composition)
{
	int n_open = composition->unknown;

	for (int rank = SABOT_ACE; rank <= SABOT_KING; rank++)
		n_open += composition->copies[SABOT_SUIT_UNKNOWN][rank];
	return n_open;
}

/* Append the surplus or the lacking cards to the update's list, sorted; returns how many. */
unsigned
sabot_composition_list_cards(struct sabot_step *step, bool extra)
{
	const struct sabot_composition *composition = &step->table->load.composition;
	unsigned n_cards = 0;

	for (uint8_t suit = SABOT_SPADES; suit <= SABOT_CLUBS; suit++) {
		for (uint8_t rank = SABOT_ACE; rank <= SABOT_KING; rank++) {
			struct sabot_card card = {.rank = rank, .suit = suit};
			int copies = extra ? sabot_composition_card_excess(composition, card)
					   : sabot_composition_card_lack(composition, card);
			for (int i = 0; i < copies && step->update->fault == NULL; i++, n_cards++)
				sabot_step_list_card(step, card);
		}
	}
	return n_cards;
}

int
sabot_load_cards_expected(const struct sabot_load *load)
{
	return load->composition.decks * SABOT_DECK_CARDS;
}

static int
left_given(const struct sabot_event *unload)
{
	if (unload == NULL)
		return -1;
	return unload->u.unload.cards != NULL ? (int)unload->u.unload.n_cards
					      : unload->u.unload.left_cards;
}

int
sabot_load_cards_found(const struct sabot_load *load, const struct sabot_event *unload)
{
	int left = left_given(unload);

	return load->n_seen - load->n_used + (left > 0 ? left : 0);
}

static struct lists
make_lists(struct sabot_step *step, bool run_out)
{
	struct lists lists = {.first_extra = step->update->n_cards};

	lists.n_extra = sabot_composition_list_cards(step, true);
	lists.first_missing = step->update->n_cards;
	if (run_out && sabot_composition_count_open(&step->table->load.composition) == 0)
		lists.n_missing = sabot_composition_list_cards(step, false);
	return lists;
}

/* Lost messages may be the cards that are missing. */
static bool
explains(const struct sabot_load *load, int n_missing)
{
	return n_missing <= load->lost_cards || sabot_load_lost_any(load);
}

/* What is already explained is not a mismatch: reported surplus cards, messages said to be lost. */
static void
check_count(struct sabot_step *step, const struct lists *lists)
{
	struct sabot_load *load = &step->table->load;
	const struct sabot_event *event = step->event;
	bool run_out = event->u.unload.cards != NULL;
	bool count_ok = sabot_load_left_can_be(load, left_given(event), load->impossible_cards, 0);
	bool cards_ok = (int)lists->n_extra <= load->impossible_cards &&
			explains(load, (int)lists->n_missing);
	struct sabot_incident *incident;

	if (left_given(event) < 0 || (count_ok && (!run_out || cards_ok)))
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_COUNT_MISMATCH,
				    sabot_rules_article(&step->table->rules, SABOT_RULE_LOAD));
	sabot_incident_add_number(incident, "expected", sabot_load_cards_expected(load));
	sabot_incident_add_number(incident, "found", sabot_load_cards_found(load, event));
	if (!run_out)
		return;
	sabot_incident_add_cards(incident, "extra", lists->first_extra, lists->n_extra);
	sabot_incident_add_cards(incident, "missing", lists->first_missing, lists->n_missing);
}

static enum sabot_verdict
verdict_of(const struct sabot_load *load, const struct sabot_event *unload,
	   const struct lists *lists)
{
	int n_missing = sabot_load_cards_expected(load) - sabot_load_cards_found(load, unload);

	if (lists->n_extra > 0 || n_missing < 0)
		return SABOT_EXTRA;
	if (left_given(unload) < 0)
		return SABOT_INCOMPLETE;
	if (n_missing < (int)lists->n_missing)
		n_missing = (int)lists->n_missing;
	if (n_missing == 0)
		return SABOT_COMPLETE;
	return explains(load, n_missing) ? SABOT_INCOMPLETE : SABOT_MISSING;
}

int
sabot_load_count_unread(const struct sabot_load *load)
{
	int unread = 0;

	/* All that came is counted there. */
	if (sabot_composition_count_open(&load->composition) == 0)
		return 0;
	for (int i = 0; i < load->n_order; i++)
		unread += !sabot_card_is_known(load->order[i].card);
	return unread;
}

static enum sabot_proof
proof_of(const struct sabot_load *load, const struct sabot_event *unload, bool all_deduced)
{
	if (left_given(unload) < 0)
		return SABOT_PROVEN_SEEN;
	bool run_out = unload->u.unload.cards != NULL;
	return run_out && (all_deduced || sabot_composition_count_open(&load->composition) == 0)
		       ? SABOT_PROVEN_CARDS
		       : SABOT_PROVEN_COUNT;
}

void
sabot_step_report_end(struct sabot_step *step, const struct sabot_event *unload,
		      struct sabot_load_report report)
{
	struct sabot_load *load = &step->table->load;
	bool run_out = unload != NULL && unload->u.unload.cards != NULL;
	struct lists lists = make_lists(step, run_out);

	if (unload != NULL)
		check_count(step, &lists);
	report.load = load->number;
	report.cards_seen = load->n_seen;
	report.burned = load->burned_cards;
	report.left_cards = left_given(unload);
	report.verdict = verdict_of(load, unload, &lists);
	report.proven = proof_of(load, unload, report.n_deduced > 0);
	report.first_extra = lists.first_extra;
	report.n_extra = lists.n_extra;
	report.first_missing = lists.first_missing;
	report.n_missing = lists.n_missing;
	sabot_step_seal(step);
	sabot_step_add_output(step, SABOT_OUTPUT_LOAD)->u.load = report;
	load->in_shoe = false;
}

void
sabot_step_report_load(struct sabot_step *step, const struct sabot_event *unload)
{
	sabot_step_report_end(
		step, unload,
		(struct sabot_load_report){.unread = sabot_load_count_unread(&step->table->load)});
}
