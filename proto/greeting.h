/* What a client makes of a daemon's greeting. */
#pragma once

#include "proto/message.h"

/*
 * Why it goes again, as a sentence: another protocol, or `refused_role` (NULL: none), the role that
 * its machine must not have there. NULL: it stays. Transferred.
 */
char *
sabot_greeting_refusal(const struct sabot_wire_greeting *greeting, const char *refused_role);
