/*
 * What opens beside the tables to do something: a title, a way out, and a line for what was refused
 * or is still missing. Log-in, rulings and forms are its children classes, whose templates add to
 * its box. Emits "closed" when it has done its work or was given up; its owner then destroys it.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_PANEL (sabot_panel_get_type())
G_DECLARE_DERIVABLE_TYPE(SabotPanel, sabot_panel, SABOT, PANEL, GtkBox)

struct _SabotPanelClass {
	GtkBoxClass parent_class;
	/* Take the keyboard: called once it is on the screen. May be NULL. */
	void (*begin)(SabotPanel *panel);
};

/* `title` is translated. */
void
sabot_panel_set_title(SabotPanel *panel, const char *title);

/* Said in plain words where the eye is: a refusal, or what is still missing. NULL: nothing. */
void
sabot_panel_show_message(SabotPanel *panel, const char *text);

/* Fill the panel when it is shown; what that means is up to its class. */
void
sabot_panel_begin(SabotPanel *panel);
/* Emit "closed": the owner removes the panel. */
void
sabot_panel_close(SabotPanel *panel);
