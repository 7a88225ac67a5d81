/* What tables and the shift won: a part of the verb `shift`. */
#pragma once

#include "cli/common/money-ask.h"

/* What each table (or the shift's own, without any) won, and why: printed. The exit status. */
int
money_reckon(const struct money_options *options, char **tables);
