/* Sentences of the house log's findings, which the daemon makes and no table's log can yield. */
#include "text/finding-text.h"
#include "text/fault-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

enum { CLOCK_LONG_MS = 120000 }; /* a longer time is written in days, hours and minutes */

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

/* "2.500 s", or of a longer time its days, hours and minutes. Transferred. */
static char *
how_long(int64_t ms)
{
	g_autofree char *seconds = NULL;
	int minutes = (int)(ms / 60000);

	if (ms >= CLOCK_LONG_MS)
		/* Translators: days, hours, minutes; abbreviated. */
		return g_strdup_printf(C_("time", "%d d %d h %d min"), minutes / 1440,
				       minutes / 60 % 24, minutes % 60);
	seconds = sabot_text_money_units(ms, 3);
	return g_strconcat(seconds, " s", NULL);
}

static char *
clock_sentence(struct sabot_sentence *sentence)
{
	int64_t step_ms = sabot_sentence_number(sentence, "step_us") / 1000;
	g_autofree char *step = how_long(ABS(step_ms));

	if (sabot_sentence_optional_word(sentence, "when")[0])
		/* Translators: how long, as "2.500 s". */
		return g_strdup_printf(_("At the start the clock was %s behind the last event: "
					 "it was changed while the daemon was stopped."),
				       step);
	/* Translators: "+" or "-"; how long, as "2.500 s". */
	return g_strdup_printf(_("The clock was changed by %s%s."), step_ms < 0 ? "-" : "+", step);
}

/* What is wrong with the store, in the user's language. */
static const char *
fault(struct sabot_sentence *sentence)
{
	return sabot_text_fault(sabot_sentence_word(sentence, "why"));
}

/* What is wrong with the database's file as a whole. */
static char *
file_sentence(struct sabot_sentence *sentence)
{
	const char *object = sabot_sentence_optional_word(sentence, "object");

	if (object[0])
		/* Translators: what is wrong; where, in the database's own words ("trigger x"). */
		return g_strdup_printf(_("The database is not as it was written: %s (%s)."),
				       fault(sentence), object);
	return g_strdup_printf(_("The database is not as it was written: %s."), fault(sentence));
}

/* A person's row that is as it was again. NULL for another case. Transferred. */
static char *
recalled_sentence(const char *why, const char *person)
{
	if (strcmp(why, "pin") == 0)
		return g_strdup_printf(_("The PIN of %s in the database was changed; the one that "
					 "the house recorded is back."),
				       person);
	if (strcmp(why, "name") == 0)
		return g_strdup_printf(_("The name of %s in the database was changed; the one that "
					 "the house recorded is back."),
				       person);
	if (strcmp(why, "row") == 0)
		return g_strdup_printf(_("The row of %s was removed from the database; the one "
					 "that the house recorded is back."),
				       person);
	return NULL;
}

/* Who cannot log in any more, and what to do. NULL for another case. Transferred. */
static char *
locked_out_sentence(const char *why, const char *person)
{
	if (strcmp(why, "no_pin") == 0)
		return g_strdup_printf(
			_("The PIN of %s in the database was changed, and no copy has the one that "
			  "the house recorded: the person cannot log in. An administrator resets "
			  "the PIN, or creates the person again if the name is gone, too."),
			person);
	if (strcmp(why, "no_name") == 0)
		return g_strdup_printf(
			_("The name of %s in the database was changed, and no copy has the one "
			  "that the house recorded: the person has no name now and cannot log in. "
			  "An administrator creates the person again."),
			person);
	if (strcmp(why, "no_row") == 0)
		return g_strdup_printf(
			_("The row of %s was removed from the database, and no copy has it: the "
			  "person cannot log in. An administrator creates the person again."),
			person);
	return NULL;
}

static char *
person_sentence(struct sabot_sentence *sentence)
{
	const char *why = sabot_sentence_optional_word(sentence, "why");
	const char *person = sabot_sentence_word(sentence, "person");
	char *known = recalled_sentence(why, person);

	if (!known)
		known = locked_out_sentence(why, person);
	if (known)
		return known;
	return g_strdup_printf(_("The database gives %s other rights than the house log does: "
				 "those of the log count."),
			       person);
}

/* What does not agree: the first of the fields that the finding has. */
static char *
broken_sentence(struct sabot_sentence *sentence)
{
	if (sabot_sentence_has(sentence, "person"))
		return person_sentence(sentence);
	if (sabot_sentence_has(sentence, "archive") &&
	    strcmp(sabot_sentence_word(sentence, "why"), "missing") == 0)
		return g_strdup_printf(_("Archive %d is not among the archives any more."),
				       (int)sabot_sentence_number(sentence, "archive"));
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
	return file_sentence(sentence);
}

/* Which events are missing, in a sentence of its own; "" where none is known to be. */
static char *
missing_sentence(struct sabot_sentence *sentence)
{
	const char *logs = sabot_sentence_optional_word(sentence, "logs");

	if (!logs[0])
		return g_strdup("");
	if (strchr(logs, '?'))
		/* Translators: logs with numbers, as "PB-01 ?-12": up to event 12. */
		return g_strdup_printf(_("Events were undone, and others are in their place: it "
					 "is not known from which one on (%s)."),
				       logs);
	if (!sabot_sentence_has(sentence, "from"))
		/* Translators: logs with numbers, as "PB-01 5-12, house 9-30". */
		return g_strdup_printf(_("Events are missing (%s)."), logs);
	/* Translators: numbers of events; logs with numbers, as "PB-01 5-12, house 9-30". */
	return g_strdup_printf(_("Events %d to %d are missing (%s)."),
			       (int)sabot_sentence_number(sentence, "from"),
			       (int)sabot_sentence_number(sentence, "to"), logs);
}

/* A spool's file was removed, replaced, changed or cut short. */
static char *
spool_sentence(struct sabot_sentence *sentence)
{
	if (!sabot_sentence_has(sentence, "from"))
		return g_strdup(_("A file of the spool was removed, replaced, changed or cut short "
				  "while events waited in it. Some of them are lost."));
	return g_strdup_printf(
		/* Translators: numbers of events. */
		_("A file of the spool was removed, replaced, changed or cut short while events "
		  "waited in it: events %d to %d are lost."),
		(int)sabot_sentence_number(sentence, "from"),
		(int)sabot_sentence_number(sentence, "to"));
}

/* Files beside the database that are not the house's own, or not all there. NULL: none of them. */
static char *
beside_sentence(struct sabot_sentence *sentence, const char *why)
{
	if (strcmp(why, "spool") == 0)
		/* Translators: a file's name; the number of a line in it. */
		return g_strdup_printf(_("A file of the spool is not as this house wrote it: %s, "
					 "line %d. What is not its own was not taken in."),
				       sabot_sentence_word(sentence, "file"),
				       (int)sabot_sentence_number(sentence, "line"));
	if (strcmp(why, "spool_gone") == 0)
		return spool_sentence(sentence);
	if (strcmp(why, "spool_rescued") == 0)
		return g_strdup(_("A file of the spool was removed, replaced, changed or cut short "
				  "while events waited in it. They could still be read."));
	if (strcmp(why, "memory") == 0)
		return g_strdup_printf(
			_("Events from number %d on were in memory only when the daemon "
			  "ended: they are lost."),
			(int)sabot_sentence_number(sentence, "from"));
	if (strcmp(why, "no_note") == 0)
		return g_strdup(
			_("The spool has no note of how far the logs were: it was removed, or "
			  "the spool is another one. Whether the database was put back to an "
			  "earlier time cannot be said."));
	if (strcmp(why, "persons") == 0)
		return g_strdup_printf(
			/* Translators: a file's name. */
			_("The copy of the persons for a start without the database (%s) is not as "
			  "this house wrote it: it is not believed."),
			sabot_sentence_word(sentence, "file"));
	if (strcmp(why, "archive") == 0)
		/* Translators: a file's name. */
		return g_strdup_printf(_("The archive %s has events of this house that its "
					 "database lacks."),
				       sabot_sentence_word(sentence, "file"));
	if (strcmp(why, "used") == 0)
		return g_strdup(_("Somebody else writes to the database: where an event of this "
				  "house was to be there is another one."));
	return NULL;
}

static char *
replaced_sentence(struct sabot_sentence *sentence)
{
	const char *why = sabot_sentence_word(sentence, "why");
	g_autofree char *missing = missing_sentence(sentence);
	char *beside = beside_sentence(sentence, why);

	if (beside)
		return beside;
	if (strcmp(why, "mirror") == 0)
		/* Translators: a file's name; which events are missing: a sentence, or nothing. */
		return g_strchomp(g_strdup_printf(
			_("The mirror had events of this house that its database lacks: its file "
			  "is kept as %s in the mirror's directory. %s"),
			sabot_sentence_word(sentence, "file"), missing));
	if (strcmp(why, "behind") == 0)
		/* Translators: which events are missing: a sentence. */
		return g_strdup_printf(
			_("The database lacks events that were saved: its write-ahead log or "
			  "its disk lost them, or it is an older one, or another branch of the "
			  "log that is shorter. %s Of the last second before it stopped more "
			  "may be missing."),
			missing);
	if (strcmp(why, "fork") == 0)
		return g_strdup_printf(
			_("The log %s is not the one that was saved, at its event %d or before."),
			sabot_sentence_word(sentence, "log"),
			(int)sabot_sentence_number(sentence, "n"));
	if (strcmp(why, "giver") == 0)
		return g_strdup_printf(
			_("There are two databases of the house with the key %s: the one that "
			  "gives a table now lacks checkpoint %d, which is known here."),
			sabot_sentence_word(sentence, "key"),
			(int)sabot_sentence_number(sentence, "checkpoint"));
	if (strcmp(why, "witness") == 0)
		return g_strdup_printf(
			_("This database lacks its checkpoint %d, which is known to the house with "
			  "the key %s."),
			(int)sabot_sentence_number(sentence, "checkpoint"),
			sabot_sentence_word(sentence, "key"));
	if (strcmp(why, "counter") == 0)
		return g_strdup_printf(
			_("The machine's TPM has counted to %d, and the last checkpoint here to "
			  "%d: what the key has signed since is not in this database."),
			(int)sabot_sentence_number(sentence, "counter"),
			(int)sabot_sentence_number(sentence, "checkpoint_counter"));
	if (strcmp(why, "no_counter") == 0)
		return g_strdup(_("The counter of the signing key was removed from the machine's "
				  "TPM. Whether the database was put back to an earlier time "
				  "cannot be said."));
	if (strcmp(why, "other") == 0)
		return g_strdup(_("Another database is in the place of the house's own."));
	if (strcmp(why, "removed") == 0)
		return g_strdup(_("The database was removed, replaced or written to by "
				  "another program while it was in use."));
	return g_strdup(_("The note beside the spool, which says how far the logs were, is not as "
			  "it was written."));
}

static char *
down_sentence(struct sabot_sentence *sentence)
{
	if (sabot_sentence_has(sentence, "mirror"))
		/* Translators: a directory; what went wrong. */
		return g_strdup_printf(_("The mirror %s lacks events that the database has: %s."),
				       sabot_sentence_word(sentence, "mirror"), fault(sentence));
	return g_strdup_printf(_("Events could not be saved: %s."), fault(sentence));
}

static char *
restored_sentence(struct sabot_sentence *sentence)
{
	g_autofree char *missing = missing_sentence(sentence);

	if (strcmp(sabot_sentence_word(sentence, "why"), "new") == 0)
		return g_strdup(_("A new database was begun on purpose."));
	if (strcmp(sabot_sentence_word(sentence, "why"), "spool") == 0)
		return g_strdup(_("The spool's disk was replaced on purpose."));
	/* Translators: a file's name; which events are missing: a sentence, or nothing. */
	return g_strchomp(g_strdup_printf(_("A backup was put back: %s. %s"),
					  sabot_sentence_optional_word(sentence, "file"), missing));
}

static char *
guessing_sentence(struct sabot_sentence *sentence)
{
	const char *machine = sabot_sentence_word(sentence, "machine");

	if (sabot_sentence_has(sentence, "person"))
		return g_strdup_printf(_("Somebody guesses the PIN of %s at the machine %s."),
				       sabot_sentence_word(sentence, "person"), machine);
	return g_strdup_printf(_("Somebody guesses PINs at the machine %s."), machine);
}

static char *
claimed_sentence(struct sabot_sentence *sentence)
{
	return g_strdup_printf(_("The machine %s says that it was %s; the daemon's clock dates its "
				 "events."),
			       sabot_sentence_word(sentence, "machine"),
			       sabot_sentence_word(sentence, "claimed"));
}

static char *
software_sentence(struct sabot_sentence *sentence)
{
	const char *why = sabot_sentence_word(sentence, "why");
	const char *file = sabot_sentence_optional_word(sentence, "file");

	if (strcmp(why, "missing") == 0)
		return g_strdup_printf(_("An installed file is missing: %s."), file);
	if (strcmp(why, "manifest") == 0)
		return g_strdup(_("The list of the installed files cannot be read."));
	if (strcmp(why, "other") == 0)
		return g_strdup(_("Other software than before is installed, under the same "
				  "version."));
	return g_strdup_printf(_("An installed file is not as it was built: %s."), file);
}

/* What the log's second copy does not take, because it has another past of it. */
static char *
refused_sentence(struct sabot_sentence *sentence)
{
	const char *why = sabot_sentence_word(sentence, "why");
	const char *log = sabot_sentence_word(sentence, "log");
	int n = (int)sabot_sentence_number(sentence, "n");

	if (strcmp(why, "rewound") == 0)
		return g_strdup_printf(_("The second copy has more of the log %s than there is "
					 "here: up to number %d."),
				       log, n);
	if (strcmp(why, "gap") == 0)
		return g_strdup_printf(_("The second copy lacks a part of the log %s: behind "
					 "number %d."),
				       log, n);
	return g_strdup_printf(_("The second copy has other events in the log %s, up to number "
				 "%d."),
			       log, n);
}

/* Who signs that the log has one past only does not. */
static char *
unwitnessed_sentence(struct sabot_sentence *sentence)
{
	const char *witness = sabot_sentence_word(sentence, "witness");
	int n = (int)sabot_sentence_number(sentence, "checkpoint");

	if (strcmp(sabot_sentence_word(sentence, "why"), "refused") == 0)
		return g_strdup_printf(_("The witness %s has signed another past of this log, up "
					 "to checkpoint %d."),
				       witness, n);
	return g_strdup_printf(_("The witness %s has not signed the log for longer than the house "
				 "allows."),
			       witness);
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
		return down_sentence(sentence);
	case SABOT_INCIDENT_LOG_REPLACED:
		return replaced_sentence(sentence);
	case SABOT_INCIDENT_LOG_RESTORED:
		return restored_sentence(sentence);
	case SABOT_INCIDENT_PIN_GUESSING:
		return guessing_sentence(sentence);
	case SABOT_INCIDENT_CLAIMED_TIME:
		return claimed_sentence(sentence);
	case SABOT_INCIDENT_KEY_LOST:
		return g_strdup_printf(_("The key that signed the log cannot be used: %s."),
				       fault(sentence));
	case SABOT_INCIDENT_FORWARD_REFUSED:
		return refused_sentence(sentence);
	case SABOT_INCIDENT_UNWITNESSED:
		return unwitnessed_sentence(sentence);
	case SABOT_INCIDENT_SOFTWARE_CHANGED:
		return software_sentence(sentence);
	default:
		return g_strdup(_("On the daemon's machine a code was drawn that makes an admin."));
	}
}
