/*
 * What the tests of table money share: documents written as short JSON, into a ledger.
 */
#pragma once

#include "shift/signoff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define FIXTURE_SHIFT "2026-11-21/1"
#define FIXTURE_NEXT "2026-11-21/2"

/* A ledger and the number of the last event. */
struct fixture {
	struct sabot_ledger *ledger;
	int64_t n;
	char why[SABOT_DOCUMENT_WHY_SIZE];
};

int
fixture_set_up(void **state);
int
fixture_tear_down(void **state);

/*
 * A document's event: JSON with ' for ", of which `shift`, `at`, `by` and `second` are filled in
 * where they are missing. New reference.
 */
json_t *
fixture_event(const char *json);
/* Write a document, as fixture_event() reads it. Returns whether it was taken; `why` says why not.
 */
bool
fixture_write(struct fixture *fixture, const char *json);
/* It must be taken. Returns its number. */
int64_t
fixture_take(struct fixture *fixture, const char *json);
/* It must be refused, with an error that begins so, and change nothing. */
void
fixture_refuse(struct fixture *fixture, const char *json, const char *beginning);

/* What a table has in FIXTURE_SHIFT by the usual formula. */
struct sabot_result
fixture_result(const struct fixture *fixture, const char *shift, const char *table);
