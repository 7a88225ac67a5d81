/* Kinds of chips: see chip-words.h. */
#include "chip-words.h"

#include <glib/gi18n-lib.h>

const char *
sabot_chip_kind_words(enum sabot_chip_kind kind)
{
	switch (kind) {
	case SABOT_CHIP_CASH:
		return C_("chip", "cash");
	case SABOT_CHIP_ROLLING:
		/* Translators: a chip that is only staked; what it wins is paid in cash chips. */
		return C_("chip", "rolling");
	case SABOT_CHIP_PROMOTIONAL:
		/* Translators: a chip that the house gave away, not negotiable. */
		return C_("chip", "promotional");
	}
	return NULL;
}
