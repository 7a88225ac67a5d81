/*
 * Shifts sealed long ago are not held forever: of a shift some weeks old only what later ones
 * depend on is kept (closers, markers, printed numbers, tips not shared out, the seal); the rest is
 * only in the log.
 */
#include "ledger-private.h"
#include "ledger-slip.h"
#include "tips-pool.h"

#include <string.h>

static bool
is_sealed(const struct sabot_ledger *ledger, const char *id)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, id);

	return shift && shift->seal;
}

/* Whether a part of the slip belongs to a shift that is held wholly: a late or an open one. */
static bool
is_held(const struct sabot_ledger *ledger, const struct sabot_slip *slip, const char *first_held)
{
	const struct sabot_document *const parts[] = {slip->request, slip->issue, slip->receipt,
						      slip->voided};

	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
		if (parts[i] && (strcmp(parts[i]->shift, first_held) >= 0 ||
				 !is_sealed(ledger, parts[i]->shift)))
			return true;
	return slip->state == SABOT_SLIP_RESERVED;
}

static void
forget_slips(struct sabot_ledger *ledger, const char *first_held)
{
	for (guint i = ledger->slips->len; i-- > 0;)
		if (!is_held(ledger, g_ptr_array_index(ledger->slips, i), first_held))
			g_ptr_array_remove_index(ledger->slips, i);
}

static bool
stays(const struct sabot_ledger *ledger, const struct sabot_document *document)
{
	switch (document->kind) {
	case SABOT_DOCUMENT_COUNT:
	case SABOT_DOCUMENT_BANK:
		return document->step == SABOT_STEP_CLOSER && !document->replaced_by;
	case SABOT_DOCUMENT_SLIP:
		return sabot_ledger_find_slip(ledger, document->day, document->number) != NULL;
	case SABOT_DOCUMENT_MARKER:
	case SABOT_DOCUMENT_PAPER:
	case SABOT_DOCUMENT_SEAL:
		return true;
	case SABOT_DOCUMENT_DROP:
	case SABOT_DOCUMENT_TIPS:
	case SABOT_DOCUMENT_CASH:
	case SABOT_DOCUMENT_EXCHANGE:
	case SABOT_DOCUMENT_TRONC:
	case SABOT_DOCUMENT_CARDS:
	case SABOT_DOCUMENT_REMARK:
		break;
	}
	return false;
}

/* Tables and exceptions only borrow them. */
static void
forget_borrowed(const struct sabot_ledger *ledger, GPtrArray *documents)
{
	for (guint i = documents->len; i-- > 0;)
		if (!stays(ledger, g_ptr_array_index(documents, i)))
			g_ptr_array_remove_index(documents, i);
}

static void
forget_documents(struct sabot_ledger *ledger, struct sabot_shift *shift)
{
	struct sabot_tips_pool tips;

	sabot_tips_pool_make(ledger, shift->id, &tips);
	shift->tips_left_minor = tips.left_minor;
	forget_borrowed(ledger, shift->exceptions);
	for (guint i = 0; i < shift->tables->len; i++) {
		struct sabot_table_money *money = g_ptr_array_index(shift->tables, i);

		forget_borrowed(ledger, money->documents);
	}
	for (guint i = shift->documents->len; i-- > 0;) {
		const struct sabot_document *document = g_ptr_array_index(shift->documents, i);

		if (stays(ledger, document))
			continue;
		g_hash_table_remove(ledger->documents, &document->n);
		g_ptr_array_remove_index(shift->documents, i);
	}
	shift->is_forgotten = true;
}

void
sabot_ledger_forget(struct sabot_ledger *ledger)
{
	const struct sabot_shift *first_held;

	if (ledger->holds_all || ledger->shifts->len <= SABOT_LEDGER_SHIFTS_HELD)
		return;
	first_held =
		g_ptr_array_index(ledger->shifts, ledger->shifts->len - SABOT_LEDGER_SHIFTS_HELD);
	forget_slips(ledger, first_held->id);
	for (guint i = 0; i + SABOT_LEDGER_SHIFTS_HELD < ledger->shifts->len; i++) {
		struct sabot_shift *shift = g_ptr_array_index(ledger->shifts, i);

		if (shift->seal && !shift->is_forgotten)
			forget_documents(ledger, shift);
	}
}
