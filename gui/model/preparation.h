/* The steps in which a load is prepared (ES-03), as the log's `prepared` names them by custom
 * (docs/wire.md). No GTK. */
#pragma once

/* The nth step's stored word, in order; NULL past the last. */
const char *
sabot_preparation_step(unsigned n);
/* What is done in it, translated. */
const char *
sabot_preparation_text(unsigned n);
