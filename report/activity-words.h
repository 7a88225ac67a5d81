/* What persons and machines did by the house log, in words: its events and what they say of it. */
#pragma once

/* A word of the log, `ev`, in the reader's language; itself where it is none of activity. */
const char *
sabot_activity_event(const char *ev);

/* What such an event did or why: "pin", "idle", a right, a remedy; itself where none is known. */
const char *
sabot_activity_what(const char *word);
