/*
 * The children of a widget's template, from one list a class:
 *
 *     #define TILE_CHILDREN(CHILD) \
 *         CHILD(GtkLabel, name)    \
 *         CHILD(GtkWidget, alert)
 *
 * SABOT_CHILD_MEMBER makes the members of the widget's struct from it, SABOT_BIND_CHILDREN binds
 * them to the template's objects of the same names; scrolled parts of a template are SabotScroll.
 */
#pragma once

#include "gui/widgets/scroll.h"

#include <gtk/gtk.h>

/* Makes a struct member for each child of a list, borrowed from the template. */
#define SABOT_CHILD_MEMBER(type, member) type *member;

/* Use it in class_init, after the template was set. `class_type` is the widget's struct. */
#define SABOT_BIND_CHILDREN(widget_class, class_type, children)                                    \
	do {                                                                                       \
		GtkWidgetClass *bound_class = (widget_class);                                      \
		typedef class_type bound_type;                                                     \
		g_type_ensure(SABOT_TYPE_SCROLL);                                                  \
		children(SABOT_BIND_CHILD)                                                         \
	} while (0)

/* Only for SABOT_BIND_CHILDREN. */
#define SABOT_BIND_CHILD(type, member)                                                             \
	gtk_widget_class_bind_template_child(bound_class, bound_type, member);
