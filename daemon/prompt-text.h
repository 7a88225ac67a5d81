/*
 * What must happen next, as the one sentence a dealer reads.
 */
#pragma once

#include "engine/prompt.h"
#include "engine/rules.h"

/* Transferred; never NULL. */
char *
sabot_prompt_text(const struct sabot_prompt *prompt, enum sabot_game game);
