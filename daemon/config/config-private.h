/*
 * Inside of the configuration's reader, shared by the files of this folder. Each function is
 * false, with an error that names file, group and key, when something is wrong.
 */
#pragma once

#include "config.h"

/* What is read from at the moment; every sentence begins with it. */
struct sabot_config_reader {
	GKeyFile *file;
	const char *path;
	const char *group;
	struct sabot_config *config;
};

struct sabot_config_bounds {
	int64_t min, max;
};

/* For the file of this name, with no table, device or machine yet. Transferred. */
struct sabot_config *
sabot_config_new(const char *path);

/* Always false, with the sentence. */
bool
sabot_config_refuse(const struct sabot_config_reader *reader, const char *key, const char *what,
		    GError **error);

/* NULL when the key is not there. Transferred. */
char *
sabot_config_get_text(const struct sabot_config_reader *reader, const char *key);

/* All leave the result alone when the key is not there. */
bool
sabot_config_read_text(const struct sabot_config_reader *reader, const char *key, char **ret_text,
		       GError **error);
bool
sabot_config_read_number(const struct sabot_config_reader *reader, const char *key,
			 struct sabot_config_bounds bounds, int *ret_number, GError **error);

/* Which of two words a key has. */
bool
sabot_config_read_choice(const struct sabot_config_reader *reader, const char *key,
			 const char *const words[2], bool *ret_is_second, GError **error);

/* Every key of the group is one of `known`, or begins with `prefix`. */
bool
sabot_config_check_keys(const struct sabot_config_reader *reader, const char *const *known,
			const char *prefix, GError **error);
bool
sabot_config_check_name(const struct sabot_config_reader *reader, const char *name, GError **error);

/* config-machine.c */
bool
sabot_config_read_listen(struct sabot_config_reader *reader, GError **error);
bool
sabot_config_read_machine(struct sabot_config_reader *reader, const char *name, GError **error);

/* config-upstream.c: an empty list of struct sabot_upstream_config, transferred. */
GPtrArray *
sabot_config_upstreams_new(void);
/* Read [upstream NAME], at which the reader is. */
bool
sabot_config_read_upstream(struct sabot_config_reader *reader, const char *name, GError **error);
/* config-witness.c: an empty list of struct sabot_witness_config, transferred. */
GPtrArray *
sabot_config_witnesses_new(void);
/* Read [witness NAME], at which the reader is. */
bool
sabot_config_read_witness(struct sabot_config_reader *reader, const char *name, GError **error);
/* A configuration has tables, or upstreams; not both, not neither. */
bool
sabot_config_check_hub(const struct sabot_config_reader *reader, GError **error);

/* config-access.c: of [daemon], who comes in, who signs with whom, and whose clock counts. */
bool
sabot_config_read_access(struct sabot_config_reader *reader, GError **error);

/* config-check.c: what no single key shows. */
bool
sabot_config_check_whole(struct sabot_config_reader *reader, GError **error);

/* config-house.c */
bool
sabot_config_read_house(struct sabot_config_reader *reader, GError **error);
/* [privacy] and [paper], which reports read. */
bool
sabot_config_read_reports(struct sabot_config_reader *reader, GError **error);
