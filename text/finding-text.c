/* Sentences of the findings that the daemon makes and no table's log can yield: the house log. */
#include "text/finding-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* A hand, a result or the burn, as a shoe names them. */
static const char *
claim(struct sabot_sentence *sentence, const char *key)
{
	const char *given = sabot_sentence_word(sentence, key);
	enum sabot_winner value;

	if (sabot_winner_from_string(given, &value))
		return sabot_text_winner(value);
	if (strcmp(given, "burn") == 0)
		return C_("claim", "the burn");
	if (strcmp(given, "overdraw") == 0)
		return C_("claim", "a card too many");
	return strcmp(given, "undecided") == 0 ? C_("claim", "not decided") : given;
}

static char *
disagreement_sentence(struct sabot_sentence *sentence)
{
	const char *what = sabot_sentence_word(sentence, "what"), *rules = claim(sentence, "rules");
	const char *claimed = claim(sentence, "claimed");

	if (strcmp(what, "place") == 0)
		return g_strdup_printf(_("The shoe gives a card to %s; the rules give it to %s."),
				       claimed, rules);
	if (strcmp(what, "result") == 0)
		return g_strdup_printf(_("The shoe says: %s. The cards say: %s."), claimed, rules);
	if (strcmp(what, "card") == 0)
		return g_strdup(_("The shoe has read another card than was keyed in for it."));
	return g_strdup_printf(_("The shoe reports \"%s\"; the rules find nothing of the kind."),
			       claimed);
}

static char *
swap_sentence(struct sabot_sentence *sentence)
{
	const char *found = sabot_sentence_word(sentence, "found");
	const char *expected = sabot_sentence_optional_word(sentence, "expected");
	const char *belongs = sabot_sentence_optional_word(sentence, "belongs");

	if (!belongs[0])
		return g_strdup_printf(_("Shoe %s is plugged in where shoe %s was."), found,
				       expected);
	if (!expected[0])
		return g_strdup_printf(_("Shoe %s is plugged in, which belongs to %s."), found,
				       belongs);
	return g_strdup_printf(_("Shoe %s, which belongs to %s, is plugged in where shoe %s was."),
			       found, belongs, expected);
}

static char *
clock_sentence(struct sabot_sentence *sentence)
{
	int64_t step_ms = sabot_sentence_number(sentence, "step_us") / 1000;

	return g_strdup_printf(_("The clock was changed by %s%d.%03d s."), step_ms < 0 ? "-" : "+",
			       (int)(ABS(step_ms) / 1000), (int)(ABS(step_ms) % 1000));
}

/* What does not agree: the first of the fields that the finding has. */
static char *
broken_sentence(struct sabot_sentence *sentence)
{
	if (sabot_sentence_has(sentence, "person"))
		return g_strdup_printf(_("The database gives %s other rights than the house log "
					 "does: those of the log count."),
				       sabot_sentence_word(sentence, "person"));
	if (sabot_sentence_has(sentence, "archive"))
		return g_strdup_printf(
			_("Archive %d is not as it was made, or no known key has signed it."),
			(int)sabot_sentence_number(sentence, "archive"));
	if (sabot_sentence_has(sentence, "checkpoint"))
		return g_strdup_printf(
			_("Checkpoint %d is not as it was made, or no known key has signed it."),
			(int)sabot_sentence_number(sentence, "checkpoint"));
	if (sabot_sentence_optional_word(sentence, "log")[0])
		return g_strdup_printf(_("The log %s was changed at its event %d."),
				       sabot_sentence_word(sentence, "log"),
				       (int)sabot_sentence_number(sentence, "n"));
	return g_strdup_printf(_("The database is not as it was written: %s."),
			       sabot_sentence_word(sentence, "why"));
}

char *
sabot_text_finding(struct sabot_sentence *sentence)
{
	switch ((int)sentence->incident->code) {
	case SABOT_INCIDENT_DEVICE_DISAGREES:
		return disagreement_sentence(sentence);
	case SABOT_INCIDENT_SHOE_SWAPPED:
		return swap_sentence(sentence);
	case SABOT_INCIDENT_UNVEILED:
		return g_strdup(_("Hidden cards were shown, by two persons' decision."));
	case SABOT_INCIDENT_CLOCK_STEP:
		return clock_sentence(sentence);
	case SABOT_INCIDENT_CHAIN_BROKEN:
		return broken_sentence(sentence);
	case SABOT_INCIDENT_STORE_DOWN:
		return g_strdup_printf(_("Events could not be saved: %s."),
				       sabot_sentence_word(sentence, "why"));
	default:
		return g_strdup(_("On the daemon's machine a code was drawn that makes an admin."));
	}
}
