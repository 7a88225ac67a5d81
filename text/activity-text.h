/* The activity of persons and machines in the house log, in words: its events and their details. */
#pragma once

/* The log's word `ev` in the user's language; unchanged if it is not one of activity. */
const char *
sabot_text_activity(const char *ev);

/* The detail of such an event: "pin", "idle", a right, a remedy; unchanged if it is unknown. */
const char *
sabot_text_activity_detail(const char *word);
