/*
 * A scrolled window that shows whole lines: a line of text that is not whole in sight at its upper
 * or lower edge is not painted, and a mark there shows that more follows. A touch of the mark's
 * strip scrolls on. All scrolled parts of the screens are such, so that none ends in half a line.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_SCROLL (sabot_scroll_get_type())
G_DECLARE_FINAL_TYPE(SabotScroll, sabot_scroll, SABOT, SCROLL, GtkScrolledWindow)

GtkWidget *
sabot_scroll_new(void);
