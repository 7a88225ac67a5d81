/* See incident-money.h. */
#include "text/incident-money.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

static const char *
money(struct sabot_sentence *sentence, const char *key, int place)
{
	return sabot_text_money(sabot_sentence_number(sentence, key), sentence->amount[place]);
}

/* What was staked on; a word that no game of ours has as it was given. */
static const char *
bet(struct sabot_sentence *sentence)
{
	const char *given = sabot_sentence_word(sentence, "on");
	const char *spoken = sabot_text_bet(sabot_bet_from_string(given));

	return spoken[0] != '\0' ? spoken : given;
}

char *
sabot_text_bet_incident(struct sabot_sentence *sentence)
{
	int box = (int)sabot_sentence_number(sentence, "box");
	const char *on = bet(sentence);
	enum sabot_incident_code code = sentence->incident->code;

	if (code == SABOT_INCIDENT_BET_BELOW_MINIMUM)
		return g_strdup_printf(_("Box %d, %s: %s is below the minimum of %s."), box, on,
				       money(sentence, "amount", 0), money(sentence, "limit", 1));
	if (code == SABOT_INCIDENT_BET_ABOVE_MAXIMUM)
		return g_strdup_printf(_("Box %d, %s: %s in all is above the maximum of %s."), box,
				       on, money(sentence, "sum", 0), money(sentence, "limit", 1));
	return g_strdup_printf(_("Box %d, %s: %s was staked after no more bets."), box, on,
			       money(sentence, "amount", 0));
}

/* "3, main", or "3, main, anna" where it is not the seat that staked. */
static char *
stake_words(struct sabot_sentence *sentence)
{
	int box = (int)sabot_sentence_number(sentence, "box");
	const char *bettor = sentence->incident->bettor;
	g_autofree char *seat = g_strdup_printf("%d", box);

	if (bettor[0] == '\0' || strcmp(seat, bettor) == 0)
		return g_strdup_printf("%d, %s", box, bet(sentence));
	return g_strdup_printf("%d, %s, %s", box, bet(sentence), bettor);
}

/* A payment as it was reported: below zero the house took chips. Transferred. */
static char *
paid_words(int64_t paid_minor)
{
	char amount[SABOT_TEXT_MONEY_SIZE];

	if (paid_minor == 0)
		return g_strdup(_("nothing was paid"));
	sabot_text_money_size(paid_minor, amount);
	return g_strdup_printf(paid_minor > 0 ? _("%s was paid") : _("%s was collected"), amount);
}

/* What should have been paid: below zero it is the house's. Transferred. */
static char *
due_words(int64_t due_minor)
{
	char amount[SABOT_TEXT_MONEY_SIZE];

	if (due_minor == 0)
		return g_strdup(_("nothing is due"));
	sabot_text_money_size(due_minor, amount);
	return g_strdup_printf(due_minor > 0 ? _("%s is due") : _("%s is lost"), amount);
}

char *
sabot_text_payment_incident(struct sabot_sentence *sentence)
{
	g_autofree char *stake = stake_words(sentence);
	bool missing = sentence->incident->code == SABOT_INCIDENT_PAYOUT_MISSING;

	if (!sabot_sentence_has(sentence, "due") && missing)
		return g_strdup_printf(
			_("Box %s: nothing was paid, but whatever the unread card was, something "
			  "is owed."),
			stake);
	if (!sabot_sentence_has(sentence, "due")) {
		g_autofree char *paid = paid_words(sabot_sentence_number(sentence, "paid"));

		/* Translators: a stake; "5.00 was paid". */
		return g_strdup_printf(
			_("Box %s: %s; whatever the unread card was, that is wrong."), stake, paid);
	}
	int64_t due_minor = sabot_sentence_number(sentence, "due");

	if (missing && due_minor < 0)
		/* Translators: the first is a box with its bet and bettor: "3, main, anna". */
		return g_strdup_printf(_("Box %s: %s was lost and was not collected."), stake,
				       sabot_text_money_size(due_minor, sentence->amount[0]));
	const char *due = money(sentence, "due", 0);

	/* Translators: the first is a box with its bet and bettor: "3, main, anna". */
	if (sentence->incident->code == SABOT_INCIDENT_PAYOUT_MISSING)
		return g_strdup_printf(_("Box %s: %s is owed and was not paid."), stake, due);
	g_autofree char *paid = paid_words(sabot_sentence_number(sentence, "paid"));
	g_autofree char *owed = due_words(due_minor);

	/* Translators: a stake; "5.00 was paid" or "collected"; "6.00 is due" or "lost". */
	return g_strdup_printf(_("Box %s: %s; %s."), stake, paid, owed);
}

char *
sabot_text_commission_incident(struct sabot_sentence *sentence)
{
	const char *paid = money(sentence, "paid", 1);
	int box = (int)sabot_sentence_number(sentence, "box");

	if (!sabot_sentence_has(sentence, "owed"))
		return g_strdup_printf(
			_("Box %d, %s: the commission owed was not paid in full; %s was "
			  "paid."),
			box, sentence->incident->bettor, paid);
	return g_strdup_printf(_("Box %d, %s: %s commission was owed; %s was paid."), box,
			       sentence->incident->bettor, money(sentence, "owed", 0), paid);
}
