/*
 * Several list models of one kind of item merged into one, in one order: the reports of several
 * daemons on one screen. Follows its sources; a source must remove and insert again an item whose
 * position changes. No GTK.
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
