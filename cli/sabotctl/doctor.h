/*
 * Finds faults of an installation: the checks of `sabotctl doctor`, each of which adds lines to one
 * list. They only read.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum doctor_level {
	DOCTOR_WELL,
	DOCTOR_NOTE, /* may be intended */
	DOCTOR_WRONG,
};

struct doctor_line {
	const char *area; /* static, for programs */
	enum doctor_level level;
	char *text; /* translated */
};

struct doctor {
	char *config_path;
	GKeyFile *config;               /* NULL: unreadable */
	char *state_dir, *spool_dir;    /* NULL with `config` */
	char *mirror_dir, *archive_dir; /* or NULL: none */
	char *socket;                   /* NULL: the default */
	bool is_service;                /* it is the configuration of the service */
	GPtrArray *lines;               /* of struct doctor_line */
};

/* Read the configuration, if possible. `socket` may be NULL. Transferred. */
struct doctor *
doctor_new(const char *config_path, const char *socket);
void
doctor_free(struct doctor *doctor);

/* Add a line. `text` is stolen. */
void
doctor_add(struct doctor *doctor, const char *area, enum doctor_level level, char *text);

/* True if a line of the area reports more than that all is well. */
bool
doctor_has_found(const struct doctor *doctor, const char *area);
