/*
 * The machines admitted by their certificates, derived from the house log's events of kind
 * `machine`, so that the log decides, also after a restart. Main thread.
 */
#pragma once

#include "daemon/access/machine.h"
#include "proto/messages/house-messages.h"

struct sabot_machine_book {
	GPtrArray *machines; /* of struct sabot_machine, in the order they were allowed */
};

/* An empty book. Transferred. */
struct sabot_machine_book *
sabot_machine_book_new(void);
/* NULL is allowed. */
void
sabot_machine_book_free(struct sabot_machine_book *book);

/* Apply an event of the house log; one of another kind, or a malformed one, is ignored. */
void
sabot_machine_book_apply(struct sabot_machine_book *book, const struct sabot_house_event *event);

/* Borrowed; NULL if there is none. */
struct sabot_machine *
sabot_machine_book_find(const struct sabot_machine_book *book, const char *fingerprint);
struct sabot_machine *
sabot_machine_book_find_name(const struct sabot_machine_book *book, const char *name);

/*
 * A machine from the members of an event: `machine`, `fingerprint`, `role`, `tables`? (a list),
 * `until`?. NULL with an error that names the member. Transferred.
 */
struct sabot_machine *
sabot_machine_from_json(const json_t *object, GError **error);

/* The same members as an object. New reference. */
json_t *
sabot_machine_to_json(const struct sabot_machine *machine);
