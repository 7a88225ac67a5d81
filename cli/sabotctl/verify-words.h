/*
 * What a proof's result says, for people.
 */
#pragma once

#include "store/proof/verify-result.h"

/* The first bad row, on standard output. */
void
verify_print_fault(const struct sabot_verify_result *verdict);

/* Up to where a witness has signed it. */
void
verify_print_witnessed(const struct sabot_verify_result *verdict);
