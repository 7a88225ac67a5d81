/*
 * How often a dealer's table says that it has changed: once after each step, whatever came with it,
 * and never for another table. A daemon is played by this test, in one main loop with the model.
 */
#include "gui/model/dealer/dealer-table.h"
#include "tests/deadline.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	char *folder, *path;
	GSocket *listener, *peer;
	GString *heard; /* what was asked and is not answered yet */
	SabotDealerTable *table;
	int seq, n;     /* of the last step: the house's, the table's */
	int last_event; /* the number of the last request that is an event, still to be answered */
	int n_changes;
};

static void
on_changed(SabotDealerTable *table, gpointer data)
{
	(void)table;
	((struct fixture *)data)->n_changes++;
}

static void
push_text(struct fixture *f, const char *text)
{
	assert_int_equal(g_socket_send(f->peer, text, strlen(text), NULL, NULL), strlen(text));
}

/* Nothing is known about what is asked, but to the watch, which is answered; events wait. */
static void
answer(struct fixture *f, const char *line)
{
	json_t *request = json_loads(line, 0, NULL);
	const char *verb = json_string_value(json_object_get(request, "do"));
	int id = (int)json_integer_value(json_object_get(request, "id"));
	g_autofree char *text = NULL;

	if (strcmp(verb, "event") == 0) {
		f->last_event = id;
	} else if (strcmp(verb, "watch") == 0) {
		text = g_strdup_printf("{\"id\":%d,\"ok\":{\"seq\":%d,\"resumed\":false,"
				       "\"tables\":[],\"incidents\":[]}}\n",
				       id, f->seq);
		push_text(f, text);
	} else {
		text = g_strdup_printf("{\"id\":%d,\"error\":{\"class\":\"unknown_request\","
				       "\"text\":\"no such request\"}}\n",
				       id);
		push_text(f, text);
	}
	json_decref(request);
}

static void
listen_to_client(struct fixture *f)
{
	char bytes[4096];
	gssize n;
	char *end;

	if (!f->peer) {
		f->peer = g_socket_accept(f->listener, NULL, NULL);
		if (!f->peer)
			return;
		g_socket_set_blocking(f->peer, FALSE);
		push_text(f, "{\"sabot\":{\"version\":\"0.1.0\",\"protocol\":1,\"site\":\"\","
			     "\"role\":\"dealer\",\"seq\":1,\"beat_ms\":5000}}\n");
	}
	n = g_socket_receive(f->peer, bytes, sizeof(bytes), NULL, NULL);
	if (n > 0)
		g_string_append_len(f->heard, bytes, n);
	while ((end = strchr(f->heard->str, '\n'))) {
		*end = '\0';
		answer(f, f->heard->str);
		g_string_erase(f->heard, 0, end + 1 - f->heard->str);
	}
}

static gboolean
on_poll_due(gpointer data)
{
	listen_to_client(data);
	return G_SOURCE_CONTINUE;
}

/* Until the model has the view after the table's event `n`. */
static void
turn_until(struct fixture *f, int n, int last_event)
{
	int64_t limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;
	guint source = g_timeout_add(5, on_poll_due, f);
	const struct sabot_wire_view *view;

	while (!(view = sabot_dealer_table_get_view(f->table)) || view->n < n ||
	       f->last_event < last_event) {
		assert_true(g_get_monotonic_time() < limit_us);
		g_main_context_iteration(NULL, TRUE);
	}
	while (g_main_context_iteration(NULL, FALSE))
		;
	g_source_remove(source);
}

static void
add_view(GString *text, const char *table, int n)
{
	g_string_append_printf(
		text,
		"\"view\":{\"table\":\"%s\",\"game\":\"punto_banco\",\"rules\":\"r\","
		"\"state\":\"open\",\"simulated\":true,\"saved\":true,\"min\":500,\"max\":50000,"
		"\"phase\":\"betting\",\"load\":1,\"round\":1,\"n\":%d,"
		"\"at\":\"2026-01-01T10:00:00Z\",\"prompt\":{\"kind\":\"bets\",\"text\":\"Bets.\"},"
		"\"incidents\":{\"open\":0}}",
		table, n);
}

/* A step of a table; with an incident of the code `code` unless that is NULL. */
static void
add_step(struct fixture *f, GString *text, const char *table, int n, const char *code)
{
	f->seq++;
	g_string_append_printf(text,
			       "{\"push\":\"step\",\"seq\":%d,\"table\":\"%s\",\"n\":%d,"
			       "\"event\":{\"ev\":\"card\",\"card\":\"TH\"},\"out\":[",
			       f->seq, table, n);
	if (code)
		g_string_append_printf(
			text,
			"{\"out\":\"incident\",\"id\":%d,\"load\":1,\"round\":1,\"code\":\"%s\","
			"\"severity\":\"high\",\"rule\":\"PB-11\",\"text\":\"Look.\","
			"\"at\":\"2026-01-01T10:00:00Z\",\"state\":\"open\"}",
			f->seq, code);
	g_string_append(text, "],");
	add_view(text, table, n);
	g_string_append(text, "}\n");
}

static int
start(void **state)
{
	struct fixture *f = g_new0(struct fixture, 1);
	g_autoptr(GSocketAddress) address = NULL;
	g_autoptr(GString) text = g_string_new("{\"push\":\"view\",\"table\":\"T-1\",");

	f->folder = g_dir_make_tmp("sabot-refresh-XXXXXX", NULL);
	f->path = g_build_filename(f->folder, "socket", NULL);
	f->heard = g_string_new(NULL);
	f->seq = 1;
	f->n = 1;
	f->listener = g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, 0, NULL);
	g_socket_set_blocking(f->listener, FALSE);
	address = g_unix_socket_address_new(f->path);
	assert_true(g_socket_bind(f->listener, address, FALSE, NULL));
	assert_true(g_socket_listen(f->listener, NULL));
	f->table = sabot_dealer_table_new(f->path, "T-1");
	sabot_dealer_table_start(f->table);
	while (!f->peer) {
		listen_to_client(f);
		g_main_context_iteration(NULL, FALSE);
	}
	add_view(text, "T-1", f->n);
	g_string_append(text, "}\n{\"push\":\"beat\",\"seq\":1,\"at\":\"2026-01-01T10:00:00Z\"}\n");
	push_text(f, text->str);
	turn_until(f, f->n, 0);
	g_signal_connect(f->table, "changed", G_CALLBACK(on_changed), f);
	*state = f;
	return 0;
}

static int
stop(void **state)
{
	struct fixture *f = *state;

	g_signal_handlers_disconnect_by_data(f->table, f);
	g_object_unref(f->table);
	while (g_main_context_iteration(NULL, FALSE))
		;
	g_object_unref(f->peer);
	g_object_unref(f->listener);
	g_unlink(f->path);
	g_rmdir(f->folder);
	g_string_free(f->heard, TRUE);
	g_free(f->path);
	g_free(f->folder);
	g_free(f);
	return 0;
}

static void
press(struct fixture *f)
{
	int before = f->last_event;

	sabot_dealer_table_send(f->table, json_pack("{s:s}", "ev", "no_more_bets"));
	turn_until(f, f->n, before + 1);
	f->n_changes = 0;
}

static char *
reply_to_press(struct fixture *f, int n)
{
	return g_strdup_printf("{\"id\":%d,\"ok\":{\"seq\":%d,\"n\":%d}}\n", f->last_event,
			       f->seq + 1, n);
}

static void
test_step(void **state)
{
	struct fixture *f = *state;
	g_autoptr(GString) text = g_string_new(NULL);

	add_step(f, text, "T-1", ++f->n, NULL);
	push_text(f, text->str);
	turn_until(f, f->n, 0);
	assert_int_equal(f->n_changes, 1);
}

static void
test_step_with_incident(void **state)
{
	struct fixture *f = *state;
	g_autoptr(GString) text = g_string_new(NULL);

	add_step(f, text, "T-1", ++f->n, "dispute");
	push_text(f, text->str);
	turn_until(f, f->n, 0);
	assert_non_null(sabot_dealer_table_get_dispute(f->table));
	assert_int_equal(f->n_changes, 1);
}

static void
test_steps_of_other_tables(void **state)
{
	struct fixture *f = *state;
	g_autoptr(GString) text = g_string_new(NULL);

	for (int i = 1; i <= 20; i++)
		add_step(f, text, "T-2", i, i % 4 == 0 ? "dispute" : NULL);
	add_step(f, text, "T-1", ++f->n, NULL);
	push_text(f, text->str);
	turn_until(f, f->n, 0);
	assert_int_equal(f->n_changes, 1);
}

/* The answer and the step may come in either order, together or one after the other. */
static void
test_press(void **state)
{
	struct fixture *f = *state;
	g_autofree char *first = NULL, *second = NULL;
	g_autoptr(GString) text = g_string_new(NULL);

	press(f);
	first = reply_to_press(f, f->n + 1);
	g_string_append(text, first);
	add_step(f, text, "T-1", ++f->n, NULL);
	push_text(f, text->str);
	turn_until(f, f->n, 0);
	assert_int_equal(f->n_changes, 1);

	press(f);
	second = reply_to_press(f, f->n + 1);
	push_text(f, second);
	for (int i = 0; i < 20; i++)
		g_main_context_iteration(NULL, FALSE);
	g_string_truncate(text, 0);
	add_step(f, text, "T-1", ++f->n, NULL);
	push_text(f, text->str);
	turn_until(f, f->n, 0);
	assert_int_equal(f->n_changes, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_step, start, stop),
		cmocka_unit_test_setup_teardown(test_step_with_incident, start, stop),
		cmocka_unit_test_setup_teardown(test_steps_of_other_tables, start, stop),
		cmocka_unit_test_setup_teardown(test_press, start, stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
