/*
 * What a shoe says is the matter with it. The drivers say it in English, and so it stands in the
 * log; here are their sentences for whoever reads them.
 */
#pragma once

/* From a driver's words, with or without a number behind; others as they are. Transferred. */
char *
sabot_text_device(const char *words);
