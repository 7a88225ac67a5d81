/*
 * A device node in a umockdev testbed that is a pseudo terminal: it can be waited for, written to
 * and hung up, which umockdev's own nodes (plain files) cannot.
 */
#pragma once

#include <stdbool.h>
#include <umockdev.h>

struct fake_node {
	int master, slave; /* -1 = closed */
};

/* `path` is the node's, as "/dev/hidraw0"; bytes pass unchanged. */
struct fake_node
fake_node_make(UMockdevTestbed *testbed, const char *path);

/* Hangs up. Nothing, if it did before. */
void
fake_node_close(struct fake_node *node);

/* False, and a word about it, when the program was not run by umockdev-wrapper. */
bool
fake_node_is_possible(void);
