/* See activity-text.h. */
#include "text/activity-text.h"

#include "engine/core/incident.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

struct word {
	const char *word, *text; /* `text` untranslated, context "activity" */
};

static const char *
find(const struct word *words, gsize n, const char *word)
{
	for (gsize i = 0; i < n; i++)
		if (strcmp(words[i].word, word) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "activity", words[i].text);
	return NULL;
}

const char *
sabot_text_activity(const char *ev)
{
	static const struct word words[] = {
		{"login", NC_("activity", "log-in")},
		{"login_refused", NC_("activity", "log-in refused")},
		{"locked", NC_("activity", "name locked")},
		{"logout", NC_("activity", "log-out")},
		{"refused", NC_("activity", "action refused")},
		{"person", NC_("activity", "person")},
		{"machine", NC_("activity", "machine")},
		{"code", NC_("activity", "one-time code")},
		{"command", NC_("activity", "command to a shoe")},
		{"acknowledge", NC_("activity", "acknowledged")},
		{"assign", NC_("activity", "given to somebody")},
		{"shelve", NC_("activity", "put aside")},
		{"unshelve", NC_("activity", "taken up again")},
		{"comment", NC_("activity", "comment")},
		{"archive", NC_("activity", "archive made")},
		{"ruling", NC_("activity", "decision")},
	};
	const char *text = find(words, G_N_ELEMENTS(words), ev);

	return text != NULL ? text : ev;
}

static const char *
find_remedy(const char *word)
{
	for (int remedy = 0; remedy < SABOT_REMEDIES; remedy++)
		if (g_strcmp0(sabot_remedy_to_string((enum sabot_remedy)remedy), word) == 0)
			return sabot_text_remedy((enum sabot_remedy)remedy);
	return NULL;
}

const char *
sabot_text_activity_detail(const char *word)
{
	static const struct word words[] = {
		/* Why a log-in was refused, or ended. */
		{"unknown", NC_("activity", "unknown name")},
		{"pin", NC_("activity", "PIN")},
		{"locked", NC_("activity", "locked")},
		{"flood", NC_("activity", "too many wrong ones")},
		{"disabled", NC_("activity", "disabled")},
		{"new_pin", NC_("activity", "new PIN")},
		{"card", NC_("activity", "card")},
		{"hidden", NC_("activity", "not said without a log-in")},
		{"code", NC_("activity", "one-time code")},
		{"said", NC_("activity", "by himself")},
		{"idle", NC_("activity", "nothing done for long")},
		{"gone", NC_("activity", "connection lost")},
		{"login", NC_("activity", "another log-in")},
		{"changed", NC_("activity", "person changed")},
		/* What was changed of a person or a machine, or sent to a shoe. */
		{"created", NC_("activity", "created")},
		{"role", NC_("activity", "other role")},
		{"disable", NC_("activity", "disabled")},
		{"enable", NC_("activity", "enabled")},
		{"reset", NC_("activity", "reset")},
		{"erase", NC_("activity", "erased")},
		{"restored", NC_("activity", "restored")},
		{"allow", NC_("activity", "let in")},
		{"revoke", NC_("activity", "turned out")},
		{"first", NC_("activity", "first administrator")},
		{"lock", NC_("activity", "lock")},
		{"unlock", NC_("activity", "unlock")},
		{"clear", NC_("activity", "clear")},
		/* Rights that were not there (docs/access.md). */
		{"deal", NC_("activity", "deal")},
		{"run", NC_("activity", "run a table")},
		{"change", NC_("activity", "other rules")},
		{"ruling", NC_("activity", "decide")},
		{"rule", NC_("activity", "decide")},
		{"rule_house", NC_("activity", "decide on the house")},
		{"alarm", NC_("activity", "answer an incident")},
		{"second", NC_("activity", "sign second")},
		{"look_up", NC_("activity", "look into the log")},
		{"report", NC_("activity", "reports")},
		{"report_people", NC_("activity", "reports on persons")},
		{"command", NC_("activity", "command to a shoe")},
		{"money", NC_("activity", "table money")},
		{"request", NC_("activity", "request chips")},
		{"issue", NC_("activity", "issue chips")},
		{"redeem", NC_("activity", "redeem a marker")},
		{"bank", NC_("activity", "main bank")},
		{"count", NC_("activity", "count a drop box")},
		{"countersign", NC_("activity", "countersign")},
		{"witness", NC_("activity", "sign a count second")},
		{"sign_off", NC_("activity", "close a shift")},
		{"amend", NC_("activity", "amend a sealed shift")},
		{"persons", NC_("activity", "change persons")},
		{"machines", NC_("activity", "change machines")},
	};
	const char *text = word ? find(words, G_N_ELEMENTS(words), word) : NULL;

	if (text == NULL && word != NULL)
		text = find_remedy(word);
	return text != NULL ? text : word;
}
