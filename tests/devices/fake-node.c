/*
 * See the header.
 */
#include "fake-node.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

struct fake_node
fake_node_make(UMockdevTestbed *testbed, const char *path)
{
	g_autofree char *root = umockdev_testbed_get_root_dir(testbed);
	g_autofree char *inside = g_build_filename(root, path, NULL);
	g_autofree char *folder = g_path_get_dirname(inside);
	struct fake_node node;
	struct termios settings;

	g_assert_cmpint(openpty(&node.master, &node.slave, NULL, NULL, NULL), ==, 0);
	fcntl(node.master, F_SETFD, FD_CLOEXEC);
	fcntl(node.slave, F_SETFD, FD_CLOEXEC);
	tcgetattr(node.slave, &settings);
	cfmakeraw(&settings);
	tcsetattr(node.slave, TCSANOW, &settings);
	g_mkdir_with_parents(folder, 0755);
	g_unlink(inside);
	g_assert_cmpint(symlink(ttyname(node.slave), inside), ==, 0);
	return node;
}

void
fake_node_close(struct fake_node *node)
{
	if (node->slave < 0)
		return;
	close(node->slave);
	close(node->master);
	node->slave = node->master = -1;
}

bool
fake_node_is_possible(void)
{
	const char *preload = g_getenv("LD_PRELOAD");

	/* libusb opens nodes as no terminals: a session's leader gets one to control. */
	signal(SIGHUP, SIG_IGN);
	if (preload && strstr(preload, "libumockdev"))
		return true;
	puts("skipped: not run by umockdev-wrapper");
	return false;
}
