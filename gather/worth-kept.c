/* A key file with a group for each bet of each set of rules: see worth-kept.h. */
#include "worth-kept.h"

#include "case/indexer.h"

#define WORTH_FILE "worth-of-bets.ini"

static char *
group_of(const struct sabot_rules *rules, enum sabot_bet bet)
{
	g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)rules,
							   sizeof(*rules));

	/* Another engine may count otherwise. */
	return g_strdup_printf("%s %s %s", sabot_indexer_program(), sabot_bet_to_string(bet), sum);
}

bool
worth_kept_read(const char *directory, const struct sabot_rules *rules, enum sabot_bet bet,
		struct sabot_facts_odds *ret_odds)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_autofree char *path = NULL, *group = NULL;

	if (directory == NULL)
		return false;
	path = g_build_filename(directory, WORTH_FILE, NULL);
	group = group_of(rules, bet);
	if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL) ||
	    g_key_file_get_double(file, group, "variance", NULL) <= 0)
		return false;
	*ret_odds = (struct sabot_facts_odds){
		.is_known = true,
		.edge = g_key_file_get_double(file, group, "edge", NULL),
		.error = g_key_file_get_double(file, group, "error", NULL),
		.variance = g_key_file_get_double(file, group, "variance", NULL),
		.covariance = g_key_file_get_double(file, group, "covariance", NULL),
		.rounds = g_key_file_get_int64(file, group, "rounds", NULL),
	};
	return true;
}

void
worth_kept_write(const char *directory, const struct sabot_rules *rules, enum sabot_bet bet,
		 const struct sabot_facts_odds *odds)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_autofree char *path = NULL, *group = NULL;

	if (directory == NULL || !odds->is_known)
		return;
	path = g_build_filename(directory, WORTH_FILE, NULL);
	group = group_of(rules, bet);
	g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL);
	g_key_file_set_double(file, group, "edge", odds->edge);
	g_key_file_set_double(file, group, "error", odds->error);
	g_key_file_set_double(file, group, "variance", odds->variance);
	g_key_file_set_double(file, group, "covariance", odds->covariance);
	g_key_file_set_int64(file, group, "rounds", odds->rounds);
	if (g_mkdir_with_parents(directory, 0700) == 0)
		g_key_file_save_to_file(file, path, NULL);
}
