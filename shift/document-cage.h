/* What the cage writes down: the main bank, foreign money, the share-out of tips. */
#pragma once

#include "document-reader.h"

/* Chips, `cash` and `currencies`. */
bool
sabot_document_read_bank(const struct sabot_document_reader *reader);
/* `currency`, `foreign`, `digits`, `rate`; an `amount` beside them must be what that is worth. */
bool
sabot_document_read_exchange(const struct sabot_document_reader *reader);
/* `amount` and `points`. */
bool
sabot_document_read_tronc(const struct sabot_document_reader *reader);
