/*
 * Users: log-ins, refusals, changes of persons and machines, commands to shoes, and every decision
 * that overrode something.
 */
#include "reports.h"
#include "report-private.h"

#include "proto/messages/house-messages.h"
#include "report/figures.h"
#include "text/activity-text.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct sabot_report_column person_columns[] = {
	{"person", N_("Person"), SABOT_REPORT_TEXT},
	{"logins", N_("Log-ins"), SABOT_REPORT_COUNT},
	{"refused_logins", N_("Log-ins refused"), SABOT_REPORT_COUNT},
	{"refused", N_("Actions refused"), SABOT_REPORT_COUNT},
	{"rulings", N_("Decisions"), SABOT_REPORT_COUNT},
	{"corrections", N_("Corrections"), SABOT_REPORT_COUNT},
};
static const struct sabot_report_column override_columns[] = {
	{"at", N_("When"), SABOT_REPORT_TIME},       {"table", N_("Table"), SABOT_REPORT_TEXT},
	{"round", N_("Round"), SABOT_REPORT_NUMBER}, {"incident", N_("No."), SABOT_REPORT_NUMBER},
	{"what", N_("What"), SABOT_REPORT_TEXT},     {"ruling", N_("Decision"), SABOT_REPORT_TEXT},
	{"by", N_("By"), SABOT_REPORT_TEXT},         {"second", N_("With"), SABOT_REPORT_TEXT},
};
static const struct sabot_report_column event_columns[] = {
	{"at", N_("When"), SABOT_REPORT_TIME},       {"event", N_("Event"), SABOT_REPORT_TEXT},
	{"person", N_("Person"), SABOT_REPORT_TEXT}, {"what", N_("What"), SABOT_REPORT_TEXT},
	{"about", N_("About"), SABOT_REPORT_TEXT},
};

struct person {
	int64_t logins, refused_logins, refused, rulings, corrections;
};

static struct person *
person_of(GHashTable *persons, const char *id)
{
	struct person *person;

	if (id == NULL)
		id = "";
	person = g_hash_table_lookup(persons, id);
	if (person == NULL) {
		person = g_new0(struct person, 1);
		g_hash_table_insert(persons, g_strdup(id), person);
	}
	return person;
}

/* Of the house log what a person or a machine did; findings and the like are no one's activity. */
static bool
is_activity(const char *ev)
{
	static const char *const evs[] = {"login",    "login_refused", "locked",  "logout",
					  "refused",  "person",        "machine", "code",
					  "command",  "acknowledge",   "assign",  "shelve",
					  "unshelve", "comment",       "archive", "ruling",
					  NULL};

	return ev != NULL && g_strv_contains(evs, ev);
}

static void
count_event(GHashTable *persons, const struct sabot_house_activity *done)
{
	/* One line may stand for several refusals. */
	int64_t count = MAX(done->count, 1);

	if (strcmp(done->ev, "login") == 0)
		person_of(persons, done->person)->logins++;
	else if (strcmp(done->ev, "login_refused") == 0)
		person_of(persons, done->person)->refused_logins += count;
	else if (strcmp(done->ev, "refused") == 0)
		person_of(persons, done->person)->refused += count;
	else if (strcmp(done->ev, "ruling") == 0)
		person_of(persons, done->by)->rulings++;
}

static const char *
first_of(const char *const *texts, guint n)
{
	for (guint i = 0; i < n; i++)
		if (texts[i] != NULL)
			return texts[i];
	return NULL;
}

/* What was done, as the log has it. */
static const char *
what_of(const struct sabot_house_activity *done)
{
	const char *const texts[] = {done->action, done->why,  done->remedy,
				     done->to,     done->text, done->file};

	return first_of(texts, G_N_ELEMENTS(texts));
}

/* Who did it; a person made with the first code was made by nobody else. */
static const char *
actor_of(const struct sabot_facts *facts, const struct sabot_house_activity *done)
{
	if (g_strcmp0(done->by, "code") == 0)
		return sabot_text_activity_detail(done->by);
	return sabot_facts_signer(facts, done->by != NULL ? done->by : done->person);
}

/* The table, the machine, the shoe, or the person to whom another did it. */
static const char *
about_of(const struct sabot_facts *facts, const struct sabot_house_activity *done)
{
	const char *const texts[] = {done->table, done->machine, done->device};
	const char *about = first_of(texts, G_N_ELEMENTS(texts));

	if (about != NULL || done->by == NULL)
		return about;
	return sabot_facts_signer(facts, done->person);
}

static void
add_event(struct sabot_report_section *section, const struct sabot_facts *facts, int64_t at_us,
	  const struct sabot_house_activity *done)
{
	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_number(section, "at", at_us);
	sabot_report_set_text(section, "event", sabot_text_activity(done->ev));
	sabot_report_set_text(section, "person", actor_of(facts, done));
	sabot_report_set_text(section, "what", sabot_text_activity_detail(what_of(done)));
	sabot_report_set_text(section, "about", about_of(facts, done));
}

static void
write_events(struct sabot_report *report, const struct sabot_facts *facts, GHashTable *persons)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "events", _("One by one"), event_columns, G_N_ELEMENTS(event_columns));

	for (guint i = 0; i < facts->house->len; i++) {
		const struct sabot_facts_event *event =
			&g_array_index(facts->house, struct sabot_facts_event, i);
		struct sabot_house_activity *done =
			sabot_record_parse_lenient(&sabot_house_activity_type, event->object);

		if (is_activity(done->ev)) {
			count_event(persons, done);
			add_event(section, facts, event->at_us, done);
		}
		sabot_record_unref(done);
	}
}

static void
write_overrides(struct sabot_report *report, const struct sabot_facts *facts, GHashTable *persons)
{
	struct sabot_report_section *section =
		sabot_report_add_section(report, "overrides", _("Decisions at tables"),
					 override_columns, G_N_ELEMENTS(override_columns));
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_incident *incident;

	while ((incident = sabot_facts_next_incident(&walk)) != NULL) {
		if (!incident->is_ruled)
			continue;
		person_of(persons, sabot_sheet_word(walk.its_sheet, incident->by))->rulings++;
		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_number(section, "at", incident->ruled_us);
		sabot_report_set_text(section, "table", walk.its_table->name);
		sabot_report_set_number(section, "round", sabot_figure_number(incident->round));
		sabot_report_set_number(section, "incident", incident->id);
		sabot_report_set_text(section, "what", sabot_text_incident_name(incident->code));
		sabot_report_set_text(section, "ruling", sabot_text_remedy(incident->remedy));
		sabot_report_set_text(section, "by",
				      sabot_figure_person(facts, walk.its_sheet, incident->by));
		sabot_report_set_text(section, "second",
				      sabot_figure_person(facts, walk.its_sheet, incident->second));
	}
}

static void
count_corrections(const struct sabot_facts *facts, GHashTable *persons)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_note *note;

	while ((note = sabot_facts_next_note(&walk)) != NULL)
		if (note->ev == SABOT_EVENT_CORRECTION)
			person_of(persons, sabot_sheet_word(walk.its_sheet, note->who))
				->corrections++;
}

static void
write_persons(struct sabot_report_section *section, const struct sabot_facts *facts,
	      GHashTable *persons)
{
	g_autoptr(GList) ids = g_list_sort(g_hash_table_get_keys(persons), (GCompareFunc)strcmp);

	for (const GList *at = ids; at != NULL; at = at->next) {
		const struct person *person = g_hash_table_lookup(persons, at->data);
		const char *id = at->data;

		sabot_report_begin_row(section, SABOT_REPORT_ROW);
		sabot_report_set_text(section, "person",
				      id[0] != '\0' ? sabot_facts_signer(facts, id)
						    : _("(not named)"));
		sabot_report_set_number(section, "logins", person->logins);
		sabot_report_set_number(section, "refused_logins", person->refused_logins);
		sabot_report_set_number(section, "refused", person->refused);
		sabot_report_set_number(section, "rulings", person->rulings);
		sabot_report_set_number(section, "corrections", person->corrections);
	}
	if (section->rows->len > 1)
		sabot_report_add_sums(section, _("Total"));
}

void
sabot_report_fill_user_activity(struct sabot_report *report, const struct sabot_facts *facts)
{
	struct sabot_report_section *section = sabot_report_add_section(
		report, "persons", _("By person"), person_columns, G_N_ELEMENTS(person_columns));
	g_autoptr(GHashTable) persons =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

	write_overrides(report, facts, persons);
	write_events(report, facts, persons);
	count_corrections(facts, persons);
	write_persons(section, facts, persons);
	sabot_report_add_signature(report, _("Internal audit"));
}
