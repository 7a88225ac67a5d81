/*
 * The steps of preparing a load (ES-03), by the customary words of the log's `prepared`
 * (docs/wire.md). No GTK.
 */
#pragma once

/* The word stored for the nth step; NULL past the last. */
const char *
sabot_preparation_step(unsigned n);
/* The text of the nth step, translated. */
const char *
sabot_preparation_text(unsigned n);
