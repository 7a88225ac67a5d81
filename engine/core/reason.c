/*
 * The words of the reasons, from reason.def. Tables only, no state.
 */
#include "reason.h"

static const char *const words_of[SABOT_REASONS] = {
#define SABOT_REASON(name, words) [SABOT_WHY_##name] = (words),
#include "reason.def"
};

const char *
sabot_reason_to_string(enum sabot_reason reason)
{
	return (unsigned)reason < SABOT_REASONS ? words_of[reason] : "";
}
