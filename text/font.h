/* The type that screens and papers are set in: named here and nowhere else. */
#pragma once

/* Debian package fonts-inter. */
#define SABOT_FONT_FAMILY "Inter"

/* Where it is not installed; a family that fontconfig always has. */
#define SABOT_FONT_ELSE "sans-serif"

/* Figures of one width, so that columns of them align: as the font's own feature. */
#define SABOT_FONT_FIGURES "tnum"
