/*
 * A desk at which documents of table money are written: the keys that begin them, the form, and the
 * register, whose entries can be corrected. The money of a table and the cage's page each have one.
 * It knows which document is begun, and emits nothing: the panel gives two functions.
 */
#pragma once

#include "money-form.h"
#include "money-shifts.h"
#include "gui/widgets/panel.h"
#include "proto/messages/money-messages.h"

/* Show the form, or else the overview. */
typedef void
sabot_money_show_fn(SabotPanel *panel, gboolean is_form);
/* Request all data of the shift shown. */
typedef void
sabot_money_request_fn(SabotPanel *panel);

struct sabot_money_desk {
	SabotPanel *panel; /* borrowed, like the children of its template that follow */
	SabotMoneyShifts *shifts;
	SabotMoneyForm *form;
	GtkFlowBox *documents; /* the keys */
	GtkListBox *register_rows;
	GtkWidget *no_register; /* placeholder of an empty register */
	sabot_money_show_fn *show;
	sabot_money_request_fn *request;

	SabotSession *session;           /* borrowed */
	char *table;                     /* whose documents they are; NULL: the cage's */
	GCancellable *cancellable;       /* of the requests about the shift shown */
	struct sabot_money_start *begun; /* the document whose form is open, or NULL */
	gboolean has_opener, has_closer; /* counted in the shift shown; set by the panel */
};

/*
 * Make the desk of a panel, a part of it. The children of the panel's template have the
 * names of the desk's members: shifts, form, documents, register_rows, no_register.
 */
void
sabot_money_desk_init(struct sabot_money_desk *desk, SabotPanel *panel, sabot_money_show_fn *show,
		      sabot_money_request_fn *request);

/* Connect the widgets. Once; the session is borrowed and must outlive the desk. */
void
sabot_money_desk_open(struct sabot_money_desk *desk, SabotSession *session, const char *table);
/* Free what it owns. Requests about the shift are given up. */
void
sabot_money_desk_clear(struct sabot_money_desk *desk);

/* Add the key of a document. `number` is its place, from 1 on. */
void
sabot_money_desk_add_key(struct sabot_money_desk *desk, const struct sabot_money_document *document,
			 unsigned number);
/* Give the keyboard focus to the first key. */
void
sabot_money_desk_focus(struct sabot_money_desk *desk);
/* If no form is open and it is the digit of a key, begin that document. False otherwise. */
gboolean
sabot_money_desk_press(struct sabot_money_desk *desk, const GdkEventKey *event);

/* Begin a document, or show why the person logged in cannot. */
void
sabot_money_desk_begin(struct sabot_money_desk *desk, const struct sabot_money_start *start);
/*
 * Begin the open form's document again, because more is known than when it was opened, also whether
 * its shift is sealed. The typed contents are kept; if it is refused now, the form is left.
 */
void
sabot_money_desk_begin_again(struct sabot_money_desk *desk);

/* Empty the register and give up earlier requests about the shift: `cancellable` is a new one. */
void
sabot_money_desk_reset(struct sabot_money_desk *desk);
/* Add a document to the register, above those before it. */
void
sabot_money_desk_add_row(struct sabot_money_desk *desk, const struct sabot_wire_document *written);
/* The register is complete: if it is empty, it says so. */
void
sabot_money_desk_end_register(struct sabot_money_desk *desk);

/* The answer as a record of `type`; NULL if it is an error, which is shown. Transferred. */
gpointer
sabot_money_desk_read(struct sabot_money_desk *desk, json_t *ok, const GError *error,
		      const struct sabot_record_type *type);
