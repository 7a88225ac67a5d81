/* Kinds and steps of documents: see document-words.h. */
#include "report/document-words.h"

#include <glib/gi18n-lib.h>

static const struct {
	enum sabot_document_kind kind;
	enum sabot_document_step step;
	const char *words;
} documents[] = {
	{SABOT_DOCUMENT_COUNT, SABOT_STEP_OPENER, NC_("document", "opener counted")},
	{SABOT_DOCUMENT_COUNT, SABOT_STEP_CLOSER, NC_("document", "closer counted")},
	{SABOT_DOCUMENT_COUNT, SABOT_STEP_CHECK, NC_("document", "chips checked")},
	{SABOT_DOCUMENT_SLIP, SABOT_STEP_REQUEST, NC_("document", "slip requested")},
	{SABOT_DOCUMENT_SLIP, SABOT_STEP_ISSUE, NC_("document", "slip issued")},
	{SABOT_DOCUMENT_SLIP, SABOT_STEP_RECEIVE, NC_("document", "slip received")},
	{SABOT_DOCUMENT_SLIP, SABOT_STEP_VOID, NC_("document", "slip made void")},
	{SABOT_DOCUMENT_MARKER, SABOT_STEP_ISSUE, NC_("document", "marker issued")},
	{SABOT_DOCUMENT_MARKER, SABOT_STEP_REDEEM, NC_("document", "marker redeemed")},
	{SABOT_DOCUMENT_MARKER, SABOT_STEP_VOID, NC_("document", "marker made void")},
	{SABOT_DOCUMENT_DROP, SABOT_STEP_BOX, NC_("document", "drop box counted")},
	{SABOT_DOCUMENT_DROP, SABOT_STEP_ESTIMATE, NC_("document", "drop estimated")},
	{SABOT_DOCUMENT_TIPS, SABOT_STEP_NONE, NC_("document", "tips")},
	{SABOT_DOCUMENT_CASH, SABOT_STEP_IN, NC_("document", "cash in")},
	{SABOT_DOCUMENT_CASH, SABOT_STEP_OUT, NC_("document", "cash out")},
	{SABOT_DOCUMENT_CARDS, SABOT_STEP_RECEIVE, NC_("document", "cards received")},
	{SABOT_DOCUMENT_CARDS, SABOT_STEP_ISSUE, NC_("document", "cards issued")},
	{SABOT_DOCUMENT_CARDS, SABOT_STEP_RETURN, NC_("document", "cards returned")},
	{SABOT_DOCUMENT_CARDS, SABOT_STEP_CANCEL, NC_("document", "cards cancelled")},
	{SABOT_DOCUMENT_CARDS, SABOT_STEP_DESTROY, NC_("document", "cards destroyed")},
	{SABOT_DOCUMENT_BANK, SABOT_STEP_OPENER, NC_("document", "main bank, opener")},
	{SABOT_DOCUMENT_BANK, SABOT_STEP_CLOSER, NC_("document", "main bank, closer")},
	{SABOT_DOCUMENT_BANK, SABOT_STEP_CHECK, NC_("document", "main bank, check")},
	{SABOT_DOCUMENT_BANK, SABOT_STEP_IN, NC_("document", "main bank, in")},
	{SABOT_DOCUMENT_BANK, SABOT_STEP_OUT, NC_("document", "main bank, out")},
	{SABOT_DOCUMENT_EXCHANGE, SABOT_STEP_IN, NC_("document", "foreign money taken")},
	{SABOT_DOCUMENT_EXCHANGE, SABOT_STEP_OUT, NC_("document", "foreign money given")},
	{SABOT_DOCUMENT_TRONC, SABOT_STEP_NONE, NC_("document", "tips shared out")},
	{SABOT_DOCUMENT_PAPER, SABOT_STEP_NONE, NC_("document", "blank forms printed")},
	{SABOT_DOCUMENT_REMARK, SABOT_STEP_NONE, NC_("document", "remark")},
	{SABOT_DOCUMENT_SEAL, SABOT_STEP_NONE, NC_("document", "shift sealed")},
};

const char *
sabot_document_words(const struct sabot_document *document)
{
	for (guint i = 0; i < G_N_ELEMENTS(documents); i++)
		if (documents[i].kind == document->kind && documents[i].step == document->step)
			return g_dpgettext2(GETTEXT_PACKAGE, "document", documents[i].words);
	return sabot_document_kind_to_string(document->kind);
}
