/* The type of a document of table money in the user's language: "slip received". */
#pragma once

#include "shift/document.h"

/* Borrowed. */
const char *
sabot_document_words(const struct sabot_document *document);
