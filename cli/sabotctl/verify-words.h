/* A proof's result in words. */
#pragma once

#include "store/files/case-file.h"
#include "store/proof/verify-result.h"

/* Print the first bad row on standard output. */
void
verify_print_fault(const struct sabot_verify_result *verdict);

/*
 * If the first signature that could not be checked is by a key that was not given: a sentence that
 * names it, which accuses nobody. Otherwise NULL. Transferred.
 */
char *
verify_other_key_words(const struct sabot_verify_result *verdict);

/* Print up to where a witness has signed the log. */
void
verify_print_witnessed(const struct sabot_verify_result *verdict);

/* What else is in a case file, and whose word for it that is. */
void
verify_print_case(const struct sabot_case_file *file);
