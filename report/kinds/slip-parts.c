/* See slip-parts.h. */
#include "slip-parts.h"

#include "report/document-words.h"

#include <glib/gi18n-lib.h>

/* NULL for a part that was never entered before: it corrects the shift's seal. */
static const struct sabot_document *
find_corrected(const struct sabot_facts *facts, const struct sabot_document *part)
{
	const struct sabot_document *before =
		part->corrects ? sabot_ledger_find_document(facts->ledger, part->corrects) : NULL;

	return before && before->kind == part->kind && before->step == part->step ? before : NULL;
}

/* A correction has a greater number than what it corrects. */
static void
add_with_corrected(GPtrArray *parts, const struct sabot_facts *facts,
		   const struct sabot_document *part)
{
	guint place = parts->len;

	for (; part != NULL; part = find_corrected(facts, part))
		g_ptr_array_insert(parts, (int)place, (gpointer)part);
}

GPtrArray *
sabot_slip_parts_new(const struct sabot_facts *facts, const struct sabot_slip *slip)
{
	GPtrArray *parts = g_ptr_array_new();
	const struct sabot_document *const standing[] = {slip->paper, slip->request, slip->issue,
							 slip->receipt, slip->voided};

	for (guint i = 0; i < G_N_ELEMENTS(standing); i++)
		add_with_corrected(parts, facts, standing[i]);
	return parts;
}

char *
sabot_slip_part_words(const struct sabot_facts *facts, const struct sabot_document *part)
{
	const char *words = sabot_document_words(part);

	/* Translators: a part of a slip, as "slip received". */
	return find_corrected(facts, part) ? g_strdup_printf(C_("slip", "%s, corrected"), words)
					   : g_strdup(words);
}
