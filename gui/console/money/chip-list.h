/*
 * A count of chips: a row for each that the table has, largest first, what it comes to, and the
 * sum. Return goes to the next row. Where it is not known which chips there are, they are written:
 * "500x20 25x40". Emits "activate" on Return in the last row.
 */
#pragma once

#include <gtk/gtk.h>
#include <jansson.h>

#define SABOT_TYPE_CHIP_LIST (sabot_chip_list_get_type())
G_DECLARE_FINAL_TYPE(SabotChipList, sabot_chip_list, SABOT, CHIP_LIST, GtkGrid)

/*
 * `chips`: int64_t, minor units, ascending; may be empty, or NULL. `text` as of
 * sabot_chip_list_get_text().
 */
GtkWidget *
sabot_chip_list_new(const GArray *chips, const char *text);

/* Take the keyboard. */
void
sabot_chip_list_begin(SabotChipList *list);

/* "500x20 2.50x40": those of which there are any; "" when nothing was counted. Transferred. */
char *
sabot_chip_list_get_text(SabotChipList *list);
