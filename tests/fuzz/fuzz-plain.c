/*
 * Any bytes as lines of a log, each read twice: by jansson, and where it is plain without a tree.
 * What is plain is JSON, and both give the same event or refuse it with the same words.
 */
#include "eventlog/event-json.h"
#include "eventlog/event-write.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
insist(bool is_so)
{
	if (!is_so)
		abort();
}

static void
compare_events(const struct sabot_event *one, const struct sabot_event *other)
{
	json_t *one_json = sabot_event_to_json(one), *other_json = sabot_event_to_json(other);

	insist(json_equal(one_json, other_json));
	insist(one->type == other->type && one->source == other->source);
	insist(one->at_us == other->at_us && one->round == other->round && one->of == other->of);
	insist(one->box == other->box && one->hand == other->hand && one->on == other->on);
	insist(one->amount_minor == other->amount_minor && one->has_card == other->has_card);
	insist(g_strcmp0(one->by, other->by) == 0 && g_strcmp0(one->bettor, other->bettor) == 0);
	insist(g_strcmp0(one->on_word, other->on_word) == 0);
	json_decref(one_json);
	json_decref(other_json);
}

static void
compare_readers(const struct sabot_plain_line *plain, const json_t *json, enum sabot_game game)
{
	static struct sabot_event_buffer buffer, other_buffer;
	struct sabot_event event, other;
	char error[SABOT_EVENT_ERROR_SIZE] = "", other_error[SABOT_EVENT_ERROR_SIZE] = "";
	bool is_event = sabot_event_from_plain(plain, game, &buffer, &event, error);

	insist(is_event == sabot_event_from_json(json, game, &other_buffer, &other, other_error));
	insist(strcmp(error, other_error) == 0);
	if (is_event)
		compare_events(&event, &other);
}

static void
read_line(const uint8_t *line, size_t n_bytes)
{
	static struct sabot_plain_line plain;
	g_autofree char *text = g_malloc(n_bytes + 1);
	json_t *json;

	memcpy(text, line, n_bytes);
	text[n_bytes] = '\0';
	if (sabot_plain_line_read(text, n_bytes, &plain)) {
		json = json_loadb((const char *)line, n_bytes, JSON_REJECT_DUPLICATES, NULL);
		insist(json_is_object(json) && json_object_size(json) == plain.n_members);
		compare_readers(&plain, json, SABOT_BLACKJACK);
		compare_readers(&plain, json, SABOT_PUNTO_BANCO);
		json_decref(json);
	} else {
		insist(memcmp(text, line, n_bytes) == 0);
	}
	for (size_t i = 0; i < n_bytes; i++)
		insist(text[i] == (char)line[i] || (text[i] == '\0' && line[i] == '"'));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	while (size > 0) {
		const uint8_t *lf = memchr(data, '\n', size);
		size_t n_bytes = lf ? (size_t)(lf - data) : size;

		read_line(data, n_bytes);
		n_bytes += lf != NULL;
		data += n_bytes;
		size -= n_bytes;
	}
	return 0;
}
