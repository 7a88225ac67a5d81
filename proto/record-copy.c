/* See record-copy.h. */
#include "record-copy.h"

#include "proto/record-member.h"

#include <string.h>

static void
copy_array(GArray **to, GArray *from)
{
	g_clear_pointer(to, g_array_unref);
	*to = from ? g_array_copy(from) : NULL;
}

static void
copy_strings(GPtrArray **to, const GPtrArray *from)
{
	g_clear_pointer(to, g_ptr_array_unref);
	*to = from ? g_ptr_array_new_with_free_func(g_free) : NULL;
	for (guint i = 0; from && i < from->len; i++)
		g_ptr_array_add(*to, g_strdup(g_ptr_array_index(from, i)));
}

static void
copy_list(const struct sabot_record_type *type, GPtrArray **to, const GPtrArray *from)
{
	g_clear_pointer(to, g_ptr_array_unref);
	*to = from ? g_ptr_array_new_with_free_func(sabot_record_unref) : NULL;
	for (guint i = 0; from && i < from->len; i++)
		g_ptr_array_add(*to, sabot_record_copy(type, g_ptr_array_index(from, i)));
}

static void
copy_field(const struct sabot_record_field *field, gpointer to, gconstpointer from)
{
	gconstpointer member;

	switch (field->kind) {
	case SABOT_RECORD_STRING:
		*AT(to, field, char *) = g_strdup(GET(from, field, char *));
		break;
	case SABOT_RECORD_INTEGER:
	case SABOT_RECORD_TIME:
		*AT(to, field, int64_t) = GET(from, field, int64_t);
		break;
	case SABOT_RECORD_BOOLEAN:
		*AT(to, field, bool) = GET(from, field, bool);
		break;
	case SABOT_RECORD_WORD:
		*AT(to, field, int) = GET(from, field, int);
		break;
	case SABOT_RECORD_WORDS:
	case SABOT_RECORD_INTEGERS:
	case SABOT_RECORD_CARDS:
		copy_array(AT(to, field, GArray *), GET(from, field, GArray *));
		break;
	case SABOT_RECORD_STRINGS:
		copy_strings(AT(to, field, GPtrArray *), GET(from, field, GPtrArray *));
		break;
	case SABOT_RECORD_JSON:
		*AT(to, field, json_t *) = json_incref(GET(from, field, json_t *));
		break;
	case SABOT_RECORD_OBJECT:
		member = GET(from, field, gpointer);
		*AT(to, field, gpointer) = member ? sabot_record_copy(field->type, member) : NULL;
		break;
	case SABOT_RECORD_LIST:
		copy_list(field->type, AT(to, field, GPtrArray *), GET(from, field, GPtrArray *));
		break;
	case SABOT_RECORD_TEXTS:
		copy_list(&sabot_record_text_type, AT(to, field, GPtrArray *),
			  GET(from, field, GPtrArray *));
		break;
	}
}

gpointer
sabot_record_copy(const struct sabot_record_type *type, gconstpointer object)
{
	gpointer copy = sabot_record_new(type);

	for (size_t i = 0; i < type->n_fields; i++)
		copy_field(&type->fields[i], copy, object);
	return copy;
}

static bool
are_arrays_equal(const GArray *one, const GArray *two)
{
	if (!one || !two)
		return one == two;
	return one->len == two->len &&
	       (one->len == 0 ||
		memcmp(one->data, two->data,
		       one->len * (gsize)g_array_get_element_size((GArray *)one)) == 0);
}

static bool
are_strings_equal(const GPtrArray *one, const GPtrArray *two)
{
	if (!one || !two || one->len != two->len)
		return one == two;
	for (guint i = 0; i < one->len; i++)
		if (g_strcmp0(g_ptr_array_index(one, i), g_ptr_array_index(two, i)) != 0)
			return false;
	return true;
}

static bool
are_objects_equal(const struct sabot_record_type *type, gconstpointer one, gconstpointer two)
{
	return one && two ? sabot_record_equal(type, one, two) : one == two;
}

static bool
are_lists_equal(const struct sabot_record_type *type, const GPtrArray *one, const GPtrArray *two)
{
	if (!one || !two || one->len != two->len)
		return one == two;
	for (guint i = 0; i < one->len; i++)
		if (!are_objects_equal(type, g_ptr_array_index(one, i), g_ptr_array_index(two, i)))
			return false;
	return true;
}

/* Cards are compared as bytes: a struct of three of them has no room between. */
G_STATIC_ASSERT(sizeof(struct sabot_wire_card) == sizeof(struct sabot_card) + sizeof(bool));

static bool
is_field_equal(const struct sabot_record_field *field, gconstpointer one, gconstpointer two)
{
	switch (field->kind) {
	case SABOT_RECORD_STRING:
		return g_strcmp0(GET(one, field, char *), GET(two, field, char *)) == 0;
	case SABOT_RECORD_INTEGER:
	case SABOT_RECORD_TIME:
		return GET(one, field, int64_t) == GET(two, field, int64_t);
	case SABOT_RECORD_BOOLEAN:
		return GET(one, field, bool) == GET(two, field, bool);
	case SABOT_RECORD_WORD:
		return GET(one, field, int) == GET(two, field, int);
	case SABOT_RECORD_WORDS:
	case SABOT_RECORD_INTEGERS:
	case SABOT_RECORD_CARDS:
		return are_arrays_equal(GET(one, field, GArray *), GET(two, field, GArray *));
	case SABOT_RECORD_STRINGS:
		return are_strings_equal(GET(one, field, GPtrArray *),
					 GET(two, field, GPtrArray *));
	case SABOT_RECORD_JSON:
		return GET(one, field, json_t *) == GET(two, field, json_t *) ||
		       json_equal(GET(one, field, json_t *), GET(two, field, json_t *));
	case SABOT_RECORD_OBJECT:
		return are_objects_equal(field->type, GET(one, field, gpointer),
					 GET(two, field, gpointer));
	case SABOT_RECORD_LIST:
		return are_lists_equal(field->type, GET(one, field, GPtrArray *),
				       GET(two, field, GPtrArray *));
	case SABOT_RECORD_TEXTS:
		return are_lists_equal(&sabot_record_text_type, GET(one, field, GPtrArray *),
				       GET(two, field, GPtrArray *));
	}
	return false;
}

bool
sabot_record_equal(const struct sabot_record_type *type, gconstpointer one, gconstpointer two)
{
	for (size_t i = 0; i < type->n_fields; i++)
		if (!is_field_equal(&type->fields[i], one, two))
			return false;
	return true;
}
