/*
 * A shoe behind a device server: a server on the loopback that goes away and comes back, and one
 * that accepts nothing while another line lives on.
 */
#include <stddef.h>

#include "device-fixture.h"
#include "devices/shoe/shoe-reader.h"

#include <gio/gio.h>
#include <string.h>

static const uint8_t punto_8s[] = {0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46};
static const uint8_t punto_wins[] = {0x05, 0x32, 0x47, 0x91, 0x03, 0x45, 0x37};

struct server {
	GSocketListener *listener;
	GSocketConnection *client;
	uint16_t port;
};

static void
on_accepted(GObject *listener, GAsyncResult *result, void *user)
{
	GSocketConnection **ret_client = user;

	*ret_client =
		g_socket_listener_accept_finish(G_SOCKET_LISTENER(listener), result, NULL, NULL);
}

/* port 0: any */
static void
server_open(struct server *server, uint16_t port)
{
	g_autoptr(GInetAddress) loopback = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
	g_autoptr(GSocketAddress) wanted = g_inet_socket_address_new(loopback, port);
	g_autoptr(GSocketAddress) bound = NULL;
	g_autoptr(GError) error = NULL;

	server->listener = g_socket_listener_new();
	if (!g_socket_listener_add_address(server->listener, wanted, G_SOCKET_TYPE_STREAM,
					   G_SOCKET_PROTOCOL_TCP, NULL, &bound, &error))
		fail_msg("%s", error->message);
	server->port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound));
	g_socket_listener_accept_async(server->listener, NULL, on_accepted, &server->client);
}

static bool
has_client(void *user)
{
	return ((struct server *)user)->client;
}

static void
server_close(struct server *server)
{
	if (server->client)
		g_io_stream_close(G_IO_STREAM(server->client), NULL, NULL);
	g_clear_object(&server->client);
	g_socket_listener_close(server->listener);
	g_clear_object(&server->listener);
}

static bool
has_text(void *user)
{
	return ((struct device_fixture *)user)->text->len > 0;
}

static void
server_send(struct server *server, struct device_fixture *fixture, const uint8_t *bytes, size_t n)
{
	GOutputStream *out = g_io_stream_get_output_stream(G_IO_STREAM(server->client));

	assert_true(g_output_stream_write_all(out, bytes, n, NULL, NULL, NULL));
	wait_until(has_text, fixture);
}

static void
use_tcp(struct device_fixture *fixture, uint16_t port)
{
	g_free((char *)fixture->options.transport);
	fixture->options.transport = g_strdup_printf("tcp:127.0.0.1:%u", port);
}

static void
test_gone_and_back(void **state)
{
	struct device_fixture *fixture = *state;
	struct server server = {0};

	server_open(&server, 0);
	use_tcp(fixture, server.port);
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	wait_until(has_client, &server);
	g_string_truncate(fixture->text, 0);
	server_send(&server, fixture, punto_8s, sizeof punto_8s);
	device_fixture_expect(fixture, "card 8S punto 1\n");

	server_close(&server);
	device_fixture_wait_state(fixture, SABOT_SHOE_OFFLINE);
	device_fixture_expect(fixture,
			      "device offline - the other end has closed the connection\n");
	server_open(&server, server.port);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	wait_until(has_client, &server);
	g_string_truncate(fixture->text, 0);
	server_send(&server, fixture, punto_wins, sizeof punto_wins);
	device_fixture_expect(fixture, "claim punto\n");
	server_close(&server);
}

static void
test_freed_while_connecting(void **state)
{
	struct device_fixture *fixture = *state;
	struct server server = {0};

	server_open(&server, 0);
	use_tcp(fixture, server.port);
	device_fixture_start(fixture);
	assert_int_equal(sabot_shoe_device_get_state(fixture->device), SABOT_SHOE_CONNECTING);
	g_clear_pointer(&fixture->device, sabot_shoe_device_free);
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	server_close(&server);
}

/* A listener whose queue is full answers nothing: the other line must not notice. */
static void
test_hanging_line_delays_nobody(void **state)
{
	struct device_fixture *fixture = *state;
	g_autoptr(GInetAddress) loopback = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
	g_autoptr(GSocketAddress) any = g_inet_socket_address_new(loopback, 0);
	g_autoptr(GSocket) deaf = g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
					       G_SOCKET_PROTOCOL_TCP, NULL);
	g_autoptr(GSocketAddress) bound = NULL;
	g_autoptr(GPtrArray) fillers = g_ptr_array_new_with_free_func(g_object_unref);
	struct sabot_shoe_device *hanging;
	struct device_fixture other = {.now_us = fixture->now_us, .text = g_string_new(NULL)};

	g_socket_set_listen_backlog(deaf, 0);
	assert_true(g_socket_bind(deaf, any, TRUE, NULL) && g_socket_listen(deaf, NULL));
	bound = g_socket_get_local_address(deaf, NULL);
	for (int i = 0; i < 4; i++) {
		GSocket *filler = g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
					       G_SOCKET_PROTOCOL_TCP, NULL);

		g_socket_set_blocking(filler, FALSE);
		g_socket_connect(filler, bound, NULL, NULL);
		g_ptr_array_add(fillers, filler);
	}
	other.options = fixture->options;
	other.options.journal_path = NULL;
	other.options.clock.user = &other;
	other.options.transport = g_strdup_printf(
		"tcp:127.0.0.1:%u", g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound)));
	device_fixture_start(&other);
	hanging = other.device;
	device_fixture_start(fixture);
	device_fixture_wait_state(fixture, SABOT_SHOE_ONLINE);
	g_string_truncate(fixture->text, 0);
	device_fixture_send_frame(fixture, '1', 'D', "\x81\xb8");
	device_fixture_expect(fixture, "card 8S punto 1\n");
	assert_int_equal(sabot_shoe_device_get_state(hanging), SABOT_SHOE_CONNECTING);
	sabot_shoe_device_free(hanging);
	g_free((char *)other.options.transport);
	g_string_free(other.text, TRUE);
}

#define DEVICE_TEST(f)                                                                             \
	cmocka_unit_test_setup_teardown(f, device_fixture_setup, device_fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_gone_and_back),
		DEVICE_TEST(test_freed_while_connecting),
		DEVICE_TEST(test_hanging_line_delays_nobody),
	};

	return cmocka_run_group_tests_name("transport-tcp", tests, NULL, NULL);
}
