/* See entry-check.h. */
#include "entry-check.h"
#include "text/refusal.h"

#include "ledger-marker.h"
#include "ledger-private.h"
#include "ledger-slip.h"

#include <string.h>

static bool
is_sealed(const struct sabot_ledger *ledger, const char *id)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, id);

	return shift && shift->seal;
}

/*
 * A count in an earlier shift would change the opener of a later one that is sealed. A shift that
 * an earlier program began behind a sealed one can still be ended. One that was sealed while the
 * clock was ahead keeps nobody from working until then.
 */
static bool
check_later(const struct sabot_ledger *ledger, const struct sabot_document *document,
	    int64_t now_us, char *why)
{
	if (sabot_ledger_find_shift(ledger, document->shift))
		return true;
	for (guint i = ledger->shifts->len; i-- > 0;) {
		const struct sabot_shift *shift = g_ptr_array_index(ledger->shifts, i);

		if (strcmp(shift->id, document->shift) <= 0)
			return true;
		if (shift->seal && shift->seal->at_us <= now_us)
			return sabot_ledger_refuse(
				why,
				SABOT_REFUSAL_AS("shift: %s is sealed, which is later than %s",
						 "shift %1$s, which is sealed, is later than %2$s: "
						 "enter this in a shift that is open"),
				shift->id, document->shift);
	}
	return true;
}

/* What was used up there, as numbers and drop boxes, is not held any more. */
static bool
check_held(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_shift *shift = sabot_ledger_find_shift(ledger, document->shift);

	return !shift || !shift->is_forgotten ||
	       sabot_ledger_refuse(why, SABOT_REFUSAL(
						"shift: is long sealed: only the house log has its "
						"documents"));
}

/* Whether both are of one number of one gaming day, or of none. */
static bool
has_same_number(const struct sabot_document *document, const struct sabot_document *other)
{
	return document->number == other->number && strcmp(document->day, other->day) == 0;
}

/* A correction replaces what it corrects: another part, or another number, would be lost. */
static bool
check_corrected(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_document *named = sabot_ledger_find_document(ledger, document->corrects);
	const struct sabot_document *other = sabot_ledger_corrected(ledger, document);

	/* sabot_ledger_apply() refuses what is not of the shift, and says what a seal allows. */
	if (!named || strcmp(named->shift, document->shift) != 0 ||
	    (!other && is_sealed(ledger, document->shift)))
		return true;
	if (!other)
		return sabot_ledger_refuse(
			why,
			SABOT_REFUSAL_AS("corrects: document %d is none of the same kind, step "
					 "and table",
					 "document %1$s is of another kind, step or table"),
			(int)document->corrects);
	if (document->kind == SABOT_DOCUMENT_PAPER || document->kind == SABOT_DOCUMENT_CARDS)
		return sabot_ledger_refuse(
			why, SABOT_REFUSAL_AS("corrects: documents of this kind are not corrected",
					      "a document of this kind cannot be corrected"));
	if (!has_same_number(document, other))
		return sabot_ledger_refuse(
			why,
			SABOT_REFUSAL_AS("corrects: document %d has another number",
					 "document %1$s has another number"),
			(int)document->corrects);
	return document->kind != SABOT_DOCUMENT_SLIP || document->step != SABOT_STEP_REQUEST ||
	       document->is_credit == other->is_credit ||
	       sabot_ledger_refuse(
		       why, SABOT_REFUSAL_AS("kind: a fill does not become a credit, nor a credit "
					     "a fill: make the slip void",
					     "a fill cannot become a credit, nor a credit a fill: "
					     "make the slip void"));
}

/* The document that was before `document` on the slip; NULL: none. */
static const struct sabot_document *
part_before(const struct sabot_slip *slip, const struct sabot_document *document)
{
	switch ((int)document->step) {
	case SABOT_STEP_REQUEST:
		return NULL;
	case SABOT_STEP_ISSUE:
		return slip->request;
	case SABOT_STEP_RECEIVE:
		return slip->issue;
	default:
		return slip->issue ? slip->issue : slip->request;
	}
}

static bool
refuse_figure(const struct sabot_document *figure, char *why)
{
	return sabot_ledger_refuse(
		why,
		SABOT_REFUSAL_AS("shift: the figure is of %s, which is sealed: amend that shift",
				 "this belongs to shift %1$s, which is sealed: amend that shift"),
		figure->shift);
}

/*
 * Shifts are sealed in their order, and an open slip keeps its shift from it: a part in an earlier
 * shift would be a figure of one that can be sealed before the slip ends.
 */
static bool
check_slip(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_slip *slip =
		sabot_ledger_find_slip(ledger, document->day, document->number);
	const struct sabot_document *before = slip ? part_before(slip, document) : NULL;

	if (before && strcmp(document->shift, before->shift) < 0)
		return sabot_ledger_refuse(
			why,
			SABOT_REFUSAL_AS("shift: what was before on this slip is of %s",
					 "an earlier part of this slip belongs to shift %1$s"),
			before->shift);
	return !slip || document->step != SABOT_STEP_VOID || !slip->issue ||
	       !is_sealed(ledger, slip->issue->shift) ||
	       strcmp(document->shift, slip->issue->shift) == 0 || refuse_figure(slip->issue, why);
}

static bool
check_marker(const struct sabot_ledger *ledger, const struct sabot_document *document, char *why)
{
	const struct sabot_marker *marker =
		sabot_ledger_find_marker(ledger, document->day, document->number);

	if (marker && document->step != SABOT_STEP_ISSUE &&
	    strcmp(document->shift, marker->issue->shift) < 0)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("shift: the marker was issued in %s",
							    "this marker was issued in shift %1$s"),
					   marker->issue->shift);
	return !marker || document->step != SABOT_STEP_VOID ||
	       !is_sealed(ledger, marker->issue->shift) ||
	       strcmp(document->shift, marker->issue->shift) == 0 ||
	       refuse_figure(marker->issue, why);
}

bool
sabot_entry_check(const struct sabot_ledger *ledger, const struct sabot_document *document,
		  int64_t now_us, char ret_why[SABOT_DOCUMENT_WHY_SIZE])
{
	if (!check_held(ledger, document, ret_why) ||
	    !check_later(ledger, document, now_us, ret_why) ||
	    !check_corrected(ledger, document, ret_why))
		return false;
	if (document->kind == SABOT_DOCUMENT_SLIP)
		return check_slip(ledger, document, ret_why);
	return document->kind != SABOT_DOCUMENT_MARKER || check_marker(ledger, document, ret_why);
}
