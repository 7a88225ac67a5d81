/*
 * JSON as compact text, for what is sent and stored thousands of times a second. jansson's own
 * writer keeps a table of the containers that it is within, for trees that contain themselves,
 * which is most of its cost; no tree here does.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

/**
 * Appends `json` as json_dumps() with JSON_COMPACT | JSON_ENCODE_ANY would write it, its members
 * in the order in which they were set. The tree must not contain itself.
 */
void
sabot_json_append(GString *text, const json_t *json);

/* The same as text of its own. Transferred, for g_free(). */
char *
sabot_json_to_text(const json_t *json);

/* How many bytes that is, without its NUL. */
size_t
sabot_json_count_bytes(const json_t *json);

/* A word in quotation marks, with what must not stand between them escaped. */
void
sabot_json_append_text(GString *text, const char *word);

/* A word that is known to need no escape: of ours, as the name of a field. */
void
sabot_json_append_word(GString *text, const char *word);

void
sabot_json_append_number(GString *text, int64_t number);
