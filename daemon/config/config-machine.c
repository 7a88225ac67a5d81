/*
 * The configuration's part on machines: on which address they connect over the network, and
 * [machine NAME].
 */
#include "config-machine.h"

#include "config-private.h"
#include "proto/certificate.h"

#include <string.h>

enum { CONFIG_PORT_MAX = 65535 };

GSocketAddress *
sabot_config_parse_listen(const char *listen, GError **error)
{
	const char *colon = strrchr(listen, ':');
	g_autofree char *host = colon ? g_strndup(listen, (size_t)(colon - listen)) : NULL;
	g_autoptr(GSocketAddress) address = NULL;
	gint64 port;
	size_t length;

	if (host && g_ascii_string_to_signed(colon + 1, 10, 0, CONFIG_PORT_MAX, &port, NULL)) {
		length = strlen(host);
		if (length > 2 && host[0] == '[' && host[length - 1] == ']') {
			host[length - 1] = '\0';
			memmove(host, host + 1, length - 1);
		}
		address = g_inet_socket_address_new_from_string(host, (guint)port);
	}
	if (!address)
		g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
			    "\"%s\" is not ADDRESS:PORT, as 0.0.0.0:4747 or [::]:4747", listen);
	return g_steal_pointer(&address);
}

/* The address on which machines connect over the network; there is none by default. */
bool
sabot_config_read_listen(struct sabot_config_reader *reader, GError **error)
{
	struct sabot_config *config = reader->config;
	g_autoptr(GSocketAddress) address = NULL;
	g_autoptr(GError) failure = NULL;

	config->certificate = g_build_filename(config->state_dir, "tls.crt", NULL);
	config->key = g_build_filename(config->state_dir, "tls.key", NULL);
	if (!sabot_config_read_text(reader, "listen", &config->listen, error) ||
	    !sabot_config_read_text(reader, "certificate", &config->certificate, error) ||
	    !sabot_config_read_text(reader, "key", &config->key, error))
		return false;
	if (!config->listen)
		return true;
	address = sabot_config_parse_listen(config->listen, &failure);
	return address || sabot_config_refuse(reader, "listen", failure->message, error);
}

/* A list of existing tables, separated by spaces or commas; `all` is NULL. */
static bool
read_machine_tables(const struct sabot_config_reader *reader, struct sabot_machine *machine,
		    GError **error)
{
	g_autofree char *text = sabot_config_get_text(reader, "tables"), *what = NULL;
	g_autoptr(GStrvBuilder) names = g_strv_builder_new();
	g_auto(GStrv) words = NULL;

	if (!text || strcmp(text, "all") == 0)
		return true;
	words = g_strsplit_set(text, " ,", -1);
	for (size_t i = 0; words[i]; i++) {
		bool is_there = false;

		for (guint j = 0; j < reader->config->tables->len; j++) {
			const struct sabot_table_config *table =
				g_ptr_array_index(reader->config->tables, j);

			is_there = is_there || strcmp(table->name, words[i]) == 0;
		}
		/* A hub's tables belong to other daemons, and are not known yet. */
		if (reader->config->upstreams->len > 0)
			is_there = sabot_machine_is_name(words[i]);
		if (is_there)
			g_strv_builder_add(names, words[i]);
		else if (words[i][0])
			what = g_strdup_printf("there is no [table %s]", words[i]);
		if (what)
			return sabot_config_refuse(reader, "tables", what, error);
	}
	machine->tables = g_strv_builder_end(names);
	return true;
}

/* What identifies the machine: exactly one of the keys. */
static bool
read_machine_mark(const struct sabot_config_reader *reader, struct sabot_machine *machine,
		  GError **error)
{
	g_autofree char *fingerprint = sabot_config_get_text(reader, "fingerprint");
	int uid = -1, gid = -1;

	if (!sabot_config_read_number(reader, "uid", (struct sabot_config_bounds){0, INT32_MAX},
				      &uid, error) ||
	    !sabot_config_read_number(reader, "gid", (struct sabot_config_bounds){0, INT32_MAX},
				      &gid, error))
		return false;
	if ((uid >= 0) + (gid >= 0) + (fingerprint != NULL) != 1)
		return sabot_config_refuse(reader, "fingerprint",
					   "exactly one of fingerprint, uid and gid is wanted",
					   error);
	machine->uid = uid;
	machine->gid = gid;
	if (fingerprint)
		machine->fingerprint = sabot_fingerprint_normalize(fingerprint);
	return !fingerprint || machine->fingerprint ||
	       sabot_config_refuse(reader, "fingerprint", "64 hexadecimal digits are wanted",
				   error);
}

bool
sabot_config_read_machine(struct sabot_config_reader *reader, const char *name, GError **error)
{
	static const char *const keys[] = {"fingerprint", "uid",      "gid", "role",
					   "tables",      "forwards", NULL};
	static const char *const words[] = {"no", "yes"};
	struct sabot_machine *machine = sabot_machine_new(name, SABOT_ROLE_PIT);
	g_autofree char *role = sabot_config_get_text(reader, "role");

	machine->is_configured = true;
	g_ptr_array_add(reader->config->machines, machine);
	if (!sabot_config_check_name(reader, name, error) ||
	    !sabot_config_check_keys(reader, keys, NULL, error) ||
	    !read_machine_mark(reader, machine, error) ||
	    !read_machine_tables(reader, machine, error) ||
	    !sabot_config_read_choice(reader, "forwards", words, &machine->forwards, error))
		return false;
	return (role && sabot_machine_role_from_string(role, &machine->role)) ||
	       sabot_config_refuse(reader, "role",
				   "is dealer, pit, shift, cage, count, surveillance or audit",
				   error);
}
