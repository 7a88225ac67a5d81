/*
 * The configuration's part on the house's conventions: its gaming day, its shifts, what counts as
 * drop, and the contents of reports.
 */
#include "config-private.h"

#include <string.h>

enum { MEND_DEFAULT_S = 60, MEND_MAX_S = 3600, BACKDATE_DAYS = 1, BACKDATE_DAYS_MAX = 36500 };

/* The calendar's error begins with the key. */
static bool
refuse_calendar(const struct sabot_config_reader *reader, char *why, GError **error)
{
	g_autofree char *key = g_steal_pointer(&why);
	char *rest = strchr(key, ':');

	*rest = '\0';
	return sabot_config_refuse(reader, key, rest + 2, error);
}

/* `auto`, `required` or `off`; the default is `auto`. */
static bool
read_room(const struct sabot_config_reader *reader, const char *key,
	  enum sabot_room_policy *ret_policy, GError **error)
{
	static const char *const words[] = {"auto", "required", "off"};
	g_autofree char *word = sabot_config_get_text(reader, key);

	for (size_t i = 0; word && i < G_N_ELEMENTS(words); i++) {
		if (strcmp(word, words[i]) != 0)
			continue;
		*ret_policy = (enum sabot_room_policy)i;
		return true;
	}
	return !word || sabot_config_refuse(reader, key, "is auto, required or off", error);
}

bool
sabot_config_read_house(struct sabot_config_reader *reader, GError **error)
{
	static const char *const keys[] = {"gaming_day",  "shifts",         "time_zone",
					   "drop_counts", "cash_threshold", "table_changes",
					   "mend_s",      "backdate_days",  "cage",
					   "count_room",  "markers",        NULL};
	static const char *const on_off[2] = {"on", "off"};
	static const char *const one_two[2] = {"one", "two"};
	struct sabot_config *config = reader->config;
	g_autofree char *gaming_day = NULL, *shifts = NULL, *zone = NULL, *counts = NULL;
	g_autofree char *word = NULL, *what = NULL;
	char *why = NULL;

	reader->group = "house";
	if (g_key_file_has_group(reader->file, "house") &&
	    !sabot_config_check_keys(reader, keys, NULL, error))
		return false;
	gaming_day = sabot_config_get_text(reader, "gaming_day");
	shifts = sabot_config_get_text(reader, "shifts");
	zone = sabot_config_get_text(reader, "time_zone");
	counts = sabot_config_get_text(reader, "drop_counts");
	config->mend_s = MEND_DEFAULT_S;
	config->backdate_days = BACKDATE_DAYS;
	config->calendar =
		sabot_calendar_new(gaming_day ? gaming_day : "06:00", shifts, zone, &why);
	if (!config->calendar)
		return refuse_calendar(reader, why, error);
	if (!sabot_formula_parse(counts, &config->formula, &word)) {
		what = g_strdup_printf("\"%s\" is no kind of drop", word);
		return sabot_config_refuse(reader, "drop_counts", what, error);
	}
	return sabot_config_read_number(reader, "cash_threshold",
					(struct sabot_config_bounds){0, INT32_MAX},
					&config->cash_threshold_minor, error) &&
	       sabot_config_read_number(reader, "mend_s",
					(struct sabot_config_bounds){0, MEND_MAX_S},
					&config->mend_s, error) &&
	       sabot_config_read_number(reader, "backdate_days",
					(struct sabot_config_bounds){0, BACKDATE_DAYS_MAX},
					&config->backdate_days, error) &&
	       sabot_config_read_choice(reader, "table_changes", one_two,
					&config->needs_two_for_changes, error) &&
	       sabot_config_read_choice(reader, "markers", on_off, &config->forbids_markers,
					error) &&
	       read_room(reader, "cage", &config->cage, error) &&
	       read_room(reader, "count_room", &config->count_room, error);
}

/* For reports: whether single persons are named. */
static bool
read_privacy(struct sabot_config_reader *reader, GError **error)
{
	static const char *const keys[] = {"people", NULL};
	static const char *const off_on[2] = {"off", "on"};

	reader->group = "privacy";
	return !g_key_file_has_group(reader->file, "privacy") ||
	       (sabot_config_check_keys(reader, keys, NULL, error) &&
		sabot_config_read_choice(reader, "people", off_on, &reader->config->names_people,
					 error));
}

/* For reports: what is printed on paper. */
static bool
read_paper(struct sabot_config_reader *reader, GError **error)
{
	static const char *const keys[] = {"letterhead", "licence", "names", NULL};
	static const char *const on_off[2] = {"on", "off"};
	bool names_nobody;

	reader->group = "paper";
	return !g_key_file_has_group(reader->file, "paper") ||
	       (sabot_config_check_keys(reader, keys, NULL, error) &&
		sabot_config_read_choice(reader, "names", on_off, &names_nobody, error) &&
		sabot_config_read_text(reader, "letterhead", &reader->config->letterhead, error) &&
		sabot_config_read_text(reader, "licence", &reader->config->licence, error));
}

bool
sabot_config_read_reports(struct sabot_config_reader *reader, GError **error)
{
	return read_privacy(reader, error) && read_paper(reader, error);
}
