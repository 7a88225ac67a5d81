/* The documents of a fill or credit slip, as reports list them. */
#pragma once

#include "report/facts.h"
#include "shift/ledger-slip.h"

/*
 * A slip's documents (const struct sabot_document, borrowed) in the order of its parts; what was
 * corrected stays, before its correction. Transferred.
 */
GPtrArray *
sabot_slip_parts_new(const struct sabot_facts *facts, const struct sabot_slip *slip);

/* "slip received"; of a correction "slip received, corrected". Transferred. */
char *
sabot_slip_part_words(const struct sabot_facts *facts, const struct sabot_document *part);
