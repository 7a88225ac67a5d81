/*
 * The faults that a shoe reports, and the names of drivers. Drivers have them in English, which is
 * what the log has; these are the translations.
 */
#pragma once

/*
 * Translate a driver's words, with or without a number at the end; unknown ones are returned
 * unchanged. Transferred.
 */
char *
sabot_text_device(const char *words);

/* A driver's full name translated; an unknown one unchanged. Borrowed. */
const char *
sabot_text_driver(const char *name);
