/* The table of actions: see table-action.h. */
#include "table-action.h"

#include <glib/gi18n.h>

static const char *
if_open(const struct sabot_wire_view *view)
{
	return view->state == SABOT_WIRE_TABLE_OPEN ? _("The table is open.") : NULL;
}

static const char *
if_paused(const struct sabot_wire_view *view)
{
	return view->state == SABOT_WIRE_TABLE_PAUSED ? _("The table is paused.") : NULL;
}

static const char *
if_closed(const struct sabot_wire_view *view)
{
	return view->state == SABOT_WIRE_TABLE_CLOSED ? _("The table is closed.") : NULL;
}

static const char *
if_in_round(const struct sabot_wire_view *view)
{
	switch (view->phase) {
	case SABOT_WIRE_PHASE_DEALING:
	case SABOT_WIRE_PHASE_DECIDING:
	case SABOT_WIRE_PHASE_DECIDED:
	case SABOT_WIRE_PHASE_RULING:
		return _("A round is being played: between rounds only.");
	case SABOT_WIRE_PHASE_UNKNOWN:
	case SABOT_WIRE_PHASE_NO_LOAD:
	case SABOT_WIRE_PHASE_BURN:
	case SABOT_WIRE_PHASE_BETTING:
	case SABOT_WIRE_PHASE_AFTER_CUT:
		return NULL;
	}
	return NULL;
}

static const char *
if_no_load(const struct sabot_wire_view *view)
{
	return view->phase == SABOT_WIRE_PHASE_NO_LOAD ? _("There is no load in the shoe.") : NULL;
}

static const char *
if_no_round(const struct sabot_wire_view *view)
{
	return view->round <= 0 ? _("No round has been played yet.") : NULL;
}

static const char *
if_no_redress(const struct sabot_wire_view *view)
{
	return view->redress->len == 0 ? _("Nothing is to be put right.") : NULL;
}

static const char *
if_cut(const struct sabot_wire_view *view)
{
	if (view->shoe && view->shoe->is_cut)
		return _("The cut card has come.");
	return if_no_load(view);
}

static const char *
if_loaded_or_in_round(const struct sabot_wire_view *view)
{
	return if_no_load(view) ? _("There is no load in the shoe.") : if_in_round(view);
}

static int64_t
get_min(const struct sabot_wire_view *view)
{
	return view->min_minor;
}

static int64_t
get_max(const struct sabot_wire_view *view)
{
	return view->max_minor;
}

static int64_t
get_round(const struct sabot_wire_view *view)
{
	return view->round;
}

/* The number of the first order. */
static int64_t
get_redress(const struct sabot_wire_view *view)
{
	const struct sabot_wire_redress *first =
		view->redress->len > 0 ? g_ptr_array_index(view->redress, 0) : NULL;

	return first ? first->redress : -1;
}

static const struct sabot_table_action actions[] = {
	{
		.id = "open",
		.title = NC_("action", "Open"),
		.help = N_("Play may begin at this table."),
		.right = "run",
		.event = "{\"ev\":\"table\",\"state\":\"open\"}",
		.hindrance = if_open,
	},
	{
		.id = "pause",
		.title = NC_("action", "Pause"),
		.help = N_("The table rests: it is marked so, and dealing is not stopped by it."),
		.right = "run",
		.event = "{\"ev\":\"table\",\"state\":\"paused\"}",
		.hindrance = if_paused,
	},
	{
		.id = "close",
		.title = NC_("action", "Close table"),
		.help = N_("The table is closed for the day."),
		.right = "run",
		.event = "{\"ev\":\"table\",\"state\":\"closed\"}",
		.hindrance = if_closed,
	},
	{
		.id = "staff",
		.title = NC_("action", "Dealer"),
		.help = N_("Who deals from now on."),
		.right = "run",
		.event = "{\"ev\":\"staff\",\"post\":\"dealer\",\"on\":true}",
		.fields = {{"who", NC_("field", "Dealer"), SABOT_FORM_FIELD_PERSON,
			    SABOT_FORM_FIELD_REQUIRED, NULL}},
	},
	{
		.id = "limits",
		.title = NC_("action", "Limits"),
		.help = N_("Bets are judged by the new limits from here on."),
		.right = "run",
		.event = "{\"ev\":\"limits\"}",
		.fields = {{"min", NC_("field", "Minimum"), SABOT_FORM_FIELD_AMOUNT,
			    SABOT_FORM_FIELD_REQUIRED, get_min},
			   {"max", NC_("field", "Maximum"), SABOT_FORM_FIELD_AMOUNT,
			    SABOT_FORM_FIELD_REQUIRED, get_max}},
		.hindrance = if_in_round,
	},
	{
		.id = "correction",
		.title = NC_("action", "Put right"),
		.help = N_(
			"What the dealer is to pay (+) or collect (-) for a round that is over, "
			"beside what was settled. His display asks for it between rounds; once he "
			"says that it is done it is in the log, with your name, and changes no "
			"result."),
		.right = "run",
		.event = "{}",
		.verb = "redress_order",
		.fields = {{"round", NC_("field", "Round"), SABOT_FORM_FIELD_NUMBER,
			    SABOT_FORM_FIELD_REQUIRED, get_round},
			   {"box", NC_("field", "Box"), SABOT_FORM_FIELD_NUMBER,
			    SABOT_FORM_FIELD_OPTIONAL, NULL},
			   {"bettor", NC_("field", "Bettor"), SABOT_FORM_FIELD_TEXT,
			    SABOT_FORM_FIELD_OPTIONAL, NULL},
			   {"amount", NC_("field", "Amount"), SABOT_FORM_FIELD_AMOUNT,
			    SABOT_FORM_FIELD_REQUIRED, NULL},
			   {"note", NC_("field", "Reason"), SABOT_FORM_FIELD_TEXT,
			    SABOT_FORM_FIELD_REQUIRED, NULL}},
		.hindrance = if_no_round,
	},
	{
		.id = "cards",
		.title = NC_("action", "Key cards"),
		.help = N_("The shoe is dead: each card is touched on a pad as it is dealt."),
		.right = "deal",
		.hindrance = if_no_load,
	},
	{
		.id = "cut-card",
		.title = NC_("action", "Cut card"),
		.help = N_("The cut card came out of the shoe, and the shoe did not say so."),
		.right = "deal",
		.event = "{\"ev\":\"cut_card\",\"src\":\"manual\"}",
		.hindrance = if_cut,
	},
	{
		.id = "load",
		.title = NC_("action", "New load"),
		.help = N_("Cards are prepared, step by step and by whom, and put into the shoe."),
		.right = "deal",
		.hindrance = if_in_round,
	},
	{
		.id = "unload",
		.title = NC_("action", "Unload"),
		.help = N_(
			"The load is over: the cards that are left are counted. Only a count, or "
			"the remainder run out through the shoe, proves that none is missing."),
		.right = "deal",
		.event = "{\"ev\":\"unload\"}",
		.fields = {{"left", NC_("field", "Cards left, counted"), SABOT_FORM_FIELD_NUMBER,
			    SABOT_FORM_FIELD_OPTIONAL, NULL}},
		.hindrance = if_loaded_or_in_round,
	},
	{
		.id = "run-out",
		.title = NC_("action", "Run out"),
		.help = N_("The load is over: each card that is left is touched as it leaves the "
			   "shoe. It proves which card is missing, if any."),
		.right = "deal",
		.hindrance = if_loaded_or_in_round,
	},
	{
		.id = "undo",
		.title = NC_("action", "Undo"),
		.help = N_(
			"The last bet, no more bets, insurance or play is taken back, as long as "
			"no card has followed."),
		.right = "deal",
		.event = "{\"ev\":\"undo\"}",
		.hindrance = if_no_load,
	},
	{
		.id = "money",
		.title = NC_("action", "Money"),
		.help = N_(
			"Counts, fills and credits, drop, markers, tips, cash and cards, and their "
			"register."),
	},
	{
		.id = "rules",
		.title = NC_("action", "Rules"),
		.help = N_("The profile that the table goes by, its bets, limits and chips; "
			   "others for it."),
	},
	{
		.id = "redress-done",
		.title = NC_("action", "Was put right"),
		.help = N_("What was to be paid or collected has been, and the dealer's display "
			   "does not show that yet."),
		.right = "deal",
		.event = "{\"ev\":\"correction\"}",
		.fields = {{"redress", NC_("field", "Number"), SABOT_FORM_FIELD_NUMBER,
			    SABOT_FORM_FIELD_REQUIRED, get_redress}},
		.hindrance = if_no_redress,
		.is_rare = true,
	},
	{
		.id = "redress-withdraw",
		.title = NC_("action", "Withdraw"),
		.help = N_("What was to be paid or collected is not any more: the dealer's display "
			   "asks no longer for it."),
		.right = "run",
		.event = "{}",
		.verb = "redress_withdraw",
		.fields = {{"redress", NC_("field", "Number"), SABOT_FORM_FIELD_NUMBER,
			    SABOT_FORM_FIELD_REQUIRED, get_redress},
			   {"reason", NC_("field", "Reason"), SABOT_FORM_FIELD_TEXT,
			    SABOT_FORM_FIELD_REQUIRED, NULL}},
		.hindrance = if_no_redress,
		.is_rare = true,
	},
};

const struct sabot_table_action *
sabot_table_action_nth(unsigned n)
{
	return n < G_N_ELEMENTS(actions) ? &actions[n] : NULL;
}

const struct sabot_table_action *
sabot_table_action_find(const char *id)
{
	for (gsize i = 0; i < G_N_ELEMENTS(actions); i++) {
		if (g_strcmp0(actions[i].id, id) == 0)
			return &actions[i];
	}
	return NULL;
}

const char *
sabot_table_action_title(const struct sabot_table_action *action)
{
	return g_dpgettext2(NULL, "action", action->title);
}

const char *
sabot_table_action_help(const struct sabot_table_action *action)
{
	return _(action->help);
}

json_t *
sabot_table_action_build(const struct sabot_table_action *action, const char *const *texts,
			 char **ret_why)
{
	json_t *event = json_loads(action->event, 0, NULL);

	if (sabot_form_fill(action->fields, texts, event, ret_why))
		return event;
	json_decref(event);
	return NULL;
}

const char *
sabot_table_action_request(const struct sabot_table_action *action, const char *table,
			   json_t *event, json_t **ret_args)
{
	if (!action->verb) {
		*ret_args = json_pack("{s:s, s:o}", "table", table, "event", event);
		return "event";
	}
	json_object_set_new(event, "table", json_string(table));
	*ret_args = event;
	return action->verb;
}
