/*
 * Do the golden logs see every rule? Each choice of each profile, each cell of the third-card table
 * and each default of the engine is turned into another (flips.h); at least one log must then no
 * longer yield what is expected of it. A flip that no log sees is a survivor, unless it is excused
 * below with the reason; an excuse that nothing needs is an error too.
 *
 * usage: mutate-rules [--verbose | --logs-only] PROFILES-DIRECTORY LOGS-DIRECTORY…
 *
 * --logs-only flips nothing: the exit status says whether all logs yield what is expected of them.
 */
#include "flips.h"
#include "golden.h"
#include "engine/rules/rules-set.h"

#include "profiles/profile.h"

#include <stdlib.h>
#include <string.h>

/* Rules under test: a profile's own, or (name NULL) the engine's defaults of a game. */
struct subject {
	const char *name;
	struct sabot_rules rules;
};

struct excuse {
	const char *key;
	bool (*holds)(const struct sabot_rules *rules, const char *value);
	const char *why;
};

static bool
always(const struct sabot_rules *rules, const char *value)
{
	(void)rules;
	(void)value;
	return true;
}

static bool
takes_no_commission(const struct sabot_rules *rules, const char *value)
{
	(void)value;
	return rules->commission_percent == 0;
}

/* With a hole card the dealer's blackjack is declared before one could have been paid. */
static bool
has_hole_card(const struct sabot_rules *rules, const char *value)
{
	(void)value;
	return rules->hole;
}

static bool
has_no_pontoon(const struct sabot_rules *rules, const char *value)
{
	(void)value;
	return !rules->pontoon;
}

static bool
has_no_bet_set_21(const struct sabot_rules *rules, const char *value)
{
	(void)value;
	return !sabot_rules_offer_bet(rules, SABOT_BET_BET_SET_21);
}

/* A late surrender does not count behind a blackjack, so what that would cost it is no question. */
static bool
surrenders_behind_no_blackjack(const struct sabot_rules *rules, const char *value)
{
	(void)value;
	return rules->surrender == SABOT_SURRENDER_NONE || rules->surrender == SABOT_SURRENDER_LATE;
}

static bool
splits_aces_without_limit(const struct sabot_rules *rules, const char *value)
{
	return rules->max_ace_splits >= rules->max_splits &&
	       (strcmp(value, "unlimited") == 0 || strtol(value, NULL, 10) >= rules->max_splits);
}

/* Neither blackjack's actions are known to punto banco, nor its claimed winner to blackjack. */
static bool
is_of_other_game(const struct sabot_rules *rules, const char *value)
{
	(void)value;
	return rules->game == SABOT_PUNTO_BANCO;
}

static bool
has_no_winner(const struct sabot_rules *rules, const char *value)
{
	(void)value;
	return rules->game == SABOT_BLACKJACK;
}

/* Those that always hold are keys that people see, not the log; test-rules and check-profiles know
 * their values. */
static const struct excuse excuses[] = {
	{"book", always, "which articles are cited; a line's `rule` binds nobody"},
	{"reveal", always, "a log shows every card; the veil asks"},
	{"road_tails", always, "how the board is drawn; test-roads knows both"},
	{"chips", always, "how a payment is laid out, no line of an audit"},
	{"bank", always, "who holds it is called, no line of an audit"},
	{"call_totals", always, "calls are no line of an audit"},
	{"commission_when", takes_no_commission, "there is no commission"},
	{"blackjack_paid_at_once", has_hole_card, "the dealer's blackjack is declared first"},
	{"remedies.action_not_allowed", is_of_other_game, "punto banco has no actions"},
	{"remedies.action_out_of_turn", is_of_other_game, "punto banco has no actions"},
	{"remedies.card_not_asked", is_of_other_game, "punto banco has no actions"},
	{"remedies.used_cards_reached", is_of_other_game, "punto banco's used cards go away"},
	{"remedies.wrong_result", has_no_winner, "blackjack claims no winner"},
	{"remedies.wrong_total", has_no_winner, "blackjack claims no points"},
	{"remedies.commission_unpaid", has_no_winner, "blackjack takes no commission"},
	{"bet_set_21_on", has_no_bet_set_21, "there is no Bet Set 21"},
	{"five_card_21_pays", has_no_pontoon, "there are no pontoon hands"},
	{"three_sevens_pays", has_no_pontoon, "there are no pontoon hands"},
	{"surrender_vs_dealer_blackjack", surrenders_behind_no_blackjack,
	 "nobody has surrendered when the dealer has a blackjack"},
	{"max_ace_splits", splits_aces_without_limit, "max_splits is reached no later"},
};
enum { N_EXCUSES = G_N_ELEMENTS(excuses) };

/* A profile and what it states itself. */
struct profile {
	char *name;
	struct sabot_rules rules;
	GKeyFile *file;
};

struct check {
	GPtrArray *profiles;
	GPtrArray *goldens; /* the one that saw the last flip first */
	bool verbose;
	int n_flips, n_killed, n_survivors;
	int excused[N_EXCUSES]; /* flips each of them excuses */
};

/* Which excuse a flip has that no log sees; N_EXCUSES when it has none. */
static size_t
find_excuse(const struct sabot_rules *rules, const struct flip *flip)
{
	for (size_t i = 0; i < N_EXCUSES; i++)
		if (strcmp(excuses[i].key, flip->key) == 0 && excuses[i].holds(rules, flip->value))
			return i;
	return N_EXCUSES;
}

static struct profile *
load_profile(const char *directory, const char *name)
{
	struct profile *profile = g_new0(struct profile, 1);
	g_autofree char *path = g_strdup_printf("%s/%s.conf", directory, name);
	g_autoptr(GError) error = NULL;

	profile->name = g_strdup(name);
	profile->file = g_key_file_new();
	if (!sabot_profile_load(name, NULL, &profile->rules, &error) ||
	    !g_key_file_load_from_file(profile->file, path, G_KEY_FILE_NONE, &error))
		g_error("%s: %s", name, error->message);
	return profile;
}

static void
profile_free(void *data)
{
	struct profile *profile = data;

	g_free(profile->name);
	g_key_file_free(profile->file);
	g_free(profile);
}

/* The profile leaves the key to the engine's default. */
static bool
inherits(const struct profile *profile, const char *key)
{
	return !g_key_file_has_key(profile->file, "rules", key, NULL);
}

static const struct profile *
find_profile(const struct check *check, const char *name)
{
	for (unsigned i = 0; i < check->profiles->len; i++) {
		const struct profile *profile = check->profiles->pdata[i];
		if (strcmp(profile->name, name) == 0)
			return profile;
	}
	g_error("%s: no such profile", name);
}

/* The rules of a log's table once the flip is made; false when the flip does not reach it. */
static bool
rules_of_log(const struct check *check, const struct golden *golden, const struct subject *subject,
	     const struct flip *flip, struct sabot_rules *ret_rules)
{
	const struct profile *profile = find_profile(check, golden_profile(golden));
	char error[SABOT_RULES_ERROR_SIZE];

	if (golden_sets(golden, flip->key) ||
	    (subject->name != NULL && strcmp(profile->name, subject->name) != 0))
		return false;
	if (profile->rules.game != subject->rules.game ||
	    (subject->name == NULL && !inherits(profile, flip->key)))
		return false;
	*ret_rules = profile->rules;
	return sabot_rules_set(ret_rules, flip->key, flip->value, error);
}

/* The log that sees the flip, or NULL. It is asked first for the next one. */
static const struct golden *
find_killer(struct check *check, const struct subject *subject, const struct flip *flip)
{
	GPtrArray *goldens = check->goldens;
	struct sabot_rules rules;

	for (unsigned i = 0; i < goldens->len; i++) {
		struct golden *golden = goldens->pdata[i];
		if (!rules_of_log(check, golden, subject, flip, &rules) ||
		    !golden_differs(golden, &rules))
			continue;
		memmove(&goldens->pdata[1], &goldens->pdata[0], i * sizeof(goldens->pdata[0]));
		goldens->pdata[0] = golden;
		return golden;
	}
	return NULL;
}

static const char *
subject_name(const struct subject *subject)
{
	if (subject->name != NULL)
		return subject->name;
	return subject->rules.game == SABOT_PUNTO_BANCO ? "punto banco's defaults"
							: "blackjack's defaults";
}

static void
try_flip(struct check *check, const struct subject *subject, const struct flip *flip)
{
	const struct golden *killer = find_killer(check, subject, flip);
	size_t excuse = find_excuse(&subject->rules, flip);
	const char *end = "SURVIVES";

	check->n_flips++;
	if (killer != NULL) {
		check->n_killed++;
		end = golden_name(killer);
	} else if (excuse < N_EXCUSES) {
		check->excused[excuse]++;
		end = excuses[excuse].why;
	} else {
		check->n_survivors++;
	}
	if (check->verbose || (killer == NULL && excuse == N_EXCUSES))
		g_print("%s: %s: %s\n", subject_name(subject), flip->what, end);
}

static bool
any_inherits(const struct check *check, enum sabot_game game, const char *key)
{
	for (unsigned i = 0; i < check->profiles->len; i++) {
		const struct profile *profile = check->profiles->pdata[i];
		if (profile->rules.game == game && inherits(profile, key))
			return true;
	}
	return false;
}

/* A default that every profile overrides is nobody's; tests/engine/test-rules.c knows it. */
static void
try_defaults(struct check *check, enum sabot_game game)
{
	struct subject subject = {0};

	sabot_rules_init(&subject.rules, game);
	g_autoptr(GPtrArray) flips = flips_of_rules(&subject.rules);
	g_autoptr(GPtrArray) remedies = flips_of_remedies(&subject.rules);
	g_ptr_array_extend_and_steal(flips, g_steal_pointer(&remedies));
	for (unsigned i = 0; i < flips->len; i++) {
		const struct flip *flip = flips->pdata[i];
		if (any_inherits(check, game, flip->key))
			try_flip(check, &subject, flip);
	}
}

/* Every key as it is in force; lists of remedies where the profile states its own. */
static void
try_profile(struct check *check, const struct profile *profile)
{
	struct subject subject = {profile->name, profile->rules};
	g_autoptr(GPtrArray) flips = flips_of_rules(&subject.rules);
	g_autoptr(GPtrArray) remedies = flips_of_remedies(&subject.rules);

	for (unsigned i = 0; i < flips->len; i++)
		try_flip(check, &subject, flips->pdata[i]);
	for (unsigned i = 0; i < remedies->len; i++) {
		const struct flip *flip = remedies->pdata[i];
		if (!inherits(profile, flip->key))
			try_flip(check, &subject, flip);
	}
}

/* Without a flip each log yields what is expected: else nothing it sees would mean anything. */
static bool
all_as_expected(const struct check *check)
{
	bool all = true;

	for (unsigned i = 0; i < check->goldens->len; i++) {
		const struct golden *golden = check->goldens->pdata[i];
		if (golden_differs(golden, &find_profile(check, golden_profile(golden))->rules)) {
			g_printerr("%s: is not as expected\n", golden_name(golden));
			all = false;
		}
	}
	return all && check->goldens->len > 0;
}

static bool
read_goldens(struct check *check, char **directories)
{
	check->goldens = g_ptr_array_new_with_free_func(golden_free);
	for (; *directories != NULL; directories++)
		if (!golden_read_directory(*directories, check->goldens))
			return false;
	return all_as_expected(check);
}

static void
read_profiles(struct check *check, const char *directory)
{
	g_auto(GStrv) names = sabot_profile_list();

	check->profiles = g_ptr_array_new_with_free_func(profile_free);
	for (int i = 0; names[i] != NULL; i++)
		g_ptr_array_add(check->profiles, load_profile(directory, names[i]));
}

/* The sums; false when a flip survives or an excuse excuses nothing. */
static bool
report(const struct check *check)
{
	int n_excused = 0, n_idle = 0;

	for (size_t i = 0; i < N_EXCUSES; i++) {
		n_excused += check->excused[i];
		n_idle += check->excused[i] == 0;
		if (check->excused[i] == 0)
			g_print("nothing needs the excuse \"%s: %s\"\n", excuses[i].key,
				excuses[i].why);
	}
	g_print("%d mutations, %d killed, %d excused, survivors: %d\n", check->n_flips,
		check->n_killed, n_excused, check->n_survivors);
	return check->n_survivors == 0 && n_idle == 0;
}

static bool
try_all(struct check *check)
{
	for (unsigned i = 0; i < check->profiles->len; i++)
		try_profile(check, check->profiles->pdata[i]);
	try_defaults(check, SABOT_PUNTO_BANCO);
	try_defaults(check, SABOT_BLACKJACK);
	return report(check);
}

int
main(int argc, char **argv)
{
	struct check check = {0};
	const char *option = argc > 1 && argv[1][0] == '-' ? argv[1] : "";
	int first = option[0] != '\0' ? 2 : 1;
	bool logs_only = strcmp(option, "--logs-only") == 0;

	check.verbose = strcmp(option, "--verbose") == 0;
	if (argc < first + 2 || (first == 2 && !check.verbose && !logs_only)) {
		g_printerr("usage: mutate-rules [--verbose | --logs-only] PROFILES-DIRECTORY "
			   "LOGS-DIRECTORY…\n");
		return 2;
	}
	read_profiles(&check, argv[first]);
	bool all_right = read_goldens(&check, argv + first + 1) && (logs_only || try_all(&check));
	g_ptr_array_unref(check.profiles);
	g_ptr_array_unref(check.goldens);
	return all_right ? 0 : 1;
}
