/* Values in the house's words: see words.h. */
#include "report-words.h"

#include "engine/core/incident.h"
#include "text/money.h"
#include "text/number.h"
#include "text/shift-text.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <time.h>

enum {
	THOUSANDTHS_DIGITS = 3,
	PERCENT_DIGITS = 2,
	PPM_PER_HUNDREDTH_PERCENT = 100,
	MOMENT_SIZE = 64
};

#define NO_BREAK_SPACE "\u00a0"

char *
sabot_report_money_words(int64_t minor)
{
	return sabot_text_money_dup(minor);
}

/* Millionths as a percentage with two decimals, rounded half away from zero. */
static char *
ratio_words(int64_t ppm)
{
	int64_t half = ppm < 0 ? -PPM_PER_HUNDREDTH_PERCENT / 2 : PPM_PER_HUNDREDTH_PERCENT / 2;
	g_autofree char *number = sabot_text_money_units_grouped(
		(ppm + half) / PPM_PER_HUNDREDTH_PERCENT, PERCENT_DIGITS);
	/* Translators: a percentage: the number and its sign. */
	g_autofree char *words = g_strdup_printf(_("%s %%"), number);
	g_auto(GStrv) pieces = g_strsplit(words, " ", -1);

	return g_strjoinv(NO_BREAK_SPACE, pieces); /* one line on paper, too */
}

/* The house's clock then. False in a year that no calendar has. */
static bool
write_clock(const struct sabot_report *report, int64_t at_us, struct tm *ret_time)
{
	int64_t seconds = at_us / G_USEC_PER_SEC;
	int interval = g_time_zone_find_interval(report->zone, G_TIME_TYPE_UNIVERSAL, seconds);
	time_t local = seconds + g_time_zone_get_offset(report->zone, interval);

	return gmtime_r(&local, ret_time) != NULL;
}

char *
sabot_report_time_words(const struct sabot_report *report, int64_t at_us)
{
	char words[MOMENT_SIZE];
	struct tm time;

	if (!write_clock(report, at_us, &time))
		return g_strdup("");
	/* Translators: a moment on paper, as strftime() takes it; digits only. */
	words[strftime(words, sizeof(words), C_("moment", "%Y-%m-%d %H:%M:%S"), &time)] = '\0';
	return g_strdup(words);
}

static char *
duration_words(int64_t us)
{
	int64_t seconds = us / G_USEC_PER_SEC;

	return g_strdup_printf("%" G_GINT64_FORMAT ":%02d:%02d", seconds / 3600,
			       (int)(seconds / 60 % 60), (int)(seconds % 60));
}

static char *
number_words(const struct sabot_report *report, enum sabot_report_kind kind,
	     const struct sabot_report_cell *cell)
{
	int64_t number = cell->number;

	switch (kind) {
	case SABOT_REPORT_TEXT:
	case SABOT_REPORT_CARDS:
	case SABOT_REPORT_INCIDENT:
	case SABOT_REPORT_DIFFERENCE:
	case SABOT_REPORT_RATE:
		break;
	case SABOT_REPORT_NUMBER:
		return g_strdup_printf("%" G_GINT64_FORMAT, number);
	case SABOT_REPORT_COUNT:
		return sabot_text_money_units_grouped(number, 0);
	case SABOT_REPORT_MONEY:
		return sabot_report_money_words(number);
	case SABOT_REPORT_UNITS:
		return sabot_text_money_units_grouped(number, cell->digits);
	case SABOT_REPORT_RATIO:
		return ratio_words(number);
	case SABOT_REPORT_DECIMAL:
		return sabot_text_money_units_grouped(number, THOUSANDTHS_DIGITS);
	case SABOT_REPORT_TIME:
		return sabot_report_time_words(report, number);
	case SABOT_REPORT_DURATION:
		return duration_words(number);
	}
	return g_strdup("");
}

/* A text for people: the stored word of an incident or a difference by its name. */
static const char *
text_words(enum sabot_report_kind kind, const char *text)
{
	enum sabot_incident_code code;

	if (kind == SABOT_REPORT_DIFFERENCE)
		return sabot_text_difference_name(text);
	if (kind == SABOT_REPORT_INCIDENT && sabot_incident_code_from_string(text, &code))
		return sabot_text_incident_name(code);
	return text;
}

char *
sabot_report_cell_words(const struct sabot_report *report, enum sabot_report_kind kind,
			const struct sabot_report_cell *cell)
{
	if (cell->text != NULL)
		return kind == SABOT_REPORT_RATE ? sabot_text_rate(cell->text)
						 : g_strdup(text_words(kind, cell->text));
	if (cell->number == SABOT_REPORT_NONE)
		return g_strdup("");
	return number_words(report, kind, cell);
}

/* Where a report begins or ends; seldom within a minute. */
static char *
bound_words(const struct sabot_report *report, int64_t at_us)
{
	char words[MOMENT_SIZE];
	struct tm time;

	if (at_us == SABOT_REPORT_NONE)
		return g_strdup("…");
	if (at_us % G_TIME_SPAN_MINUTE != 0 || !write_clock(report, at_us, &time))
		return sabot_report_time_words(report, at_us);
	/* Translators: a moment on paper without seconds, as strftime() takes it; digits only. */
	words[strftime(words, sizeof(words), C_("moment", "%Y-%m-%d %H:%M"), &time)] = '\0';
	return g_strdup(words);
}

char *
sabot_report_span_words(const struct sabot_report *report)
{
	g_autofree char *from = bound_words(report, report->from_us);
	g_autofree char *to = bound_words(report, report->to_us);
	bool is_bare = report->from_us == SABOT_REPORT_NONE && report->to_us == SABOT_REPORT_NONE;

	if (is_bare && (report->span != NULL || report->is_form))
		return g_strdup(report->span != NULL ? report->span : "");
	if (report->span != NULL)
		/* Translators: a shift's name, then its beginning and end. */
		return g_strdup_printf(_("%s, %s to %s"), report->span, from, to);
	if (is_bare)
		return g_strdup(_("all that is recorded"));
	/* Translators: beginning and end of the time that a report is about. */
	return g_strdup_printf(_("%s to %s"), from, to);
}

const char *
sabot_report_column_title(const struct sabot_report_column *column)
{
	return _(column->title);
}

const char *
sabot_report_game_words(unsigned game)
{
	return game == 0 ? C_("game", "punto banco") : C_("game", "blackjack");
}
