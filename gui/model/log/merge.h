/*
 * Several list models of one kind of item as one, in one order: what several daemons report, on one
 * screen. Follows its sources; items whose place changes must be taken out and put in again by
 * their source. No GTK.
 */
#pragma once

#include <gio/gio.h>

struct sabot_merge;

/* `compare` orders items of `item_type`; its data is NULL. */
struct sabot_merge *
sabot_merge_new(GType item_type, GCompareDataFunc compare);

void
sabot_merge_free(struct sabot_merge *merge);

/* A reference to `source` is kept. */
void
sabot_merge_add(struct sabot_merge *merge, GListModel *source);

/* Borrowed. */
GListModel *
sabot_merge_get_model(struct sabot_merge *merge);
