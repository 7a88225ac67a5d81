/*
 * What is wrong with an installation: the checks of `sabotctl doctor`, each of which adds lines to
 * one list. They read and change nothing.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum doctor_level {
	DOCTOR_WELL,
	DOCTOR_NOTE, /* may be meant so */
	DOCTOR_WRONG,
};

struct doctor_line {
	const char *area; /* static, for programs */
	enum doctor_level level;
	char *text; /* translated */
};

struct doctor {
	char *config_path;
	GKeyFile *config;               /* NULL: it cannot be read */
	char *state_dir, *spool_dir;    /* NULL with `config` */
	char *mirror_dir, *archive_dir; /* or NULL: there is none */
	char *socket;                   /* NULL: the usual one */
	bool is_service;                /* it is the configuration that the service reads */
	GPtrArray *lines;               /* of struct doctor_line */
};

/* Read the configuration, if it can be. `socket` may be NULL. Transferred. */
struct doctor *
doctor_new(const char *config_path, const char *socket);
void
doctor_free(struct doctor *doctor);

/* Add a line. `text` is stolen. */
void
doctor_add(struct doctor *doctor, const char *area, enum doctor_level level, char *text);

/* True if a line of the area says more than that all is well. */
bool
doctor_has_found(const struct doctor *doctor, const char *area);
