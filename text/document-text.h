/* Documents of table money (docs/event-log.md, section 12), from the log's words. */
#pragma once

/* What was written down: "slip received"; `step` is "" for a kind without steps. NULL: unknown. */
const char *
sabot_text_document(const char *kind, const char *step);

/* The kind of a chip: "rolling"; an unknown one unchanged. */
const char *
sabot_text_chip_kind(const char *word);

/* What is in a drop box: "match play"; an unknown word unchanged. */
const char *
sabot_text_drop_kind(const char *word);
