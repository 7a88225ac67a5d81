/* See step-line.h. Fields are in the order in which proto/message.c and view.c write them. */
#include "step-line.h"
#include "proto/rfc3339.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

struct text {
	const char *begin, *end;
};

/* What follows `key`; `begin` is NULL when it is not there. */
static struct text
find(struct text text, const char *key)
{
	const char *found =
		text.begin ? memmem(text.begin, (size_t)(text.end - text.begin), key, strlen(key))
			   : NULL;

	return (struct text){found ? found + strlen(key) : NULL, text.end};
}

/* The word up to the next quotation mark. */
static void
copy_word(struct text text, char *ret_word, size_t size_bytes)
{
	const char *end =
		text.begin ? memchr(text.begin, '"', (size_t)(text.end - text.begin)) : NULL;
	size_t length_bytes = end ? (size_t)(end - text.begin) : 0;

	if (length_bytes >= size_bytes)
		length_bytes = 0;
	memcpy(ret_word, text.begin ? text.begin : "", length_bytes);
	ret_word[length_bytes] = '\0';
}

static void
read_prompt(struct text view, struct step_line *step)
{
	struct text prompt = find(view, "\"prompt\":{\"kind\":\"");

	copy_word(prompt, step->prompt, sizeof(step->prompt));
	if (!prompt.begin)
		return;
	prompt.begin += strlen(step->prompt);
	if (g_str_has_prefix(prompt.begin, "\",\"who\":\""))
		copy_word(find(prompt, "\"who\":\""), step->who, sizeof(step->who));
}

static void
read_event(struct text all, struct step_line *step)
{
	struct text event = find(all, "\"event\":{");
	char at[40];

	copy_word(find(event, "\"ev\":\""), step->ev, sizeof(step->ev));
	copy_word(find(event, "\"at\":\""), at, sizeof(at));
	sabot_time_parse(at, &step->at_us);
}

bool
step_line_read(const char *line, size_t length_bytes, struct step_line *ret_step)
{
	struct text all = {line, line + length_bytes};
	struct text view = find(all, "\"view\":{\"table\":\"T");
	struct text device = find(view, "\"device\":{");

	if (!g_str_has_prefix(line, "{\"push\":\"") || !view.begin)
		return false;
	*ret_step = (struct step_line){
		.table = (unsigned)strtoul(view.begin, NULL, 10),
		.is_step = g_str_has_prefix(line, "{\"push\":\"step\""),
	};
	read_prompt(view, ret_step);
	copy_word(find(device, "\"state\":\""), ret_step->device, sizeof(ret_step->device));
	if (ret_step->is_step)
		read_event(all, ret_step);
	return true;
}
