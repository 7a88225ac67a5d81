/*
 * A panel that opens beside the tables: a title, a button to close it, and a line for a refusal or
 * for missing input. Log-in, rulings and forms are subclasses; their templates add to its box.
 * Emits "closed" when it is done or was cancelled; its owner then destroys it.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_PANEL (sabot_panel_get_type())
G_DECLARE_DERIVABLE_TYPE(SabotPanel, sabot_panel, SABOT, PANEL, GtkBox)

struct _SabotPanelClass {
	GtkBoxClass parent_class;
	/* Take the keyboard focus: called when the panel is on the screen. May be NULL. */
	void (*begin)(SabotPanel *panel);
	gboolean is_page; /* also covers the tables beside it */
};

/* `title` is already translated. */
void
sabot_panel_set_title(SabotPanel *panel, const char *title);

/* Show a sentence in the panel: a refusal, or what input is missing. NULL: hide it. */
void
sabot_panel_show_message(SabotPanel *panel, const char *text);
/*
 * Show these sentences at the top of a box inside the panel, so that they push nothing else; NULL:
 * below the title.
 */
void
sabot_panel_put_message(SabotPanel *panel, GtkBox *box);

/* Add keys beside the title, before the one that closes the panel. */
void
sabot_panel_add_keys(SabotPanel *panel, GtkWidget *keys);

/* Move those keys below the title if there is no room beside it, or back. */
void
sabot_panel_set_keys_below(SabotPanel *panel, gboolean are_below);

/* True if the panel also takes the place of what is beside the side. */
gboolean
sabot_panel_is_page(SabotPanel *panel);

/* The panel is on the screen: call its class's begin(). */
void
sabot_panel_begin(SabotPanel *panel);
/* Emit "closed"; the owner then destroys the panel. */
void
sabot_panel_close(SabotPanel *panel);
