/* The dealer's spoken calls, in the official words of the language (PB-14). */
#pragma once

#include "engine/table/call.h"

/* Transferred, never NULL. */
char *
sabot_text_call(const struct sabot_call *call);
