/* Why the daemon refused what was to be written down, in the reader's language. */
#pragma once

/*
 * The daemon's English sentence ("event.second: who signed the issue …") as a sentence for people:
 * without the request's members, with its names and numbers. NULL: it is none of those known here.
 * Transferred.
 */
char *
sabot_text_refusal(const char *sentence);
