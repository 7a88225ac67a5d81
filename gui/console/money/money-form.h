/*
 * The form of one document of table money (gui/model/money/money-document.h): its fields, then,
 * where two
 * sign, the second person's name and PIN. The daemon's refusal is shown above. Emits
 * "recorded" with the document as the register has it (struct sabot_wire_document *), or "left"
 * when it was given up.
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
/* Of a hub, where no table says it: the daemon whose documents these are. */
void
sabot_money_form_set_daemon(SabotMoneyForm *form, const char *daemon);
/* The chips of the table, int64_t, minor units, ascending. Referenced; a form that is open has them
 * from its next sabot_money_form_begin_again() on. */
void
sabot_money_form_set_chips(SabotMoneyForm *form, GArray *chips);
/* Nothing can be recorded meanwhile: of what the form belongs to not all is known yet. */
void
sabot_money_form_set_waiting(SabotMoneyForm *form, gboolean is_waiting);

/* Ask for another document; takes the keyboard. `base`: the members that are known already. */
void
sabot_money_form_begin(SabotMoneyForm *form, const struct sabot_money_start *start,
		       const char *title, const json_t *base);

/* The same document, of which more is known now: what was typed stays, and so does the keyboard. */
void
sabot_money_form_begin_again(SabotMoneyForm *form, const struct sabot_money_start *start,
			     const char *title, const json_t *base);
