/*
 * The form of one document of table money (gui/model/money/money-document.h): its fields, then, if
 * two must sign, the second person's name and PIN. The daemon's refusal is shown above. Emits
 * "recorded" with the document as in the register (struct sabot_wire_document *), or "left" when it
 * was cancelled.
 */
#pragma once

#include "money-start.h"
#include "gui/model/login.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_MONEY_FORM (sabot_money_form_get_type())
G_DECLARE_FINAL_TYPE(SabotMoneyForm, sabot_money_form, SABOT, MONEY_FORM, GtkBox)

/* Both are borrowed; the session must outlive it. */
void
sabot_money_form_set_session(SabotMoneyForm *form, SabotSession *session);
/* Set the daemon of a hub whose documents these are, if no table identifies it. */
void
sabot_money_form_set_daemon(SabotMoneyForm *form, const char *daemon);
/*
 * The chips of the table, int64_t, minor units, ascending. Referenced; an open form uses them from
 * its next sabot_money_form_begin_again() on.
 */
void
sabot_money_form_set_chips(SabotMoneyForm *form, GArray *chips);
/* While waiting nothing can be recorded: some data that the form needs is not known yet. */
void
sabot_money_form_set_waiting(SabotMoneyForm *form, gboolean is_waiting);

/*
 * Begin another document; takes the keyboard focus. `base`: the members already known; with
 * `is_recount` it counts again what was counted, and says so.
 */
void
sabot_money_form_begin(SabotMoneyForm *form, const struct sabot_money_start *start, bool is_recount,
		       const json_t *base);

/* Begin the same document again with more data known: the typed contents and the focus are kept. */
void
sabot_money_form_begin_again(SabotMoneyForm *form, const struct sabot_money_start *start,
			     bool is_recount, const json_t *base);
