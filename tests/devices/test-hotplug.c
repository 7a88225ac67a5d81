/*
 * What udev reports of a HID device below a USB device, both made up by umockdev: it has udev's
 * events, but not its database, where the links of what is there are kept. Run by umockdev-wrapper.
 */
#include <stddef.h>

#include "device-fixture.h"
#include "fake-hidraw.h"

#include "devices/transport/hotplug.h"

#include <glib/gstdio.h>
#include <unistd.h>

static const struct fake_hidraw_shape shape = {
	.name = "hidraw0",
	.port = 4,
	.serial = "SHOE0001",
	.links = "/dev/sabot/by-serial/hid-SHOE0001 /dev/sabot/by-path/hid-4",
};

struct hotplug_fixture {
	UMockdevTestbed *testbed;
	struct sabot_hotplug *hotplug;
	GString *log;
	bool has_link; /* as last reported */
};

static void
on_reported(const struct sabot_plugged *device, bool is_there, void *user)
{
	struct hotplug_fixture *fixture = user;

	g_string_append_printf(fixture->log, "%c %s %04x:%04x %s %s\n", is_there ? '+' : '-',
			       device->node, device->vendor, device->product,
			       device->identity.serial, device->identity.port);
	assert_true(sabot_plugged_is_called(device, "/dev/hidraw0"));
	assert_false(sabot_plugged_is_called(device, "/dev/hidraw"));
	fixture->has_link = sabot_plugged_is_called(device, "/dev/sabot/by-path/hid-4");
}

static int
setup(void **state)
{
	struct hotplug_fixture *fixture = g_new0(struct hotplug_fixture, 1);

	fixture->testbed = umockdev_testbed_new();
	fixture->log = g_string_new(NULL);
	fixture->hotplug = sabot_hotplug_new("hidraw", on_reported, fixture);
	*state = fixture;
	return 0;
}

static int
teardown(void **state)
{
	struct hotplug_fixture *fixture = *state;

	sabot_hotplug_free(fixture->hotplug);
	g_string_free(fixture->log, TRUE);
	g_object_unref(fixture->testbed);
	g_free(fixture);
	return 0;
}

static bool
was_reported(void *user)
{
	return ((struct hotplug_fixture *)user)->log->len > 0;
}

static void
expect(struct hotplug_fixture *fixture, const char *expected)
{
	wait_until(was_reported, fixture);
	assert_string_equal(fixture->log->str, expected);
	g_string_truncate(fixture->log, 0);
}

static void
test_comes_and_goes(void **state)
{
	struct hotplug_fixture *fixture = *state;
	struct fake_hidraw *fake = fake_hidraw_plug(fixture->testbed, &shape);

	expect(fixture, "+ /dev/hidraw0 1209:5e0e SHOE0001 1-4\n");
	assert_true(fixture->has_link);
	fake_hidraw_unplug(fake);
	expect(fixture, "- /dev/hidraw0 0000:0000  \n");
}

static void
test_what_is_there(void **state)
{
	struct hotplug_fixture *fixture = *state;
	g_autofree char *folder = g_dir_make_tmp("sabot-hotplug-XXXXXX", NULL);
	g_autofree char *link = g_build_filename(folder, "shoe", NULL);
	struct sabot_device_identity identity;

	sabot_hotplug_list(fixture->hotplug, on_reported, fixture);
	assert_string_equal(fixture->log->str, "");
	fake_hidraw_plug(fixture->testbed, &shape);
	expect(fixture, "+ /dev/hidraw0 1209:5e0e SHOE0001 1-4\n");
	sabot_hotplug_list(fixture->hotplug, on_reported, fixture);
	expect(fixture, "+ /dev/hidraw0 1209:5e0e SHOE0001 1-4\n");
	identity = sabot_hotplug_identify(fixture->hotplug, "/dev/hidraw0");
	assert_string_equal(identity.serial, "SHOE0001");
	assert_string_equal(identity.port, "1-4");
	assert_int_equal(symlink("/dev/hidraw0", link), 0);
	identity = sabot_hotplug_identify(fixture->hotplug, link);
	assert_string_equal(identity.serial, "SHOE0001");
	identity = sabot_hotplug_identify(fixture->hotplug, "/dev/hidraw1");
	assert_string_equal(identity.serial, "");
	identity = sabot_hotplug_identify(fixture->hotplug, "/other/hidraw0");
	assert_string_equal(identity.serial, "");
	g_unlink(link);
	g_rmdir(folder);
}

#define HOTPLUG_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HOTPLUG_TEST(test_comes_and_goes),
		HOTPLUG_TEST(test_what_is_there),
	};

	if (!fake_node_is_possible())
		return 77;
	return cmocka_run_group_tests_name("hotplug", tests, NULL, NULL);
}
