/* The typeface of screens and papers, named only here. */
#pragma once

/* Debian package fonts-inter. */
#define SABOT_FONT_FAMILY "Inter"

/* Used if it is not installed; fontconfig always has this family. */
#define SABOT_FONT_ELSE "sans-serif"

/* The font feature for figures of equal width, so that columns align. */
#define SABOT_FONT_FIGURES "tnum"
