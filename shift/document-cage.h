/* The documents of the cage: the main bank, foreign money, the share-out of tips. */
#pragma once

#include "document-reader.h"

/* Read chips, `cash` and `currencies`. */
bool
sabot_document_read_bank(const struct sabot_document_reader *reader);
/*
 * Read `currency`, `foreign`, `digits` and `rate`; a given `amount` must be the value that follows
 * from them.
 */
bool
sabot_document_read_exchange(const struct sabot_document_reader *reader);
/* Read `amount` and `points`. */
bool
sabot_document_read_tronc(const struct sabot_document_reader *reader);
