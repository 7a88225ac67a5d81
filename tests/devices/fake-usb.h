/*
 * A USB device that is not there: its description in a umockdev testbed, and the kernel's usbfs for
 * it, so that libusb itself is what is tested. Vendor class or HID, interrupt or bulk endpoints.
 * usbfs is played by umockdev's own thread; all functions may be called from the test's.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <umockdev.h>

/* vendor 1209, product 5e0e */
struct fake_usb_shape {
	int port;           /* bus 1 */
	int address;        /* the kernel gives another one at each plugging */
	const char *serial; /* NULL = none */
	bool is_hid;        /* else of the vendor's class */
	bool is_bulk;       /* else interrupt */
	bool has_no_out;
	bool has_driver; /* a kernel driver holds the interface */
};

/* What the host did, counted since the plugging. */
struct fake_usb_counts {
	unsigned claims, releases;
	unsigned detached, reattached; /* the kernel's driver */
	unsigned halts_cleared;
	unsigned pending;     /* transfers IN that wait for a packet now */
	unsigned empty_reaps; /* the host requested nothing: more than a few is a busy loop */
};

struct fake_usb;

/* Owned by the testbed, also after its unplugging: usbfs may still be asked about it. */
struct fake_usb *
fake_usb_plug(UMockdevTestbed *testbed, const struct fake_usb_shape *shape);

/*
 * In the middle of whatever continues: transfers end, calls fail, the descriptor hangs up; then the
 * kernel reports. Nothing, if it was unplugged before.
 */
void
fake_usb_unplug(struct fake_usb *fake);

/* Transfers fail, without a report, as for the first moment of some unpluggings. */
void
fake_usb_unplug_silently(struct fake_usb *fake);

/* One packet from the device. */
void
fake_usb_send(struct fake_usb *fake, const void *bytes, size_t n_bytes);

/* The next transfer IN ends with this, as -EPIPE (a stall) or -EPROTO. */
void
fake_usb_fail_next(struct fake_usb *fake, int status);

/* From now on each transfer IN ends with this; 0 = no more. */
void
fake_usb_fail_always(struct fake_usb *fake, int status);

/* The next claim does not come back before fake_usb_let_go(). */
void
fake_usb_hang_next_claim(struct fake_usb *fake);
bool
fake_usb_hangs(struct fake_usb *fake);
void
fake_usb_let_go(struct fake_usb *fake);

/* The next so many claims are refused with EBUSY. */
void
fake_usb_refuse_claims(struct fake_usb *fake, unsigned n_claims);

struct fake_usb_counts
fake_usb_count(struct fake_usb *fake);

/* All bytes that came to the endpoint OUT, or by the control endpoint (with their setup). */
GBytes *
fake_usb_get_out(struct fake_usb *fake);
