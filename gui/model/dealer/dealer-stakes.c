/* The stakes of a dealer's table: see dealer-stakes.h. */
#include "dealer-stakes.h"

#include "proto/messages/table-messages.h"

#include <string.h>

struct sabot_dealer_stakes {
	GHashTable *pending;  /* from name_stake() to struct pending_stake */
	json_t *now, *before; /* `bet` events of this round and the one before */
	int64_t round;        /* that `now` is of */
};

/* A stake that was keyed in and is not in the view yet: the next chip is added to it. */
struct pending_stake {
	int64_t amount_minor;
	int n_asked;  /* not answered yet */
	int64_t at_n; /* the table's event that has it; 0 = not known */
};

struct sabot_dealer_stakes *
sabot_dealer_stakes_new(void)
{
	struct sabot_dealer_stakes *stakes = g_new0(struct sabot_dealer_stakes, 1);

	stakes->pending = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	stakes->now = json_array();
	stakes->before = json_array();
	return stakes;
}

void
sabot_dealer_stakes_free(struct sabot_dealer_stakes *stakes)
{
	g_hash_table_unref(stakes->pending);
	json_decref(stakes->now);
	json_decref(stakes->before);
	g_free(stakes);
}

/* The stakes that players placed themselves, as the events that place them. */
static json_t *
list_stakes(const struct sabot_wire_view *view)
{
	json_t *stakes = json_array();

	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		for (guint j = 0; j < box->stakes->len; j++) {
			const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, j);

			if (strcmp(stake->on, "insurance") == 0)
				continue;
			json_array_append_new(stakes,
					      json_pack("{s:s, s:I, s:s, s:s, s:I}", "ev", "bet",
							"box", (json_int_t)box->box, "bettor",
							stake->bettor, "on", stake->on, "amount",
							(json_int_t)stake->amount_minor));
		}
	}
	return stakes;
}

/* The stakes of the view are those of a round whose bets are open. */
static bool
has_open_stakes(const struct sabot_wire_view *view)
{
	return view && view->is_round_open && view->phase == SABOT_WIRE_PHASE_BETTING;
}

/* Doubles and splits raise stakes later: what counts is how the bets were closed. */
static void
remember(struct sabot_dealer_stakes *stakes, const struct sabot_wire_view *view)
{
	json_t *now;

	if (!has_open_stakes(view))
		return;
	now = list_stakes(view);
	if (json_array_size(now) == 0) {
		json_decref(now);
		return;
	}
	if (stakes->round != view->round) {
		json_decref(stakes->before);
		stakes->before = stakes->now;
		stakes->now = NULL;
		stakes->round = view->round;
	}
	json_decref(stakes->now);
	stakes->now = now;
}

static gboolean
is_in_view(gpointer name, gpointer data, gpointer view)
{
	const struct pending_stake *stake = data;

	(void)name;
	return stake->n_asked == 0 && stake->at_n <= ((const struct sabot_wire_view *)view)->n;
}

void
sabot_dealer_stakes_update(struct sabot_dealer_stakes *stakes, const struct sabot_wire_view *view)
{
	g_hash_table_foreach_remove(stakes->pending, is_in_view, (gpointer)view);
	remember(stakes, view);
}

static char *
name_stake(int64_t box, const char *on, const char *bettor)
{
	return g_strdup_printf("%d %s %s", (int)box, on, bettor);
}

static char *
begin_bet(struct sabot_dealer_stakes *stakes, const struct sabot_wire_event *bet)
{
	char *name = name_stake(bet->box, bet->on, bet->bettor);
	struct pending_stake *stake = g_hash_table_lookup(stakes->pending, name);

	if (!stake) {
		stake = g_new0(struct pending_stake, 1);
		g_hash_table_insert(stakes->pending, g_strdup(name), stake);
	}
	stake->amount_minor = bet->amount_minor;
	stake->n_asked++;
	return name;
}

char *
sabot_dealer_stakes_begin(struct sabot_dealer_stakes *stakes, json_t *event)
{
	struct sabot_wire_event *sent = sabot_record_parse(&sabot_wire_event_type, event, NULL);
	char *name = NULL;

	if (sent && strcmp(sent->ev, "bet") == 0 && sent->on && sent->bettor)
		name = begin_bet(stakes, sent);
	sabot_record_unref(sent);
	return name;
}

/* A refused stake is what the view says again. */
void
sabot_dealer_stakes_end(struct sabot_dealer_stakes *stakes, const char *name, int64_t at_n)
{
	struct pending_stake *stake = g_hash_table_lookup(stakes->pending, name);

	if (!stake)
		return;
	stake->n_asked--;
	stake->at_n = at_n;
	if (!at_n)
		g_hash_table_remove(stakes->pending, name);
}

/* A bettor's name: his seat's, and a letter for others who bet there. */
static char *
name_bettor(const struct sabot_dealer_stake *stake)
{
	char letter[2] = {stake->bettor > 0 ? (char)('a' + stake->bettor) : '\0', '\0'};

	return g_strdup_printf("%d%s", (int)stake->box, letter);
}

static const struct sabot_wire_box *
find_box(const struct sabot_wire_view *view, int64_t number)
{
	for (guint i = 0; has_open_stakes(view) && i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		if (box->box == number)
			return box;
	}
	return NULL;
}

int64_t
sabot_dealer_stakes_get(const struct sabot_dealer_stakes *stakes,
			const struct sabot_wire_view *view, const struct sabot_dealer_stake *stake)
{
	const struct sabot_wire_box *box = find_box(view, stake->box);
	g_autofree char *bettor = name_bettor(stake);
	g_autofree char *name = name_stake(stake->box, stake->on, bettor);
	const struct pending_stake *pending = g_hash_table_lookup(stakes->pending, name);

	if (pending)
		return pending->amount_minor;
	for (guint i = 0; box && i < box->stakes->len; i++) {
		const struct sabot_wire_stake *placed = g_ptr_array_index(box->stakes, i);

		if (strcmp(placed->on, stake->on) == 0 && strcmp(placed->bettor, bettor) == 0)
			return placed->amount_minor;
	}
	return 0;
}

json_t *
sabot_dealer_stakes_bet(const struct sabot_dealer_stake *stake, int64_t amount_minor)
{
	g_autofree char *bettor = name_bettor(stake);

	return json_pack("{s:s, s:I, s:s, s:s, s:I}", "ev", "bet", "box", (json_int_t)stake->box,
			 "bettor", bettor, "on", stake->on, "amount", (json_int_t)amount_minor);
}

/* Once the stakes of this round are being noted, those of the round before are meant. */
json_t *
sabot_dealer_stakes_again(const struct sabot_dealer_stakes *stakes,
			  const struct sabot_wire_view *view)
{
	bool is_noted = has_open_stakes(view) && view->round == stakes->round;

	return json_copy(is_noted ? stakes->before : stakes->now);
}

json_t *
sabot_dealer_stakes_again_on_box(const struct sabot_dealer_stakes *stakes,
				 const struct sabot_wire_view *view,
				 const struct sabot_dealer_stake *stake)
{
	json_t *again = sabot_dealer_stakes_again(stakes, view);
	g_autofree char *bettor = name_bettor(stake);

	for (size_t i = json_array_size(again); i-- > 0;) {
		struct sabot_wire_event *bet =
			sabot_record_parse(&sabot_wire_event_type, json_array_get(again, i), NULL);

		if (!bet || bet->box != stake->box || g_strcmp0(bet->bettor, bettor) != 0)
			json_array_remove(again, i);
		sabot_record_unref(bet);
	}
	return again;
}
