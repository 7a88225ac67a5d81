/* The win of tables and of the shift: a part of the verb `shift`. */
#pragma once

#include "money-request.h"

/*
 * Print the win of each table (or of all tables of the shift, if none is given), and its causes.
 * Returns the exit status.
 */
int
money_reckon(const struct money_options *options, char **tables);
