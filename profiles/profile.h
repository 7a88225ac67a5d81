/*
 * Rule profiles: a name to the rules of a table. The shipped profiles are built into the program,
 * so an audit needs no installation; a house's own are in a directory.
 */
#pragma once

#include "engine/rules/rules.h"

#include <glib.h>

#define SABOT_PROFILE_ERROR (sabot_profile_error_quark())
GQuark
sabot_profile_error_quark(void);

enum sabot_profile_error {
	SABOT_PROFILE_ERROR_UNKNOWN, /* no profile of that name */
	SABOT_PROFILE_ERROR_INVALID, /* it contradicts itself or cannot be read */
};

/* A profile with what the engine does not ask for. */
struct sabot_profile {
	struct sabot_rules rules;
	char *title, *source; /* NULL when not given */
	GHashTable *articles; /* "CODE.REMEDY" or "CODE" → the article's words */
};

/*
 * Read profile `name` as sabot_profile_load() does, or the file at `path`, whose name is
 * NAME.conf. NULL with an error naming file and key. Transferred.
 */
struct sabot_profile *
sabot_profile_open(const char *name, const char *directory, GError **error);
struct sabot_profile *
sabot_profile_read(const char *path, GError **error);
/* NULL is fine. */
void
sabot_profile_free(struct sabot_profile *profile);

/* What a remedy for an incident rests on, as the profile states it; NULL when it does not. */
const char *
sabot_profile_article(const struct sabot_profile *profile, enum sabot_incident_code code,
		      enum sabot_remedy remedy);

/*
 * Load profile `name` from `directory` (may be NULL), else from those built in. A name may hold
 * letters, digits, `-` and `_` only. Returns false with an error naming file and key.
 */
bool
sabot_profile_load(const char *name, const char *directory, struct sabot_rules *ret_rules,
		   GError **error);

/*
 * The rules of a table: the profile with KEY=VALUE lines that overrule it. Returns false with a
 * sentence naming the key.
 */
bool
sabot_profile_build(const char *name, const char *directory, const char *overrides,
		    struct sabot_rules *ret_rules, GError **error);

/* Names of the built-in profiles, NULL-terminated, sorted. Free with g_strfreev(). */
char **
sabot_profile_list(void);

/* The same, with those of a house's directory (NULL: none) among them, each name once. */
char **
sabot_profile_list_all(const char *directory);
