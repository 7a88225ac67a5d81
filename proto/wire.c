/*
 * Line splitter and nesting check: see wire.h. The only code that touches bytes of a peer before
 * the JSON parser does; everything in it is bounded by the caller's length.
 */
#include "proto/wire.h"

#include <string.h>

void
sabot_wire_splitter_init(struct sabot_wire_splitter *splitter)
{
	splitter->length_bytes = 0;
	splitter->refused = false;
}

static bool
splitter_append(struct sabot_wire_splitter *splitter, const char *bytes, size_t n_bytes)
{
	if (n_bytes > sizeof(splitter->line) - splitter->length_bytes) {
		splitter->refused = true;
		return false;
	}
	memcpy(splitter->line + splitter->length_bytes, bytes, n_bytes);
	splitter->length_bytes += n_bytes;
	return true;
}

enum sabot_wire_result
sabot_wire_splitter_feed(struct sabot_wire_splitter *splitter, const char *bytes, size_t n_bytes,
			 sabot_wire_line_fn *fn, void *data)
{
	if (splitter->refused)
		return SABOT_WIRE_TOO_LONG;
	while (n_bytes > 0) {
		const char *end = memchr(bytes, '\n', n_bytes);
		size_t chunk_bytes = end ? (size_t)(end - bytes) : n_bytes;
		size_t length_bytes;

		if (!splitter_append(splitter, bytes, chunk_bytes))
			return SABOT_WIRE_TOO_LONG;
		if (!end)
			break;
		bytes += chunk_bytes + 1;
		n_bytes -= chunk_bytes + 1;
		length_bytes = splitter->length_bytes;
		splitter->length_bytes = 0;
		if (length_bytes > 0 && !fn(splitter->line, length_bytes, data))
			return SABOT_WIRE_STOPPED;
	}
	return SABOT_WIRE_OK;
}

bool
sabot_wire_depth_is_allowed(const char *text, size_t length_bytes)
{
	bool in_string = false;
	int depth = 0;

	for (size_t i = 0; i < length_bytes; i++) {
		char c = text[i];

		if (in_string) {
			if (c == '\\')
				i++;
			else if (c == '"')
				in_string = false;
		} else if (c == '"') {
			in_string = true;
		} else if (c == '{' || c == '[') {
			if (++depth > SABOT_WIRE_DEPTH_MAX)
				return false;
		} else if (c == '}' || c == ']') {
			depth--;
		}
	}
	return true;
}
