/*
 * The next action at a table, as sentences for the dealer. Results are transferred and never NULL.
 * They contain what the prompt contains: the veil is applied elsewhere.
 */
#pragma once

#include "engine/table/prompt.h"

/* What to do: "Card for the banca", "Box 3 has 11: stand, hit, double?". */
char *
sabot_text_prompt(const struct sabot_prompt *prompt);
/*
 * As sabot_text_prompt(), for one of several hands of a box: "Box 3, right hand, has 11: stand,
 * hit, double?".
 */
char *
sabot_text_prompt_of_hand(const struct sabot_prompt *prompt, const char *hand);
/* The reason: "banca has 5, punto's third card counts 4 (PB-10)"; "" if there is none. */
char *
sabot_text_prompt_why(const struct sabot_prompt *prompt);
