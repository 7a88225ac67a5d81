/* See dealer-mend.h. */
#include "dealer-mend.h"

#include "gui/model/login.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct sabot_dealer_mend {
	struct sabot_dealer_mend_owner owner;
	char *table;
	struct sabot_wire_mends *ways; /* NULL: no choice is open */
	bool is_asking, is_naming;
	int64_t n;      /* the table's last event when `ways` came */
	json_t *back;   /* the event that takes the last correction back, or NULL */
	int64_t back_n; /* the table's event after which it is valid */
	char *refusal;
	guint over_source; /* while a choice is open: ends it when its time is over; else 0 */
};

struct sabot_dealer_mend *
sabot_dealer_mend_new(const struct sabot_dealer_mend_owner *owner)
{
	struct sabot_dealer_mend *mend = g_new0(struct sabot_dealer_mend, 1);

	mend->owner = *owner;
	mend->table = g_strdup(owner->table);
	return mend;
}

void
sabot_dealer_mend_free(struct sabot_dealer_mend *mend)
{
	if (!mend)
		return;
	g_clear_handle_id(&mend->over_source, g_source_remove);
	sabot_record_unref(mend->ways);
	json_decref(mend->back);
	g_free(mend->refusal);
	g_free(mend->table);
	g_free(mend);
}

static void
end(struct sabot_dealer_mend *mend)
{
	g_clear_handle_id(&mend->over_source, g_source_remove);
	sabot_record_unref(g_steal_pointer(&mend->ways));
	mend->is_naming = false;
}

static gboolean
on_time_over(gpointer data)
{
	struct sabot_dealer_mend *mend = data;

	mend->over_source = 0;
	end(mend);
	g_free(mend->refusal);
	mend->refusal =
		g_strdup(_("The time to mend the last card at the table is over: call the pit."));
	mend->owner.on_changed(mend->owner.owner);
	return G_SOURCE_REMOVE;
}

/* The daemon accepts no choice after its time, so none is offered then. */
static void
end_in_time(struct sabot_dealer_mend *mend)
{
	int64_t left_us = MAX(mend->ways->until_us - g_get_real_time(), 0);

	mend->over_source =
		g_timeout_add((guint)(left_us / G_TIME_SPAN_MILLISECOND), on_time_over, mend);
}

static bool
has_way(const struct sabot_wire_mends *ways)
{
	return ways->can_read || ways->is_early || ways->places->len > 0;
}

static void
on_ways_received(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct sabot_dealer_mend *mend = data;
	g_autoptr(GObject) owner = mend->owner.owner;

	(void)client;
	end(mend);
	mend->is_asking = false;
	mend->ways = ok ? sabot_record_parse(&sabot_wire_mends_type, ok, NULL) : NULL;
	g_free(mend->refusal);
	mend->refusal = error ? sabot_session_explain(error) : NULL;
	if (mend->ways && !has_way(mend->ways)) {
		mend->refusal =
			g_strdup(_("The last card cannot be mended at the table: call the pit."));
		end(mend);
	}
	if (mend->ways)
		end_in_time(mend);
	mend->owner.on_changed(owner);
}

static void
send_request(struct sabot_dealer_mend *mend)
{
	json_t *args = json_pack("{s:s}", "table", mend->table);

	g_object_ref(mend->owner.owner);
	mend->is_asking = true;
	sabot_client_request(mend->owner.client, "mends", args, NULL, on_ways_received, mend);
	json_decref(args);
}

/* `label` and `event` are transferred. */
static struct sabot_dealer_key *
add(GPtrArray *keys, enum sabot_dealer_place place, char *label, json_t *event)
{
	struct sabot_dealer_key *key = g_new0(struct sabot_dealer_key, 1);

	key->kind =
		place == SABOT_DEALER_PLACE_ROW ? SABOT_DEALER_KEY_CHOICE : SABOT_DEALER_KEY_SIDE;
	key->place = place;
	key->label = label;
	key->event = event;
	g_ptr_array_add(keys, key);
	return key;
}

static json_t *
build(int64_t of, const char *remedy)
{
	json_t *event = json_pack("{s:s, s:b, s:s}", "ev", "ruling", "mend", 1, "remedy", remedy);

	if (of > 0)
		json_object_set_new(event, "of", json_integer((json_int_t)of));
	return event;
}

/* Move to that hand; box 0 is the dealer's. */
static json_t *
build_move(int64_t of, int64_t box, int64_t hand)
{
	json_t *event = build(of, "move_card");

	if (box > 0) {
		json_object_set_new(event, "box", json_integer((json_int_t)box));
		json_object_set_new(event, "hand", json_integer((json_int_t)MAX(hand, 0)));
	}
	return event;
}

static json_t *
build_reading(int64_t of, const char *card)
{
	json_t *event = build(of, "read_as");

	json_object_set_new(event, "card", json_string(card));
	return event;
}

static bool
has_split(const struct sabot_wire_mends *ways, int64_t box)
{
	for (guint i = 0; i < ways->places->len; i++) {
		const struct sabot_wire_mend_place *place = g_ptr_array_index(ways->places, i);

		if (place->box == box && place->hand > 0)
			return true;
	}
	return false;
}

static char *
label_place(const struct sabot_wire_mends *ways, const struct sabot_wire_mend_place *place)
{
	int before = (int)place->before, after = (int)place->after;

	if (place->box == 0)
		/* Translators: a key: the card was the dealer's; his total without and with it. */
		return g_strdup_printf(C_("key", "Dealer: %d → %d"), before, after);
	if (has_split(ways, place->box))
		/* Translators: a key: the card was of that hand of the box (1 is the left one). */
		return g_strdup_printf(C_("key", "Box %d, hand %d: %d → %d"), (int)place->box,
				       (int)place->hand + 1, before, after);
	/* Translators: a key: the card was of that box; its total without it and with it. */
	return g_strdup_printf(C_("key", "Box %d: %d → %d"), (int)place->box, before, after);
}

static void
add_ways(const struct sabot_dealer_mend *mend, GPtrArray *keys)
{
	const struct sabot_wire_mends *ways = mend->ways;

	for (guint i = 0; i < ways->places->len; i++) {
		const struct sabot_wire_mend_place *place = g_ptr_array_index(ways->places, i);

		add(keys, SABOT_DEALER_PLACE_ROW, label_place(ways, place),
		    build_move(ways->of, place->box, place->hand));
	}
	if (ways->is_early)
		/* Translators: a key: the card came before the bets were closed. */
		add(keys, SABOT_DEALER_PLACE_ROW,
		    g_strdup(C_("key", "It came early: first of the round")),
		    build(ways->of, "first_of_next_round"));
	if (ways->can_read)
		/* Translators: a key: which card it was is touched next. */
		add(keys, SABOT_DEALER_PLACE_ROW, g_strdup(C_("key", "It was another card…")), NULL)
			->task = SABOT_DEALER_KEY_MENDS_READING;
}

static bool
has_place(const GPtrArray *keys, enum sabot_dealer_place place)
{
	for (guint i = 0; i < keys->len; i++)
		if (((const struct sabot_dealer_key *)g_ptr_array_index(keys, i))->place == place)
			return true;
	return false;
}

/* True if there is a last card, as far as the view shows that. */
static bool
can_begin(const struct sabot_wire_view *view, bool is_early)
{
	return view->phase == SABOT_WIRE_PHASE_DEALING ||
	       view->phase == SABOT_WIRE_PHASE_DECIDING ||
	       view->phase == SABOT_WIRE_PHASE_DECIDED ||
	       (view->phase == SABOT_WIRE_PHASE_BETTING && is_early);
}

static void
add_begin(const struct sabot_dealer_mend *mend, const struct sabot_wire_view *view, GPtrArray *keys,
	  bool is_early)
{
	if (can_begin(view, is_early) && !has_place(keys, SABOT_DEALER_PLACE_LAST))
		add(keys, SABOT_DEALER_PLACE_LAST, g_strdup(C_("key", "Last card…")), NULL)->task =
			SABOT_DEALER_KEY_MENDS;
	if (mend->back && view->n == mend->back_n && !has_place(keys, SABOT_DEALER_PLACE_UNDO))
		add(keys, SABOT_DEALER_PLACE_UNDO, g_strdup(C_("key", "Undo")),
		    json_incref(mend->back));
}

void
sabot_dealer_mend_fill(struct sabot_dealer_mend *mend, const struct sabot_wire_view *view,
		       GPtrArray *keys, bool is_early, char **refusal)
{
	*refusal = g_steal_pointer(&mend->refusal);
	if (mend->ways && mend->n == 0)
		mend->n = view->n;
	if (mend->ways && view->n != mend->n)
		end(mend);
	if (!mend->ways) {
		mend->n = 0;
		if (keys->len > 0)
			add_begin(mend, view, keys, is_early);
		return;
	}
	for (guint i = keys->len; i > 0; i--) {
		const struct sabot_dealer_key *key = g_ptr_array_index(keys, i - 1);

		if (key->place != SABOT_DEALER_PLACE_CALL)
			g_ptr_array_remove_index(keys, i - 1);
	}
	if (!mend->is_naming)
		add_ways(mend, keys);
	/* Translators: a key: nothing was wrong after all. */
	add(keys, SABOT_DEALER_PLACE_LAST, g_strdup(C_("key", "Back")), NULL)->task =
		SABOT_DEALER_KEY_MENDS;
}

/* The event that restores where the card lies, or what it is, before the correction now sent. */
static json_t *
build_back(const struct sabot_wire_mends *ways, bool is_reading)
{
	if (is_reading)
		return ways->card && *ways->card != '?' ? build_reading(ways->of, ways->card)
							: NULL;
	if (ways->is_early || (ways->box == 0 && !ways->is_dealers))
		return NULL;
	return build_move(ways->of, ways->box, ways->hand);
}

static void
send_now(struct sabot_dealer_mend *mend, bool is_reading)
{
	json_decref(mend->back);
	mend->back = build_back(mend->ways, is_reading);
	mend->back_n = mend->n + 1;
	end(mend);
}

bool
sabot_dealer_mend_press(struct sabot_dealer_mend *mend, const struct sabot_dealer_key *key)
{
	if (key->task == SABOT_DEALER_KEY_MENDS && mend->ways)
		end(mend);
	else if (key->task == SABOT_DEALER_KEY_MENDS && !mend->is_asking)
		send_request(mend);
	else if (key->task == SABOT_DEALER_KEY_MENDS_READING)
		mend->is_naming = true;
	else if (mend->ways && key->place == SABOT_DEALER_PLACE_ROW)
		send_now(mend, false);
	if (key->task != SABOT_DEALER_KEY_MENDS && key->task != SABOT_DEALER_KEY_MENDS_READING)
		return false;
	mend->owner.on_changed(mend->owner.owner);
	return true;
}

/* Whose card it is now, and what to do. */
static char *
phrase_where(const struct sabot_wire_mends *ways)
{
	if (ways->places->len == 0 && !ways->is_early)
		return g_strdup(_("it can have been of no other hand"));
	if (ways->is_early)
		return g_strdup(_("it came before the bets were closed"));
	if (ways->is_dealers)
		return g_strdup(_("it is with the dealer now: touch where it lies"));
	if (ways->box > 0)
		/* Translators: of the last card. */
		return g_strdup_printf(_("it is with box %d now: touch where it lies"),
				       (int)ways->box);
	return g_strdup(_("touch where it lies"));
}

char *
sabot_dealer_mend_task(const struct sabot_dealer_mend *mend, char **ret_more)
{
	const struct sabot_wire_mends *ways = mend->ways;
	char sign[SABOT_TEXT_CARD_SIZE];
	struct sabot_card card;

	if (!ways)
		return NULL;
	*ret_more =
		mend->is_naming ? g_strdup(_("touch the card that it was")) : phrase_where(ways);
	if (!ways->card || !sabot_card_parse(ways->card, strlen(ways->card), &card) ||
	    !sabot_card_is_known(card))
		return g_strdup(mend->is_naming ? _("Which card was the last one?")
						: _("The last card: whose is it?"));
	sabot_text_card_sign(card, sign);
	/* Translators: a card, as "9♥". */
	return g_strdup_printf(mend->is_naming ? _("The last card was not %s: which one was it?")
					       : _("The last card, %s: whose is it?"),
			       sign);
}

char *
sabot_dealer_mend_limit(const struct sabot_dealer_mend *mend)
{
	g_autoptr(GDateTime) utc = NULL, local = NULL;
	g_autofree char *time = NULL;

	if (!mend->ways)
		return NULL;
	utc = g_date_time_new_from_unix_utc(mend->ways->until_us / G_USEC_PER_SEC);
	local = g_date_time_to_local(utc);
	time = g_date_time_format(local, "%H:%M:%S");
	/* Translators: how long the last card can be mended at the table; a time, as 21:47:05. */
	return g_strdup_printf(
		_("Possible until %s, or until the next card; then the pit mends it"), time);
}

const struct sabot_wire_mends *
sabot_dealer_mend_get_asked(const struct sabot_dealer_mend *mend)
{
	return mend->ways;
}

const struct sabot_wire_mends *
sabot_dealer_mend_get_ways(const struct sabot_dealer_mend *mend)
{
	return mend->is_naming ? NULL : mend->ways;
}

json_t *
sabot_dealer_mend_move(struct sabot_dealer_mend *mend, int64_t box, int64_t hand)
{
	json_t *event;

	if (!sabot_dealer_mend_get_ways(mend))
		return NULL;
	event = build_move(mend->ways->of, box, hand);
	send_now(mend, false);
	return event;
}

bool
sabot_dealer_mend_is_naming(const struct sabot_dealer_mend *mend)
{
	return mend->ways && mend->is_naming;
}

json_t *
sabot_dealer_mend_name(struct sabot_dealer_mend *mend, struct sabot_card card)
{
	char text[SABOT_CARD_TEXT_SIZE];
	json_t *event;

	if (!sabot_dealer_mend_is_naming(mend))
		return NULL;
	sabot_card_format(card, text);
	event = build_reading(mend->ways->of, text);
	send_now(mend, true);
	return event;
}
