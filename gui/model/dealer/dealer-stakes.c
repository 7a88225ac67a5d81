/* The stakes of a dealer's table: see dealer-stakes.h. */
#include "dealer-stakes.h"

#include "proto/messages/table-messages.h"

#include <string.h>

struct sabot_dealer_stakes {
	GHashTable *pending;  /* from name_stake() to struct pending_stake */
	GArray *now, *before; /* of struct sabot_dealer_bet: of this round and the one before */
	int64_t load, round;  /* those of `now` */
	bool is_betting;      /* betting was open in the last view */
	bool has_seen;        /* a view has come */
};

/* A stake that was keyed in and is not in the view yet; the next chip is added to it. */
struct pending_stake {
	struct sabot_dealer_bet bet;
	int n_asked;  /* not answered yet */
	int64_t at_n; /* the table's event that sets it; 0 = not known */
};

static bool
is_noted(const struct sabot_dealer_stakes *stakes, const struct sabot_wire_view *view)
{
	return stakes->load == view->load && stakes->round == view->round;
}

static GArray *
list_new(void)
{
	return g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_bet));
}

struct sabot_dealer_stakes *
sabot_dealer_stakes_new(void)
{
	struct sabot_dealer_stakes *stakes = g_new0(struct sabot_dealer_stakes, 1);

	stakes->pending = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	stakes->now = list_new();
	stakes->before = list_new();
	return stakes;
}

void
sabot_dealer_stakes_free(struct sabot_dealer_stakes *stakes)
{
	g_hash_table_unref(stakes->pending);
	g_array_unref(stakes->now);
	g_array_unref(stakes->before);
	g_free(stakes);
}

/* The stakes that players placed themselves. */
static GArray *
list_stakes(const struct sabot_wire_view *view)
{
	GArray *stakes = list_new();

	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		for (guint j = 0; j < box->stakes->len; j++) {
			const struct sabot_wire_stake *stake = g_ptr_array_index(box->stakes, j);
			struct sabot_dealer_bet bet = {
				.box = box->box,
				.on = g_intern_string(stake->on),
				.bettor = g_intern_string(stake->bettor),
				.amount_minor = stake->amount_minor,
			};

			if (strcmp(stake->on, "insurance") != 0 && bet.amount_minor > 0)
				g_array_append_val(stakes, bet);
		}
	}
	return stakes;
}

/* True if the view's stakes are those of a round whose bets are open. */
static bool
has_open_stakes(const struct sabot_wire_view *view)
{
	return view && view->is_round_open && view->phase == SABOT_WIRE_PHASE_BETTING;
}

/*
 * The stakes at the closing count. The last of them may arrive in the same view as the closing; and
 * a display that has just started first sees them long after it.
 */
static void
remember(struct sabot_dealer_stakes *stakes, const struct sabot_wire_view *view)
{
	bool is_open = has_open_stakes(view);
	GArray *now;

	if (!is_open && stakes->has_seen && !(stakes->is_betting && view->is_round_open))
		return;
	now = list_stakes(view);
	/* Nobody has bet yet; if bets are closed like that, nobody did. */
	if (now->len == 0 && is_open && !is_noted(stakes, view)) {
		g_array_unref(now);
		return;
	}
	if (!is_noted(stakes, view)) {
		g_array_unref(stakes->before);
		stakes->before = g_steal_pointer(&stakes->now);
		stakes->load = view->load;
		stakes->round = view->round;
	}
	g_clear_pointer(&stakes->now, g_array_unref);
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
	stakes->is_betting = view->phase == SABOT_WIRE_PHASE_BETTING;
	stakes->has_seen = true;
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
	stake->bet = (struct sabot_dealer_bet){
		.box = bet->box,
		.on = g_intern_string(bet->on),
		.bettor = g_intern_string(bet->bettor),
		.amount_minor = bet->amount_minor,
	};
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

/* After a refusal the view's stake applies again. */
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

static guint
find_bet(const GArray *list, const struct sabot_dealer_bet *wanted)
{
	guint i = 0;

	for (; i < list->len; i++) {
		const struct sabot_dealer_bet *bet =
			&g_array_index(list, struct sabot_dealer_bet, i);

		if (bet->box == wanted->box && bet->on == wanted->on &&
		    bet->bettor == wanted->bettor)
			break;
	}
	return i;
}

static int
compare_bets(gconstpointer a, gconstpointer b)
{
	const struct sabot_dealer_bet *one = a, *two = b;

	if (one->box != two->box)
		return one->box < two->box ? -1 : 1;
	if (one->bettor != two->bettor)
		return strcmp(one->bettor, two->bettor);
	return strcmp(one->on, two->on);
}

GArray *
sabot_dealer_stakes_list(const struct sabot_dealer_stakes *stakes,
			 const struct sabot_wire_view *view)
{
	GArray *list = has_open_stakes(view) ? list_stakes(view) : list_new();
	GHashTableIter each;
	gpointer name, value;

	g_hash_table_iter_init(&each, stakes->pending);
	while (g_hash_table_iter_next(&each, &name, &value)) {
		const struct pending_stake *pending = value;
		guint at = find_bet(list, &pending->bet);

		if (at < list->len)
			g_array_remove_index(list, at);
		if (pending->bet.amount_minor > 0)
			g_array_append_val(list, pending->bet);
	}
	g_array_sort(list, compare_bets);
	return list;
}

json_t *
sabot_dealer_bet_event(const struct sabot_dealer_bet *bet, int64_t amount_minor)
{
	return json_pack("{s:s, s:I, s:s, s:s, s:I}", "ev", "bet", "box", (json_int_t)bet->box,
			 "bettor", bet->bettor, "on", bet->on, "amount", (json_int_t)amount_minor);
}

/* Once stakes of this round are recorded, those of the last one are `before`; until then `now`. */
GArray *
sabot_dealer_stakes_list_before(const struct sabot_dealer_stakes *stakes,
				const struct sabot_wire_view *view)
{
	bool is_this_round = has_open_stakes(view) && is_noted(stakes, view);

	return g_array_ref(is_this_round ? stakes->before : stakes->now);
}
