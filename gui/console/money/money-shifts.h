/*
 * The shifts whose money can be looked at and written down: the one that is now, which is shown at
 * first, and those before it of which something is there. Knows which of them are sealed, and so
 * what a document of them must say besides. Emits "chosen" when another one is shown, "complete"
 * when all are known, and "failed" with a sentence.
 */
#pragma once

#include "money-start.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_MONEY_SHIFTS (sabot_money_shifts_get_type())
G_DECLARE_FINAL_TYPE(SabotMoneyShifts, sabot_money_shifts, SABOT, MONEY_SHIFTS, GtkComboBoxText)

/*
 * Ask for them, once. The session is borrowed and must outlive it. `aim` (transferred): arguments
 * by which a hub finds the daemon, a table of it or its name.
 */
void
sabot_money_shifts_begin(SabotMoneyShifts *shifts, SabotSession *session, json_t *aim);

/* Show this one as soon as it is known. */
void
sabot_money_shifts_show(SabotMoneyShifts *shifts, const char *shift);

/* The one shown; NULL: none is known yet. Borrowed until the next "chosen". */
const char *
sabot_money_shifts_get_shown(SabotMoneyShifts *shifts);

/* All of them are known. */
gboolean
sabot_money_shifts_is_complete(SabotMoneyShifts *shifts);

/*
 * `start` as it is in the shift shown: of a sealed one, what was not entered before puts the seal
 * right. Members are borrowed from `start`.
 */
struct sabot_money_start
sabot_money_shifts_resolve(SabotMoneyShifts *shifts, const struct sabot_money_start *start);

/*
 * The members that such a document has before its form is filled in. A correction stays in its
 * shift; what is new goes by the clock, unless another shift is shown. `table` may be NULL. New
 * reference.
 */
json_t *
sabot_money_shifts_build_base(SabotMoneyShifts *shifts, const struct sabot_money_start *resolved,
			      const char *table);

/*
 * Why the person logged in does not begin it: which roles may. NULL: he may; of a correction that
 * is the daemon's word. Transferred.
 */
char *
sabot_money_shifts_refusal(SabotMoneyShifts *shifts, SabotSession *session,
			   const struct sabot_money_start *resolved);
