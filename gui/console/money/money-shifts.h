/*
 * The shifts whose money can be viewed and recorded: the current one, which is shown at first, and
 * earlier ones that have documents. Knows which of them are sealed, and what a document of a sealed
 * shift must contain in addition. Emits "chosen" when another one is shown, "complete" when all are
 * known, and "failed" with a sentence.
 */
#pragma once

#include "money-start.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_MONEY_SHIFTS (sabot_money_shifts_get_type())
G_DECLARE_FINAL_TYPE(SabotMoneyShifts, sabot_money_shifts, SABOT, MONEY_SHIFTS, GtkComboBoxText)

/*
 * Request the shifts. Call it once. The session is borrowed and must outlive it. `aim`
 * (transferred): arguments by which a hub finds the daemon, one of its tables or its name.
 */
void
sabot_money_shifts_begin(SabotMoneyShifts *shifts, SabotSession *session, json_t *aim);

/* Show this shift as soon as it is known. */
void
sabot_money_shifts_show(SabotMoneyShifts *shifts, const char *shift);

/* The shift shown; NULL if none is known yet. Borrowed until the next "chosen". */
const char *
sabot_money_shifts_get_shown(SabotMoneyShifts *shifts);

/* True if all of them are known. */
gboolean
sabot_money_shifts_is_complete(SabotMoneyShifts *shifts);

/*
 * `start` adapted to the shift shown: in a sealed one, a document not entered before corrects the
 * seal. Members are borrowed from `start`.
 */
struct sabot_money_start
sabot_money_shifts_resolve(SabotMoneyShifts *shifts, const struct sabot_money_start *start);

/*
 * The members that such a document has before its form is filled in. A correction belongs to the
 * shift of its document; a new document to the current one, unless another shift is shown. `table`
 * may be NULL. New reference.
 */
json_t *
sabot_money_shifts_build_base(SabotMoneyShifts *shifts, const struct sabot_money_start *resolved,
			      const char *table);

/*
 * Why the person logged in cannot begin it: which roles can. NULL if the person can; for a
 * correction the daemon decides. Transferred.
 */
char *
sabot_money_shifts_refusal(SabotMoneyShifts *shifts, SabotSession *session,
			   const struct sabot_money_start *resolved);
