/* The wire's error classes and their words: see wire-error.h. */
#include "proto/wire-error.h"

G_DEFINE_QUARK(sabot - wire - error - quark, sabot_wire_error)

const char *
sabot_wire_error_class_to_string(enum sabot_wire_error error_class)
{
	switch (error_class) {
	case SABOT_WIRE_ERROR_BAD_REQUEST:
		return "bad_request";
	case SABOT_WIRE_ERROR_UNKNOWN_REQUEST:
		return "unknown_request";
	case SABOT_WIRE_ERROR_UNKNOWN_TABLE:
		return "unknown_table";
	case SABOT_WIRE_ERROR_NOT_ALLOWED:
		return "not_allowed";
	case SABOT_WIRE_ERROR_LOGIN_WANTED:
		return "login_wanted";
	case SABOT_WIRE_ERROR_NEW_PIN_WANTED:
		return "new_pin_wanted";
	case SABOT_WIRE_ERROR_CARD_WANTED:
		return "card_wanted";
	case SABOT_WIRE_ERROR_SECOND_WANTED:
		return "second_wanted";
	case SABOT_WIRE_ERROR_TOO_LARGE:
		return "too_large";
	case SABOT_WIRE_ERROR_NOT_READY:
		return "not_ready";
	case SABOT_WIRE_ERROR_AWAY:
		return "away";
	case SABOT_WIRE_ERROR_LAGGING:
		return "lagging";
	case SABOT_WIRE_ERROR_INTERNAL:
		return "internal";
	}
	return "internal";
}

enum sabot_wire_error
sabot_wire_error_class_from_string(const char *word)
{
	for (int i = 0; i < SABOT_WIRE_ERROR_INTERNAL; i++)
		if (g_strcmp0(word, sabot_wire_error_class_to_string((enum sabot_wire_error)i)) ==
		    0)
			return (enum sabot_wire_error)i;
	return SABOT_WIRE_ERROR_INTERNAL;
}

bool
sabot_wire_refuse(enum sabot_wire_error error_class, const char *why, GError **error)
{
	g_set_error_literal(error, SABOT_WIRE_ERROR, (int)error_class, why);
	return false;
}
