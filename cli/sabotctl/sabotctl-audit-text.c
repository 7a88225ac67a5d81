/*
 * Each incident has a head line (where, severity, what), its sentence, and the rule it is based on.
 * Uncertain results, withdrawn incidents and amounts still to be corrected are printed, too.
 */
#include "sabotctl-audit-text.h"

#include "eventlog/output-json.h"
#include "text/money.h"
#include "text/rule-text.h"
#include "text/words.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>

/* "line 11, load 1, round 1 · high · card too many". */
static void
print_head(const struct sabot_incident *incident, unsigned line)
{
	const char *severity = sabot_text_severity(sabot_incident_severity(incident->code));
	const char *name = sabot_text_incident_name(incident->code);

	if (incident->round > 0)
		/* Translators: line, load, round; how grave; what, in a few words. */
		printf(_("line %u, load %u, round %u · %s · %s\n"), line, incident->load,
		       incident->round, severity, name);
	else
		/* Translators: line, load; how grave; what, in a few words. */
		printf(_("line %u, load %u · %s · %s\n"), line, incident->load, severity, name);
}

static void
print_incident(const struct sabot_incident *incident, const struct sabot_update *update,
	       unsigned line)
{
	g_autofree char *sentence = sabot_incident_phrase(incident, update);
	g_autofree char *rule = sabot_text_rule_full(incident->rule);

	print_head(incident, line);
	if (incident->of > 0)
		/* Translators: the line of the log that an incident is about, said later. */
		printf(_("    about line %u\n"), incident->of);
	printf("    %s\n", sabot_text_plain(sentence));
	if (rule[0] != '\0')
		/* Translators: the rule that the finding rests on, and what it says. */
		printf(_("    rule: %s\n"), sabot_text_plain(rule));
	putchar('\n');
}

static void
print_cards(const struct sabot_update *update, unsigned first, unsigned n)
{
	char card[SABOT_TEXT_CARD_SIZE];

	for (unsigned i = 0; i < n; i++)
		printf(" %s", sabot_text_card_sign(update->cards[first + i], card));
	putchar('\n');
}

static void
print_load(const struct sabot_update *update, const struct sabot_load_report *load)
{
	/* Translators: a load's number, cards seen, cards not read, what its end proved. */
	printf(_("load %u: %d cards seen, %d of them not read; %s\n"), load->load,
	       (int)load->cards_seen, (int)load->unread,
	       sabot_text_verdict(sabot_verdict_to_string(load->verdict)));
	if (load->n_deduced > 0) {
		/* Translators: cards follow that were not read: the run-out shows them. */
		fputs(load->deduced_among ? _("    they were, in an unknown order:")
					  : _("    they were:"),
		      stdout);
		print_cards(update, load->first_deduced, load->n_deduced);
	}
	putchar('\n');
}

/* Of a round that is certain nothing is said, unless it was not before. */
static void
print_round(const struct sabot_round_report *round, unsigned line)
{
	if (round->unverified)
		/* Translators: line, load, round. */
		printf(_("line %u, load %u, round %u · unverified\n\n"), line, round->load,
		       round->number);
	else if (round->again)
		/* Translators: line, load, round. */
		printf(_("line %u, load %u, round %u · derived again\n\n"), line, round->load,
		       round->number);
}

static void
print_redress(const struct sabot_redress_due *redress, unsigned line)
{
	int64_t minor = redress->difference_minor;
	char money[SABOT_TEXT_MONEY_SIZE];

	sabot_text_money(ABS(minor), money);
	if (minor == 0)
		/* Translators: line of the log; a round; a box. */
		printf(_("line %u · round %u, box %d: what was open is put right\n\n"), line,
		       redress->round, redress->box);
	else
		/* Translators: line of the log; a round; a box; an amount. */
		printf(minor > 0 ? _("line %u · round %u, box %d: %s is still to be paid\n\n")
				 : _("line %u · round %u, box %d: %s is still to be collected\n\n"),
		       line, redress->round, redress->box, money);
}

static void
print_aside(const struct sabot_update *update, const struct sabot_output *output, unsigned line)
{
	/* Translators: line of the log; cards follow that belong to no hand. */
	printf(_("line %u · set aside:"), line);
	print_cards(update, output->u.aside.first_card, output->u.aside.n_cards);
	putchar('\n');
}

static void
print_open(const struct sabot_output *output, unsigned line)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	/* Translators: line, load, round; a number of cards; an amount. */
	printf(_("line %u, load %u, round %u · in play at the end of the log: cards: %d, "
		 "staked: %s\n\n"),
	       line, output->u.open.load, output->u.open.round, output->u.open.n_cards,
	       sabot_text_money(output->u.open.staked_minor, money));
}

static void
print_explained(const struct sabot_output *output, unsigned line)
{
	/* Translators: line of the log; number of an incident; its line. */
	printf(_("line %u · incident %u of line %u is explained by this\n\n"), line,
	       output->u.explained.id, output->u.explained.line);
}

void
sabotctl_audit_text_update(const struct sabot_update *update, unsigned line)
{
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		switch (output->kind) {
		case SABOT_OUTPUT_INCIDENT:
			print_incident(&output->u.incident, update, line);
			break;
		case SABOT_OUTPUT_ROUND:
			print_round(&update->rounds[output->u.index], line);
			break;
		case SABOT_OUTPUT_LOAD:
			print_load(update, &output->u.load);
			break;
		case SABOT_OUTPUT_EXPLAINED:
			print_explained(output, line);
			break;
		case SABOT_OUTPUT_ASIDE:
			print_aside(update, output, line);
			break;
		case SABOT_OUTPUT_REDRESS:
			print_redress(&output->u.redress, line);
			break;
		case SABOT_OUTPUT_OPEN:
			print_open(output, line);
			break;
		case SABOT_OUTPUT_RULED:
			break;
		}
	}
}

void
sabotctl_audit_text_finding(const struct sabot_incident *finding, unsigned line)
{
	g_autofree char *text = sabot_incident_phrase(finding, NULL);

	/* Translators: line of the log; how grave; what, in a few words. */
	printf(_("line %u · %s · %s\n"), line,
	       sabot_text_severity(sabot_incident_severity(finding->code)),
	       sabot_text_incident_name(finding->code));
	printf("    %s\n\n", sabot_text_plain(text));
}

static void
print_code(const char *word, int64_t n)
{
	enum sabot_incident_code code;

	if (sabot_incident_code_from_string(word, &code))
		printf("    %lld  %s\n", (long long)n, sabot_text_incident_name(code));
}

/* What the audit cannot be certain of, withdrew, or leaves to be done. */
static void
print_doubt(const struct sabot_wire_summary *summary)
{
	unsigned n_explained = (unsigned)(sabot_wire_summary_count(summary) -
					  sabot_wire_summary_unexplained(summary));
	unsigned n_unverified = (unsigned)MAX(summary->unverified, 0);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (n_explained > 0)
		/* Translators: "3 incidents", each kind, then how many of them do not hold. */
		printf(ngettext("%u of them is explained by what came later\n",
				"%u of them are explained by what came later\n", n_explained),
		       n_explained);
	if (n_unverified > 0)
		printf(ngettext("%u round is unverified\n", "%u rounds are unverified\n",
				n_unverified),
		       n_unverified);
	if (summary->redress_minor != SABOT_WIRE_NO_NUMBER)
		/* Translators: an amount, negative: to be collected. */
		printf(_("still to be put right: %s\n"),
		       sabot_text_money(summary->redress_minor, money));
}

void
sabotctl_audit_text_summary(const struct sabot_wire_summary *summary)
{
	unsigned n = (unsigned)sabot_wire_summary_count(summary);

	if (summary->rounds != SABOT_WIRE_NO_NUMBER)
		/* Translators: how many rounds, cards and loads were audited. */
		printf(_("rounds: %lld, cards: %lld, loads: %lld\n"), (long long)summary->rounds,
		       (long long)summary->cards, (long long)summary->loads);
	if (n == 0)
		printf("%s\n", _("no incident"));
	else
		printf(ngettext("%u incident\n", "%u incidents\n", n), n);
	sabot_wire_summary_foreach(summary, print_code);
	print_doubt(summary);
	if (summary->note)
		printf("%s\n", sabot_text_plain(summary->note));
}
