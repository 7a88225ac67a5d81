/* The chips of a document, and their total value. */
#pragma once

#include "document-reader.h"

/* Read `chips`; a given amount must equal their value. For the main bank the cash is added. */
bool
sabot_document_read_chips(const struct sabot_document_reader *reader, enum sabot_field_need need);
