/* Reads an event of the house log as a document of table money. Pure. */
#pragma once

#include "document.h"

/*
 * Read event `n` of the house log. NULL with an error that begins with the field's name if it is
 * malformed, or lacks a required signature. Transferred.
 */
struct sabot_document *
sabot_document_parse(int64_t n, const json_t *event, char ret_why[SABOT_DOCUMENT_WHY_SIZE]);
