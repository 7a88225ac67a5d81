/*
 * The simulated shoe on one end of a pseudo terminal, a shoe device with the driver that it is
 * made for on the other: in each language, with each fault of a shoe, the device reports what was
 * dealt. Both live in one main loop.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "devices/shoe/shoe-reader.h"
#include "simulate/shoe-pack.h"
#include "simulate/shoe-table.h"
#include "devices/shoe/shoe-device.h"

#include <glib/gstdio.h>
#include <string.h>

enum { PATIENCE_MS = 20000, CARDS = 6 };

struct scene {
	struct shoe_options options;
	struct shoe_table *table;
	struct sabot_shoe_device *device;
	GString *text;
	char *directory;
};

static void
on_event(struct sabot_shoe_device *device, const struct sabot_shoe_report *report, void *user)
{
	const struct sabot_event *event = &report->event;
	struct scene *scene = user;
	char name[SABOT_CARD_TEXT_SIZE];

	(void)device;
	if (event->type == SABOT_EVENT_CARD)
		g_string_append_printf(scene->text, "%s ", sabot_card_format(event->card, name));
	else if (event->type == SABOT_EVENT_DEVICE && event->u.device.state == SABOT_DEVICE_LOST)
		g_string_append_printf(scene->text, "lost:%d ", event->u.device.lost_cards);
	else if (event->type == SABOT_EVENT_DEVICE && report->fault != SABOT_SHOE_FAULT_NONE)
		g_string_append_printf(scene->text, "%s:%d ",
				       sabot_device_state_to_string(event->u.device.state),
				       (int)report->fault);
	else if (event->type == SABOT_EVENT_DEVICE && !event->u.device.code)
		g_string_append_printf(scene->text, "%s ",
				       sabot_device_state_to_string(event->u.device.state));
	if (!report->simulated && strcmp(scene->options.language->configured, "sim") == 0)
		fail_msg("a simulated card is not marked");
}

static const struct sabot_shoe_device_handler handler = {.event = on_event};

static gboolean
on_patience_ended(gpointer data)
{
	struct scene *scene = data;

	fail_msg("the shoe did not end in time; heard: %s", scene->text->str);
	return G_SOURCE_REMOVE;
}

static void
start_device(struct scene *scene)
{
	g_autofree char *transport = g_strconcat("pty:", scene->options.pty, NULL);
	const struct sabot_shoe_device_options options = {
		.name = "shoe",
		.driver = scene->options.language->configured,
		.transport = transport,
		.driver_options = {.seq_first = SHOE_FRAMES_SEQ_FIRST,
				   .seq_last = SHOE_FRAMES_SEQ_LAST},
	};

	scene->device = sabot_shoe_device_new(&options, &handler, scene, NULL);
	assert_non_null(scene->device);
	sabot_shoe_device_start(scene->device);
}

/* On a busy machine the shoe may be done before the device has read its last bytes. */
static void
deal(struct scene *scene, const char *driver, const char *fault, size_t expected_len)
{
	g_autofree char *line = NULL, *why = NULL;
	g_auto(GStrv) argv = NULL;
	guint patience;

	memset(scene, 0, sizeof(*scene));
	scene->text = g_string_new(NULL);
	scene->directory = g_dir_make_tmp("sabot-shoe-XXXXXX", NULL);
	line = g_strdup_printf("shoe --quiet --pty %s/shoe --driver %s --seed 11 --rounds %d "
			       "--pace max%s%s",
			       scene->directory, driver, CARDS, fault[0] ? " --fault " : "", fault);
	argv = g_strsplit(line, " ", -1);
	assert_true(shoe_options_parse(&scene->options, (int)g_strv_length(argv), argv, &why));
	scene->table = shoe_table_new(&scene->options, NULL, NULL);
	assert_non_null(scene->table);
	start_device(scene);
	patience = g_timeout_add(PATIENCE_MS, on_patience_ended, scene);
	shoe_table_run(scene->table);
	while (scene->text->len < expected_len)
		g_main_context_iteration(NULL, TRUE);
	g_source_remove(patience);
}

static void
leave(struct scene *scene)
{
	sabot_shoe_device_free(scene->device);
	shoe_table_free(scene->table);
	g_string_free(scene->text, TRUE);
	assert_int_equal(g_rmdir(scene->directory), 0);
	g_free(scene->directory);
	shoe_options_clear(&scene->options);
}

/* "%" stands for a card as it was dealt, "-" for one that was not reported. */
static char *
fill_in_cards(const char *pattern)
{
	GString *text = g_string_new(NULL);
	struct shoe_random random;
	struct shoe_pack pack;
	unsigned n = 0;

	shoe_random_init(&random, 11);
	shoe_pack_fill(&pack, 6, &random);
	for (; pattern[0]; pattern++) {
		char name[SABOT_CARD_TEXT_SIZE];

		if (pattern[0] == '%')
			g_string_append_printf(text, "%s ", sabot_card_format(pack.cards[n], name));
		else if (pattern[0] != '-' && pattern[0] != '*')
			g_string_append_c(text, pattern[0]);
		n += strchr("%-*", pattern[0]) != NULL;
	}
	return g_string_free(text, FALSE);
}

/* "*" is the card that could not be read. Fault 1 is "cannot read". */
static const struct {
	const char *driver, *fault, *expected;
} cases[] = {
	{"angeleye2", "", "online %%%%%%"},
	{"angeleye2", "unread@3", "online %%*?? error:1 cleared:1 %%%"},
	{"angeleye2", "repeated-frames@3", "online %%%%%%"},
	{"angeleye2", "lost-frame@3", "online %%-lost:1 %%%"},
	{"angeleye2", "cable-pull@3", "online %%%offline online %%%"},
	{"beetek", "", "online %%%%%%"},
	{"beetek", "unread@3", "online %%*?? error:1 %%%"},
	{"beetek", "repeated-frames@3", "online %%%%%%"},
	{"beetek", "lost-frame@3", "online %%-%%%"},
	{"beetek", "cable-pull@3", "online %%%offline online %%%"},
	{"ref", "", "online %%%%%%"},
	{"ref", "unread@3", "online %%*?? error:1 cleared:1 %%%"},
	{"ref", "repeated-frames@3", "online %%%%%%"},
	{"ref", "lost-frame@3", "online %%-lost:1 %%%"},
	{"ref", "cable-pull@3", "online %%%offline online %%%"},
};

static void
test_each_language_is_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *expected = fill_in_cards(cases[i].expected);
		struct scene scene;

		deal(&scene, cases[i].driver, cases[i].fault, strlen(expected));
		if (strcmp(scene.text->str, expected) != 0)
			fail_msg("%s %s: expected\n%s\nbut heard\n%s", cases[i].driver,
				 cases[i].fault, expected, scene.text->str);
		leave(&scene);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_language_is_understood)};

	return cmocka_run_group_tests_name("shoe-driver", tests, NULL, NULL);
}
