/*
 * Errors of the wire: the classes of docs/wire.md as a GError domain, so that what a peer did
 * wrong travels through the code as it will be answered.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define SABOT_WIRE_ERROR (sabot_wire_error_quark())

enum sabot_wire_error {
	SABOT_WIRE_ERROR_BAD_REQUEST, /* not JSON, wrong type, missing field; the text names it */
	SABOT_WIRE_ERROR_UNKNOWN_REQUEST,
	SABOT_WIRE_ERROR_UNKNOWN_TABLE,
	SABOT_WIRE_ERROR_NOT_ALLOWED,
	SABOT_WIRE_ERROR_LOGIN_WANTED,   /* a person must log in first */
	SABOT_WIRE_ERROR_NEW_PIN_WANTED, /* the PIN is right, but good for choosing one only */
	SABOT_WIRE_ERROR_CARD_WANTED,    /* beside the PIN */
	SABOT_WIRE_ERROR_SECOND_WANTED,  /* a second person must agree */
	SABOT_WIRE_ERROR_TOO_LARGE,
	SABOT_WIRE_ERROR_NOT_READY, /* the log's index is being made: ask again */
	SABOT_WIRE_ERROR_AWAY,      /* of a hub: the daemon that it is for is not reached */
	SABOT_WIRE_ERROR_LAGGING,
	SABOT_WIRE_ERROR_INTERNAL,
};

GQuark
sabot_wire_error_quark(void);

/* The class's word on the wire. */
const char *
sabot_wire_error_class_to_string(enum sabot_wire_error error_class);

/* The class for a word; one we do not know is INTERNAL. */
enum sabot_wire_error
sabot_wire_error_class_from_string(const char *word);

/* Set an error of the wire; the client reads `why`. Always returns false. */
bool
sabot_wire_refuse(enum sabot_wire_error error_class, const char *why, GError **error);
