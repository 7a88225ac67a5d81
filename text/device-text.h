/*
 * What a shoe says is the matter with it. The drivers say it in English, and so it is written to
 * the log; here are the translated sentences.
 */
#pragma once

/* From a driver's words, with or without a number behind; others as they are. Transferred. */
char *
sabot_text_device(const char *words);
