/*
 * Each sentence of the ledger and of the daemon that somebody at a console can be answered with,
 * beside one that is translated. A test looks each up where it is written.
 */
#include "refusal-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 4 };

/* Only these sentences are longer than a line where they are written. */
#define COUNTED_BEFORE                                                                             \
	"%s was counted already (document %d): count again with "                                  \
	"`recount`, or say that this corrects %d, and why"
#define BOX_BEFORE "was counted already (document %d): say that this corrects %d, and why"
#define TOO_LONG_AGO                                                                               \
	"is before %s: nothing is entered any more for a gaming day that long "                    \
	"ago (backdate_days)"

static const struct refusal {
	const char *said; /* by the daemon */
	const char *word; /* the first argument must be this; NULL: any */
	const char *text; /* its arguments are those of `said` by number, all as text */
} refusals[] = {
	{"who signed the %s of this slip does not sign here", "request",
	 N_("who signed the request of this slip does not sign here")},
	{"who signed the %s of this slip does not sign here", "issue",
	 N_("who signed the issue of this slip does not sign here")},
	{"who signed the %s of this slip does not sign here", "receive",
	 N_("who signed the receipt of this slip does not sign here")},
	{"who asked for it does not issue it", NULL,
	 N_("who requested this slip does not issue it")},
	{"is the same person", NULL, N_("the second person must be somebody else")},
	{"this is signed by two persons", NULL, N_("two persons sign this")},
	{"what amends a sealed shift is signed by two persons", NULL,
	 N_("two persons sign what amends a sealed shift")},
	{"the slip is %s", "requested", N_("this slip is requested, but not yet issued")},
	{"the slip is %s", "issued", N_("this slip is issued already")},
	{"the slip is %s", "received", N_("this slip is received already")},
	{"the slip is %s", "void", N_("this slip is void")},
	{"the slip is void", NULL, N_("this slip is void")},
	{"%d was used already", NULL, N_("number %1$s was used already")},
	{"the next free one is %d", NULL, N_("the next free number is %1$s")},
	{"there is no slip %d of %s", NULL, N_("there is no slip %1$s of %2$s")},
	{"there is no marker %d of %s", NULL, N_("there is no marker %1$s of %2$s")},
	{"slip %d is of %s", NULL, N_("slip %1$s belongs to %2$s")},
	{"it is partly redeemed already", NULL, N_("this marker is partly redeemed already")},
	{"more than is left of it", NULL, N_("this is more than is left of the marker")},
	{"a marker is made void, and written anew", NULL,
	 N_("a marker is not corrected: make it void, and write another")},
	{COUNTED_BEFORE, NULL, N_("%1$s was counted already (document %2$s): correct that count")},
	{BOX_BEFORE, NULL, N_("this box was counted already (document %1$s): correct that count")},
	{"%s was counted (document %d): correct that one", NULL,
	 N_("%1$s was counted already (document %2$s): correct that count")},
	{"%s was not counted yet", NULL, N_("%1$s was not counted yet")},
	{"document %d was put right by %d", NULL,
	 N_("document %1$s was corrected already, by document %2$s")},
	{"%s is sealed (document %d): say what this corrects, and why", NULL,
	 N_("shift %1$s is sealed: say which document this corrects, and why")},
	{"was sealed already", NULL, N_("the shift is sealed already")},
	{"is sealed already", NULL, N_("the shift is sealed already")},
	{"it has not begun", NULL, N_("the shift has not begun")},
	{"is in the future", NULL, N_("this time is in the future")},
	{TOO_LONG_AGO, NULL, N_("nothing is entered any more for a gaming day before %1$s")},
	{"a correction needs a reason", NULL, N_("a correction needs a reason")},
	{"a void slip needs a reason", NULL, N_("a slip that is made void needs a reason")},
	{"a void marker needs a reason", NULL, N_("a marker that is made void needs a reason")},
	{"are worth nothing", NULL, N_("these chips are worth nothing")},
	{"are worth more than a document can say", NULL, N_("these chips are worth too much")},
	{"%s has no chip of %s", NULL, N_("%1$s has no chip of %2$s")},
	{"chips or cash are wanted", NULL, N_("chips or cash are wanted")},
	{"makes an amount out of limits", NULL, N_("at this rate the amount is out of limits")},
	{"name a currency twice", NULL, N_("a currency is named twice")},
	{"%s is there already", NULL, N_("set %1$s is there already")},
	{"there is none of this name", NULL, N_("there is no set of cards of this name")},
	{"from the house's threshold on it is said whose cash it is", NULL,
	 N_("from the house's threshold on the patron must be named")},
	{"there is no database: write it on paper, and enter it when there is", NULL,
	 N_("the log cannot be written now: write it on paper, and enter it later")},
};

/* Copy the argument at *sentence, up to what follows it in the pattern. */
static char *
read_argument(const char **sentence, const char *behind)
{
	gsize literal = strcspn(behind, "%");
	g_autofree char *stop = g_strndup(behind, literal);
	const char *end = literal ? strstr(*sentence, stop) : *sentence + strlen(*sentence);
	char *argument =
		end && end > *sentence ? g_strndup(*sentence, (gsize)(end - *sentence)) : NULL;

	if (argument)
		*sentence = end;
	return argument;
}

/* Whether `sentence` is made by the format `said`, which has only %s and %d; its arguments. */
static gboolean
match(const char *said, const char *sentence, char *arguments[ARGUMENTS_MAX])
{
	int n = 0;

	for (; *said; said++) {
		if (*said != '%') {
			if (*sentence++ != *said)
				return FALSE;
			continue;
		}
		said++;
		if (n == ARGUMENTS_MAX)
			return FALSE;
		arguments[n] = read_argument(&sentence, said + 1);
		if (!arguments[n++])
			return FALSE;
	}
	return *sentence == '\0';
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* The formats are the table's, and the catalogues' are compared with them by a test. */
static char *
phrase(const struct refusal *refusal, const char *why)
{
	char *arguments[ARGUMENTS_MAX] = {NULL};
	char *text = NULL;

	if (match(refusal->said, why, arguments) &&
	    (!refusal->word || strcmp(arguments[0], refusal->word) == 0))
		text = g_strdup_printf(_(refusal->text), arguments[0], arguments[1], arguments[2],
				       arguments[3]);
	for (int i = 0; i < ARGUMENTS_MAX; i++)
		g_free(arguments[i]);
	return text;
}

#pragma GCC diagnostic pop

/* Behind the request's member, as in "event.second: "; the sentence itself if it names none. */
static const char *
skip_member(const char *sentence)
{
	gsize length = strspn(sentence, "abcdefghijklmnopqrstuvwxyz._");

	return length && g_str_has_prefix(sentence + length, ": ") ? sentence + length + 2
								   : sentence;
}

char *
sabot_text_refusal(const char *sentence)
{
	const char *why = skip_member(sentence);

	for (gsize i = 0; i < G_N_ELEMENTS(refusals); i++) {
		char *text = phrase(&refusals[i], why);

		if (text)
			return text;
	}
	return NULL;
}
