/*
 * The walker over tables of fields: see record.h. Each kind has one reader and one writer; the
 * switches are exhaustive, so that a new kind breaks the build wherever it must be handled. In
 * memory a struct is preceded by its box: the count and the table it was made from.
 */
#include "proto/record.h"

#include "engine/core/event.h"
#include "proto/record-member.h"
#include "proto/wire-error.h"
#include "proto/rfc3339.h"

#include <string.h>

struct box {
	const struct sabot_record_type *type;
	gatomicrefcount references;
	max_align_t object[];
};

static const struct sabot_record_field text_fields[] = {
	SABOT_RECORD_FIELD(sabot_record_text, "name", STRING, name, .required = true),
	SABOT_RECORD_FIELD(sabot_record_text, "text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_record_text_type =
	SABOT_RECORD_TYPE(sabot_record_text, text_fields);

static void
field_init(const struct sabot_record_field *field, gpointer object)
{
	switch (field->kind) {
	case SABOT_RECORD_INTEGER:
		*AT(object, field, int64_t) = field->absent;
		break;
	case SABOT_RECORD_BOOLEAN:
		*AT(object, field, bool) = field->absent != 0;
		break;
	case SABOT_RECORD_TIME:
		*AT(object, field, int64_t) = SABOT_TIME_NONE;
		break;
	case SABOT_RECORD_WORDS:
		*AT(object, field, GArray *) = g_array_new(FALSE, TRUE, sizeof(int));
		break;
	case SABOT_RECORD_STRINGS:
		if (!field->is_nullable)
			*AT(object, field, GPtrArray *) = g_ptr_array_new_with_free_func(g_free);
		break;
	case SABOT_RECORD_INTEGERS:
		*AT(object, field, GArray *) = g_array_new(FALSE, FALSE, sizeof(int64_t));
		break;
	case SABOT_RECORD_CARDS:
		if (!field->is_nullable)
			*AT(object, field, GArray *) = sabot_wire_cards_new();
		break;
	case SABOT_RECORD_LIST:
	case SABOT_RECORD_TEXTS:
		if (!field->is_nullable)
			*AT(object, field, GPtrArray *) =
				g_ptr_array_new_with_free_func(sabot_record_unref);
		break;
	case SABOT_RECORD_STRING:
	case SABOT_RECORD_WORD:
	case SABOT_RECORD_JSON:
	case SABOT_RECORD_OBJECT:
		break;
	}
}

gpointer
sabot_record_new(const struct sabot_record_type *type)
{
	struct box *box = g_malloc0(sizeof(*box) + type->size_bytes);

	box->type = type;
	g_atomic_ref_count_init(&box->references);
	for (size_t i = 0; i < type->n_fields; i++)
		field_init(&type->fields[i], box->object);
	return box->object;
}

static struct box *
box_of(gpointer object)
{
	return (struct box *)(void *)((char *)object - offsetof(struct box, object));
}

gpointer
sabot_record_ref(gpointer object)
{
	g_atomic_ref_count_inc(&box_of(object)->references);
	return object;
}

static void
field_clear(const struct sabot_record_field *field, gpointer object)
{
	switch (field->kind) {
	case SABOT_RECORD_STRING:
		g_free(*AT(object, field, char *));
		break;
	case SABOT_RECORD_WORDS:
	case SABOT_RECORD_INTEGERS:
	case SABOT_RECORD_CARDS:
		g_clear_pointer(AT(object, field, GArray *), g_array_unref);
		break;
	case SABOT_RECORD_JSON:
		json_decref(*AT(object, field, json_t *));
		break;
	case SABOT_RECORD_OBJECT:
		sabot_record_unref(*AT(object, field, gpointer));
		break;
	case SABOT_RECORD_STRINGS:
	case SABOT_RECORD_LIST:
	case SABOT_RECORD_TEXTS:
		g_clear_pointer(AT(object, field, GPtrArray *), g_ptr_array_unref);
		break;
	case SABOT_RECORD_INTEGER:
	case SABOT_RECORD_BOOLEAN:
	case SABOT_RECORD_TIME:
	case SABOT_RECORD_WORD:
		break;
	}
}

void
sabot_record_unref(gpointer object)
{
	struct box *box;

	if (!object)
		return;
	box = box_of(object);
	if (!g_atomic_ref_count_dec(&box->references))
		return;
	for (size_t i = 0; i < box->type->n_fields; i++)
		field_clear(&box->type->fields[i], object);
	g_free(box);
}

/* The name comes last: the callers around it prefix the path that leads here. */
static bool
wants(const struct sabot_record_field *field, const char *what, GError **error)
{
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "%s: %s", field->name,
		    what);
	return false;
}

static int
word_to_index(const char *const *words, const char *word)
{
	for (int i = 1; words[i]; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return 0;
}

static bool
read_words(const struct sabot_record_field *field, json_t *json, GArray *words, GError **error)
{
	json_t *item;
	size_t i;

	if (!json_is_array(json))
		return wants(field, "a list of words is wanted", error);
	json_array_foreach(json, i, item) {
		int index;

		if (!json_is_string(item))
			return wants(field, "a list of words is wanted", error);
		index = word_to_index(field->words, json_string_value(item));
		g_array_append_val(words, index);
	}
	return true;
}

static bool
read_strings(const struct sabot_record_field *field, json_t *json, GPtrArray **strings,
	     GError **error)
{
	json_t *item;
	size_t i;

	if (!json_is_array(json))
		return wants(field, "a list of strings is wanted", error);
	if (!*strings)
		*strings = g_ptr_array_new_with_free_func(g_free);
	json_array_foreach(json, i, item) {
		if (!json_is_string(item))
			return wants(field, "a list of strings is wanted", error);
		g_ptr_array_add(*strings, g_strdup(json_string_value(item)));
	}
	return true;
}

static bool
read_integers(const struct sabot_record_field *field, json_t *json, GArray *numbers, GError **error)
{
	json_t *item;
	size_t i;

	if (!json_is_array(json))
		return wants(field, "a list of integers is wanted", error);
	json_array_foreach(json, i, item) {
		int64_t number = json_integer_value(item);

		if (!json_is_integer(item))
			return wants(field, "a list of integers is wanted", error);
		g_array_append_val(numbers, number);
	}
	return true;
}

static bool
read_cards(const struct sabot_record_field *field, json_t *json, GArray **cards, GError **error)
{
	json_t *item;
	size_t i;

	if (!json_is_array(json))
		return wants(field, "a list of cards is wanted", error);
	if (!*cards)
		*cards = sabot_wire_cards_new();
	json_array_foreach(json, i, item) {
		struct sabot_wire_card card;

		if (!sabot_wire_card_parse(item, &card))
			return wants(field, "a card is wanted (as \"TH\", \"7?\", \"??\", \"##\")",
				     error);
		g_array_append_val(*cards, card);
	}
	return true;
}

static bool
read_list(const struct sabot_record_field *field, json_t *json, GPtrArray **ret_list,
	  GError **error)
{
	GPtrArray *list;
	json_t *item;
	size_t i;

	if (!json_is_array(json))
		return wants(field, "a list is wanted", error);
	if (!*ret_list)
		*ret_list = g_ptr_array_new_with_free_func(sabot_record_unref);
	list = *ret_list;
	json_array_foreach(json, i, item) {
		gpointer member = sabot_record_parse(field->type, item, error);

		if (!member) {
			g_prefix_error(error, "%s[%zu].", field->name, i);
			return false;
		}
		g_ptr_array_add(list, member);
	}
	return true;
}

void
sabot_record_add_text(GPtrArray *texts, const char *name, const char *text)
{
	struct sabot_record_text *member = sabot_record_new(&sabot_record_text_type);

	member->name = g_strdup(name);
	member->text = g_strdup(text);
	g_ptr_array_add(texts, member);
}

static bool
read_texts(const struct sabot_record_field *field, json_t *json, GPtrArray *texts, GError **error)
{
	const char *name;
	json_t *value;

	if (!json_is_object(json))
		return wants(field, "an object of strings is wanted", error);
	json_object_foreach(json, name, value) {
		if (!json_is_string(value))
			return wants(field, "an object of strings is wanted", error);
		sabot_record_add_text(texts, name, json_string_value(value));
	}
	return true;
}

static bool
read_object(const struct sabot_record_field *field, json_t *json, gpointer *ret_object,
	    GError **error)
{
	if (!json_is_object(json) && !field->type->is_lenient)
		return wants(field, "an object is wanted", error);
	*ret_object = sabot_record_parse(field->type, json, error);
	if (!*ret_object)
		g_prefix_error(error, "%s.", field->name);
	return *ret_object != NULL;
}

static bool
read_text(const struct sabot_record_field *field, json_t *json, gpointer object, GError **error)
{
	if (!json_is_string(json))
		return wants(field, "a string is wanted", error);
	if (field->kind == SABOT_RECORD_STRING)
		*AT(object, field, char *) = g_strdup(json_string_value(json));
	else if (field->kind == SABOT_RECORD_WORD)
		*AT(object, field, int) = word_to_index(field->words, json_string_value(json));
	else if (!sabot_time_parse(json_string_value(json), AT(object, field, int64_t)))
		return wants(field, "a time is wanted (RFC 3339, UTC)", error);
	return true;
}

static bool
read_field(const struct sabot_record_field *field, json_t *json, gpointer object, GError **error)
{
	switch (field->kind) {
	case SABOT_RECORD_STRING:
	case SABOT_RECORD_WORD:
	case SABOT_RECORD_TIME:
		return read_text(field, json, object, error);
	case SABOT_RECORD_INTEGER:
		if (!json_is_integer(json))
			return wants(field, "an integer is wanted", error);
		*AT(object, field, int64_t) = json_integer_value(json);
		return true;
	case SABOT_RECORD_BOOLEAN:
		if (!json_is_boolean(json))
			return wants(field, "true or false is wanted", error);
		*AT(object, field, bool) = json_is_true(json);
		return true;
	case SABOT_RECORD_JSON:
		*AT(object, field, json_t *) = json_incref(json);
		return true;
	case SABOT_RECORD_WORDS:
		return read_words(field, json, *AT(object, field, GArray *), error);
	case SABOT_RECORD_STRINGS:
		return read_strings(field, json, AT(object, field, GPtrArray *), error);
	case SABOT_RECORD_INTEGERS:
		return read_integers(field, json, *AT(object, field, GArray *), error);
	case SABOT_RECORD_CARDS:
		return read_cards(field, json, AT(object, field, GArray *), error);
	case SABOT_RECORD_OBJECT:
		return read_object(field, json, AT(object, field, gpointer), error);
	case SABOT_RECORD_LIST:
		return read_list(field, json, AT(object, field, GPtrArray *), error);
	case SABOT_RECORD_TEXTS:
		return read_texts(field, json, *AT(object, field, GPtrArray *), error);
	}
	return wants(field, "unknown kind", error);
}

/* What is no value of the field's kind is an error in its own words, or counts as absent. */
static bool
read_value(const struct sabot_record_field *field, json_t *json, gpointer object, GError **error)
{
	if (!field->is_lenient && !field->wants)
		return read_field(field, json, object, error);
	return read_field(field, json, object, NULL) || field->is_lenient ||
	       wants(field, field->wants, error);
}

bool
sabot_record_refuse_missing(const char *name, GError **error)
{
	const struct sabot_record_field field = {.name = name};

	return wants(&field, "missing", error);
}

gpointer
sabot_record_parse(const struct sabot_record_type *type, json_t *json, GError **error)
{
	gpointer object;

	if (!json_is_object(json) && !type->is_lenient) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "an object is wanted");
		return NULL;
	}
	object = sabot_record_new(type);
	for (size_t i = 0; i < type->n_fields; i++) {
		const struct sabot_record_field *field = &type->fields[i];
		json_t *value = json_object_get(json, field->name);
		bool is_fine = true;

		if (value && (type->is_request || field->refuses_null || !json_is_null(value)))
			is_fine = read_value(field, value, object, error);
		else if (field->required)
			is_fine = sabot_record_refuse_missing(field->name, error);
		if (!is_fine) {
			sabot_record_unref(object);
			return NULL;
		}
	}
	return object;
}

gpointer
sabot_record_parse_lenient(const struct sabot_record_type *type, const json_t *json)
{
	gpointer object = sabot_record_new(type);

	for (size_t i = 0; i < type->n_fields; i++) {
		const struct sabot_record_field *field = &type->fields[i];
		json_t *value = json_object_get(json, field->name);

		if (!value || json_is_null(value))
			continue;
		if (field->kind == SABOT_RECORD_OBJECT && json_is_object(value)) {
			*AT(object, field, gpointer) =
				sabot_record_parse_lenient(field->type, value);
		} else if (!read_field(field, value, object, NULL)) {
			field_clear(field, object);
			field_init(field, object);
		}
	}
	return object;
}

GPtrArray *
sabot_record_list_parse(const struct sabot_record_type *type, json_t *list, GError **error)
{
	const struct sabot_record_field field = {.name = "list", .type = type};
	GPtrArray *objects = g_ptr_array_new_with_free_func(sabot_record_unref);

	if (read_list(&field, list, &objects, error))
		return objects;
	g_ptr_array_unref(objects);
	return NULL;
}

static json_t *
write_words(const struct sabot_record_field *field, const GArray *words)
{
	json_t *json = json_array();

	for (guint i = 0; i < words->len; i++)
		json_array_append_new(json,
				      json_string(field->words[g_array_index(words, int, i)]));
	return json;
}

static json_t *
write_strings(const GPtrArray *strings)
{
	json_t *json = strings ? json_array() : NULL;

	for (guint i = 0; strings && i < strings->len; i++)
		json_array_append_new(json, json_string(g_ptr_array_index(strings, i)));
	return json;
}

static json_t *
write_integers(const GArray *numbers)
{
	json_t *json = json_array();

	for (guint i = 0; i < numbers->len; i++)
		json_array_append_new(json, json_integer(g_array_index(numbers, int64_t, i)));
	return json;
}

static json_t *
write_list(const struct sabot_record_field *field, const GPtrArray *list)
{
	json_t *json = list ? json_array() : NULL;

	for (guint i = 0; list && i < list->len; i++)
		json_array_append_new(json,
				      sabot_record_build(field->type, g_ptr_array_index(list, i)));
	return json;
}

/* NULL: there is none. */
static json_t *
write_texts(const GPtrArray *texts)
{
	json_t *json = texts->len > 0 ? json_object() : NULL;

	for (guint i = 0; i < texts->len; i++) {
		const struct sabot_record_text *text = g_ptr_array_index(texts, i);

		json_object_set_new(json, text->name, json_string(text->text));
	}
	return json;
}

static json_t *
write_time(int64_t time_us)
{
	g_autofree char *text = time_us == SABOT_TIME_NONE ? NULL : sabot_time_format(time_us);

	return text ? json_string(text) : NULL;
}

/* INTEGER, BOOLEAN: the reader takes the same value when the member is missing. */
static bool
is_left_out(const struct sabot_record_field *field, int64_t value)
{
	int64_t absent = field->kind == SABOT_RECORD_BOOLEAN ? field->absent != 0 : field->absent;

	return value == absent && !field->required && !field->is_always_written;
}

/* NULL: absent. */
static json_t *
write_field(const struct sabot_record_field *field, gconstpointer object)
{
	switch (field->kind) {
	case SABOT_RECORD_STRING: {
		const char *text = GET(object, field, char *);

		return text ? json_string(text) : NULL;
	}
	case SABOT_RECORD_WORD: {
		int index = GET(object, field, int);

		return index > 0 ? json_string(field->words[index]) : NULL;
	}
	case SABOT_RECORD_TIME:
		return write_time(GET(object, field, int64_t));
	case SABOT_RECORD_INTEGER: {
		int64_t number = GET(object, field, int64_t);

		return is_left_out(field, number) ? NULL : json_integer(number);
	}
	case SABOT_RECORD_BOOLEAN: {
		bool is_set = GET(object, field, bool);

		return is_left_out(field, is_set) ? NULL : json_boolean(is_set);
	}
	case SABOT_RECORD_JSON:
		return json_incref(GET(object, field, json_t *));
	case SABOT_RECORD_WORDS:
		return write_words(field, GET(object, field, GArray *));
	case SABOT_RECORD_STRINGS:
		return write_strings(GET(object, field, GPtrArray *));
	case SABOT_RECORD_INTEGERS:
		return write_integers(GET(object, field, GArray *));
	case SABOT_RECORD_CARDS:
		return sabot_wire_cards_build(GET(object, field, GArray *));
	case SABOT_RECORD_OBJECT: {
		gconstpointer member = GET(object, field, gpointer);

		return member ? sabot_record_build(field->type, member) : NULL;
	}
	case SABOT_RECORD_LIST:
		return write_list(field, GET(object, field, GPtrArray *));
	case SABOT_RECORD_TEXTS:
		return write_texts(GET(object, field, GPtrArray *));
	}
	return NULL;
}

json_t *
sabot_record_build(const struct sabot_record_type *type, gconstpointer object)
{
	json_t *json = json_object();

	for (size_t i = 0; i < type->n_fields; i++) {
		const struct sabot_record_field *field = &type->fields[i];
		json_t *value = write_field(field, object);

		if (value && json_is_array(value) && json_array_size(value) == 0 &&
		    !field->required && !field->is_nullable)
			json_decref(value);
		else if (value)
			json_object_set_new(json, field->name, value);
	}
	return json;
}

json_t *
sabot_record_finish(const struct sabot_record_type *type, gpointer object)
{
	json_t *json = sabot_record_build(type, object);

	sabot_record_unref(object);
	return json;
}
