/*
 * Shoe audit certificate: every load with its dealers and its shoe, and what was proven of it and
 * what was not. Never only "complete": the sentence names the basis of the verdict.
 */
#include "reports.h"
#include "report-private.h"
#include "report/figures.h"
#include "text/device-text.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { DECK_CARDS = 52 };

/* As the engine numbers them; the log's words. */
static const char *const verdicts[] = {"complete", "incomplete", "extra", "missing"};
enum { PROVEN_SEEN, PROVEN_COUNT, PROVEN_CARDS };

static const struct sabot_report_column columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"begin", N_("In the shoe"), SABOT_REPORT_TIME},
	{"end", N_("Out of the shoe"), SABOT_REPORT_TIME},
	{"decks", N_("Decks"), SABOT_REPORT_COUNT},
	{"seen_cards", N_("Seen"), SABOT_REPORT_COUNT},
	{"burned_cards", N_("Burned"), SABOT_REPORT_COUNT},
	{"left_cards", N_("Left"), SABOT_REPORT_COUNT},
	{"unread_cards", N_("Unread"), SABOT_REPORT_COUNT},
	{"rounds", N_("Rounds"), SABOT_REPORT_COUNT},
	{"verdict", N_("Verdict"), SABOT_REPORT_TEXT},
	{"extra", N_("Too many"), SABOT_REPORT_CARDS},
	{"missing", N_("Missing"), SABOT_REPORT_CARDS},
	{"operator", N_("Put in by"), SABOT_REPORT_TEXT},
	{"dealer", N_("Dealer"), SABOT_REPORT_TEXT},
};

static const struct sabot_report_column proof_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"load", N_("Load"), SABOT_REPORT_NUMBER},
	{"device", N_("Shoe"), SABOT_REPORT_TEXT},
	{"make", N_("Make"), SABOT_REPORT_TEXT},
	{"serial", N_("Serial number"), SABOT_REPORT_TEXT},
	{"firmware", N_("Firmware"), SABOT_REPORT_TEXT},
	{"proof", N_("What was proven, and what not"), SABOT_REPORT_TEXT},
};

/*
 * The chance that one card too many would have been noticed among the cards seen, in percent: all
 * `decks` + 1 copies must be among them.
 */
static int
chance_percent(const struct sabot_sheet_load *load)
{
	double chance = 1, cards = load->decks * DECK_CARDS + 1;

	for (int i = 0; i <= load->decks; i++)
		chance *= MAX(load->seen - i, 0) / (cards - i);
	return (int)(chance * 100 + 0.5);
}

static void
append_seen(GString *words, const struct sabot_sheet_load *load)
{
	int unseen = load->decks * DECK_CARDS - load->seen, chance = chance_percent(load);
	bool is_counted = load->is_over && load->proven == PROVEN_COUNT;

	if (is_counted)
		g_string_append(words,
				_("The remainder was counted and not read: one card too many "
				  "or missing would show. "));
	if (unseen <= 0)
		return;
	if (is_counted)
		g_string_append_printf(
			words,
			ngettext("%d card was not seen; a card exchanged for another "
				 "would have been noticed with a probability of %d %%. ",
				 "%d cards were not seen; a card exchanged for "
				 "another would have been noticed with a probability of %d %%. ",
				 (unsigned long)unseen),
			unseen, chance);
	else
		g_string_append_printf(
			words,
			ngettext("%d card was not seen; a single card too many "
				 "would have been noticed with a probability of %d %%. ",
				 "%d cards were not seen; a single card too many "
				 "would have been noticed with a probability of %d %%. ",
				 (unsigned long)unseen),
			unseen, chance);
}

static char *
proof_words(const struct sabot_sheet *sheet, const struct sabot_sheet_load *load)
{
	GString *words = g_string_new(NULL);

	if (!load->is_over)
		g_string_append(words, _("Still in the shoe: nothing is proven yet. "));
	else if (load->proven == PROVEN_CARDS)
		g_string_append(words, _("Every card left in the shoe was run out and read. "));
	if (load->is_over && load->proven != PROVEN_CARDS)
		append_seen(words, load);
	if (load->unread > 0)
		/* Translators: places of cards in the load: "14 201". */
		g_string_append_printf(words, _("Not read: cards %s. "),
				       sabot_sheet_word(sheet, load->unread_places));
	if (load->resolved != 0)
		g_string_append_printf(words,
				       _("The cards missing at the end show that they were %s. "),
				       sabot_sheet_word(sheet, load->resolved));
	if (load->is_over && !load->has_cut_card)
		g_string_append(words, _("No cut card was seen. "));
	g_strchomp(words->str);
	return g_string_free(words, FALSE);
}

static void
add_load(struct sabot_report_section *section, const struct sabot_facts_walk *walk,
	 const struct sabot_sheet_load *load)
{
	const struct sabot_sheet *sheet = walk->its_sheet;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", walk->its_table->name);
	sabot_report_set_number(section, "load", load->number);
	sabot_report_set_number(section, "begin", load->begin_us);
	sabot_report_set_number(section, "end", load->is_over ? load->end_us : SABOT_REPORT_NONE);
	sabot_report_set_number(section, "decks", load->decks);
	sabot_report_set_number(section, "seen_cards", load->seen);
	sabot_report_set_number(section, "burned_cards", load->burned);
	sabot_report_set_number(section, "left_cards",
				load->left >= 0 ? load->left : SABOT_REPORT_NONE);
	sabot_report_set_number(section, "unread_cards", load->unread);
	sabot_report_set_number(section, "rounds", load->n_rounds);
	sabot_report_set_text(section, "verdict",
			      load->is_over && load->verdict < G_N_ELEMENTS(verdicts)
				      ? sabot_text_verdict(verdicts[load->verdict])
				      : NULL);
	sabot_report_set_text(section, "extra", sabot_figure_word(sheet, load->extra));
	sabot_report_set_text(section, "missing", sabot_figure_word(sheet, load->missing));
	sabot_report_set_text(section, "operator",
			      sabot_figure_person(walk->facts, sheet, load->by));
	sabot_report_set_text(section, "dealer",
			      sabot_figure_person(walk->facts, sheet, load->dealer));
}

static void
add_proof(struct sabot_report_section *section, const struct sabot_facts_walk *walk,
	  const struct sabot_sheet_load *load)
{
	const struct sabot_facts_shoe *shoe =
		sabot_facts_shoe_at(walk->facts, walk->its_table->name, load->end_us);
	/* One without a serial number is not in the log: it is the one that is configured. */
	const char *device = shoe != NULL ? shoe->device : walk->its_table->device;
	const char *make = device != NULL ? g_hash_table_lookup(walk->facts->makes, device) : NULL;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "table", walk->its_table->name);
	sabot_report_set_number(section, "load", load->number);
	sabot_report_set_text(section, "device", device);
	sabot_report_set_text(section, "make", make != NULL ? sabot_text_driver(make) : NULL);
	sabot_report_set_text(section, "serial", shoe != NULL ? shoe->serial : NULL);
	sabot_report_set_text(section, "firmware", shoe != NULL ? shoe->firmware : NULL);
	sabot_report_set_own_text(section, "proof", proof_words(walk->its_sheet, load));
}

void
sabot_report_fill_shoe(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *loads = sabot_report_add_section(
		report, "loads", _("Loads"), columns, G_N_ELEMENTS(columns));
	struct sabot_report_section *proofs =
		sabot_report_add_section(report, "proofs", _("What the verdicts rest on"),
					 proof_columns, G_N_ELEMENTS(proof_columns));
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_load *load;

	while ((load = sabot_facts_next_load(&walk)) != NULL) {
		add_load(loads, &walk, load);
		add_proof(proofs, &walk, load);
	}
	sabot_report_add_signature(report, _("Dealer"));
	sabot_report_add_signature(report, _("Supervisor"));
}
