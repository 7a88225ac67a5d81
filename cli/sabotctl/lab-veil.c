/*
 * Checks the veil: two tables get the same cards except for the hidden ones; a client receives the
 * same messages about both until the cards are turned up.
 */
#include "lab-veil.h"

#include "sabotctl-client.h"

#include <glib/gi18n.h>
#include <jansson.h>
#include <string.h>

enum { PUSH_S = 30, LOOK_MS = 20 };

/* What is said to the twins; a card that differs is hidden. */
struct say {
	const char *ev, *one, *other; /* a card each, or NULL */
	bool ends;                    /* from here on they may differ */
};

static const struct say punto_banco[] = {
	{"load", NULL, NULL, false},  {"card", "AS", "AS", false},
	{"card", "7H", "KD", false},  {"no_more_bets", NULL, NULL, false},
	{"card", "2S", "3S", false},  {"card", "4S", "4D", false},
	{"card", "3H", "3D", false},  {"card", "4H", "5H", false},
	{"reveal", NULL, NULL, true}, {NULL, NULL, NULL, false},
};

static const struct say blackjack[] = {
	{"load", NULL, NULL, false},  {"card", "7H", "KD", false},
	{"bet", NULL, NULL, false},   {"no_more_bets", NULL, NULL, false},
	{"card", "KS", "KS", false},  {"card", "9S", "9S", false},
	{"card", "QS", "QS", false},  {"card", "8H", "7D", false},
	{"action", NULL, NULL, true}, {NULL, NULL, NULL, false},
};

static json_t *
make_event(const struct say *say, const char *card)
{
	if (card)
		return json_pack("{s:s, s:s}", "ev", say->ev, "card", card);
	if (strcmp(say->ev, "load") == 0)
		return json_pack("{s:s, s:i}", "ev", "load", "decks", 6);
	if (strcmp(say->ev, "bet") == 0)
		return json_pack("{s:s, s:i, s:i}", "ev", "bet", "box", 1, "amount", 1000);
	if (strcmp(say->ev, "action") == 0)
		return json_pack("{s:s, s:i, s:s}", "ev", "action", "box", 1, "do", "stand");
	return json_pack("{s:s}", "ev", say->ev);
}

static bool
submit(struct lab *lab, const char *table, const struct say *say, const char *card)
{
	g_autoptr(GError) error = NULL;
	json_t *answer = sabotctl_try(
		lab->socket, "event",
		json_pack("{s:s, s:o}", "table", table, "event", make_event(say, card)), &error);

	if (!answer)
		lab_fail(lab, "%s, %s: %s", table, say->ev, error->message);
	json_decref(answer);
	return answer != NULL;
}

/* The push of the table's event number `n`, waited for; NULL where none comes. Transferred. */
static char *
find_push(const struct lab *lab, const char *table, int n)
{
	g_autofree char *begin = g_strdup_printf("\"table\":\"%s\",\"n\":%d,\"event\"", table, n);
	gint64 deadline_us = g_get_monotonic_time() + PUSH_S * G_USEC_PER_SEC;

	while (g_get_monotonic_time() < deadline_us) {
		g_autofree char *pushed = lab_read_pushed(lab);
		char *found = strstr(pushed, begin);

		if (found)
			return g_strndup(found, strcspn(found, "\n"));
		g_usleep(LOOK_MS * 1000);
	}
	return NULL;
}

/* Without what differs by nature: names, times, numbers over all tables. */
static char *
level(const char *push)
{
	g_autoptr(GRegex) regex = g_regex_new(
		"LAB-[ABCD]|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|\"seq\":\\d+", G_REGEX_DEFAULT, 0, NULL);

	return g_regex_replace_literal(regex, push, -1, 0, "", G_REGEX_MATCH_DEFAULT, NULL);
}

static bool
is_alike(struct lab *lab, const char *one, const char *other, int n)
{
	g_autofree char *of_one = find_push(lab, one, n), *of_other = find_push(lab, other, n);
	g_autofree char *a = of_one ? level(of_one) : NULL;
	g_autofree char *b = of_other ? level(of_other) : NULL;

	lab->tried++;
	return a && b && strcmp(a, b) == 0;
}

/* False, said: hidden cards can be distinguished, or the comparison sees nothing. */
static bool
compare_twins(struct lab *lab, const char *one, const char *other, const struct say *says)
{
	for (int i = 0; says[i].ev; i++) {
		bool alike;

		if (!submit(lab, one, &says[i], says[i].one) ||
		    !submit(lab, other, &says[i], says[i].other))
			return false;
		alike = is_alike(lab, one, other, i + 1);
		if (alike == says[i].ends) {
			lab_fail(lab,
				 alike ? _("%s, %s: cards that are turned up are not sent")
				       : _("%s, %s: what is sent shows a hidden card"),
				 one, says[i].ev);
			return false;
		}
	}
	return true;
}

enum lab_result
lab_check_veil(struct lab *lab)
{
	if (!lab->watcher || !compare_twins(lab, "LAB-A", "LAB-B", punto_banco) ||
	    !compare_twins(lab, "LAB-C", "LAB-D", blackjack))
		return LAB_FAILED;
	g_string_assign(lab->detail, _("what a client is sent is the same whatever lies hidden"));
	return LAB_PASSED;
}
