/*
 * The faults that a shoe reports. Drivers report them in English, which is what the log has; these
 * are the translated sentences.
 */
#pragma once

/*
 * Translate a driver's words, with or without a number at the end; unknown ones are returned
 * unchanged. Transferred.
 */
char *
sabot_text_device(const char *words);
