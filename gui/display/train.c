/* The options of a training: see train.h. */
#include "gui/display/train.h"
#include "gui/model/training/training-run.h"
#include "proto/program.h"

#include <glib/gi18n.h>

enum { ROUNDS = 12, ROUNDS_MAX = 1000 };

void
sabot_train_options_init(struct sabot_train_options *options)
{
	*options = (struct sabot_train_options){
		.rounds = ROUNDS,
		.seed = g_random_int_range(1, G_MAXINT),
	};
}

void
sabot_train_options_clear(struct sabot_train_options *options)
{
	g_free(options->game);
	g_free(options->profile);
	g_free(options->faults);
	g_free(options->record);
	g_free(options->sabotd);
}

GOptionGroup *
sabot_train_options_group(struct sabot_train_options *options)
{
	const GOptionEntry entries[] = {
		{"train", 0, 0, G_OPTION_ARG_NONE, &options->is_wanted,
		 N_("Train at a simulated table"), NULL},
		{"game", 0, 0, G_OPTION_ARG_STRING, &options->game,
		 N_("punto_banco or blackjack, by the Spanish rules"), N_("GAME")},
		{"profile", 0, 0, G_OPTION_ARG_STRING, &options->profile,
		 N_("Other rules: a profile's name"), N_("NAME")},
		{"faults", 0, 0, G_OPTION_ARG_STRING, &options->faults,
		 N_("What goes wrong, and in which round; none"), N_("KIND@ROUND,…")},
		{"rounds", 0, 0, G_OPTION_ARG_INT, &options->rounds, N_("How many rounds"),
		 N_("N")},
		{"seed", 0, 0, G_OPTION_ARG_INT, &options->seed,
		 N_("The same number deals the same cards"), N_("N")},
		{"record", 0, 0, G_OPTION_ARG_FILENAME, &options->record,
		 N_("The file for the answers"), N_("FILE")},
		{"sabotd", 0, 0, G_OPTION_ARG_FILENAME, &options->sabotd,
		 N_("The daemon to start for it"), N_("PROGRAM")},
		G_OPTION_ENTRY_NULL,
	};
	GOptionGroup *group = g_option_group_new("train", _("Training:"),
						 _("Options of the training"), NULL, NULL);

	g_option_group_add_entries(group, entries);
	g_option_group_set_translation_domain(group, GETTEXT_PACKAGE);
	return group;
}

static const char *
choose_profile(const struct sabot_train_options *options)
{
	if (options->profile)
		return options->profile;
	if (!options->game || g_str_equal(options->game, "punto_banco"))
		return "punto-banco-es";
	return g_str_equal(options->game, "blackjack") ? "blackjack-es" : NULL;
}

/* In the user's data folder. */
static char *
choose_record(const struct sabot_train_options *options)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_local();
	g_autofree char *name = g_date_time_format(now, "%Y%m%d-%H%M%S.json");

	return options->record
		       ? g_strdup(options->record)
		       : g_build_filename(g_get_user_data_dir(), "sabot", "training", name, NULL);
}

SabotTraining *
sabot_train(const struct sabot_train_options *options, GError **error)
{
	g_autofree char *record = choose_record(options);
	g_autofree char *sabotd =
		options->sabotd ? g_strdup(options->sabotd) : sabot_program_find("sabotd");
	const struct sabot_training_options training = {
		.sabotd = sabotd,
		.profile = choose_profile(options),
		.faults = options->faults,
		.record = record,
		.rounds = (guint)options->rounds,
		.seed = (guint32)options->seed,
	};

	if (!training.profile) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
			    _("--game: \"%s\" is none; punto_banco or blackjack"), options->game);
		return NULL;
	}
	if (options->rounds < 1 || options->rounds > ROUNDS_MAX) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("--rounds: 1 to %d"),
			    ROUNDS_MAX);
		return NULL;
	}
	return sabot_training_new(&training, error);
}
