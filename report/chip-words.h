/* The kind of a chip in words. */
#pragma once

#include "shift/document.h"

/* "rolling". Translated. */
const char *
sabot_chip_kind_words(enum sabot_chip_kind kind);
