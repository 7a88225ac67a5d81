/* The words of documents of table money: see document-text.h. */
#include "text/document-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

static const struct {
	const char *kind, *step, *words;
} documents[] = {
	{"count", "opener", NC_("document", "opener counted")},
	{"count", "closer", NC_("document", "closer counted")},
	{"count", "check", NC_("document", "chips checked")},
	{"slip", "request", NC_("document", "slip requested")},
	{"slip", "issue", NC_("document", "slip issued")},
	{"slip", "receive", NC_("document", "slip received")},
	{"slip", "void", NC_("document", "slip made void")},
	{"marker", "issue", NC_("document", "marker issued")},
	{"marker", "redeem", NC_("document", "marker redeemed")},
	{"marker", "void", NC_("document", "marker made void")},
	{"drop", "box", NC_("document", "drop box counted")},
	{"drop", "estimate", NC_("document", "drop estimated")},
	{"tips", "", NC_("document", "tips")},
	{"cash", "in", NC_("document", "cash in")},
	{"cash", "out", NC_("document", "cash out")},
	{"cards", "receive", NC_("document", "cards received")},
	{"cards", "issue", NC_("document", "cards issued")},
	{"cards", "return", NC_("document", "cards returned")},
	{"cards", "cancel", NC_("document", "cards cancelled")},
	{"cards", "destroy", NC_("document", "cards destroyed")},
	{"bank", "opener", NC_("document", "main bank, opener")},
	{"bank", "closer", NC_("document", "main bank, closer")},
	{"bank", "check", NC_("document", "main bank, check")},
	{"bank", "in", NC_("document", "main bank, in")},
	{"bank", "out", NC_("document", "main bank, out")},
	{"exchange", "in", NC_("document", "foreign money taken")},
	{"exchange", "out", NC_("document", "foreign money given")},
	{"tronc", "", NC_("document", "tips shared out")},
	{"paper", "", NC_("document", "blank forms printed")},
	{"remark", "", NC_("document", "remark")},
	{"seal", "", NC_("document", "shift sealed")},
};

const char *
sabot_text_document(const char *kind, const char *step)
{
	for (size_t i = 0; i < G_N_ELEMENTS(documents); i++)
		if (strcmp(documents[i].kind, kind) == 0 && strcmp(documents[i].step, step) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "document", documents[i].words);
	return NULL;
}

const char *
sabot_text_chip_kind(const char *word)
{
	if (strcmp(word, "cash") == 0)
		return C_("chip", "cash");
	if (strcmp(word, "rolling") == 0)
		/* Translators: a chip that is only staked; what it wins is paid in cash chips. */
		return C_("chip", "rolling");
	if (strcmp(word, "promotional") == 0)
		/* Translators: a chip that the house gave away, not negotiable. */
		return C_("chip", "promotional");
	return word;
}

const char *
sabot_text_drop_kind(const char *word)
{
	static const struct {
		const char *word, *said;
	} kinds[] = {
		{"cash", NC_("drop", "cash")},
		{"markers", NC_("drop", "markers")},
		{"vouchers", NC_("drop", "vouchers")},
		{"match_play", NC_("drop", "match play")},
		{"foreign_chips", NC_("drop", "foreign chips")},
		{"redemptions", NC_("drop", "redemptions")},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (strcmp(kinds[i].word, word) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "drop", kinds[i].said);
	return word;
}
