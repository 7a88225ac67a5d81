/*
 * A shoe that speaks the reference protocol, see the header.
 */
#include "shoe-ref.h"

#include <string.h>

void
shoe_ref_init(struct shoe_ref *shoe, uint32_t boot_id, const char *serial, shoe_ref_send_fn *send,
	      void *user)
{
	*shoe = (struct shoe_ref){.boot_id = boot_id, .send = send, .user = user};
	for (size_t i = 0; i < sizeof shoe->serial && serial[i]; i++)
		shoe->serial[i] = serial[i];
}

static void
send_message(struct shoe_ref *shoe, const struct sabot_ref_message *message, bool is_replay)
{
	struct sabot_ref_frame frame = {.seq = shoe->seq, .is_replay = is_replay};
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];

	shoe->seq = (uint8_t)((shoe->seq + 1) & SABOT_REF_SEQ_MAX);
	sabot_ref_message_set(&frame, message);
	shoe->send(bytes, sabot_ref_encode(&frame, bytes), shoe->user);
}

static uint8_t
flags_of(const struct shoe_ref *shoe)
{
	return (uint8_t)(SABOT_REF_IS_SIMULATED | (shoe->is_locked ? SABOT_REF_IS_LOCKED : 0) |
			 (shoe->is_in_error ? SABOT_REF_IS_IN_ERROR : 0));
}

static struct sabot_ref_message *
slot_of(struct shoe_ref *shoe, uint32_t event_no)
{
	return &shoe->kept[event_no % SABOT_REF_KEPT_EVENTS_MIN];
}

/* That event, or NULL when it is forgotten. */
static const struct sabot_ref_message *
find_kept(struct shoe_ref *shoe, uint32_t event_no)
{
	const struct sabot_ref_message *message = slot_of(shoe, event_no);

	return message->type && message->event_no == event_no ? message : NULL;
}

/* The first kept event from this number on; behind the last when there is none. */
static uint32_t
oldest_from(struct shoe_ref *shoe, uint32_t event_no)
{
	while (event_no <= shoe->last_event && !find_kept(shoe, event_no))
		event_no++;
	return event_no;
}

void
shoe_ref_happened(struct shoe_ref *shoe, struct sabot_ref_message message, unsigned times)
{
	message.boot_id = shoe->boot_id;
	message.event_no = ++shoe->last_event;
	*slot_of(shoe, message.event_no) = message;
	if (message.type == SABOT_REF_ERROR || message.type == SABOT_REF_CLEARED)
		shoe->is_in_error = message.type == SABOT_REF_ERROR;
	if (message.type == SABOT_REF_LOCK)
		shoe->is_locked = message.u.lock.is_locked;
	while (times--)
		send_message(shoe, &message, false);
}

void
shoe_ref_missed(struct shoe_ref *shoe)
{
	*slot_of(shoe, ++shoe->last_event) = (struct sabot_ref_message){0};
}

void
shoe_ref_send_state(struct shoe_ref *shoe)
{
	struct sabot_ref_message state = {.type = SABOT_REF_STATE, .boot_id = shoe->boot_id};

	state.u.state.last_event = shoe->last_event;
	state.u.state.flags = flags_of(shoe);
	send_message(shoe, &state, false);
}

void
shoe_ref_send_hello(struct shoe_ref *shoe)
{
	struct sabot_ref_message hello = {.type = SABOT_REF_HELLO, .boot_id = shoe->boot_id};
	uint32_t oldest = oldest_from(shoe, 1);

	hello.u.hello.protocol = SABOT_REF_PROTOCOL;
	hello.u.hello.flags = flags_of(shoe);
	hello.u.hello.oldest_event = oldest <= shoe->last_event ? oldest : 0;
	hello.u.hello.last_event = shoe->last_event;
	memcpy(hello.u.hello.model, "sabot-shoe", sizeof "sabot-shoe");
	memcpy(hello.u.hello.serial, shoe->serial, sizeof hello.u.hello.serial);
	send_message(shoe, &hello, false);
}

/* From there on again, and where something is forgotten, that it is. */
static void
send_again(struct shoe_ref *shoe, uint32_t event_no)
{
	while (event_no <= shoe->last_event) {
		uint32_t kept = oldest_from(shoe, event_no);

		if (kept != event_no) {
			struct sabot_ref_message gone = {
				.type = SABOT_REF_GONE, .boot_id = shoe->boot_id, .event_no = kept};

			send_message(shoe, &gone, true);
		}
		if (kept <= shoe->last_event)
			send_message(shoe, find_kept(shoe, kept), true);
		event_no = kept + 1;
	}
}

static void
obey(struct shoe_ref *shoe, uint8_t what)
{
	struct sabot_ref_message message = {.type = SABOT_REF_LOCK};

	if (what == SABOT_REF_COMMAND_CLEAR)
		message.type = SABOT_REF_CLEARED;
	message.u.lock.is_locked = what == SABOT_REF_COMMAND_LOCK;
	if (what == SABOT_REF_COMMAND_CLEAR ? shoe->is_in_error
					    : message.u.lock.is_locked != shoe->is_locked)
		shoe_ref_happened(shoe, message, 1);
}

static void
answer(struct shoe_ref *shoe, const struct sabot_ref_message *message)
{
	bool is_of_this_boot = message->boot_id == shoe->boot_id;

	switch (message->type) {
	case SABOT_REF_ASK_HELLO:
		shoe_ref_send_hello(shoe);
		return;
	case SABOT_REF_GET:
		if (is_of_this_boot)
			send_again(shoe, message->event_no);
		else
			shoe_ref_send_hello(shoe);
		return;
	case SABOT_REF_ACK:
		if (is_of_this_boot)
			shoe->acknowledged = message->event_no;
		return;
	case SABOT_REF_COMMAND:
		obey(shoe, message->u.command.what);
		return;
	default:
		return;
	}
}

static void
read_frames(struct shoe_ref *shoe)
{
	struct sabot_ref_frame frame;
	struct sabot_ref_message message;
	enum sabot_ref_status status;
	size_t consumed;

	while ((status = sabot_ref_decode(shoe->line, shoe->n_line, &consumed, &frame)) !=
	       SABOT_REF_NEED_MORE) {
		shoe->n_line -= consumed;
		memmove(shoe->line, shoe->line + consumed, shoe->n_line);
		if (status == SABOT_REF_FRAME && sabot_ref_message_get(&frame, &message))
			answer(shoe, &message);
	}
}

void
shoe_ref_heard(struct shoe_ref *shoe, const uint8_t *bytes, size_t n_bytes)
{
	while (n_bytes) {
		size_t n = sizeof shoe->line - shoe->n_line;

		if (n > n_bytes)
			n = n_bytes;
		memcpy(shoe->line + shoe->n_line, bytes, n);
		shoe->n_line += n;
		bytes += n;
		n_bytes -= n;
		read_frames(shoe);
	}
}
