/* Writes documents of table money as JSON. Pure. */
#pragma once

#include "document.h"

/* The document with its number, `n`, and the values derived from it; new reference. */
json_t *
sabot_document_to_json(const struct sabot_document *document);

/* The chips as a JSON list, new reference. */
json_t *
sabot_chips_to_json(const GArray *chips);
