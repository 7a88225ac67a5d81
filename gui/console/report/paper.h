/*
 * A PDF on the screen: its pages one below the other, as wide as the room allows, sharp at any
 * scale. It is the same file that is saved and printed, so that nobody signs a page unseen. Paper
 * is white in every look of the console.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_PAPER (sabot_paper_get_type())
G_DECLARE_FINAL_TYPE(SabotPaper, sabot_paper, SABOT, PAPER, GtkBox)

/*
 * Show these pages instead of those shown before; NULL: none. False, with `error` set and nothing
 * shown, if it is not a readable PDF. Each page's accessible name is its number, and its
 * description the text on it.
 */
gboolean
sabot_paper_show(SabotPaper *paper, GBytes *pdf, GError **error);
