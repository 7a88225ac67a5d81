/*
 * The keys with which documents of table money are begun, in a flow box; the first nine also by
 * their digit.
 */
#pragma once

#include "money-start.h"

#include <gtk/gtk.h>

/* Add the key of a document. `number` is its place, from 1 on. Borrowed. */
GtkWidget *
sabot_money_keys_add(GtkFlowBox *keys, const struct sabot_money_document *document,
		     unsigned number);

/* What a key begins. Borrowed while the key exists. */
const struct sabot_money_start *
sabot_money_key_get_start(GtkButton *button);

/* Activate the key whose digit was pressed. False if `event` is no digit of a key. */
gboolean
sabot_money_keys_press(GtkFlowBox *keys, const GdkEventKey *event);

/* Give the keyboard focus to the first key. */
void
sabot_money_keys_begin(GtkFlowBox *keys);
