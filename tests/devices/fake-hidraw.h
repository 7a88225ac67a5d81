/*
 * A HID device that is not there, as the kernel's hidraw shows it: in a umockdev testbed, below a
 * USB device with vendor 1209 and product 5e0e. Reports pass through a pseudo terminal, so two that
 * are sent without waiting may arrive as one; the kernel itself keeps them apart.
 */
#pragma once

#include "fake-node.h"

struct fake_hidraw_shape {
	const char *name;   /* "hidraw0" */
	int port;           /* bus 1 */
	const char *serial; /* of the USB device */
	const char *links;  /* udev's, separated by blanks, or NULL */
	bool is_numbered;   /* its reports are */
};

struct fake_hidraw;

/* Owned by the testbed. */
struct fake_hidraw *
fake_hidraw_plug(UMockdevTestbed *testbed, const struct fake_hidraw_shape *shape);

void
fake_hidraw_unplug(struct fake_hidraw *fake);

/* A report from the device. */
void
fake_hidraw_send(struct fake_hidraw *fake, const void *bytes, size_t n_bytes);

/* The same, and it waits for the host, on another thread or process, to have read it. */
void
fake_hidraw_send_apart(struct fake_hidraw *fake, const void *bytes, size_t n_bytes);

/* One report that was written to the node; false when none was. */
bool
fake_hidraw_hear(struct fake_hidraw *fake, void *bytes, size_t n_bytes);

/* What was written to the node, waited for. */
void
fake_hidraw_expect(struct fake_hidraw *fake, const void *bytes, size_t n_bytes);
