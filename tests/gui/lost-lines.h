/* What the dealer's display says of touches that a broken connection may have lost. */
#pragma once

/* The `n`th such line in the language in use; NULL after the last one. */
const char *
lost_line(unsigned int n);
