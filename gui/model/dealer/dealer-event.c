/* See dealer-event.h. */
#include "dealer-event.h"

#include "proto/messages/table-messages.h"

/* Transferred; NULL if there is none. */
static char *
word_of(json_t *event)
{
	struct sabot_wire_event *read = sabot_record_parse(&sabot_wire_event_type, event, NULL);
	char *word = read ? g_strdup(read->ev) : NULL;

	sabot_record_unref(read);
	return word;
}

bool
sabot_dealer_event_can_be_undone(json_t *event)
{
	static const char *const words[] = {"bet",        "no_more_bets", "insurance",
					    "even_money", "action",       NULL};
	g_autofree char *word = word_of(event);

	return word && g_strv_contains(words, word);
}

bool
sabot_dealer_event_is(json_t *event, const char *ev)
{
	g_autofree char *word = word_of(event);

	return g_strcmp0(word, ev) == 0;
}

char *
sabot_dealer_event_meaning(json_t *event)
{
	struct sabot_wire_event *read =
		json_is_object(event) ? sabot_record_parse(&sabot_wire_event_type, event, NULL)
				      : NULL;
	char *meaning = read ? g_strdup(read->ev) : g_strdup("again");

	sabot_record_unref(read);
	return meaning;
}

/* The only ruling that a dealer makes is to name an unread card. */
const char *
sabot_dealer_event_right(json_t *event)
{
	g_autofree char *word = word_of(event);

	return g_strcmp0(word, "ruling") == 0 ? "read_as" : "deal";
}

json_t *
sabot_dealer_event_paid(const struct sabot_wire_payout *payout, int64_t amount_minor)
{
	json_t *event = json_pack("{s:s, s:I, s:s, s:s, s:I}", "ev", "paid", "box",
				  (json_int_t)payout->box, "bettor", payout->bettor, "on",
				  payout->on, "amount", (json_int_t)amount_minor);

	if (payout->hand >= 0)
		json_object_set_new(event, "hand", json_integer(payout->hand));
	return event;
}

char *
sabot_dealer_payout_id(const struct sabot_wire_payout *payout)
{
	return g_strdup_printf("%d %d %s %s", (int)payout->box, (int)payout->hand, payout->on,
			       payout->bettor ? payout->bettor : "");
}

int64_t
sabot_dealer_event_number(json_t *ok)
{
	struct sabot_wire_stepped *stepped =
		ok ? sabot_record_parse(&sabot_wire_stepped_type, ok, NULL) : NULL;
	int64_t n = stepped ? stepped->n : 0;

	sabot_record_unref(stepped);
	return n;
}

json_t *
sabot_dealer_undo_event(void)
{
	return json_pack("{s:s}", "ev", "undo");
}

void
sabot_dealer_undo_count(struct sabot_dealer_undo *undo, bool is_undo, bool can_undo, int64_t at_n)
{
	bool follows = undo->at_n > 0 && at_n == undo->at_n + 1;

	if (is_undo)
		undo->n = follows ? MAX(undo->n - 1, 0) : 0;
	else if (can_undo)
		undo->n = follows ? undo->n + 1 : 1;
	else
		undo->n = 0;
	undo->at_n = at_n;
}

bool
sabot_dealer_undo_can(const struct sabot_dealer_undo *undo, int64_t n)
{
	return undo->n > 0 && undo->at_n == n;
}

struct sent_event {
	json_t *event; /* a reference */
	int64_t at_n;  /* number of the table's event that it became; 0 = not answered yet */
};

static void
clear_sent_event(gpointer data)
{
	json_decref(((struct sent_event *)data)->event);
}

static void
drop_shown(GArray *events, int64_t n)
{
	for (guint i = events->len; i > 0; i--) {
		const struct sent_event *sent = &g_array_index(events, struct sent_event, i - 1);

		if (sent->at_n > 0 && sent->at_n <= n)
			g_array_remove_index(events, i - 1);
	}
}

static struct sent_event *
find_sent(const struct sabot_dealer_sent *sent, json_t *event)
{
	for (guint i = 0; sent->events && i < sent->events->len; i++) {
		struct sent_event *found = &g_array_index(sent->events, struct sent_event, i);

		if (json_equal(found->event, event))
			return found;
	}
	return NULL;
}

bool
sabot_dealer_sent_begin(struct sabot_dealer_sent *sent, json_t *event, int64_t n)
{
	struct sent_event added = {.event = event};
	const struct sent_event *before;

	if (!sent->events) {
		sent->events = g_array_new(FALSE, FALSE, sizeof(struct sent_event));
		g_array_set_clear_func(sent->events, clear_sent_event);
	}
	drop_shown(sent->events, n);
	before = find_sent(sent, event);
	if (before && (before->at_n == 0 || !sabot_dealer_event_is(event, "undo")))
		return false;
	if (sabot_dealer_event_is(event, "undo"))
		g_array_set_size(sent->events, 0);
	json_incref(event);
	g_array_append_val(sent->events, added);
	return true;
}

void
sabot_dealer_sent_end(struct sabot_dealer_sent *sent, json_t *event, int64_t at_n)
{
	struct sent_event *found = find_sent(sent, event);

	if (found && at_n > 0)
		found->at_n = at_n;
	else if (found)
		g_array_remove_index(sent->events,
				     (guint)(found - (struct sent_event *)sent->events->data));
}

bool
sabot_dealer_sent_has_step(const struct sabot_dealer_sent *sent, int64_t n)
{
	for (guint i = 0; sent->events && i < sent->events->len; i++) {
		const struct sent_event *one = &g_array_index(sent->events, struct sent_event, i);

		if ((one->at_n == 0 || one->at_n > n) &&
		    (sabot_dealer_event_is(one->event, "no_more_bets") ||
		     sabot_dealer_event_is(one->event, "result")))
			return true;
	}
	return false;
}

void
sabot_dealer_sent_clear(struct sabot_dealer_sent *sent)
{
	g_clear_pointer(&sent->events, g_array_unref);
}
