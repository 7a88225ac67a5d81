/*
 * Refusals in the user's language: see refusal.h. The sentences are listed in refusals.c, which
 * make-refusals.py writes. A format becomes a pattern, never a call of printf(): neither the
 * translation nor what came over the wire is trusted to be a format.
 */
#include "text/refusal.h"

#include "refusals.h"
#include "text/reason-text.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <stdbool.h>
#include <string.h>

enum {
	REFUSAL_BYTES_MAX = 512, /* for which patterns are tried */
	REFUSAL_DEPTH_MAX = 4,   /* sentences within sentences */
};

/* In a format, and in a format that has been escaped as a pattern. */
#define CONVERSION "%(?:([1-9])\\\\?\\$)?[-0-9.\\\\]*(?:hh|h|ll|l|z|j|t)?([a-zA-Z%])"
#define FIELD_PREFIX "event."

/* The words, beside roles and reasons, that stand for conversions. */
static const struct {
	const char *written, *said;
} refusal_words[] = {
	/* rights, as docs/access.md has them */
	{"deal", NC_("refusal", "deal")},       {"run", NC_("refusal", "run")},
	{"change", NC_("refusal", "change")},   {"arrange", NC_("refusal", "arrange")},
	{"read_as", NC_("refusal", "read_as")}, {"mend", NC_("refusal", "mend")},
	{"rule", NC_("refusal", "rule")},       {"alarm", NC_("refusal", "alarm")},
	{"comment", NC_("refusal", "comment")}, {"rule_house", NC_("refusal", "rule_house")},
	{"second", NC_("refusal", "second")},   {"look_up", NC_("refusal", "look_up")},
	{"report", NC_("refusal", "report")},   {"report_people", NC_("refusal", "report_people")},
	{"unveil", NC_("refusal", "unveil")},   {"command", NC_("refusal", "command")},
	{"persons", NC_("refusal", "persons")}, {"money", NC_("refusal", "money")},
	{"request", NC_("refusal", "request")}, {"issue", NC_("refusal", "issue")},
	{"receive", NC_("refusal", "receipt")}, {"redeem", NC_("refusal", "redeem")},
	{"bank", NC_("refusal", "bank")},       {"countersign", NC_("refusal", "countersign")},
	{"witness", NC_("refusal", "witness")}, {"sign_off", NC_("refusal", "sign_off")},
	{"amend", NC_("refusal", "amend")},     {"review", NC_("refusal", "review")},
	{"deliver", NC_("refusal", "deliver")}, {"machines", NC_("refusal", "machines")},
};

/* Fields of an event, whose names are before what is wrong with them. */
static const char *const field_words[] = {
	NC_("field", "amends"),   NC_("field", "amount"),     NC_("field", "bettor"),
	NC_("field", "box"),      NC_("field", "by"),         NC_("field", "card"),
	NC_("field", "cash"),     NC_("field", "chips"),      NC_("field", "corrects"),
	NC_("field", "counts"),   NC_("field", "currencies"), NC_("field", "currency"),
	NC_("field", "day"),      NC_("field", "digits"),     NC_("field", "do"),
	NC_("field", "happened"), NC_("field", "incident"),   NC_("field", "kind"),
	NC_("field", "machine"),  NC_("field", "name"),       NC_("field", "new"),
	NC_("field", "note"),     NC_("field", "number"),     NC_("field", "patron"),
	NC_("field", "person"),   NC_("field", "pin"),        NC_("field", "points"),
	NC_("field", "rate"),     NC_("field", "reason"),     NC_("field", "recount"),
	NC_("field", "round"),    NC_("field", "second"),     NC_("field", "set"),
	NC_("field", "shift"),    NC_("field", "table"),      NC_("field", "to"),
};

/* What stands for the conversions of a format. */
struct filling {
	GMatchInfo *words;
	int n_used, depth;
};

static char *
translate(const char *sentence, int depth);

/* The word in the user's language, or NULL. A constant. */
static const char *
find_word(const char *written)
{
	for (size_t i = 0; i < G_N_ELEMENTS(refusal_words); i++)
		if (strcmp(refusal_words[i].written, written) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "refusal", refusal_words[i].said);
	return NULL;
}

/* Likewise, the name of a field. */
static const char *
find_field(const char *written)
{
	for (size_t i = 0; i < G_N_ELEMENTS(field_words); i++)
		if (strcmp(field_words[i], written) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "field", field_words[i]);
	return NULL;
}

/* Without "event.": which field of the request's event it is does not matter to a person. */
static const char *
skip_prefix(const char *sentence)
{
	return g_str_has_prefix(sentence, FIELD_PREFIX) ? sentence + strlen(FIELD_PREFIX)
							: sentence;
}

/* A word or a sentence in a sentence; what is not known stays. Transferred. */
static char *
translate_part(const char *part, int depth)
{
	const char *word = sabot_text_role(part);
	char *said;

	if (word == part)
		word = find_word(part);
	if (!word)
		word = find_field(skip_prefix(part));
	if (word)
		return g_strdup(word);
	if (sabot_text_why(part) != part)
		return g_strdup(sabot_text_why(part));
	said = translate(part, depth + 1);
	return said ? said : g_strdup(part);
}

/* "pit, shift": each word of a list of roles; else the part as it is. Transferred. */
static char *
translate_words(const char *words, int depth)
{
	g_auto(GStrv) parts = g_strsplit(words, ", ", -1);

	for (char **part = parts; *part && parts[1]; part++) {
		const char *role = sabot_text_role(*part);

		if (role == *part)
			return translate_part(words, depth);
		g_free(*part);
		*part = g_strdup(role);
	}
	return parts[0] && parts[1] ? g_strjoinv(", ", parts) : translate_part(words, depth);
}

/* A GRegexEvalCallback: the word that belongs to a conversion of the translation. */
static gboolean
put_word(const GMatchInfo *conversion, GString *said, gpointer data)
{
	struct filling *filling = data;
	g_autofree char *position = g_match_info_fetch(conversion, 1);
	g_autofree char *letter = g_match_info_fetch(conversion, 2);
	g_autofree char *word = NULL, *translated = NULL;

	if (*letter == '%') {
		g_string_append_c(said, '%');
		return FALSE;
	}
	filling->n_used++;
	word = g_match_info_fetch(filling->words, *position ? *position - '0' : filling->n_used);
	translated = translate_words(word ? word : "", filling->depth);
	g_string_append(said, translated);
	return FALSE;
}

/* A GRegexEvalCallback: what a conversion of a format may have written. */
static gboolean
put_group(const GMatchInfo *conversion, GString *pattern, gpointer data)
{
	g_autofree char *letter = g_match_info_fetch(conversion, 2);

	(void)data;
	if (*letter == '%')
		g_string_append(pattern, "%");
	else
		g_string_append(pattern, *letter == 's' ? "(.*?)" : "(-?[0-9]+)");
	return FALSE;
}

/* Sentences are bytes here: they are not ours, and need not be UTF-8. */
static GRegex *
compile(const char *pattern)
{
	return g_regex_new(pattern, G_REGEX_RAW | G_REGEX_DOTALL | G_REGEX_DOLLAR_ENDONLY, 0, NULL);
}

/* The sentence, if the format could have written it; else NULL. Transferred. */
static char *
translate_format(const GRegex *conversion, const struct sabot_refusal *refusal,
		 const char *sentence, int depth)
{
	g_autofree char *escaped = g_regex_escape_string(refusal->written, -1);
	g_autofree char *groups =
		g_regex_replace_eval(conversion, escaped, -1, 0, 0, put_group, NULL, NULL);
	g_autofree char *anchored = g_strdup_printf("^%s$", groups);
	g_autoptr(GRegex) regex = compile(anchored);
	g_autoptr(GMatchInfo) words = NULL;
	struct filling filling = {NULL, 0, depth};

	if (!regex || !g_regex_match(regex, sentence, 0, &words))
		return NULL;
	filling.words = words;
	return g_regex_replace_eval(conversion, _(refusal->said), -1, 0, 0, put_word, &filling,
				    NULL);
}

/* The sentence that is written so, not one that a format could have written; else NULL. */
static const struct sabot_refusal *
find_marked(const char *sentence)
{
	for (const struct sabot_refusal *marked = sabot_refusals; marked->written; marked++)
		if (strcmp(marked->written, sentence) == 0)
			return marked;
	return NULL;
}

/* True if it is a sentence of its own: it needs no field before it. */
static bool
is_whole(const char *sentence)
{
	const struct sabot_refusal *marked = find_marked(sentence);

	return marked && strcmp(marked->said, marked->written) != 0;
}

/* "what: why", if the why is known; else NULL. Transferred. */
static char *
translate_both(const char *sentence, int depth)
{
	const char *why = strstr(sentence, ": ");
	g_autofree char *what = NULL, *said_what = NULL, *said_why = NULL;
	const char *field;

	if (!why)
		return NULL;
	what = g_strndup(sentence, (gsize)(why - sentence));
	why += strlen(": ");
	said_why = sabot_text_why(why) != why ? g_strdup(sabot_text_why(why))
					      : translate(why, depth + 1);
	if (!said_why)
		return NULL;
	field = find_field(what);
	if (field && is_whole(why))
		return g_steal_pointer(&said_why);
	said_what = field ? g_strdup(field) : translate_part(what, depth);
	return g_strdup_printf("%s: %s", said_what, said_why);
}

/*
 * As one of the marked sentences, another one of the catalogues, or a marked format; else NULL.
 * Transferred.
 */
static char *
translate_marked(const char *sentence, int depth)
{
	const struct sabot_refusal *marked = find_marked(sentence);
	g_autoptr(GRegex) conversion = NULL;
	char *said = NULL;

	if (marked)
		return g_strdup(_(marked->said));
	if (strchr(sentence, ' ') && _(sentence) != sentence)
		return g_strdup(_(sentence));
	conversion = compile(CONVERSION);
	for (marked = sabot_refusals; !said && marked->written; marked++)
		if (strchr(marked->written, '%'))
			said = translate_format(conversion, marked, sentence, depth);
	return said;
}

/* NULL if it is not known. Transferred. */
static char *
translate(const char *sentence, int depth)
{
	const char *named = skip_prefix(sentence);
	char *said = NULL;

	if (depth > REFUSAL_DEPTH_MAX)
		return NULL;
	said = translate_marked(sentence, depth);
	if (!said && named != sentence)
		said = translate_marked(named, depth);
	return said ? said : translate_both(named, depth);
}

char *
sabot_text_refusal(const char *sentence)
{
	bool is_short = strlen(sentence) <= REFUSAL_BYTES_MAX;
	char *said = is_short && *sentence ? translate(sentence, 0) : NULL;

	return said ? said : g_strdup(sentence);
}
