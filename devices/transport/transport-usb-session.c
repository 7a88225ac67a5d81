/*
 * One USB device while it is open. Two transfers IN are always under way, so that no packet waits
 * for this program; one packet is one chunk. What could wait for a device that hangs (taking the
 * interface, clearing a halt, giving the interface back to a kernel driver) is done by a thread
 * made for that one call.
 *
 *     claiming → open ⇄ recovering → closing → releasing → gone
 *
 * - A stall: the other transfers are cancelled, the halt cleared, reading begins again.
 * - An error may be an unplugging that libusb has not heard of yet: that is waited for, a second
 *   at most, and only then it is treated as a stall. Nothing is submitted meanwhile.
 * - After some failures without a good packet in between, or an unplugging: closing.
 * - The handle is closed when every transfer has come back, never from inside of libusb.
 *
 * Owns the handle and the transfers. On the thread of its context, but for what a job calls.
 */
#include "transport-job.h"
#include "transport-usb-private.h"

#include <errno.h>
#include <gio/gio.h>
#include <string.h>

enum {
	N_IN = 2,
	IN_FLIGHT_MAX = 16,    /* OUT included */
	FAILURES_MAX = 3,      /* without a good packet in between */
	LEFT_WAIT_MS = 1000,   /* libusb reported it after 30 ms at most, where it was tried */
	OUT_TIMEOUT_MS = 1000, /* a device that does not listen */
	FINISH_MS = 3000,
	HID_SET_REPORT = 0x09,
	HID_OUTPUT_REPORT = 0x0200,
};

enum state {
	CLAIMING,
	OPEN,
	RECOVERING,
	CLOSING,
	RELEASING,
};

struct sabot_usb_session {
	struct sabot_usb_context *context;             /* borrowed: it ends after its sessions */
	const struct sabot_transport_handler *handler; /* NULL once given up */
	void *user;
	libusb_device_handle *handle;
	struct sabot_usb_interface interface;
	enum state state;
	char *reason;         /* CLOSING: why */
	bool has_error;       /* RECOVERING: not by a stall, but by an error */
	unsigned n_failures;  /* since the last good packet */
	GPtrArray *in_flight; /* transfers, borrowed from libusb until they are back */
	struct libusb_transfer *in[N_IN];

	GMainContext *main;
	GSource *settle, *timer; /* NULL = not armed */
	struct sabot_job *job;   /* NULL = no call under way */
	int (*call)(struct sabot_usb_session *self);
	int call_result;
};

static void
settle_later(struct sabot_usb_session *self);

static void
arm(struct sabot_usb_session *self, GSource **source, GSource *fresh, GSourceFunc fn)
{
	sabot_transport_clear_source(source);
	*source = fresh;
	g_source_set_callback(fresh, fn, self, NULL);
	g_source_attach(fresh, self->main);
}

static void
cancel_all(struct sabot_usb_session *self)
{
	for (guint i = 0; i < self->in_flight->len; i++)
		libusb_cancel_transfer(g_ptr_array_index(self->in_flight, i));
}

/* Allowed in every state and everywhere. The first reason is the one reported. */
static void
begin_close(struct sabot_usb_session *self, const char *reason)
{
	if (self->state == CLOSING || self->state == RELEASING)
		return;
	self->state = CLOSING;
	self->reason = g_strdup(reason);
	sabot_transport_clear_source(&self->timer);
	cancel_all(self);
	settle_later(self);
}

static bool
submit(struct sabot_usb_session *self, struct libusb_transfer *transfer)
{
	int code = libusb_submit_transfer(transfer);

	if (code == 0) {
		g_ptr_array_add(self->in_flight, transfer);
		return true;
	}
	begin_close(self, code == LIBUSB_ERROR_NO_DEVICE ? "the device was unplugged"
							 : libusb_strerror(code));
	return false;
}

/* ---- reading ---- */

/* A packet longer than a chunk comes in pieces; a shoe's reports are not. */
static void
hand_over(struct sabot_usb_session *self, const struct libusb_transfer *transfer)
{
	const uint8_t *bytes = transfer->buffer;
	size_t n_left = (size_t)transfer->actual_length;

	self->n_failures = 0;
	while (n_left && self->handler) {
		size_t n = MIN(n_left, (size_t)SABOT_TRANSPORT_CHUNK_BYTES_MAX);

		self->handler->received(bytes, n, self->user);
		bytes += n;
		n_left -= n;
	}
}

static void
begin_recovery(struct sabot_usb_session *self, bool has_error)
{
	self->state = RECOVERING;
	self->has_error = has_error;
	self->n_failures++;
	cancel_all(self);
}

static void
apply_end_of_transfer(struct sabot_usb_session *self, struct libusb_transfer *transfer)
{
	switch (transfer->status) {
	case LIBUSB_TRANSFER_COMPLETED:
		hand_over(self, transfer);
		if (self->state == OPEN)
			submit(self, transfer);
		break;
	case LIBUSB_TRANSFER_NO_DEVICE:
		begin_close(self, "the device was unplugged");
		break;
	case LIBUSB_TRANSFER_CANCELLED:
		break;
	case LIBUSB_TRANSFER_STALL:
	case LIBUSB_TRANSFER_ERROR:
	case LIBUSB_TRANSFER_OVERFLOW:
	case LIBUSB_TRANSFER_TIMED_OUT:
		if (self->state == OPEN)
			begin_recovery(self, transfer->status != LIBUSB_TRANSFER_STALL);
		break;
	}
}

static void LIBUSB_CALL
on_in_ended(struct libusb_transfer *transfer)
{
	struct sabot_usb_session *self = transfer->user_data;

	g_ptr_array_remove_fast(self->in_flight, transfer);
	apply_end_of_transfer(self, transfer);
	if (self->state != OPEN)
		settle_later(self);
}

static void
read_on(struct sabot_usb_session *self)
{
	self->state = OPEN;
	for (size_t i = 0; i < N_IN; i++) {
		if (!submit(self, self->in[i]))
			return;
	}
}

static void
make_in_transfers(struct sabot_usb_session *self)
{
	int n_bytes = self->interface.in_packet_bytes;

	for (size_t i = 0; i < N_IN; i++) {
		uint8_t *buffer = g_malloc((gsize)n_bytes);

		self->in[i] = libusb_alloc_transfer(0);
		libusb_fill_interrupt_transfer(self->in[i], self->handle, self->interface.in,
					       buffer, n_bytes, on_in_ended, self, 0);
		if (self->interface.in_is_bulk)
			self->in[i]->type = LIBUSB_TRANSFER_TYPE_BULK;
	}
}

/* ---- writing ---- */

static void LIBUSB_CALL
on_out_ended(struct libusb_transfer *transfer)
{
	struct sabot_usb_session *self = transfer->user_data;

	g_ptr_array_remove_fast(self->in_flight, transfer);
	if (transfer->status == LIBUSB_TRANSFER_NO_DEVICE)
		begin_close(self, "the device was unplugged");
	else if (transfer->status != LIBUSB_TRANSFER_COMPLETED && self->state == OPEN)
		begin_close(self, "the device does not take what is sent to it");
	g_free(transfer->buffer);
	libusb_free_transfer(transfer);
	if (self->state != OPEN)
		settle_later(self);
}

/* As HID says for a device without an endpoint OUT: through the control endpoint. */
static void
fill_set_report(struct sabot_usb_session *self, struct libusb_transfer *transfer,
		const uint8_t *bytes, uint16_t n_bytes)
{
	uint8_t *buffer = g_malloc(LIBUSB_CONTROL_SETUP_SIZE + (gsize)n_bytes);

	libusb_fill_control_setup(
		buffer,
		LIBUSB_ENDPOINT_OUT | LIBUSB_REQUEST_TYPE_CLASS | LIBUSB_RECIPIENT_INTERFACE,
		HID_SET_REPORT, HID_OUTPUT_REPORT, self->interface.number, n_bytes);
	memcpy(buffer + LIBUSB_CONTROL_SETUP_SIZE, bytes, n_bytes);
	libusb_fill_control_transfer(transfer, self->handle, buffer, on_out_ended, self,
				     OUT_TIMEOUT_MS);
}

static void
fill_out(struct sabot_usb_session *self, struct libusb_transfer *transfer, const uint8_t *bytes,
	 size_t n_bytes)
{
	libusb_fill_interrupt_transfer(transfer, self->handle, self->interface.out,
				       g_memdup2(bytes, n_bytes), (int)n_bytes, on_out_ended, self,
				       OUT_TIMEOUT_MS);
	if (self->interface.out_is_bulk)
		transfer->type = LIBUSB_TRANSFER_TYPE_BULK;
}

bool
sabot_usb_session_send(struct sabot_usb_session *self, const uint8_t *bytes, size_t n_bytes)
{
	struct libusb_transfer *transfer;

	if (self->state != OPEN || self->in_flight->len >= IN_FLIGHT_MAX || n_bytes > UINT16_MAX ||
	    (!self->interface.out && !self->interface.is_hid))
		return false;
	transfer = libusb_alloc_transfer(0);
	if (self->interface.out)
		fill_out(self, transfer, bytes, n_bytes);
	else
		fill_set_report(self, transfer, bytes, (uint16_t)n_bytes);
	if (submit(self, transfer))
		return true;
	g_free(transfer->buffer);
	libusb_free_transfer(transfer);
	return false;
}

/* ---- calls that may wait, each in a thread of its own ---- */

static int
claim(struct sabot_usb_session *self)
{
	return libusb_claim_interface(self->handle, self->interface.number);
}

static int
clear_halt(struct sabot_usb_session *self)
{
	return libusb_clear_halt(self->handle, self->interface.in);
}

/* Also gives it back to the kernel's driver. */
static int
release(struct sabot_usb_session *self)
{
	return libusb_release_interface(self->handle, self->interface.number);
}

static void
on_job_ended(void *user);

static void
work(void *user)
{
	struct sabot_usb_session *self = user;

	self->call_result = self->call(self);
}

static void
run(struct sabot_usb_session *self, int (*call)(struct sabot_usb_session *self))
{
	self->call = call;
	self->job = sabot_job_start(work, on_job_ended, self);
}

static void
close_and_free(struct sabot_usb_session *self)
{
	const struct sabot_transport_handler *handler = self->handler;
	g_autofree char *reason = g_steal_pointer(&self->reason);
	void *user = self->user;

	sabot_transport_clear_source(&self->settle);
	for (size_t i = 0; i < N_IN; i++) {
		g_free(self->in[i]->buffer);
		libusb_free_transfer(self->in[i]);
	}
	libusb_close(self->handle);
	g_ptr_array_unref(self->in_flight);
	self->context->sessions = g_list_remove(self->context->sessions, self);
	if (self->main)
		g_main_context_unref(self->main);
	g_free(self);
	if (handler)
		handler->closed(reason, user);
}

static void
apply_claim(struct sabot_usb_session *self)
{
	if (self->call_result) {
		g_autofree char *reason = g_strdup_printf("the device's interface: %s",
							  libusb_strerror(self->call_result));
		begin_close(self, reason);
		return;
	}
	read_on(self);
	if (self->state == OPEN && self->handler)
		self->handler->opened(self->user);
}

static void
on_job_ended(void *user)
{
	struct sabot_usb_session *self = user;

	self->job = NULL;
	switch (self->state) {
	case CLAIMING:
		apply_claim(self);
		break;
	case RECOVERING:
		if (self->call_result)
			begin_close(self, libusb_strerror(self->call_result));
		else
			read_on(self);
		break;
	case RELEASING:
		close_and_free(self);
		break;
	case CLOSING: /* it was claimed or cleared in vain */
		settle_later(self);
		break;
	case OPEN:
		break;
	}
}

/* ---- once every transfer is back and no job under way ---- */

static gboolean
on_left_wait_over(void *user)
{
	struct sabot_usb_session *self = user;

	sabot_transport_clear_source(&self->timer);
	run(self, clear_halt);
	return G_SOURCE_REMOVE;
}

static gboolean
on_settled(void *user)
{
	struct sabot_usb_session *self = user;

	sabot_transport_clear_source(&self->settle);
	if (self->state == CLOSING) {
		self->state = RELEASING;
		run(self, release);
	} else if (self->state == RECOVERING && !self->timer) {
		if (self->n_failures > FAILURES_MAX)
			begin_close(self, "the device fails again and again");
		else if (self->has_error)
			arm(self, &self->timer, g_timeout_source_new(LEFT_WAIT_MS),
			    on_left_wait_over);
		else
			run(self, clear_halt);
	}
	return G_SOURCE_REMOVE;
}

static bool
is_settled(const struct sabot_usb_session *self)
{
	return self->in_flight->len == 0 && !self->job;
}

static void
settle_later(struct sabot_usb_session *self)
{
	if (self->settle || !is_settled(self))
		return;
	arm(self, &self->settle, g_idle_source_new(), on_settled);
	g_source_set_priority(self->settle, G_PRIORITY_DEFAULT);
}

/* ---- for transport-usb.c ---- */

struct sabot_usb_session *
sabot_usb_session_new(struct sabot_usb_context *context,
		      const struct sabot_usb_interface *interface,
		      const struct sabot_transport_handler *handler, void *user, GError **error)
{
	struct sabot_usb_session *self;
	libusb_device_handle *handle;
	int code = libusb_open(interface->device, &handle);

	if (code == LIBUSB_ERROR_ACCESS)
		sabot_transport_set_os_error(error, "the device", EACCES);
	else if (code)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the device: %s",
			    libusb_strerror(code));
	if (code)
		return NULL;
	libusb_set_auto_detach_kernel_driver(handle, 1);
	self = g_new0(struct sabot_usb_session, 1);
	self->context = context;
	self->handler = handler;
	self->user = user;
	self->handle = handle;
	self->interface = *interface;
	self->in_flight = g_ptr_array_new();
	self->main = g_main_context_ref_thread_default();
	make_in_transfers(self);
	context->sessions = g_list_prepend(context->sessions, self);
	run(self, claim);
	return self;
}

void
sabot_usb_session_give_up(struct sabot_usb_session *self)
{
	self->handler = NULL;
	begin_close(self, "");
}

void
sabot_usb_session_record_left(struct sabot_usb_session *self, libusb_device *device)
{
	if (libusb_get_device(self->handle) == device)
		begin_close(self, "the device was unplugged");
}

/* The steps of the main loop's sources, without the main loop: it belongs to others. */
bool
sabot_usb_session_finish(struct sabot_usb_session *self)
{
	int64_t deadline_us = g_get_monotonic_time() + FINISH_MS * INT64_C(1000);
	struct timeval some_ms = {0, 20000};
	struct sabot_usb_context *context = self->context;

	while (g_list_find(context->sessions, self)) {
		if (self->job)
			sabot_job_finish(self->job);
		else if (is_settled(self))
			on_settled(self);
		else if (g_get_monotonic_time() > deadline_us)
			return false;
		else
			libusb_handle_events_timeout_completed(context->usb, &some_ms, NULL);
	}
	return true;
}
