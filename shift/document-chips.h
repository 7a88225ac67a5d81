/* The chips of a document, and what they are worth together. */
#pragma once

#include "document-reader.h"

/* Read `chips`; an amount beside them must be that. The main bank has its cash beside. */
bool
sabot_document_read_chips(const struct sabot_document_reader *reader, enum sabot_field_need need);
