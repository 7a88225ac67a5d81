/*
 * Fuzzes the list of machines: events of the house log, one a line, as a spoiled database or a
 * client's request could hold them, and certificates as strangers send them. Whatever comes, one
 * name is one machine, and what is kept of it can be written and read again.
 */
#include "daemon/books/machine-book.h"
#include "proto/certificate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void
check_machine(const struct sabot_machine_book *book, struct sabot_machine *machine)
{
	json_t *json = sabot_machine_to_json(machine);
	struct sabot_machine *again = sabot_machine_from_json(json, NULL);

	if (!again || strcmp(again->fingerprint, machine->fingerprint) != 0 ||
	    again->role != machine->role || again->until_us != machine->until_us ||
	    sabot_machine_sees_all(again) != sabot_machine_sees_all(machine) || again->is_admin ||
	    sabot_machine_book_find_name(book, machine->name) != machine ||
	    !sabot_machine_book_find(book, machine->fingerprint))
		abort();
	for (size_t i = 0; machine->tables && machine->tables[i]; i++) {
		if (!sabot_machine_sees(again, machine->tables[i]))
			abort();
	}
	sabot_machine_unref(again);
	json_decref(json);
}

static void
note_line(struct sabot_machine_book *book, const char *line, size_t n_bytes)
{
	json_t *json = json_loadb(line, n_bytes, JSON_REJECT_DUPLICATES, NULL);
	struct sabot_house_event *event = sabot_house_event_new(json);

	sabot_machine_book_apply(book, event);
	sabot_house_event_unref(event);
	json_decref(json);
	for (guint i = 0; i < book->machines->len; i++)
		check_machine(book, g_ptr_array_index(book->machines, i));
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct sabot_machine_book *book = sabot_machine_book_new();
	g_autoptr(GError) error = NULL;
	struct sabot_certificate *certificate = sabot_certificate_parse(bytes, n_bytes, &error);
	const char *line = (const char *)bytes, *end = line + n_bytes;

	if ((certificate == NULL) != (error != NULL))
		abort();
	sabot_certificate_free(certificate);
	while (line < end) {
		const char *feed = memchr(line, '\n', (size_t)(end - line));
		size_t length = (size_t)((feed ? feed : end) - line);

		note_line(book, line, length);
		line += length + 1;
	}
	sabot_machine_book_free(book);
	return 0;
}
