/*
 * sabot-witness: signs the heads of houses' logs, each only if it continues what was signed before.
 * It sees no event and no card.
 */
#include "cosigner-config.h"
#include "cosigner-state.h"
#include "http-door.h"

#include "proto/rfc3339.h"
#include "proto/version.h"
#include "store/keys/key-find.h"
#include "text/escape.h"
#include "text/text.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>

enum { EXIT_CANNOT = 1, EXIT_WRONG = 2 };

struct options {
	char *config, *new_key;
	gboolean checks_config, shows_key, lists, wants_version;
};

static bool
parse(struct options *options, int argc, char **argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"config", 'c', 0, G_OPTION_ARG_FILENAME, &options->config,
		 N_("the configuration (/etc/sabot/sabot-witness.conf)"), N_("FILE")},
		{"check-config", 0, 0, G_OPTION_ARG_NONE, &options->checks_config,
		 N_("read the configuration and say whether it can be used"), NULL},
		{"new-key", 0, 0, G_OPTION_ARG_STRING, &options->new_key,
		 N_("draw the witness's key under this name, and print its public half"),
		 N_("NAME")},
		{"show-key", 0, 0, G_OPTION_ARG_NONE, &options->shows_key,
		 N_("print the public half of the witness's key"), NULL},
		{"list", 0, 0, G_OPTION_ARG_NONE, &options->lists,
		 N_("print how far each log is signed, and what was refused"), NULL},
		{"version", 0, 0, G_OPTION_ARG_NONE, &options->wants_version,
		 N_("print the version"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	GOptionContext *context = g_option_context_new(NULL);
	bool is_good;

	g_option_context_set_summary(
		context, _("Signs the heads of houses' logs that continue what it signed before."));
	g_option_context_add_main_entries(context, entries, GETTEXT_PACKAGE);
	is_good = g_option_context_parse(context, &argc, &argv, error);
	g_option_context_free(context);
	return is_good;
}

static int
fail(const GError *error, int status)
{
	fprintf(stderr, "sabot-witness: %s\n", sabot_text_plain(error->message));
	return status;
}

/* Takes ownership of the key. */
static int
print_key(struct sabot_key *key, const GError *error)
{
	g_autofree char *line = key ? sabot_key_to_public_line(key) : NULL;

	if (!key)
		return fail(error, EXIT_CANNOT);
	puts(line);
	sabot_key_free(key);
	return 0;
}

static bool
print_log(struct sabot_cosigner_state *state, const struct sabot_cosigner_log *log, GError **error)
{
	struct sabot_cosigned cosigned;
	int64_t n_refused = sabot_cosigner_state_count_refused(state, log->origin, error);
	g_autofree char *at = NULL;

	if (n_refused < 0 || !sabot_cosigner_state_read(state, log->origin, &cosigned, error))
		return false;
	at = cosigned.note ? sabot_time_format(cosigned.at_us) : g_strdup("-");
	printf(_("%s: %d checkpoints signed, the last %s; %d heads refused\n"),
	       sabot_text_plain(log->name), (int)cosigned.size, at, (int)n_refused);
	sabot_cosigned_clear(&cosigned);
	return true;
}

static int
list(const struct sabot_cosigner_config *config)
{
	g_autoptr(GError) error = NULL;
	struct sabot_cosigner_state *state = sabot_cosigner_state_open(config->state, &error);
	bool is_read = state != NULL;

	for (guint i = 0; is_read && i < config->logs->len; i++)
		is_read = print_log(state, g_ptr_array_index(config->logs, i), &error);
	sabot_cosigner_state_close(state);
	return is_read ? 0 : fail(error, EXIT_CANNOT);
}

static gboolean
on_signal(gpointer loop)
{
	g_main_loop_quit(loop);
	return G_SOURCE_CONTINUE;
}

static void
wait_for_signal(void)
{
	g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);

	g_unix_signal_add(SIGTERM, on_signal, loop);
	g_unix_signal_add(SIGINT, on_signal, loop);
	g_main_loop_run(loop);
}

static int
serve(const struct sabot_cosigner_config *config, const struct sabot_key *key)
{
	g_autoptr(GError) error = NULL;
	struct sabot_cosigner_state *state = sabot_cosigner_state_open(config->state, &error);
	struct sabot_cosigner *cosigner = state ? sabot_cosigner_new(config, key, state) : NULL;
	struct sabot_http_door *door =
		cosigner ? sabot_http_door_new(config->listen, cosigner, &error) : NULL;
	int status = door ? 0 : fail(error, EXIT_CANNOT);

	if (door) {
		g_message("listening on port %u", sabot_http_door_get_port(door));
		wait_for_signal();
	}
	sabot_http_door_free(door);
	sabot_cosigner_free(cosigner);
	sabot_cosigner_state_close(state);
	return status;
}

static int
work(const struct options *options, const struct sabot_cosigner_config *config)
{
	g_autoptr(GError) error = NULL;
	struct sabot_key *key;
	int status;

	if (options->checks_config)
		return 0;
	if (options->lists)
		return list(config);
	if (options->new_key) {
		key = sabot_key_create_cosigner(config->key, options->new_key, &error);
		return print_key(key, error);
	}
	key = sabot_key_load_cosigner(config->key, false, &error);
	if (!key || options->shows_key)
		return print_key(key, error);
	status = serve(config, key);
	sabot_key_free(key);
	return status;
}

int
main(int argc, char **argv)
{
	struct options options = {0};
	struct sabot_cosigner_config *config;
	g_autoptr(GError) error = NULL;
	int status;

	sabot_text_init();
	if (!parse(&options, argc, argv, &error))
		return fail(error, EXIT_WRONG);
	if (options.wants_version) {
		g_autofree char *version = sabot_version_text("sabot-witness " SABOT_VERSION);

		puts(version);
		return 0;
	}
	config = sabot_cosigner_config_read(
		options.config ? options.config : "/etc/sabot/sabot-witness.conf", &error);
	if (!config)
		return fail(error, EXIT_WRONG);
	status = work(&options, config);
	sabot_cosigner_config_free(config);
	g_free(options.config);
	g_free(options.new_key);
	return status;
}
