/*
 * What is on a shoe's line: bytes are collected for some seconds and shown to every driver's
 * scanner. The line is opened for reading only; nothing is sent, so a shoe that only speaks when
 * it is asked stays silent here.
 */

#include "setup-line.h"
#include "devices/shoe/shoe-driver.h"
#include "devices/transport/transport-kinds.h"
#include "devices/transport/transport.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum { HEARD_BYTES_MAX = 64 * 1024, FRAMES_TO_BE_SURE = 3 };

struct heard {
	GMainLoop *loop;
	GByteArray *bytes;
	char *reason; /* why the line is closed, or NULL */
	bool is_open;
};

static void
on_opened(void *user)
{
	((struct heard *)user)->is_open = true;
}

static void
on_received(const uint8_t *bytes, size_t n_bytes, void *user)
{
	struct heard *heard = user;

	if (heard->bytes->len + n_bytes <= HEARD_BYTES_MAX)
		g_byte_array_append(heard->bytes, bytes, (guint)n_bytes);
	else
		g_main_loop_quit(heard->loop);
}

static void
on_closed(const char *reason, void *user)
{
	struct heard *heard = user;

	g_free(heard->reason);
	heard->reason = g_strdup(reason);
	g_main_loop_quit(heard->loop);
}

static gboolean
on_time_over(gpointer data)
{
	g_main_loop_quit(data);
	return G_SOURCE_CONTINUE;
}

/* Number of whole frames of the driver in the bytes. */
static int
count_frames(const struct sabot_shoe_driver *driver, const GByteArray *bytes)
{
	size_t at = 0;
	int n_frames = 0;

	while (at < bytes->len) {
		size_t n_bytes = MIN(bytes->len - at, SABOT_SHOE_FRAME_BYTES_MAX), consumed = 0;
		enum sabot_shoe_scan found = driver->scan(bytes->data + at, n_bytes, &consumed);

		if (found == SABOT_SHOE_NEED_MORE || consumed == 0)
			break;
		n_frames += found == SABOT_SHOE_FRAME;
		at += consumed;
	}
	return n_frames;
}

/* The driver with the most frames in the bytes, `expected` if it is among them; or NULL. */
static const struct sabot_shoe_driver *
recognise(const GByteArray *bytes, const struct sabot_shoe_driver *expected, int *ret_n_frames)
{
	const struct sabot_shoe_driver *best = NULL;

	*ret_n_frames = count_frames(expected, bytes);
	if (*ret_n_frames > 0)
		return expected;
	for (const struct sabot_shoe_driver *const *d = sabot_shoe_driver_list(); *d; d++) {
		int n_frames = count_frames(*d, bytes);

		if (n_frames > *ret_n_frames) {
			best = *d;
			*ret_n_frames = n_frames;
		}
	}
	return best;
}

/* True if the expected driver's frames were heard. */
static bool
print_heard(const char *name, const struct heard *heard, const struct sabot_shoe_driver *expected)
{
	const struct sabot_shoe_driver *driver;
	int n_frames;

	if (!heard->is_open) {
		printf(_("  %s: the line cannot be opened: %s\n"), name,
		       heard->reason ? heard->reason : _("it does not answer"));
		return false;
	}
	if (heard->bytes->len == 0) {
		printf(_("  %s: the line is open, and nothing was heard. Is the shoe on? Many "
			 "shoes speak only when a card is drawn.\n"),
		       name);
		return false;
	}
	driver = recognise(heard->bytes, expected, &n_frames);
	if (driver == expected)
		printf(_("  %s: heard %d messages of %s: this is the right line\n"), name, n_frames,
		       expected->id);
	else if (driver && n_frames >= FRAMES_TO_BE_SURE)
		printf(_("  %s: heard %d messages of %s, not of %s: is the driver right?\n"), name,
		       n_frames, driver->id, expected->id);
	else
		printf(_("  %s: heard noise, %u bytes that no driver understands: is the speed "
			 "(baud) right?\n"),
		       name, heard->bytes->len);
	return driver == expected;
}

/* Takes over the transport. */
static void
listen_to(struct sabot_transport *transport, struct heard *heard, int seconds)
{
	guint timer;

	heard->loop = g_main_loop_new(NULL, FALSE);
	timer = g_timeout_add_seconds((guint)seconds, on_time_over, heard->loop);
	sabot_transport_start(transport);
	if (!heard->reason)
		g_main_loop_run(heard->loop);
	g_source_remove(timer);
	sabot_transport_free(transport);
	g_main_loop_unref(heard->loop);
}

static bool
test_line(GKeyFile *config, const char *group, int seconds)
{
	static const struct sabot_transport_handler handler = {
		.opened = on_opened, .received = on_received, .closed = on_closed};
	const char *name = group + strlen("device ");
	g_autofree char *id = g_key_file_get_string(config, group, "driver", NULL);
	g_autofree char *url = g_key_file_get_string(config, group, "transport", NULL);
	int baud = g_key_file_get_integer(config, group, "baud", NULL);
	const struct sabot_shoe_driver *driver = id ? sabot_shoe_driver_find(id) : NULL;
	g_autoptr(GError) error = NULL;
	struct sabot_transport *transport;
	struct heard heard = {0};
	struct sabot_line line;
	bool is_right;

	/* A recording is no line. */
	if (!driver || !url || g_str_has_prefix(url, "replay:"))
		return true;
	line = driver->line;
	if (baud > 0)
		line.baud = (unsigned)baud;
	transport = sabot_transport_new(url, &line, &handler, &heard, &error);
	if (!transport) {
		printf("  %s: %s\n", name, error->message);
		return false;
	}
	heard.bytes = g_byte_array_new();
	listen_to(transport, &heard, seconds);
	is_right = print_heard(name, &heard, driver);
	g_byte_array_unref(heard.bytes);
	g_free(heard.reason);
	return is_right;
}

bool
setup_test_lines(GKeyFile *config, int seconds)
{
	g_auto(GStrv) groups = g_key_file_get_groups(config, NULL);
	bool is_right = true;

	for (char **group = groups; *group; group++) {
		if (g_str_has_prefix(*group, "device "))
			is_right = test_line(config, *group, seconds) && is_right;
		fflush(stdout);
	}
	return is_right;
}
