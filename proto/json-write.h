/*
 * JSON as compact text, for data that is sent and stored thousands of times a second. jansson's own
 * writer keeps a table of the open containers, to detect trees that contain themselves, which is
 * most of its cost; no tree here does.
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

/* As sabot_json_append(), as a new text. Transferred, for g_free(). */
char *
sabot_json_to_text(const json_t *json);

/* The length of that text in bytes, without its NUL. */
size_t
sabot_json_count_bytes(const json_t *json);

/* Append a word in quotation marks, escaped where necessary. */
void
sabot_json_append_text(GString *text, const char *word);

/* Append a word of ours that needs no escape, such as the name of a field. */
void
sabot_json_append_word(GString *text, const char *word);

/* Append a number in decimal digits. */
void
sabot_json_append_number(GString *text, int64_t number);
