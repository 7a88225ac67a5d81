/*
 * The configuration: what is right is read, what is wrong is named with file, group and key.
 */
#include "daemon/config/config-check.h"
#include "daemon/config/config-file.h"
#include "daemon/daemon.h"
#include "daemon/config/overrides.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct sabot_config *
load_text(const char *text, GError **error)
{
	g_autofree char *path = NULL;
	struct sabot_config *config;
	int fd = g_file_open_tmp("sabot-XXXXXX.conf", &path, NULL);

	assert_true(fd >= 0);
	close(fd);
	assert_true(g_file_set_contents(path, text, -1, NULL));
	config = sabot_config_load(path, error);
	g_unlink(path);
	return config;
}

struct refusal {
	const char *text;
	const char *words; /* in the sentence */
};

#define TABLE "[table T]\nrules=punto-banco-es\n"
#define FROM "[records]\nfrom=postgresql://core/sabot\n"
#define LONG "0123456789/0123456789/01234567"

static void
test_wrong_is_named(void **state)
{
	static const struct refusal refusals[] = {
		{"", "there is no [table NAME]"},
		{"[daemon", "Key file"},
		{"[daemon]\nsite=x\n", "there is no [table NAME]"},
		{"[deamon]\nsite=x\n", "[deamon]"},
		{"[daemon]\nsokcet=/x\n", "[daemon] sokcet: there is no such key"},
		{"[daemon]\nsocket=\n", "[daemon] socket: is empty"},
		{"[daemon]\nmax_clients=0\n", "max_clients: \"0\" is not a whole number"},
		{"[daemon]\npersons=maybe\n", "persons: \"maybe\" is neither required nor off"},
		{"[daemon]\nidle_logout_s=0\n", "idle_logout_s: \"0\" is not"},
		{"[daemon]\npin_digits=3\n", "pin_digits: \"3\" is not"},
		{"[daemon]\ncards=shift boss\n", "cards: there is no such role"},
		{"[daemon]\npin_digits.boss=6\n", "pin_digits.boss: there is no such role"},
		{"[daemon]\npin_digits.admin=13\n", "pin_digits.admin: \"13\" is not"},
		{"[daemon]\nnames=closed\n", "names: \"closed\" is neither open nor login"},
		{"[daemon]\nclient_time=now\n", "client_time: \"now\" is neither claim nor date"},
		{"[daemon]\nsecond_after_days=366\n", "second_after_days: \"366\" is not"},
		{"[house]\nbackdate_days=-1\n", "backdate_days: \"-1\" is not"},
		{"[house]\ncage=perhaps\n", "[house] cage: is auto, required or off"},
		{"[house]\ncount_room=\n", "[house] count_room: is auto, required or off"},
		{"[house]\nmarkers=maybe\n", "[house] markers: \"maybe\" is neither on nor off"},
		{"[house]\nshift=day\n", "[house] shift: there is no such key"},
		{"[house]\ngaming_day=25:00\n", "[house] gaming_day: \"25:00\" is not HH:MM"},
		{"[house]\nshifts=day 07:00\n", "[house] shifts: \"day 07:00\" does not begin"},
		{"[house]\ntime_zone=Nowhere\n", "[house] time_zone: there is no zone"},
		{"[house]\ndrop_counts=coins\n", "[house] drop_counts: \"coins\" is no kind"},
		{"[table T]\n", "[table T] rules: is missing"},
		{"[table T]\nrules=poker\n", "[table T] rules: there is no rule profile \"poker\"; "
					     "there are: blackjack-es, "},
		{"[table T/2]\nrules=punto-banco-es\n", "[table T/2]"},
		{"[table T]\nrules=punto-banco-es\nsimulated=perhaps\n", "simulated: \"perhaps\""},
		{"[table T]\nrules=punto-banco-es\ndevice=d\n", "device: there is no [device]"},
		{"[table T]\nrules=punto-banco-es\nset.decks=9\n", "decks"},
		{"[table T]\nrules=punto-banco-es\nset.hole=yes\n", "hole"},
		{"[table T]\nrules=punto-banco-es\nmin=many\n", "min"},
		{"[device d]\ndriver=angeleye2\n", "[device d] transport: is missing"},
		{"[device d]\ntransport=pty:/x\nbaud=fast\n", "[device d] baud: \"fast\""},
		{"[device d]\ntransport=pty:/x\nserial=\n", "[device d] serial: is empty"},
		{"[device d]\ntransport=pty:/x\nsilence_ms=9\n", "silence_ms: \"9\""},
		{"[device d]\ntransport=pty:/x\njournal_mb=65\n", "journal_mb: \"65\""},
		{"[device d]\ntransport=pty:/x\njournal_files=-1\n", "journal_files: \"-1\""},
		{"[device d]\ntransport=pty:/x\ncommands=maybe\n", "neither no nor yes"},
		{"[device d]\ntransport=pty:/x\nresult_by=me\n", "neither dealer nor device"},
		{"[device d]\ntransport=pty:/x\nseq_first=0\n",
		 "seq_first: is given with seq_last"},
		{"[device d]\ntransport=pty:/x\ncommands=maybe\n", "neither no nor yes"},
		{"[device d]\ntransport=pty:/x\nseq_first=00\nseq_last=9\n", "not one character"},
		{"[device d]\ntransport=pty:/x\n[table A]\nrules=punto-banco-es\ndevice=d\n"
		 "[table B]\nrules=punto-banco-es\ndevice=d\n",
		 "[table B] device: another table"},
		{"[table T]\nrules=punto-banco-es\n[table U]\nrules=punto-banco-es\n[table T]\n",
		 "line 5: [table T] is there twice"},
		{"[table T]\nrules=punto-banco-es\n# rules=x\n rules = blackjack-es\n",
		 "line 4: [table T] rules is there twice"},
		/* A key of a language is a key, whatever the language of the process. */
		{"[table T]\nrules=punto-banco-es\ndevice[xx]=d\n",
		 "device[xx]: there is no such key here"},
		{"[daemon]\nstate_dir=state\n" TABLE, "[daemon] state_dir: is no absolute path"},
		{"[daemon]\nspool_dir=spool\n" TABLE, "[daemon] spool_dir: is no absolute path"},
		{"[archive]\ndir=old\n" TABLE, "[archive] dir: is no absolute path"},
		{"[daemon]\nsocket=/" LONG LONG LONG LONG "\n" TABLE,
		 "[daemon] socket: a socket's path has at most 107"},
		{"[device d]\ntransport=pty:/x\njournal=j\n" TABLE,
		 "[device d] journal: is no absolute path"},
		{"[device a]\ntransport=tcp:Shoe:4001\n[device b]\ntransport=tcp:shoe:4001\n" TABLE,
		 "[device b] transport: [device a] is on this line already"},
		{"[device a]\ntransport=pty:/x/../y\n[device b]\ntransport=serial:/y\n" TABLE,
		 "[device b] transport: [device a] is on this line already"},
		{"[upstream a]\nconnect=/x\nrename_tables=maybe\n", "neither no nor yes"},
		{"[records]\n", "[records] from: is missing"},
		{"[records]\nfrom=core\n", "[records] from: is a core's address"},
		{"[records]\nfrom=postgresql://a:b@core/x\n", "from: has a password"},
		{"[records]\nfrom=postgresql://core/x?password=b\n", "from: has a password"},
		{FROM "every_s=0\n", "[records] every_s: \"0\" is not"},
		{FROM "until=now\n", "[records] until: there is no such key"},
		{FROM TABLE, "a daemon with [records] has no [table]"},
		{FROM "[upstream a]\nconnect=/x\n", "a daemon with [records] has no [table]"},
		{FROM "[archive]\n", "a daemon with [records] writes no log"},
		{"[daemon]\npersons=required\n" FROM, "a daemon with [records] knows no persons"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refusals); i++) {
		g_autoptr(GError) error = NULL;

		assert_null(load_text(refusals[i].text, &error));
		if (!strstr(error->message, refusals[i].words))
			fail_msg("\"%s\" is not in: %s", refusals[i].words, error->message);
		assert_non_null(strstr(error->message, ".conf"));
	}
}

static void
test_devices_are_checked(void **state)
{
	static const struct refusal refusals[] = {
		{"driver=noname\ntransport=pty:/x\n", "noname; there are angeleye2,"},
		{"driver=noname\ntransport=pty:/x\nsilence_ms=9000\n", "noname"},
		{"driver=replay\ntransport=replay:/x\nsilence_ms=9000\n", "/x"},
		{"transport=carrier-pigeon:/x\n", "carrier-pigeon"},
		{"transport=replay:/x?speed=fast\n", "speed=fast"},
		{"transport=pty:/x\ndriver=ref\nsilence_ms=9000\n", "has a heartbeat"},
		{"transport=pty:/x\ndriver=sim\n[table S]\nrules=punto-banco-es\ndevice=d\n",
		 "] driver: is no real shoe; its table needs simulated=yes"},
		{"transport=pty:/x\ndriver=beetek\ncommands=yes\n", "] commands: this kind"},
		{"transport=pty:/x\ndriver=beetek\nresult_by=device\n", "] result_by: this kind"},
		{"transport=pty:x\n", "] transport: "},
		{"transport=pty:/x\nseq_first=9\nseq_last=0\n", "] seq_last: "},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refusals); i++) {
		g_autofree char *text = g_strconcat("[table T]\nrules=punto-banco-es\n[device d]\n",
						    refusals[i].text, NULL);
		g_autoptr(GError) error = NULL;
		struct sabot_config *config = load_text(text, &error);

		assert_non_null(config);
		assert_false(sabot_daemon_check(config, &error));
		assert_non_null(strstr(error->message, ".conf: [device d] "));
		assert_non_null(strstr(error->message, refusals[i].words));
		sabot_config_free(config);
	}
}

/* A disk that is not mounted does not keep the daemon from running by the profiles built in. */
static void
test_a_missing_directory_is_reported(void **state)
{
	g_autoptr(GError) error = NULL;
	struct sabot_config *config =
		load_text("[daemon]\nprofiles=/nowhere/at/all\n" TABLE, &error);

	(void)state;
	assert_non_null(config);
	assert_false(sabot_config_check_profiles(config, &error));
	assert_non_null(strstr(error->message, ".conf: [daemon] profiles: /nowhere/at/all is no"));
	sabot_config_free(config);
}

static void
test_example(void **state)
{
	g_autoptr(GError) error = NULL;
	struct sabot_config *config = sabot_config_load(EXAMPLE_CONFIG, &error);
	const struct sabot_table_config *first, *second;

	(void)state;
	if (!config)
		fail_msg("%s", error->message);
	assert_string_equal(config->site, "Casino Example");
	assert_int_equal(config->tables->len, 3);
	assert_int_equal(config->devices->len, 2);
	first = g_ptr_array_index(config->tables, 0);
	second = g_ptr_array_index(config->tables, 1);
	assert_string_equal(first->device->name, "shoe-1");
	assert_int_equal(first->device->baud, 4800);
	assert_int_equal(first->device->journal_mb, 16);
	assert_int_equal(first->device->journal_files, 4);
	assert_int_equal(first->rules.max_minor, 100000);
	assert_int_equal(second->rules.deal_order, SABOT_DEAL_PBPB);
	assert_int_equal(second->rules.bets[SABOT_BET_PUNTO_PAIR].pays, 11);
	if (!sabot_daemon_check(config, &error))
		fail_msg("%s", error->message);
	sabot_config_free(config);
}

static void
test_overrides_are_an_event_logs_set(void **state)
{
	static const char overrides[] =
		"bets=tie=9:1 lucky_6=12:1\nburn=first_card\ncommission=0\n"
		"deal_order=PBPB\nremedies.card_missing=draw_now void_round\n";
	json_t *set = sabot_overrides_to_json("punto-banco-es", NULL, overrides);
	json_t *expected = json_loads("{\"bets\":{\"tie\":[9,1],\"lucky_6\":[12,1]},"
				      "\"burn\":\"first_card\",\"commission\":0,"
				      "\"deal_order\":\"PBPB\","
				      "\"remedies.card_missing\":[\"draw_now\",\"void_round\"]}",
				      0, NULL);

	(void)state;
	assert_true(json_equal(set, expected));
	json_decref(set);
	json_decref(expected);
	set = sabot_overrides_to_json("blackjack-es", NULL,
				      "blackjack_pays=6:5\nside_bets=royal_match_21.suited=5:2\n");
	expected = json_loads("{\"blackjack_pays\":[6,5],"
			      "\"side_bets\":{\"royal_match_21\":{\"suited\":[5,2]}}}",
			      0, NULL);
	assert_true(json_equal(set, expected));
	json_decref(set);
	json_decref(expected);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wrong_is_named),
		cmocka_unit_test(test_devices_are_checked),
		cmocka_unit_test(test_a_missing_directory_is_reported),
		cmocka_unit_test(test_example),
		cmocka_unit_test(test_overrides_are_an_event_logs_set),
	};

	return cmocka_run_group_tests_name("daemon-config", tests, NULL, NULL);
}
