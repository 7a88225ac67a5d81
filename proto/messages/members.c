/*
 * One walk over the object's members, which are few; a table has many names that an object lacks,
 * so the search for a name stops when it is past its first letter.
 */
#include "proto/messages/members.h"

#include <stdbool.h>
#include <string.h>

#define AT(object, member, c_type) ((c_type *)(void *)((char *)(object) + (member)->offset))

static void
read_member(const struct sabot_member *member, const json_t *value, void *object)
{
	switch (member->kind) {
	case SABOT_MEMBER_TEXT:
		*AT(object, member, const char *) = json_string_value(value);
		break;
	case SABOT_MEMBER_NUMBER:
		*AT(object, member, int64_t) = json_integer_value(value);
		break;
	case SABOT_MEMBER_TRUE:
		*AT(object, member, bool) = json_is_true(value);
		break;
	case SABOT_MEMBER_FALSE:
		*AT(object, member, bool) = json_is_false(value);
		break;
	case SABOT_MEMBER_HAS:
		*AT(object, member, bool) = true;
		break;
	}
}

void
sabot_members_read(const json_t *object, const struct sabot_member *members, size_t n_members,
		   void *ret_struct)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)object, name, value)
		for (size_t i = 0; i < n_members && members[i].name[0] <= name[0]; i++)
			if (members[i].name[0] == name[0] && strcmp(members[i].name, name) == 0)
				read_member(&members[i], value, ret_struct);
}

void
sabot_members_replace_text(json_t *object, const char *part, const char *replacement)
{
	const char *name;
	json_t *value;
	void *next;

	json_object_foreach_safe(object, next, name, value) {
		const char *text = json_string_value(value);
		g_auto(GStrv) pieces = text ? g_strsplit(text, part, -1) : NULL;
		g_autofree char *joined = text ? g_strjoinv(replacement, pieces) : NULL;

		if (text)
			json_object_set_new(object, name, json_string(joined));
	}
}
