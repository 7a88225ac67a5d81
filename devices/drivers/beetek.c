/*
 * Bee-Tek shoe in its text mode. Known from two public readers of its line, not from the maker.
 * What it says are marks in angle brackets, most behind the mode in square ones:
 *
 *     [Game]<Card:4S>   [Game]<Game>   [Manual Burn Cards]<Card:4S>
 *     [GameAlarm]<Alarm:E3 Card Not Read>   <W0x01>
 *
 * There is no sum, no number and no heartbeat: a spoilt mark can be seen only when it is none any
 * more, a lost one never, and a mark said twice is one only while no second card can have left the
 * shoe. Text outside of marks, such as the card that some shoes say again, means nothing.
 */
#include "devices/shoe/shoe-driver.h"

#include <stdio.h>
#include <string.h>

enum { MARK_BYTES_MAX = 64 };

struct state {
	char alarm[SABOT_SHOE_CODE_BYTES_MAX]; /* reported last and not over yet, or "" */
};

_Static_assert((int)MARK_BYTES_MAX <= (int)SABOT_SHOE_FRAME_BYTES_MAX, "frame");

static void
reset(void *block, const struct sabot_shoe_driver_options *options)
{
	(void)options;
	*(struct state *)block = (struct state){0};
}

static void
opened(void *block, struct sabot_shoe_bytes *out)
{
	(void)block;
	(void)out;
}

static bool
is_blank(uint8_t byte)
{
	return byte == ' ' || byte == '\r' || byte == '\n';
}

static size_t
count_blanks(const uint8_t *bytes, size_t n_bytes)
{
	size_t n = 0;

	while (n < n_bytes && is_blank(bytes[n]))
		n++;
	return n;
}

/* Up to where a mark, or a blank, could begin again. */
static size_t
count_garbage(const uint8_t *bytes, size_t n_bytes)
{
	size_t n = 1;

	while (n < n_bytes && !is_blank(bytes[n]) && bytes[n] != '[' && bytes[n] != '<')
		n++;
	return n;
}

/* Where the next `end` is; 0 when it is not there yet, SIZE_MAX when it cannot come any more. */
static size_t
find_end(const uint8_t *bytes, size_t n_bytes, size_t from, uint8_t end)
{
	for (size_t i = from; i < n_bytes && i < MARK_BYTES_MAX; i++) {
		if (bytes[i] == end)
			return i;
		if (bytes[i] < ' ' || bytes[i] > '~' || strchr("[]<>", bytes[i]))
			return SIZE_MAX;
	}
	return n_bytes < MARK_BYTES_MAX ? 0 : SIZE_MAX;
}

/* The length of `[mode]<words>` or `<words>`; 0 and SIZE_MAX as above. */
static size_t
measure_mark(const uint8_t *bytes, size_t n_bytes)
{
	size_t at = 0;

	if (bytes[0] == '[') {
		at = find_end(bytes, n_bytes, 1, ']');
		if (at == 0 || at == SIZE_MAX)
			return at;
		if (++at == n_bytes)
			return 0;
	}
	if (bytes[at] != '<')
		return SIZE_MAX;
	at = find_end(bytes, n_bytes, at + 1, '>');
	return at == 0 || at == SIZE_MAX ? at : at + 1;
}

static enum sabot_shoe_scan
scan(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed)
{
	size_t length = SIZE_MAX;

	*ret_consumed = 0;
	if (!n_bytes)
		return SABOT_SHOE_NEED_MORE;
	if (is_blank(bytes[0])) {
		*ret_consumed = count_blanks(bytes, n_bytes);
		return SABOT_SHOE_FILLER;
	}
	if (bytes[0] == '[' || bytes[0] == '<')
		length = measure_mark(bytes, n_bytes);
	if (length == 0)
		return SABOT_SHOE_NEED_MORE;
	*ret_consumed = length == SIZE_MAX ? count_garbage(bytes, n_bytes) : length;
	return length == SIZE_MAX ? SABOT_SHOE_GARBAGE : SABOT_SHOE_FRAME;
}

/* The words of a mark, without its brackets and its mode. */
static void
copy_words(const uint8_t *mark, size_t n_bytes, char words[MARK_BYTES_MAX])
{
	const uint8_t *begin = memchr(mark, '<', n_bytes);
	size_t length = n_bytes - (size_t)(begin - mark) - 2;

	memcpy(words, begin + 1, length);
	words[length] = '\0';
}

/* The rest of `words` behind `prefix`, or NULL. */
static const char *
words_behind(const char *words, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(words, prefix, length) == 0 ? words + length : NULL;
}

/* "4S", "TH", "10H"; one of the two readers has the suit first. */
static bool
parse_card(const char *text, struct sabot_card *ret_card)
{
	size_t length = strlen(text);
	char name[2];

	if (length == 3 && (words_behind(text, "10") || strcmp(text + 1, "10") == 0)) {
		name[0] = 'T';
		name[1] = text[0] == '1' ? text[2] : text[0];
	} else if (length == 2) {
		bool suit_first = strchr("SHDC", text[0]);

		name[0] = text[suit_first];
		name[1] = text[!suit_first];
	} else {
		return false;
	}
	return name[1] != '?' && sabot_card_parse(name, sizeof name, ret_card);
}

static void
set_finding(struct sabot_shoe_event *event, const char *code, const char *detail)
{
	snprintf(event->code, sizeof event->code, "%.7s", code);
	snprintf(event->detail, sizeof event->detail, "%s", detail);
}

/* A shoe that reads a card again is over its alarm; it has no word for that. */
static void
decode_card(struct state *state, const char *text, struct sabot_shoe_event *event)
{
	event->kind = SABOT_SHOE_CARD;
	if (!parse_card(text, &event->card)) {
		set_finding(event, "card", "a card whose name is not understood");
		return;
	}
	snprintf(event->ends, sizeof event->ends, "%s", state->alarm);
	state->alarm[0] = '\0';
}

/* "E3 Card Not Read": the number of no other alarm is known. */
static void
decode_alarm(struct state *state, const char *text, struct sabot_shoe_event *event)
{
	int length = (int)strcspn(text, " ");

	event->kind = SABOT_SHOE_ERROR;
	event->fault = SABOT_SHOE_FAULT_OTHER;
	if (strstr(text, "Card Not Read"))
		event->fault = SABOT_SHOE_FAULT_CANNOT_READ;
	snprintf(state->alarm, sizeof state->alarm, "%.*s", length < 7 ? length : 7, text);
	set_finding(event, length ? state->alarm : "alarm",
		    text[length] ? text + length + 1 : "an alarm of the shoe");
}

static void
decode(void *block, const uint8_t *bytes, size_t n_bytes, struct sabot_shoe_event *ret_event,
       struct sabot_shoe_bytes *out)
{
	char words[MARK_BYTES_MAX];
	const char *rest;

	(void)out;
	*ret_event = (struct sabot_shoe_event){.index = SABOT_SHOE_INDEX_NONE};
	copy_words(bytes, n_bytes, words);
	if ((rest = words_behind(words, "Card:"))) {
		decode_card(block, rest, ret_event);
	} else if (strcmp(words, "Game") == 0) {
		ret_event->kind = SABOT_SHOE_CARD;
	} else if ((rest = words_behind(words, "Alarm:"))) {
		decode_alarm(block, rest, ret_event);
	} else if (words_behind(words, "W0x")) {
		ret_event->kind = SABOT_SHOE_ERROR;
		set_finding(ret_event, words, "a warning of the shoe");
	} else {
		ret_event->kind = SABOT_SHOE_ERROR;
		set_finding(ret_event, "mark", "a mark of unknown meaning");
	}
}

const struct sabot_shoe_driver sabot_shoe_driver_beetek = {
	.id = "beetek",
	.name = "Bee-Tek shoe, text mode",
	.line = {.baud = 9600, .data_bits = 8, .parity = SABOT_PARITY_NONE, .stop_bits = 1},
	/* A hand draws no two cards within this time. */
	.repeat_ms = 200,
	.state_bytes = sizeof(struct state),
	.reset = reset,
	.opened = opened,
	.scan = scan,
	.decode = decode,
};
