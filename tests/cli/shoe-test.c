/*
 * The simulated shoe in its parts: loads, random numbers, the plan of faults, the command line,
 * and what comes out of its line, read back with the decoder of devices/.
 */
#include "simulate/shoe-pack.h"
#include "simulate/shoe-state.h"
#include "simulate/shoe-table.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
/* needs the ones above */
#include <cmocka.h>

enum { PATIENCE_MS = 5000, FRAMES_MAX = 512 };

/* --- Loads --- */

static void
count_cards(const struct shoe_pack *pack, unsigned counts[SABOT_DECK_CARDS])
{
	memset(counts, 0, SABOT_DECK_CARDS * sizeof(counts[0]));
	for (unsigned i = pack->n_drawn; i < pack->n_cards; i++) {
		struct sabot_card card = pack->cards[i];

		assert_true(sabot_card_is_known(card));
		counts[sabot_card_number(card) - 1]++;
	}
}

static void
a_load_is_honest(void **state)
{
	unsigned counts[SABOT_DECK_CARDS];
	struct shoe_random random;
	struct shoe_pack pack;

	(void)state;
	shoe_random_init(&random, 7);
	for (int decks = 1; decks <= SABOT_DECKS_MAX; decks++) {
		shoe_pack_fill(&pack, decks, &random);
		assert_int_equal(shoe_pack_left(&pack), decks * SABOT_DECK_CARDS);
		count_cards(&pack, counts);
		for (int i = 0; i < SABOT_DECK_CARDS; i++)
			assert_int_equal(counts[i], decks);
	}
}

static void
a_seed_repeats_its_load(void **state)
{
	struct shoe_pack first, again, other;
	struct shoe_random random;

	(void)state;
	shoe_random_init(&random, 42);
	shoe_pack_fill(&first, 6, &random);
	shoe_random_init(&random, 42);
	shoe_pack_fill(&again, 6, &random);
	shoe_random_init(&random, 43);
	shoe_pack_fill(&other, 6, &random);
	assert_memory_equal(&first, &again, sizeof(first));
	assert_memory_not_equal(&first, &other, sizeof(first));
}

static void
a_shuffle_moves_every_place(void **state)
{
	unsigned first_ranks[SABOT_RANKS] = {0};
	struct shoe_random random;
	struct shoe_pack pack;

	(void)state;
	shoe_random_init(&random, 1);
	for (int i = 0; i < 1300; i++) {
		shoe_pack_fill(&pack, 1, &random);
		first_ranks[pack.cards[0].rank - 1]++;
	}
	/* 100 each are expected; 50 is five deviations away. */
	for (int i = 0; i < SABOT_RANKS; i++)
		assert_in_range(first_ranks[i], 50, 150);
}

static void
spoilt_loads_are_one_card_off(void **state)
{
	unsigned before[SABOT_DECK_CARDS], after[SABOT_DECK_CARDS];
	struct shoe_random random;
	struct shoe_pack pack;
	struct sabot_card card;
	int place;

	(void)state;
	shoe_random_init(&random, 3);
	shoe_pack_fill(&pack, 6, &random);
	for (int i = 0; i < 100; i++)
		assert_true(shoe_pack_draw(&pack, &card));
	count_cards(&pack, before);
	assert_true(shoe_pack_slip_in(&pack, &random, &card));
	count_cards(&pack, after);
	place = sabot_card_number(card) - 1;
	assert_int_equal(after[place], before[place] + 1);
	assert_int_equal(shoe_pack_left(&pack), 213);
	assert_true(shoe_pack_take_out(&pack, &random, &card));
	assert_int_equal(shoe_pack_left(&pack), 212);
	while (shoe_pack_draw(&pack, &card))
		;
	assert_false(shoe_pack_take_out(&pack, &random, &card));
}

static void
the_cut_card_comes_at_its_place(void **state)
{
	struct shoe_random random;
	struct shoe_pack pack;
	struct sabot_card card;

	(void)state;
	shoe_random_init(&random, 3);
	shoe_pack_fill(&pack, 1, &random);
	pack.behind_cards = 10;
	for (int i = 0; i < 42; i++) {
		assert_false(shoe_pack_cut_is_next(&pack));
		assert_true(shoe_pack_draw(&pack, &card));
	}
	assert_true(shoe_pack_cut_is_next(&pack));
	shoe_pack_draw_cut(&pack);
	assert_false(shoe_pack_cut_is_next(&pack));
}

/* --- The plan of faults --- */

static void
a_plan_keeps_its_rounds(void **state)
{
	struct shoe_fault_plan plan;
	struct shoe_random random;
	g_autofree char *why = NULL;

	(void)state;
	shoe_random_init(&random, 1);
	shoe_fault_plan_init(&plan);
	assert_true(shoe_fault_plan_add(&plan, "unread@3", &why));
	assert_true(shoe_fault_plan_add(&plan, "wrong-result", &why));
	assert_int_equal(shoe_fault_plan_pick(&plan, 1, SHOE_NEEDS_SHOE, &random), SHOE_FAULT_NONE);
	assert_int_equal(shoe_fault_plan_pick(&plan, 1, SHOE_NEEDS_PUNTO_BANCO, &random),
			 SHOE_FAULT_WRONG_RESULT);
	assert_int_equal(shoe_fault_plan_pick(&plan, 2, SHOE_NEEDS_PUNTO_BANCO, &random),
			 SHOE_FAULT_NONE);
	assert_int_equal(shoe_fault_plan_pick(&plan, 3, SHOE_NEEDS_SHOE, &random),
			 SHOE_FAULT_UNREAD);
	assert_int_equal(shoe_fault_plan_pick(&plan, 4, SHOE_NEEDS_SHOE, &random), SHOE_FAULT_NONE);
	shoe_fault_plan_clear(&plan);
}

static void
random_faults_come_as_often_as_asked_and_fit(void **state)
{
	unsigned seen[SHOE_FAULTS] = {0};
	struct shoe_fault_plan plan;
	struct shoe_random random;
	unsigned n = 0;

	(void)state;
	shoe_random_init(&random, 5);
	shoe_fault_plan_init(&plan);
	plan.percent = 20;
	for (unsigned round = 1; round <= 5000; round++)
		seen[shoe_fault_plan_pick(&plan, round, SHOE_NEEDS_DEALER, &random)]++;
	for (int i = SHOE_FAULT_NONE + 1; i < SHOE_FAULTS; i++) {
		bool fits = shoe_fault_get_need((enum shoe_fault)i) <= SHOE_NEEDS_DEALER;

		assert_int_equal(seen[i] > 0, fits);
		n += seen[i];
	}
	assert_in_range(n, 850, 1150);
	shoe_fault_plan_clear(&plan);
}

/* --- The command line --- */

static const struct {
	const char *name;
	const char *line; /* after the program's name */
	const char *why;  /* part of the sentence; NULL = good */
} command_lines[] = {
	{"pty", "--pty x", NULL},
	{"tcp", "--tcp 0 --pace max --seed 3 --rounds 10", NULL},
	{"milliseconds", "--tcp 0 --pace 800ms", NULL},
	{"dealer", "--pty x --dealer --table T --fault wrong-third-card@12 --faults 5", NULL},
	{"help alone", "--help", NULL},
	{"nowhere", "--seed 3", "--pty PATH or --tcp PORT"},
	{"two places", "--pty x --tcp 4001", "--pty PATH or --tcp PORT"},
	{"port", "--tcp 65536", "no port number"},
	{"pace", "--pty x --pace fast", "cards a minute"},
	{"pace zero", "--pty x --pace 0", "cards a minute"},
	{"decks", "--pty x --decks 9", "--decks takes a number from 1 to 8"},
	{"behind", "--pty x --decks 1 --behind 52", "--behind takes a number from 0 to 51"},
	{"faults", "--pty x --faults 101", "--faults takes a number from 0 to 100"},
	{"seed", "--pty x --seed abc", "whole number"},
	{"negative seed", "--pty x --seed -3", "whole number"},
	{"unknown fault", "--pty x --fault jam", "no fault \"jam\""},
	{"round of a fault", "--pty x --fault unread@x", "round's number"},
	{"dealer's fault", "--pty x --fault overdraw", "needs --dealer"},
	{"no table", "--pty x --dealer", "needs --table"},
	{"unknown option", "--pty x --colour red", "--colour"},
	{"left over", "--pty x y", "\"y\" is too much"},
};

static void
the_command_line_is_judged(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(command_lines); i++) {
		g_autofree char *line = g_strconcat("sabot-shoe ", command_lines[i].line, NULL);
		g_auto(GStrv) argv = g_strsplit(line, " ", -1);
		g_autofree char *why = NULL;
		struct shoe_options options;
		bool good = shoe_options_parse(&options, (int)g_strv_length(argv), argv, &why);

		print_message("%s: %s\n", command_lines[i].name, why ? why : "good");
		assert_int_equal(good, command_lines[i].why == NULL);
		if (command_lines[i].why)
			assert_non_null(strstr(why, command_lines[i].why));
		shoe_options_clear(&options);
	}
}

/* --- What comes out of the line --- */

/* A listener: what it heard, decoded. */
struct ear {
	int fd;
	uint8_t bytes[16 * 1024];
	size_t n_bytes;
	struct sabot_angeleye_frame frames[FRAMES_MAX];
	unsigned n_frames;
	unsigned n_garbage;
	bool is_cut_off;
};

static int
open_listener(const struct shoe_options *options, const struct shoe_table *table)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	const char *colon;
	int fd;

	if (options->pty)
		return open(options->pty, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	colon = strchr(shoe_line_get_address(table->line), ':');
	address.sin_port = htons((uint16_t)g_ascii_strtoull(colon + 1, NULL, 10));
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
	return fd;
}

static void
decode(struct ear *ear)
{
	size_t consumed = 1;

	while (consumed > 0 && ear->n_frames < FRAMES_MAX) {
		switch (sabot_angeleye_decode(ear->bytes, ear->n_bytes, &consumed,
					      &ear->frames[ear->n_frames])) {
		case SABOT_ANGELEYE_FRAME:
			ear->n_frames++;
			break;
		case SABOT_ANGELEYE_GARBAGE:
			ear->n_garbage++;
			break;
		case SABOT_ANGELEYE_NEED_MORE:
			return;
		}
		memmove(ear->bytes, ear->bytes + consumed, ear->n_bytes - consumed);
		ear->n_bytes -= consumed;
	}
}

static void
receive(struct ear *ear)
{
	ssize_t n = read(ear->fd, ear->bytes + ear->n_bytes, sizeof(ear->bytes) - ear->n_bytes);

	if (n > 0)
		ear->n_bytes += (size_t)n;
	else if (n == 0 || errno != EAGAIN)
		ear->is_cut_off = true;
	decode(ear);
}

/* A table that deals, one who listens, and the loop that both live in. */
struct scene {
	struct shoe_options options;
	struct shoe_table *table;
	struct ear ear;
	char *directory;
};

static gboolean
on_listen_due(gpointer data)
{
	struct scene *scene = data;

	if (scene->ear.fd >= 0)
		receive(&scene->ear);
	if (scene->ear.fd >= 0 && scene->ear.is_cut_off) {
		close(scene->ear.fd);
		scene->ear.fd = -1;
	}
	/* The cable may be out: then there is nothing to open yet. */
	if (scene->ear.fd < 0 && scene->options.pty)
		scene->ear.fd = open_listener(&scene->options, scene->table);
	scene->ear.is_cut_off = false;
	return G_SOURCE_CONTINUE;
}

static gboolean
on_patience_ended(gpointer data)
{
	(void)data;
	fail_msg("the shoe did not end in time");
	return G_SOURCE_REMOVE;
}

/* Deal with these options (after the line's) until the shoe ends; fills scene->ear. */
static void
deal(struct scene *scene, const char *line, bool by_tcp)
{
	g_autofree char *whole = NULL;
	g_auto(GStrv) argv = NULL;
	g_autofree char *why = NULL;
	g_autoptr(GError) error = NULL;
	guint listening, patience;

	memset(scene, 0, sizeof(*scene));
	scene->directory = g_dir_make_tmp("sabot-shoe-XXXXXX", NULL);
	whole = by_tcp ? g_strdup_printf("shoe --quiet --tcp 0 %s", line)
		       : g_strdup_printf("shoe --quiet --pty %s/shoe %s", scene->directory, line);
	argv = g_strsplit(whole, " ", -1);
	assert_true(shoe_options_parse(&scene->options, (int)g_strv_length(argv), argv, &why));
	scene->table = shoe_table_new(&scene->options, NULL, &error);
	if (error)
		fail_msg("%s", error->message);
	scene->ear.fd = open_listener(&scene->options, scene->table);
	assert_true(scene->ear.fd >= 0);
	listening = g_timeout_add(1, on_listen_due, scene);
	patience = g_timeout_add(PATIENCE_MS, on_patience_ended, NULL);
	shoe_table_run(scene->table);
	on_listen_due(scene);
	g_source_remove(listening);
	g_source_remove(patience);
	if (scene->ear.fd >= 0)
		close(scene->ear.fd);
	shoe_table_free(scene->table);
}

static void
leave(struct scene *scene)
{
	/* Fails when the shoe left its link behind. */
	assert_int_equal(g_rmdir(scene->directory), 0);
	g_free(scene->directory);
	shoe_options_clear(&scene->options);
}

/* The cards heard, each named once, repeats left out by their sequence; "??" = unread. */
static char *
cards_heard(const struct ear *ear)
{
	GString *text = g_string_new("");
	char last_seq = 0;

	for (unsigned i = 0; i < ear->n_frames; i++) {
		const struct sabot_angeleye_frame *frame = &ear->frames[i];
		struct sabot_angeleye_draw draw;
		char name[SABOT_CARD_TEXT_SIZE];

		if (frame->code != SABOT_ANGELEYE_DRAW || frame->seq == last_seq)
			continue;
		assert_true(sabot_angeleye_draw_get(frame, &draw));
		g_string_append_printf(text, "%s%s", text->len ? " " : "",
				       sabot_card_format(draw.card, name));
		last_seq = frame->seq;
	}
	return g_string_free(text, FALSE);
}

/* The first cards of the load that `seed` gives. */
static char *
cards_of_seed(uint64_t seed, unsigned n)
{
	GString *text = g_string_new("");
	struct shoe_random random;
	struct shoe_pack pack;
	char name[SABOT_CARD_TEXT_SIZE];

	shoe_random_init(&random, seed);
	shoe_pack_fill(&pack, 6, &random);
	for (unsigned i = 0; i < n; i++)
		g_string_append_printf(text, "%s%s", i ? " " : "",
				       sabot_card_format(pack.cards[i], name));
	return g_string_free(text, FALSE);
}

static unsigned
n_frames_of(const struct ear *ear, char code)
{
	unsigned n = 0;

	for (unsigned i = 0; i < ear->n_frames; i++)
		n += ear->frames[i].code == code;
	return n;
}

static void
deal_known_load(bool by_tcp)
{
	g_autofree char *expected = cards_of_seed(11, 12);
	g_autofree char *heard = NULL;
	struct scene scene;

	deal(&scene, "--seed 11 --pace max --rounds 12", by_tcp);
	heard = cards_heard(&scene.ear);
	assert_string_equal(heard, expected);
	assert_int_equal(n_frames_of(&scene.ear, SABOT_ANGELEYE_DRAW), 12 * SHOE_FRAMES_COPIES);
	assert_int_equal(n_frames_of(&scene.ear, SABOT_ANGELEYE_BOOT), SHOE_FRAMES_COPIES);
	assert_int_equal(scene.ear.n_garbage, 0);
	leave(&scene);
}

static void
a_known_load_is_heard_on_a_pty(void **state)
{
	(void)state;
	deal_known_load(false);
}

static void
a_known_load_is_heard_on_tcp(void **state)
{
	(void)state;
	deal_known_load(true);
}

/* What each fault of the shoe changes: frames of each kind, and the words heard. */
static const struct {
	const char *fault;
	unsigned draws, errors, retransmissions;
	int spoilt;          /* the place that differs from the honest cards; -1 = none */
	const char *instead; /* what is heard there; NULL = nothing */
} shoe_faults[] = {
	{"unread@3", 18, 3, 0, 2, "??"},
	{"repeated-frames@3", 20, 0, 0, -1, NULL},
	{"lost-frame@3", 15, 0, 0, 2, NULL},
	{"cable-pull@3", 18, 0, 3, -1, NULL},
};

static char *
expect_cards(size_t fault)
{
	g_autofree char *honest = cards_of_seed(11, 6);
	g_auto(GStrv) cards = g_strsplit(honest, " ", -1);
	g_autoptr(GPtrArray) heard = g_ptr_array_new();

	for (int i = 0; cards[i]; i++) {
		if (i != shoe_faults[fault].spoilt)
			g_ptr_array_add(heard, cards[i]);
		else if (shoe_faults[fault].instead)
			g_ptr_array_add(heard, (gpointer)shoe_faults[fault].instead);
	}
	g_ptr_array_add(heard, NULL);
	return g_strjoinv(" ", (char **)heard->pdata);
}

static void
faults_of_the_shoe_are_planted(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(shoe_faults); i++) {
		g_autofree char *line = g_strdup_printf(
			"--seed 11 --pace max --rounds 6 --fault %s", shoe_faults[i].fault);
		g_autofree char *expected = expect_cards(i);
		g_autofree char *heard = NULL;
		struct scene scene;

		print_message("%s\n", shoe_faults[i].fault);
		deal(&scene, line, false);
		heard = cards_heard(&scene.ear);
		assert_string_equal(heard, expected);
		assert_int_equal(n_frames_of(&scene.ear, SABOT_ANGELEYE_DRAW),
				 shoe_faults[i].draws);
		assert_int_equal(n_frames_of(&scene.ear, SABOT_ANGELEYE_ERROR),
				 shoe_faults[i].errors);
		assert_int_equal(n_frames_of(&scene.ear, SABOT_ANGELEYE_RETRANSMISSION),
				 shoe_faults[i].retransmissions);
		leave(&scene);
	}
}

static void
a_log_is_dealt_again(void **state)
{
	static const char log[] = "{\"log\":\"sabot/1\",\"table\":\"T\",\"rules\":\"x\"}\n"
				  "{\"ev\":\"load\",\"decks\":6}\n\n"
				  "{\"ev\":\"card\",\"card\":\"TH\"}\n"
				  "{\"ev\":\"no_more_bets\"}\n"
				  "{\"ev\":\"card\",\"card\":\"7?\"}\n"
				  "{\"ev\":\"cut_card\"}\n"
				  "{\"ev\":\"card\",\"card\":\"AS\"}\n";
	g_autofree char *directory = g_dir_make_tmp("sabot-log-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(directory, "a.ndjson", NULL);
	g_autofree char *line = g_strdup_printf("--pace max --log %s", path);
	g_autofree char *heard = NULL;
	struct scene scene;

	(void)state;
	assert_true(g_file_set_contents(path, log, -1, NULL));
	deal(&scene, line, false);
	heard = cards_heard(&scene.ear);
	assert_string_equal(heard, "TH 7? AS");
	assert_int_equal(n_frames_of(&scene.ear, SABOT_ANGELEYE_CUT_CARD), SHOE_FRAMES_COPIES);
	leave(&scene);
	g_unlink(path);
	g_rmdir(directory);
}

static void
a_bad_log_is_refused_with_its_line(void **state)
{
	g_autofree char *directory = g_dir_make_tmp("sabot-log-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(directory, "a.ndjson", NULL);
	g_autofree char *pty = g_build_filename(directory, "shoe", NULL);
	char *argv[] = {(char *)"shoe", (char *)"--pty", pty, (char *)"--log", path, NULL};
	g_autofree char *why = NULL;
	g_autoptr(GError) error = NULL;
	struct shoe_options options;

	(void)state;
	assert_true(g_file_set_contents(path, "{}\n{\"ev\":\"card\",\"card\":\"1H\"}\n", -1, NULL));
	assert_true(shoe_options_parse(&options, 5, argv, &why));
	assert_null(shoe_table_new(&options, NULL, &error));
	assert_non_null(strstr(error->message, "a.ndjson: line 2: card"));
	shoe_options_clear(&options);
	g_unlink(path);
	g_rmdir(directory);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_load_is_honest),
		cmocka_unit_test(a_seed_repeats_its_load),
		cmocka_unit_test(a_shuffle_moves_every_place),
		cmocka_unit_test(spoilt_loads_are_one_card_off),
		cmocka_unit_test(the_cut_card_comes_at_its_place),
		cmocka_unit_test(a_plan_keeps_its_rounds),
		cmocka_unit_test(random_faults_come_as_often_as_asked_and_fit),
		cmocka_unit_test(the_command_line_is_judged),
		cmocka_unit_test(a_known_load_is_heard_on_a_pty),
		cmocka_unit_test(a_known_load_is_heard_on_tcp),
		cmocka_unit_test(faults_of_the_shoe_are_planted),
		cmocka_unit_test(a_log_is_dealt_again),
		cmocka_unit_test(a_bad_log_is_refused_with_its_line),
	};

	return cmocka_run_group_tests_name("sabot-shoe", tests, NULL, NULL);
}
