/*
 * Plain C structs to JSON and back by tables of fields, so that a message's form is written down
 * once (proto/message.c, proto/view.c) and its errors name the field. Structs are counted
 * references: made with defaults by sabot_record_new(), freed with all they own by the last
 * sabot_record_unref(). The count is atomic; the content is not guarded.
 */
#pragma once

#include "proto/wire-card.h"

#include <glib.h>
#include <jansson.h>

enum sabot_record_kind {
	SABOT_RECORD_STRING,  /* char *, owned, or NULL */
	SABOT_RECORD_INTEGER, /* int64_t */
	SABOT_RECORD_BOOLEAN, /* bool */
	SABOT_RECORD_TIME,  /* int64_t, UTC microseconds since 1970 or SABOT_TIME_NONE; RFC 3339 */
	SABOT_RECORD_WORD,  /* an enum: index in `words`; 0 = absent, or an unknown word */
	SABOT_RECORD_WORDS, /* GArray of int, as WORD */
	SABOT_RECORD_STRINGS,  /* GPtrArray of char * */
	SABOT_RECORD_INTEGERS, /* GArray of int64_t */
	SABOT_RECORD_CARDS,    /* GArray of struct sabot_wire_card */
	SABOT_RECORD_JSON,     /* json_t *, one reference, or NULL */
	SABOT_RECORD_OBJECT,   /* pointer to a struct of `type`, or NULL */
	SABOT_RECORD_LIST,     /* GPtrArray of pointers to structs of `type` */
	SABOT_RECORD_TEXTS,    /* GPtrArray of struct sabot_record_text *: an object of strings */
};

struct sabot_record_type;

struct sabot_record_field {
	const char *name;
	enum sabot_record_kind kind;
	size_t offset;
	bool required;
	/* STRINGS, CARDS, LIST: NULL if absent; an empty list is not NULL */
	bool is_nullable;
	bool is_lenient;          /* a value of another type counts as absent; not with `wants` */
	const char *wants;        /* the error's text for a wrong value; NULL = by the kind */
	bool is_always_written;   /* INTEGER, BOOLEAN: written even if the value is `absent` */
	bool refuses_null;        /* null is an error; otherwise it counts as an absent member */
	int64_t absent;           /* INTEGER, BOOLEAN: the value that means "not given" */
	const char *const *words; /* WORD, WORDS: NULL-terminated, [0] is "" */
	const struct sabot_record_type *type; /* OBJECT, LIST */
};

struct sabot_record_type {
	size_t size_bytes;
	const struct sabot_record_field *fields;
	size_t n_fields;
	bool is_request; /* null is a value of the wrong type, not an absent one */
	bool is_lenient; /* anything but an object counts as one without members */
};

/* A member of an object whose members are all strings. */
struct sabot_record_text {
	char *name, *text;
};
extern const struct sabot_record_type sabot_record_text_type;

/* INTEGER, as the value of `absent`: a number that is missing, not known or not certain. */
#define SABOT_WIRE_NO_NUMBER INT64_MIN

/* A line of such a table; what follows the member are further members of the field. */
#define SABOT_RECORD_FIELD(struct_type, wire_name, record_kind, member, ...)                       \
	{                                                                                          \
		.name = (wire_name), .kind = SABOT_RECORD_##record_kind,                           \
		.offset = offsetof(struct struct_type, member), __VA_ARGS__                        \
	}

/* Define sabot_wire_NAME_type by the table NAME_fields. */
#define SABOT_WIRE_TYPE(name)                                                                      \
	const struct sabot_record_type sabot_wire_##name##_type =                                  \
		SABOT_RECORD_TYPE(sabot_wire_##name, name##_fields)

#define SABOT_RECORD_TYPE(struct_type, table)                                                      \
	{                                                                                          \
		.size_bytes = sizeof(struct struct_type), .fields = (table),                       \
		.n_fields = G_N_ELEMENTS(table),                                                   \
	}

/* Likewise of a request: what a client sends, read strictly. */
#define SABOT_WIRE_REQUEST_TYPE(name)                                                              \
	const struct sabot_record_type sabot_wire_##name##_type = {                                \
		.size_bytes = sizeof(struct sabot_wire_##name),                                    \
		.fields = name##_fields,                                                           \
		.n_fields = G_N_ELEMENTS(name##_fields),                                           \
		.is_request = true,                                                                \
	}

/* A page of a list in an answer. */
struct sabot_wire_page {
	GPtrArray *items; /* of the struct that the list's type says */
	int64_t next;     /* `from` of the request for the next page; 0 = this was the last */
};

/* The fields of such a page, whose list is named `list` and has objects of `item_type`. */
#define SABOT_RECORD_PAGE_FIELDS(list, item_type)                                                  \
	{                                                                                          \
		{.name = (list),                                                                   \
		 .kind = SABOT_RECORD_LIST,                                                        \
		 .offset = offsetof(struct sabot_wire_page, items),                                \
		 .required = true,                                                                 \
		 .type = (item_type)},                                                             \
			{.name = "next",                                                           \
			 .kind = SABOT_RECORD_INTEGER,                                             \
			 .offset = offsetof(struct sabot_wire_page, next)},                        \
	}

/* A new struct with every field absent, lists empty. One reference, transferred. */
gpointer
sabot_record_new(const struct sabot_record_type *type);

/* One reference more; returns `object`. */
gpointer
sabot_record_ref(gpointer object);

/* One reference less; a GDestroyNotify. NULL is allowed. */
void
sabot_record_unref(gpointer object);

/*
 * Read a struct from a JSON object; unknown fields are ignored. NULL with SABOT_WIRE_ERROR
 * BAD_REQUEST naming the field when one is missing or of the wrong type. Transferred.
 */
gpointer
sabot_record_parse(const struct sabot_record_type *type, json_t *json, GError **error);

/*
 * Read what can be read: a field that is missing or of the wrong type, and all fields if `json` is
 * no object, are left absent. For lines of a log, which hold whatever they hold. Never NULL.
 * Transferred.
 */
gpointer
sabot_record_parse_lenient(const struct sabot_record_type *type, const json_t *json);

/* Read a list of objects of `type`, in order, as sabot_record_parse() does. Transferred. */
GPtrArray *
sabot_record_list_parse(const struct sabot_record_type *type, json_t *list, GError **error);

/* Always false, with the error of a required field of that name that is missing. */
bool
sabot_record_refuse_missing(const char *name, GError **error);

/* A new JSON object; absent fields are left out unless required. New reference. */
json_t *
sabot_record_build(const struct sabot_record_type *type, gconstpointer object);

/* Build a struct that is needed for that only: one reference to it is dropped. New reference. */
json_t *
sabot_record_finish(const struct sabot_record_type *type, gpointer object);

/* Append a member to a list of kind TEXTS. */
void
sabot_record_add_text(GPtrArray *texts, const char *name, const char *text);
