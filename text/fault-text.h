/*
 * What is wrong with a file of the store, in the user's language, from the word that a finding has
 * of it (store/proof/verify-result.h, store/db/store-error.h). Results are constants of the program
 * or its catalogue.
 */
#pragma once

#include <stdbool.h>

/* "the disk is full"; unknown words, as an older log has them, are returned unchanged. */
const char *
sabot_text_fault(const char *word);

/* True if there are words for it. */
bool
sabot_text_has_fault(const char *word);
