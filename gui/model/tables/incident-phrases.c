/* The sentences about alarms and remedies: see incident-phrases.h. */
#include "incident-phrases.h"

#include "gui/model/phrases.h"
#include "proto/rfc3339.h"
#include "text/effect-text.h"
#include "text/incident-short.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>

char *
sabot_phrase_code_short(const char *code)
{
	enum sabot_incident_code known;

	return sabot_incident_code_from_string(code, &known)
		       ? g_strdup(sabot_text_incident_short(known))
		       : sabot_phrase_code(code);
}

char *
sabot_phrase_incident_brief(const struct sabot_wire_incident *incident)
{
	g_autofree char *code = sabot_phrase_code(incident->code);

	if (incident->round <= 0)
		return g_steal_pointer(&code);
	/* Translators: round number, incident. */
	return g_strdup_printf(C_("incident", "round %d · %s"), (int)incident->round, code);
}

static char *
state_text(const struct sabot_wire_incident *incident, SabotSession *session, int64_t now_us)
{
	const struct sabot_wire_mark *acknowledged = incident->acknowledged;
	const struct sabot_wire_mark *shelved = incident->shelved;
	g_autofree char *age = NULL;

	switch (sabot_wire_incident_alarm(incident, now_us)) {
	case SABOT_WIRE_ALARM_ACTIVE:
		return g_strdup(C_("alarm", "Nobody has acknowledged it."));
	case SABOT_WIRE_ALARM_ACKNOWLEDGED:
		/* Translators: a person. */
		return g_strdup_printf(C_("alarm", "Acknowledged by %s."),
				       sabot_session_get_name(session, acknowledged->by));
	case SABOT_WIRE_ALARM_SHELVED:
		age = sabot_phrase_age(shelved->until_us - now_us);
		/* Translators: a person, a time ("20 min"). */
		return g_strdup_printf(C_("alarm", "Shelved by %s, for another %s."),
				       sabot_session_get_name(session, shelved->by), age);
	case SABOT_WIRE_ALARM_RESOLVED:
		break;
	}
	if (incident->ruled && incident->ruled->by)
		/* Translators: a person. */
		return g_strdup_printf(C_("alarm", "Ruled by %s."),
				       sabot_session_get_name(session, incident->ruled->by));
	return g_strdup(sabot_phrase_incident_state(incident->state));
}

char *
sabot_phrase_alarm(const struct sabot_wire_incident *incident, SabotSession *session,
		   int64_t now_us)
{
	g_autofree char *state = state_text(incident, session, now_us);

	if (incident->parent > 0) {
		g_autofree char *child = g_strdup_printf(
			/* Translators: a sentence about an incident precedes. */
			C_("alarm", "%s It follows from a fault of the shoe."), state);

		g_free(state);
		state = g_steal_pointer(&child);
	}
	if (!incident->assigned || !incident->assigned->to)
		return g_steal_pointer(&state);
	/* Translators: a sentence about an incident, the person who sees to it. */
	return g_strdup_printf(C_("alarm", "%s %s has it."), state,
			       sabot_session_get_name(session, incident->assigned->to));
}

char *
sabot_phrase_who_has(const struct sabot_wire_incident *incident, SabotSession *session)
{
	const char *who = NULL;

	if (incident->assigned && incident->assigned->to)
		who = incident->assigned->to;
	else if (incident->acknowledged)
		who = incident->acknowledged->by;
	if (!who)
		return g_strdup(C_("alarm", "nobody has it"));
	/* Translators: who sees to an incident. */
	return g_strdup_printf(C_("alarm", "%s has it"),
			       session ? sabot_session_get_name(session, who) : who);
}

char *
sabot_phrase_remedy_named(const char *word, const char *article)
{
	enum sabot_remedy known;
	const char *name = sabot_remedy_from_string(word, &known) ? sabot_text_remedy(known) : word;

	if (!article)
		return g_strdup(name);
	/* Translators: a remedy, the article that it rests on. */
	return g_strdup_printf(C_("remedy", "%s (%s)"), name, article);
}

char *
sabot_phrase_remedy(const struct sabot_wire_remedy *remedy)
{
	enum sabot_remedy known;
	bool is_known = sabot_remedy_from_string(remedy->remedy, &known);

	return sabot_phrase_remedy_named(is_known ? remedy->remedy : remedy->name, remedy->article);
}

/* The effect of a remedy that changes nothing at the table; NULL if there is no text for it. */
static const char *
settled_text(const struct sabot_wire_remedy *remedy)
{
	static const char *const texts[SABOT_REMEDIES] = {
		[SABOT_REMEDY_LET_STAND] = N_("All stays as it lies, and that is settled."),
		[SABOT_REMEDY_FALSE_ALARM] =
			N_("All stays as it lies; it counts as a wrong alarm."),
		[SABOT_REMEDY_BURN_CARD] = N_("The card stays out of every hand."),
		[SABOT_REMEDY_COUNTED_AGAIN] =
			N_("The cards are counted by hand; the reason says what that yields."),
		[SABOT_REMEDY_CARDS_REPLACED] =
			N_("This set is taken out of play, another is used."),
	};
	const struct sabot_wire_effect *only =
		remedy->effects->len == 1 ? g_ptr_array_index(remedy->effects, 0) : NULL;
	enum sabot_remedy known;

	if (!only || g_strcmp0(only->effect, sabot_effect_to_string(SABOT_EFFECT_NOTHING)) != 0 ||
	    !sabot_remedy_from_string(remedy->remedy, &known))
		return NULL;
	return texts[known] ? _(texts[known]) : NULL;
}

char *
sabot_phrase_effects(const struct sabot_wire_remedy *remedy)
{
	const char *settled = settled_text(remedy);
	GString *text = g_string_new(settled);

	if (settled)
		return g_string_free(text, FALSE);
	for (guint i = 0; i < remedy->effects->len; i++) {
		g_autofree char *effect =
			sabot_phrase_effect(g_ptr_array_index(remedy->effects, i));

		if (i > 0)
			g_string_append_c(text, '\n');
		g_string_append(text, effect);
	}
	return g_string_free(text, FALSE);
}

/* The amount due on a stake; in words if it is not certain. `buffer` holds it. */
static const char *
due_text(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE])
{
	if (minor == SABOT_WIRE_NO_NUMBER)
		return C_("due", "not certain");
	return sabot_text_money(minor, buffer);
}

char *
sabot_phrase_stake_effect(const struct sabot_wire_stake_effect *stake, int64_t before_minor,
			  int64_t after_minor)
{
	char before[SABOT_TEXT_MONEY_SIZE], after[SABOT_TEXT_MONEY_SIZE];
	const char *bet = sabot_text_bet(sabot_bet_from_string(stake->on));
	g_autofree char *seat = g_strdup_printf("%d", (int)stake->box);
	const char *was = due_text(before_minor, before);
	const char *is = due_text(after_minor, after);

	if (g_strcmp0(stake->bettor, seat) == 0)
		/* Translators: box, bet, what is due on it before a remedy and after. */
		return g_strdup_printf(C_("due", "Box %d, %s: %s → %s"), (int)stake->box, bet, was,
				       is);
	/* Translators: box, bet, whose it is, what is due on it before a remedy and after. */
	return g_strdup_printf(C_("due", "Box %d, %s (%s): %s → %s"), (int)stake->box, bet,
			       stake->bettor, was, is);
}

char *
sabot_phrase_incident_note(const struct sabot_wire_incident_event *event, SabotSession *session)
{
	const char *by = sabot_session_get_name(session, event->by ? event->by : "");

	if (g_str_equal(event->ev, "comment"))
		/* Translators: a person, what he wrote. */
		return g_strdup_printf(C_("note", "%s: \"%s\""), by,
				       event->text ? event->text : "");
	if (g_str_equal(event->ev, "acknowledge"))
		return g_strdup_printf(C_("note", "%s: acknowledged"), by);
	if (g_str_equal(event->ev, "assign") && event->to && event->to[0])
		/* Translators: who did it, to whom an incident was given. */
		return g_strdup_printf(C_("note", "%s: given to %s"), by,
				       sabot_session_get_name(session, event->to));
	if (g_str_equal(event->ev, "assign"))
		return g_strdup_printf(C_("note", "%s: given to nobody"), by);
	if (g_str_equal(event->ev, "shelve") && event->reason && event->reason[0])
		/* Translators: a person, his reason. */
		return g_strdup_printf(C_("note", "%s: shelved, \"%s\""), by, event->reason);
	if (g_str_equal(event->ev, "shelve"))
		return g_strdup_printf(C_("note", "%s: shelved"), by);
	if (g_str_equal(event->ev, "unshelve"))
		return g_strdup_printf(C_("note", "%s: no longer shelved"), by);
	/* Translators: a person, a word of the log. */
	return g_strdup_printf(C_("note", "%s: %s"), by, event->ev);
}

char *
sabot_phrase_precision(const struct sabot_wire_count *count)
{
	if (count->precision_permille < 0)
		return g_strdup("–");
	/* Translators: a share. */
	return g_strdup_printf(C_("share", "%d %%"), (int)count->precision_permille / 10);
}

char *
sabot_phrase_hour(const char *hour)
{
	g_autoptr(GDateTime) utc = NULL, local = NULL, now = g_date_time_new_now_local();
	g_autofree char *text = NULL;
	int64_t time_us;

	if (!sabot_time_parse(hour, &time_us))
		return g_strdup(hour);
	utc = g_date_time_new_from_unix_utc(time_us / G_USEC_PER_SEC);
	local = g_date_time_to_local(utc);
	text = g_date_time_format(local, "%H:%M");
	if (g_date_time_get_day_of_month(local) == g_date_time_get_day_of_month(now))
		return g_steal_pointer(&text);
	/* Translators: an hour of the day before, as 22:00. */
	return g_strdup_printf(C_("hour", "yesterday %s"), text);
}
