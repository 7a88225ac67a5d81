/* Converts typed text to an event's members: see form-field.h. */
#include "gui/model/form-field.h"

#include "gui/model/amount.h"
#include "foreign-money.h"
#include "proto/rfc3339.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

const char *
sabot_form_field_title(const struct sabot_form_field *field)
{
	return g_dpgettext2(NULL, "field", field->title);
}

char *
sabot_form_field_initial(const struct sabot_form_field *field, const struct sabot_wire_view *view)
{
	int64_t value = field->initial ? field->initial(view) : -1;
	char money[SABOT_TEXT_MONEY_SIZE];

	if (value < 0)
		return g_strdup("");
	if (field->kind == SABOT_FORM_FIELD_AMOUNT)
		return g_strdup(sabot_text_money_short(value, money));
	return g_strdup_printf("%" G_GINT64_FORMAT, value);
}

/* "500x20", or "rolling:500x20" for a kind of chip. NULL if it is invalid. New reference. */
static json_t *
read_chip(const char *text)
{
	const char *colon = strchr(text, ':');
	g_autofree char *kind = colon ? g_strndup(text, (gsize)(colon - text)) : NULL;
	g_auto(GStrv) parts = g_strsplit(colon ? colon + 1 : text, "x", 2);
	int64_t chip, count;

	if (!parts[0] || !parts[1] || !sabot_amount_parse(parts[0], &chip) ||
	    !sabot_number_parse(parts[1], &count))
		return NULL;
	return json_pack("{s:I, s:I, s:s*}", "chip", (json_int_t)chip, "count", (json_int_t)count,
			 "kind", kind);
}

/* "2.50". NULL if it is invalid. New reference. */
static json_t *
read_value(const char *text)
{
	int64_t value;

	return sabot_amount_parse(text, &value) ? json_integer(value) : NULL;
}

/* A list of words, each parsed by `read`; NULL if one is invalid. New reference. */
static json_t *
read_list(const char *text, json_t *(*read)(const char *word))
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	json_t *list = json_array();

	for (char **word = words; *word; word++) {
		json_t *item = **word ? read(*word) : NULL;

		if (item)
			json_array_append_new(list, item);
		if (item || !**word)
			continue;
		json_decref(list);
		return NULL;
	}
	return list;
}

/* A time by the clock of this machine. New reference. */
static json_t *
read_clock(const char *text)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_local();
	g_autoptr(GDateTime) today = NULL, then = NULL;
	g_autofree char *at = NULL;
	unsigned hour, minute;
	char rest;

	if (sscanf(text, " %2u:%2u %c", &hour, &minute, &rest) != 2 || hour > 23 || minute > 59)
		return NULL;
	today = g_date_time_new_local(g_date_time_get_year(now), g_date_time_get_month(now),
				      g_date_time_get_day_of_month(now), (int)hour, (int)minute, 0);
	then = g_date_time_add_days(today, g_date_time_compare(today, now) > 0 ? -1 : 0);
	at = sabot_time_format(g_date_time_to_unix(then) * G_USEC_PER_SEC);
	return json_string(at);
}

/* "0.9215" or "0,9215"; the daemon checks that it is a rate. NULL if there are other characters. */
static json_t *
read_rate(const char *text)
{
	g_autofree char *rate = g_strdelimit(g_strdup(text), ",", '.');

	g_strstrip(rate);
	return rate[strspn(rate, "0123456789.")] == '\0' ? json_string(rate) : NULL;
}

/* NULL if the text does not fit the field's kind. New reference. */
static json_t *
read_field(const struct sabot_form_field *field, const char *text)
{
	int64_t value;

	switch (field->kind) {
	case SABOT_FORM_FIELD_AMOUNT:
		return sabot_amount_parse(text, &value) ? json_integer(value) : NULL;
	case SABOT_FORM_FIELD_NUMBER:
		return sabot_number_parse(text, &value) ? json_integer(value) : NULL;
	case SABOT_FORM_FIELD_TEXT:
	case SABOT_FORM_FIELD_PERSON:
		return json_string(text);
	case SABOT_FORM_FIELD_CHIPS:
		return read_list(text, read_chip);
	case SABOT_FORM_FIELD_VALUES:
		return read_list(text, read_value);
	case SABOT_FORM_FIELD_CLOCK:
		return read_clock(text);
	case SABOT_FORM_FIELD_OTHER_CHIPS:
		return read_list(text, read_chip);
	case SABOT_FORM_FIELD_CURRENCIES:
		return sabot_foreign_read_list(text);
	case SABOT_FORM_FIELD_RATE:
		return read_rate(text);
	case SABOT_FORM_FIELD_POINTS:
		return sabot_points_read(text);
	case SABOT_FORM_FIELD_FOREIGN:
		break; /* these have three members: fill_field() */
	}
	return NULL;
}

static char *
refuse(const struct sabot_form_field *field, const char *text)
{
	const char *title = sabot_form_field_title(field);

	if (*text == '\0')
		/* Translators: a field of a form: "Amount". */
		return g_strdup_printf(_("%s is missing."), title);
	if (field->kind == SABOT_FORM_FIELD_FOREIGN || field->kind == SABOT_FORM_FIELD_CURRENCIES)
		/* Translators: a field of a form, what was typed there. */
		return g_strdup_printf(_("%s: \"%s\" is no foreign money, as USD 100.00."), title,
				       text);
	if (field->kind == SABOT_FORM_FIELD_CLOCK)
		/* Translators: a field of a form, what was typed there. */
		return g_strdup_printf(_("%s: \"%s\" is no time of day, as 14:05."), title, text);
	/* Translators: a field of a form, what was typed there. */
	return g_strdup_printf(_("%s: \"%s\" is no such number."), title, text);
}

/* Borrowed, or NULL; a name with a dot is that of a member of an object. */
static const json_t *
get_member(const json_t *event, const char *name)
{
	const char *dot = strchr(name, '.');
	g_autofree char *outer = dot ? g_strndup(name, (gsize)(dot - name)) : NULL;

	return dot ? json_object_get(json_object_get(event, outer), dot + 1)
		   : json_object_get(event, name);
}

/* A list of values, or of chips with their counts. Transferred. */
static char *
show_list(const json_t *list)
{
	GString *text = g_string_new(NULL);
	char money[SABOT_TEXT_MONEY_SIZE];
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item) {
		const json_t *chip = json_object_get(item, "chip");
		const char *kind = json_string_value(json_object_get(item, "kind"));

		sabot_text_money_short(json_integer_value(chip ? chip : item), money);
		g_string_append_printf(text, "%s%s%s%s", i > 0 ? " " : "", kind ? kind : "",
				       kind ? ":" : "", money);
		if (chip)
			g_string_append_printf(text, "x%" JSON_INTEGER_FORMAT,
					       json_integer_value(json_object_get(item, "count")));
	}
	return g_string_free(text, FALSE);
}

void
sabot_form_read_back(const struct sabot_form_field *fields, const json_t *event,
		     char *ret_texts[SABOT_FORM_FIELDS_MAX])
{
	char money[SABOT_TEXT_MONEY_SIZE];

	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && fields[i].name; i++) {
		const json_t *value = get_member(event, fields[i].name);

		ret_texts[i] = NULL;
		if (fields[i].kind == SABOT_FORM_FIELD_FOREIGN)
			ret_texts[i] = sabot_foreign_show(event);
		else if (fields[i].kind == SABOT_FORM_FIELD_CURRENCIES)
			ret_texts[i] = sabot_foreign_show_list(value);
		else if (fields[i].kind == SABOT_FORM_FIELD_POINTS)
			ret_texts[i] = sabot_points_show(value);
		else if (json_is_array(value))
			ret_texts[i] = show_list(value);
		else if (json_is_integer(value) && fields[i].kind == SABOT_FORM_FIELD_AMOUNT)
			ret_texts[i] =
				g_strdup(sabot_text_money_short(json_integer_value(value), money));
		else if (json_is_integer(value))
			ret_texts[i] =
				g_strdup_printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
		else if (fields[i].kind == SABOT_FORM_FIELD_TEXT)
			ret_texts[i] = g_strdup(json_string_value(value));
		else if (fields[i].kind == SABOT_FORM_FIELD_RATE && json_is_string(value))
			ret_texts[i] = sabot_text_rate(json_string_value(value));
	}
}

/* `value` is transferred; a name with a dot is that of a member of an object. */
static void
set_member(json_t *event, const char *name, json_t *value)
{
	const char *dot = strchr(name, '.');
	g_autofree char *outer = dot ? g_strndup(name, (gsize)(dot - name)) : NULL;

	if (!dot) {
		json_object_set_new(event, name, value);
		return;
	}
	if (!json_object_get(event, outer))
		json_object_set_new(event, outer, json_object());
	json_object_set_new(json_object_get(event, outer), dot + 1, value);
}

/* `chips` is transferred. */
static void
add_chips(json_t *event, json_t *chips)
{
	if (!json_object_get(event, "chips"))
		json_object_set_new(event, "chips", json_array());
	json_array_extend(json_object_get(event, "chips"), chips);
	json_decref(chips);
}

/* False if the text does not fit the field's kind. */
static bool
fill_field(const struct sabot_form_field *field, const char *text, json_t *event)
{
	json_t *value;

	if (field->kind == SABOT_FORM_FIELD_FOREIGN)
		return sabot_foreign_read(text, event);
	value = read_field(field, text);
	if (!value)
		return false;
	if (field->kind == SABOT_FORM_FIELD_OTHER_CHIPS)
		add_chips(event, value);
	else
		set_member(event, field->name, value);
	return true;
}

/* Add the fields up to the first that is missing or cannot be read: its index, or -1. */
static int
fill(const struct sabot_form_field *fields, const char *const *texts, json_t *event)
{
	for (int i = 0; i < SABOT_FORM_FIELDS_MAX && fields[i].name; i++) {
		const char *text = texts[i] ? texts[i] : "";

		if (*text == '\0' && fields[i].want != SABOT_FORM_FIELD_REQUIRED)
			continue;
		if (*text == '\0' || !fill_field(&fields[i], text, event))
			return i;
	}
	return -1;
}

bool
sabot_form_fill(const struct sabot_form_field *fields, const char *const *texts, json_t *event,
		char **ret_why)
{
	int unfit = fill(fields, texts, event);

	if (unfit >= 0)
		*ret_why = refuse(&fields[unfit], texts[unfit] ? texts[unfit] : "");
	return unfit < 0;
}

int
sabot_form_find_unfit(const struct sabot_form_field *fields, const char *const *texts)
{
	json_t *event = json_object();
	int unfit = fill(fields, texts, event);

	json_decref(event);
	return unfit;
}

void
sabot_form_drop_known(json_t *event, const json_t *known)
{
	const char *key;
	json_t *value;
	void *rest;

	json_object_foreach_safe(event, rest, key, value)
		if (json_equal(value, json_object_get(known, key)))
			json_object_del(event, key);
}
