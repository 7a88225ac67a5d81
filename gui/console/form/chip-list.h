/*
 * A form to count chips: a row for each denomination of the table, largest first, with its amount,
 * and the sum. Return moves to the next row. If the denominations are unknown, there is one text
 * field instead: "500x20 25x40". Emits "activate" on Return in the last row.
 */
#pragma once

#include <gtk/gtk.h>
#include <jansson.h>

#define SABOT_TYPE_CHIP_LIST (sabot_chip_list_get_type())
G_DECLARE_FINAL_TYPE(SabotChipList, sabot_chip_list, SABOT, CHIP_LIST, GtkGrid)

/*
 * `chips`: int64_t, minor units, ascending; may be empty, or NULL. `text` as returned by
 * sabot_chip_list_get_text(); if it names no chips, it is kept as text.
 */
GtkWidget *
sabot_chip_list_new(const GArray *chips, const char *text);

/* Give the first field the keyboard focus. */
void
sabot_chip_list_begin(SabotChipList *list);

/* Give the keyboard focus to the field edited last; its contents are kept. */
void
sabot_chip_list_go_on(SabotChipList *list);

/*
 * "500x20 2.50x40 rolling:500x3", without denominations counted as 0; "" if nothing was counted.
 * Transferred.
 */
char *
sabot_chip_list_get_text(SabotChipList *list);
