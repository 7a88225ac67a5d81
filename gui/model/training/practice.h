/*
 * Practice at a table of a real daemon: a simulated shoe in the display deals its cards, and every
 * event of the display is marked `sim`, so that no report, float or seal counts it. The table must
 * be configured with `simulated = yes` and without a device. Emits "refused" (a sentence) once if
 * the table cannot be used for practice. No GTK.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#define SABOT_TYPE_PRACTICE (sabot_practice_get_type())
G_DECLARE_FINAL_TYPE(SabotPractice, sabot_practice, SABOT, PRACTICE, GObject)

/* Keeps a reference to `table`, which its owner starts. The same `seed` deals the same cards. */
SabotPractice *
sabot_practice_new(SabotDealerTable *table, guint32 seed);
