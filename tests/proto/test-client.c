/*
 * The client against a daemon played by this test: a socket whose far end the test holds, reading
 * what the client says and writing what a daemon would, in one main loop with it.
 */
#include "proto/client.h"
#include "proto/connector.h"
#include "tests/deadline.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
	char *folder, *path;
	GSocket *listener, *peer;
	GString *heard; /* what the client said and we have not looked at */
	struct sabot_client *client;
	int64_t now_us;
	GString *story; /* what the callbacks got */
};

static void
send_line(struct fixture *f, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void
send_line(struct fixture *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_string_append_vprintf(f->story, format, args);
	va_end(args);
	g_string_append_c(f->story, ' ');
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	send_line(data, "%s", sabot_client_state_to_string(sabot_client_get_state(client)));
}

static void
on_snapshot_came(struct sabot_client *client, const struct sabot_wire_snapshot *snapshot,
		 gpointer data)
{
	(void)client;
	send_line(data, "snapshot(%d%s)", (int)snapshot->tables->len,
		  snapshot->is_resumed ? ",resumed" : "");
}

static void
on_step_came(struct sabot_client *client, const struct sabot_wire_step *step, gpointer data)
{
	(void)client;
	send_line(data, "step(%d%s)", (int)step->seq, step->is_missed ? ",missed" : "");
}

static void
on_beat_came(struct sabot_client *client, const struct sabot_wire_beat *beat, gpointer data)
{
	(void)client;
	send_line(data, "beat(%d)", (int)beat->seq);
}

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	(void)client;
	send_line(data, ok ? "reply" : "failed(%d)", error ? error->code : 0);
}

static int64_t
fake_clock(gpointer data)
{
	return ((struct fixture *)data)->now_us;
}

static gboolean
on_poll_due(gpointer data)
{
	(void)data;
	return G_SOURCE_CONTINUE;
}

/* Turn the main loop until `is_done`; fails after a deadline. */
static void
turn_until(struct fixture *f, bool (*is_done)(struct fixture *f, const char *text),
	   const char *text)
{
	int64_t limit_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;
	guint source = g_timeout_add(5, on_poll_due, NULL);

	while (!is_done(f, text)) {
		if (g_get_monotonic_time() > limit_us)
			fail_msg("waited for \"%s\"; told: %s; heard: %s", text, f->story->str,
				 f->heard->str);
		g_main_context_iteration(NULL, TRUE);
	}
	g_source_remove(source);
}

static bool
is_reported(struct fixture *f, const char *text)
{
	return strstr(f->story->str, text) != NULL;
}

static bool
is_heard(struct fixture *f, const char *text)
{
	char bytes[4096];
	gssize n = g_socket_receive(f->peer, bytes, sizeof(bytes), NULL, NULL);

	if (n > 0)
		g_string_append_len(f->heard, bytes, n);
	return strstr(f->heard->str, text) != NULL;
}

static bool
is_accepted(struct fixture *f, const char *text)
{
	(void)text;
	f->peer = g_socket_accept(f->listener, NULL, NULL);
	if (f->peer)
		g_socket_set_blocking(f->peer, FALSE);
	return f->peer != NULL;
}

static bool
is_hung_up(struct fixture *f, const char *text)
{
	char byte;

	(void)text;
	return g_socket_receive(f->peer, &byte, 1, NULL, NULL) == 0;
}

static void
feed(struct fixture *f, const char *text)
{
	assert_int_equal(g_socket_send(f->peer, text, strlen(text), NULL, NULL), strlen(text));
}

static void
listen_up(struct fixture *f)
{
	g_autoptr(GSocketAddress) address = g_unix_socket_address_new(f->path);

	f->listener = g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, 0, NULL);
	g_socket_set_blocking(f->listener, FALSE);
	assert_true(g_socket_bind(f->listener, address, FALSE, NULL));
	assert_true(g_socket_listen(f->listener, NULL));
}

static void
hang_up(struct fixture *f)
{
	g_socket_close(f->peer, NULL);
	g_clear_object(&f->peer);
	g_string_truncate(f->heard, 0);
	g_string_truncate(f->story, 0);
}

static void
set_up(struct fixture *f, bool watch)
{
	static const struct sabot_client_callbacks callbacks = {
		.state_changed = on_state_changed,
		.snapshot_came = on_snapshot_came,
		.step_came = on_step_came,
		.beat_came = on_beat_came,
	};

	memset(f, 0, sizeof(*f));
	f->folder = g_dir_make_tmp("sabot-client-XXXXXX", NULL);
	f->path = g_build_filename(f->folder, "socket", NULL);
	f->heard = g_string_new(NULL);
	f->story = g_string_new(NULL);
	listen_up(f);
	f->client = sabot_client_new(f->path, watch, &callbacks, f);
	sabot_client_set_clock(f->client, fake_clock, f);
	sabot_client_start(f->client);
	turn_until(f, is_accepted, "accept");
}

static void
tear_down(struct fixture *f)
{
	sabot_client_stop(f->client);
	sabot_client_unref(f->client);
	while (g_main_context_iteration(NULL, FALSE))
		;
	g_clear_object(&f->peer);
	g_clear_object(&f->listener);
	g_unlink(f->path);
	g_rmdir(f->folder);
	g_free(f->path);
	g_free(f->folder);
	g_string_free(f->heard, TRUE);
	g_string_free(f->story, TRUE);
}

static const char greeting[] = "{\"sabot\":{\"version\":\"1\",\"protocol\":1,\"site\":\"demo\","
			       "\"role\":\"pit\",\"seq\":1300}}\n";

/* Greet and answer the first watch with one table at `seq`. */
static void
go_live(struct fixture *f)
{
	feed(f, greeting);
	turn_until(f, is_heard, "\"do\":\"watch\"");
	feed(f, "{\"id\":1,\"ok\":{\"seq\":1234,\"resumed\":false,\"incidents\":[],\"tables\":"
		"[{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1}]}}\n");
	turn_until(f, is_reported, "live");
}

static void
say_step(struct fixture *f, int seq, const char *more)
{
	g_autofree char *line =
		g_strdup_printf("{\"push\":\"step\",\"seq\":%d,\"table\":\"a\",\"n\":%d,"
				"\"event\":{\"ev\":\"result\"}%s}\n",
				seq, seq, more);

	feed(f, line);
}

static void
test_watch(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, true);
	go_live(&f);
	assert_null(strstr(f.heard->str, "since"));
	assert_string_equal(sabot_client_get_site(f.client), "demo");
	say_step(&f, 1235, "");
	feed(&f, "{\"push\":\"of_tomorrow\"}\n{\"push\":\"beat\",\"seq\":1235}\n");
	turn_until(&f, is_reported, "beat(1235)");
	assert_string_equal(f.story->str, "snapshot(1) live step(1235) beat(1235) ");
	tear_down(&f);
}

static void
test_restart_and_resume(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, true);
	go_live(&f);
	say_step(&f, 1240, "");
	turn_until(&f, is_reported, "step(1240)");
	hang_up(&f);
	turn_until(&f, is_reported, "offline");
	assert_string_not_equal(sabot_client_get_reason(f.client), "");
	turn_until(&f, is_accepted, "accept");
	feed(&f, greeting);
	turn_until(&f, is_heard, "\"since\":1240");
	feed(&f,
	     "{\"id\":2,\"ok\":{\"seq\":1242,\"resumed\":true,\"tables\":[],\"incidents\":[]}}\n");
	say_step(&f, 1241, ",\"missed\":true");
	say_step(&f, 1242, ",\"missed\":true");
	turn_until(&f, is_reported, "step(1242,missed)");
	assert_string_equal(
		f.story->str,
		"offline snapshot(0,resumed) live step(1241,missed) step(1242,missed) ");
	assert_string_equal(sabot_client_get_reason(f.client), "");
	tear_down(&f);
}

static void
test_daemon_that_forgot(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, true);
	go_live(&f);
	hang_up(&f);
	turn_until(&f, is_accepted, "accept");
	/* Its seq is below what we have seen: another database, so no resume. */
	feed(&f, "{\"sabot\":{\"version\":\"1\",\"protocol\":1,\"seq\":5}}\n");
	turn_until(&f, is_heard, "\"do\":\"watch\"}\n");
	assert_null(strstr(f.heard->str, "since"));
	tear_down(&f);
}

static void
test_stale(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, true);
	go_live(&f);
	f.now_us += (SABOT_WIRE_STALE_MS - 1) * INT64_C(1000);
	sabot_client_tick(f.client);
	assert_int_equal(sabot_client_get_state(f.client), SABOT_CLIENT_LIVE);
	f.now_us += 1000;
	sabot_client_tick(f.client);
	assert_int_equal(sabot_client_get_state(f.client), SABOT_CLIENT_STALE);
	assert_int_equal(sabot_client_get_silence_s(f.client), 15);
	feed(&f, "{\"push\":\"beat\",\"seq\":1234}\n");
	turn_until(&f, is_reported, "stale live beat(1234)");
	tear_down(&f);
}

static void
test_handshake_takes_too_long(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, true);
	feed(&f, greeting);
	turn_until(&f, is_heard, "\"do\":\"watch\"");
	f.now_us += SABOT_WIRE_HANDSHAKE_MS * INT64_C(1000);
	sabot_client_tick(f.client);
	assert_int_equal(sabot_client_get_state(f.client), SABOT_CLIENT_OFFLINE);
	turn_until(&f, is_hung_up, "hang up");
	tear_down(&f);
}

static const struct {
	const char *line, *reason;
} refused[] = {
	{"{\"sabot\":{\"version\":\"2\",\"protocol\":2,\"seq\":1}}\n",
	 "the daemon speaks protocol 2, this program 1"},
	{"hello\n", "not JSON"},
	{"{\"push\":\"beat\",\"seq\":1}\n", "no greeting came first"},
	{"{\"sabot\":{\"protocol\":1}}\n", "version: missing"},
	{"{\"error\":{\"class\":\"not_allowed\",\"text\":\"not you\"}}\n", "not you"},
	{"{\"x\":1}\n", "neither greeting, reply nor push"},
};

static void
test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		struct fixture f;

		set_up(&f, true);
		feed(&f, refused[i].line);
		turn_until(&f, is_reported, "offline");
		assert_non_null(strstr(sabot_client_get_reason(f.client), refused[i].reason));
		turn_until(&f, is_hung_up, "hang up");
		tear_down(&f);
	}
}

static void
test_too_long_a_line(void **state)
{
	g_autofree char *line = g_strnfill(SABOT_WIRE_LINE_MAX_BYTES + 1, 'x');
	struct fixture f;

	(void)state;
	set_up(&f, true);
	g_socket_set_blocking(f.peer, TRUE);
	feed(&f, line);
	g_socket_set_blocking(f.peer, FALSE);
	turn_until(&f, is_reported, "offline");
	tear_down(&f);
}

static void
test_requests(void **state)
{
	struct fixture f;
	g_autoptr(GCancellable) cancellable = g_cancellable_new();

	(void)state;
	set_up(&f, false);
	/* Before the greeting nothing can be asked. */
	sabot_client_request(f.client, "ping", NULL, NULL, on_replied, &f);
	turn_until(&f, is_reported, "failed");
	feed(&f, greeting);
	turn_until(&f, is_reported, "live");
	g_string_truncate(f.story, 0);
	sabot_client_request(f.client, "ping", NULL, NULL, on_replied, &f);
	sabot_client_request(f.client, "ping", NULL, cancellable, on_replied, &f);
	sabot_client_request(f.client, "nonsense", NULL, NULL, on_replied, &f);
	sabot_client_request(f.client, "slow", NULL, NULL, on_replied, &f);
	turn_until(&f, is_heard, "\"do\":\"slow\"");
	g_cancellable_cancel(cancellable);
	feed(&f, "{\"id\":4,\"error\":{\"class\":\"unknown_request\",\"text\":\"no\"}}\n"
		 "{\"id\":3,\"ok\":{}}\n{\"id\":77,\"ok\":{}}\n{\"id\":2,\"ok\":{}}\n");
	turn_until(&f, is_reported, "reply");
	assert_string_equal(f.story->str, "failed(1) reply ");
	g_string_truncate(f.story, 0);
	g_socket_close(f.peer, NULL);
	turn_until(&f, is_reported, "failed");
	assert_non_null(strstr(f.story->str, "failed(18)")); /* G_IO_ERROR_CLOSED */
	tear_down(&f);
}

static void
test_default_path(void **state)
{
	g_autofree char *first = NULL, *second = NULL, *third = NULL;

	(void)state;
	g_setenv("SABOT_SOCKET", "/a/b", TRUE);
	g_setenv("XDG_RUNTIME_DIR", "/run/user/1", TRUE);
	first = sabot_connect_default_path();
	assert_string_equal(first, "/a/b");
	g_unsetenv("SABOT_SOCKET");
	second = sabot_connect_default_path();
	assert_string_equal(second, "/run/user/1/sabot/sabotd.sock");
	g_unsetenv("XDG_RUNTIME_DIR");
	third = sabot_connect_default_path();
	assert_string_equal(third, "/run/sabot/sabotd.sock");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_watch),
		cmocka_unit_test(test_restart_and_resume),
		cmocka_unit_test(test_daemon_that_forgot),
		cmocka_unit_test(test_stale),
		cmocka_unit_test(test_handshake_takes_too_long),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_too_long_a_line),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_default_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
