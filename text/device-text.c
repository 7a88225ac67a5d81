/*
 * The messages of shoes: see device-text.h. A test finds any sentence of a driver that is missing
 * here.
 */
#include "text/device-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const sentences[] = {
	NC_("device", "a button was mishandled"),
	NC_("device", "a button was pressed at the wrong time"),
	NC_("device", "a card could not be read"),
	NC_("device", "a card drawn for an unknown place"),
	NC_("device", "a card that no deck has"),
	NC_("device", "a card was drawn outside the game"),
	NC_("device", "a card was drawn while the shoe was being set up"),
	NC_("device", "a card was drawn while the shoe was in error"),
	NC_("device", "a card was drawn while the shoe was locked"),
	NC_("device", "a card was not drawn in time"),
	NC_("device", "a card was pushed back"),
	NC_("device", "a card was pushed back at the exit"),
	NC_("device", "a card was pushed back midway"),
	NC_("device", "a card whose name is not understood"),
	NC_("device", "a code that the card map does not have"),
	NC_("device", "a draw that was not seen was sent again"),
	NC_("device", "a draw whose data are not understood"),
	NC_("device", "a lock status whose data are not understood"),
	NC_("device", "a mark of unknown meaning"),
	NC_("device", "a message of unknown kind"),
	NC_("device", "a result of unknown meaning"),
	NC_("device", "a result whose data are not understood"),
	NC_("device", "a retransmission whose data are not understood"),
	NC_("device", "a sequence character outside the configured range"),
	NC_("device", "a simulated shoe, not a real one"),
	NC_("device", "a warning of the shoe"),
	NC_("device", "an alarm of the shoe"),
	NC_("device", "an error whose data are not understood"),
	NC_("device", "an event of unknown kind"),
	NC_("device", "an event that ends too early"),
	NC_("device", "drawing a card took too long"),
	NC_("device", "more cards were drawn than the game allows"),
	NC_("device", "the code on a card is wrong"),
	NC_("device", "the game was ended by force at the shoe"),
	NC_("device", "the shoe has started"),
	NC_("device", "the shoe speaks another version of the protocol"),
	NC_("device", "the shoe tells an error"),
	NC_("device", "two connected shoes have one serial number"),
	NC_("device", "unknown error"),
	/* Of the line itself. */
	NC_("device", "no answer"),
	NC_("device", "it was not read until now"),
	NC_("device", "the device does not take what is sent to it"),
	NC_("device", "the device fails again and again"),
	NC_("device", "the device was unplugged"),
	NC_("device", "the other end has closed the connection"),
	NC_("device", "the other end has gone"),
	NC_("device", "the port has gone"),
	/* Of a shoe that is back. */
	NC_("device", "what left the shoe before is not known"),
	NC_("device", "what left the shoe meanwhile is asked for"),
	NC_("device", "what left the shoe meanwhile is not known"),
	NC_("device", "what left the shoe meanwhile was not read"),
};

/* What drivers say that they read: their full names. */
static const char *const makes[] = {
	NC_("driver", "Angel Eye II-EX baccarat shoe"),
	NC_("driver", "Bee-Tek shoe, text mode"),
	NC_("driver", "Sabot's reference protocol"),
	NC_("driver", "code reader that types: serial scanner or USB keyboard"),
	NC_("driver", "simulated shoe"),
};

/* NULL for unknown words. */
static const char *
find_sentence(const char *words)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sentences); i++)
		if (strcmp(sentences[i], words) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "device", sentences[i]);
	return NULL;
}

/* "back after 1.5 s; what left the shoe meanwhile was not read"; NULL for others. Transferred. */
static char *
translate_return(const char *words)
{
	static const char begin[] = "back after ", middle[] = " s; ";
	const char *after = strstr(words, middle), *fate;
	g_autofree char *time_s = NULL;

	if (!g_str_has_prefix(words, begin) || after == NULL)
		return NULL;
	fate = find_sentence(after + strlen(middle));
	if (fate == NULL)
		return NULL;
	time_s = g_strndup(words + strlen(begin), (gsize)(after - words) - strlen(begin));
	/* Translators: seconds; what became of the cards that left the shoe meanwhile. */
	return g_strdup_printf(C_("device", "back after %s s; %s"), time_s, fate);
}

char *
sabot_text_device(const char *words)
{
	/* Some drivers add the shoe's own number: "a card could not be read (7)". */
	const char *number = strstr(words, " (");
	g_autofree char *bare =
		number ? g_strndup(words, (gsize)(number - words)) : g_strdup(words);

	const char *sentence = find_sentence(bare);
	g_autofree char *back = sentence ? NULL : translate_return(bare);

	if (sentence == NULL && back == NULL)
		return g_strdup(words);
	return g_strconcat(sentence ? sentence : back, number, NULL);
}

const char *
sabot_text_driver(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(makes); i++)
		if (strcmp(makes[i], name) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "driver", makes[i]);
	return name;
}
