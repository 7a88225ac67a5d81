/*
 * Each incident is a head line (where, how grave, what), its sentence, and the rule it rests on.
 */
#include "sabotctl-audit-text.h"

#include "text/incident-text.h"
#include "text/money.h"
#include "text/words.h"

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
print_incident(const struct sabot_incident *incident, unsigned line)
{
	g_autofree char *sentence = sabot_text_incident(incident);

	print_head(incident, line);
	if (sentence)
		printf("    %s\n", sentence);
	if (incident->rule[0] != '\0')
		/* Translators: the rule of the profile that the finding rests on. */
		printf(_("    rule: § %s\n"), incident->rule);
	putchar('\n');
}

static void
print_load(const struct sabot_load_report *load)
{
	/* Translators: a load's number, cards seen, cards not read, what its end proved. */
	printf(_("load %u: %d cards seen, %d of them not read; %s\n\n"), load->load,
	       (int)load->cards_seen, (int)load->unread,
	       sabot_text_verdict(sabot_verdict_to_string(load->verdict)));
}

static void
print_redress(const struct sabot_redress_due *redress, unsigned line)
{
	char difference[SABOT_TEXT_MONEY_SIZE];

	/* Translators: line of the log; a round; a box; an amount, negative: to be collected. */
	printf(_("line %u · round %u, box %d: %s is to be put right\n\n"), line, redress->round,
	       redress->box, sabot_text_money(redress->difference_minor, difference));
}

void
sabotctl_audit_text_update(const struct sabot_update *update, unsigned line)
{
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];

		switch (output->kind) {
		case SABOT_OUTPUT_INCIDENT:
			print_incident(&output->u.incident, line);
			break;
		case SABOT_OUTPUT_LOAD:
			print_load(&output->u.load);
			break;
		case SABOT_OUTPUT_EXPLAINED:
			/* Translators: line of the log; number of an incident; its line. */
			printf(_("line %u · incident %u of line %u is explained by this\n\n"), line,
			       output->u.explained.id, output->u.explained.line);
			break;
		case SABOT_OUTPUT_REDRESS:
			print_redress(&output->u.redress, line);
			break;
		case SABOT_OUTPUT_ROUND:
		case SABOT_OUTPUT_ASIDE:
		case SABOT_OUTPUT_OPEN:
		case SABOT_OUTPUT_RULED:
			break;
		}
	}
}

static void
print_finding(const struct sabot_wire_log_line *finding, unsigned line)
{
	enum sabot_incident_code code;

	if (!finding->code || !sabot_incident_code_from_string(finding->code, &code))
		return;
	/* Translators: line of the log; how grave; what, in a few words. */
	printf(_("line %u · %s · %s\n"), line, sabot_text_severity(sabot_incident_severity(code)),
	       sabot_text_incident_name(code));
	printf("    %s\n\n", finding->text ? finding->text : "");
}

void
sabotctl_audit_text_house(json_t *lines, unsigned line)
{
	json_t *json;
	size_t i;

	json_array_foreach(lines, i, json) {
		struct sabot_wire_log_line *finding =
			sabot_record_parse(&sabot_wire_log_line_type, json, NULL);

		if (finding)
			print_finding(finding, line);
		sabot_record_unref(finding);
	}
}

static void
print_code(const char *word, int64_t n)
{
	enum sabot_incident_code code;

	if (sabot_incident_code_from_string(word, &code))
		printf("    %lld  %s\n", (long long)n, sabot_text_incident_name(code));
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
	if (summary->note)
		printf("%s\n", summary->note);
}
