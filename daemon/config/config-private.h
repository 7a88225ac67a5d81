/*
 * Internals of the configuration's reader, shared by the files of this folder. On failure each
 * function returns false, with an error that names file, group and key.
 */
#pragma once

#include "config.h"

/* What is being read; each error begins with it. */
struct sabot_config_reader {
	GKeyFile *file;
	const char *path;
	const char *group;
	struct sabot_config *config;
};

struct sabot_config_bounds {
	int64_t min, max;
};

/* config.c */

/* A configuration for the file of this name, without tables, devices or machines. Transferred. */
struct sabot_config *
sabot_config_new(const char *path);

/* Set the error. Always returns false. */
bool
sabot_config_refuse(const struct sabot_config_reader *reader, const char *key, const char *what,
		    GError **error);

/* NULL if the key is missing. Transferred. */
char *
sabot_config_get_text(const struct sabot_config_reader *reader, const char *key);

/* All of these leave the result alone if the key is missing. */
bool
sabot_config_read_text(const struct sabot_config_reader *reader, const char *key, char **ret_text,
		       GError **error);
bool
sabot_config_read_number(const struct sabot_config_reader *reader, const char *key,
			 struct sabot_config_bounds bounds, int *ret_number, GError **error);

/* Which of two words the key's value is. */
bool
sabot_config_read_choice(const struct sabot_config_reader *reader, const char *key,
			 const char *const words[2], bool *ret_is_second, GError **error);

/* Check that every key of the group is one of `known`, or begins with `prefix`. */
bool
sabot_config_check_keys(const struct sabot_config_reader *reader, const char *const *known,
			const char *prefix, GError **error);
bool
sabot_config_check_name(const struct sabot_config_reader *reader, const char *name, GError **error);

/* config-machine.c */

/* The address for other machines, and the certificate and key for it. */
bool
sabot_config_read_listen(struct sabot_config_reader *reader, GError **error);
/* [machine NAME]. */
bool
sabot_config_read_machine(struct sabot_config_reader *reader, const char *name, GError **error);

/* config-upstream.c */

/* An empty list of struct sabot_upstream_config, transferred. */
GPtrArray *
sabot_config_upstreams_new(void);

/* Read the current group, [upstream NAME]. */
bool
sabot_config_read_upstream(struct sabot_config_reader *reader, const char *name, GError **error);

/* A configuration must have either tables or upstreams. */
bool
sabot_config_check_hub(const struct sabot_config_reader *reader, GError **error);

/* config-witness.c */

/* An empty list of struct sabot_witness_config, transferred. */
GPtrArray *
sabot_config_witnesses_new(void);

/* Read the current group, [witness NAME]. */
bool
sabot_config_read_witness(struct sabot_config_reader *reader, const char *name, GError **error);

/* config-records.c */

/* Read [records], if there is one. */
bool
sabot_config_read_records(struct sabot_config_reader *reader, GError **error);

/* False with an error if there is [records] beside what such a daemon cannot have. */
bool
sabot_config_check_records(const struct sabot_config_reader *reader, GError **error);

/* config-access.c */

/* The keys of [daemon] about who may connect, who signs with whom, and whose clock counts. */
bool
sabot_config_read_access(struct sabot_config_reader *reader, GError **error);

/* config-check.c */

/* Checks across several keys. */
bool
sabot_config_check_whole(struct sabot_config_reader *reader, GError **error);

/* config-house.c */

/* [house]. */
bool
sabot_config_read_house(struct sabot_config_reader *reader, GError **error);

/* [privacy] and [paper], which are for reports. */
bool
sabot_config_read_reports(struct sabot_config_reader *reader, GError **error);
