/*
 * What the verbs of table money share: options, PINs, the request, the line that is printed.
 */
#include "money-request.h"
#include "verb-options.h"
#include "sabotctl-client.h"
#include "sabotctl-verbs.h"
#include "cli/common/user-request.h"
#include "text/money.h"
#include "proto/messages/money-messages.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>

gboolean
money_options_parse(struct money_options *options, int argc, char **argv, const char *summary)
{
	const GOptionEntry entries[] = {
		SABOTCTL_CONNECT_OPTIONS(&options->socket),
		{"as", 0, 0, G_OPTION_ARG_STRING, &options->as, N_("who logs in and signs"),
		 N_("NAME")},
		{"second", 0, 0, G_OPTION_ARG_STRING, &options->second,
		 N_("who signs with him, where it takes two"), N_("NAME")},
		{"by", 0, 0, G_OPTION_ARG_STRING, &options->by,
		 N_("who signs, where nobody logs in"), N_("WHO")},
		{"shift", 0, 0, G_OPTION_ARG_STRING, &options->shift,
		 N_("the shift, as 2026-11-21/2 or 2026-11-21/swing"), N_("SHIFT")},
		{"day", 0, 0, G_OPTION_ARG_STRING, &options->day,
		 N_("the gaming day of a slip's or marker's number"), N_("DAY")},
		{"number", 0, 0, G_OPTION_ARG_INT64, &options->number,
		 N_("the number on the blank form that a slip is requested with"), N_("N")},
		{"happened", 0, 0, G_OPTION_ARG_STRING, &options->happened,
		 N_("when it happened, if it is entered later (RFC 3339)"), N_("TIME")},
		{"note", 0, 0, G_OPTION_ARG_STRING, &options->note, N_("why"), N_("TEXT")},
		{"corrects", 0, 0, G_OPTION_ARG_INT64, &options->corrects,
		 N_("the number of the document that this one puts right"), N_("N")},
		{"recount", 0, 0, G_OPTION_ARG_NONE, &options->is_recount,
		 N_("counted again, in place of the one before"), NULL},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->json, N_("JSON, for programs"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("VERB [ARGUMENT…]"),
		.summary = summary,
		.entries = entries,
	};

	return verb_options_parse(&verb, &argc, &argv);
}

void
money_options_clear(struct money_options *options)
{
	g_free(options->socket);
	g_free(options->by);
	g_free(options->as);
	g_free(options->second);
	g_free(options->shift);
	g_free(options->day);
	g_free(options->happened);
	g_free(options->note);
}

/* The second person's name and PIN into the request; false, said, when there is no PIN. */
static bool
add_second(const struct money_options *options, json_t *args)
{
	char *pin;

	if (!options->as || !options->second)
		return true;
	pin = user_read_pin_of(options->second);
	if (pin)
		json_object_set_new(args, "second",
				    json_pack("{s:s, s:s}", "name", options->second, "pin", pin));
	user_secret_free(pin);
	return pin != NULL;
}

json_t *
money_request(const struct money_options *options, const char *verb, json_t *args)
{
	char *pin = options->as ? user_read_pin_of(options->as) : NULL;
	json_t *answer = NULL;

	if ((options->as && !pin) || !add_second(options, args))
		json_decref(args);
	else
		answer = user_request_with_pin(options->socket, options->as, pin, verb, args);
	user_secret_free(pin);
	return answer;
}

static void
set_text(json_t *event, const char *field, const char *text)
{
	if (text)
		json_object_set_new(event, field, json_string(text));
}

/* "12  2026-11-21/2  PB-01  slip request  no. 7  100.00" */
static void
print_document(const struct sabot_wire_document *document)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	printf("%lld  %s", (long long)document->n, sabot_text_plain(document->shift));
	if (document->table)
		printf("  %s", sabot_text_plain(document->table));
	printf("  %s %s", sabot_text_plain(document->ev), sabot_text_plain(document->step));
	if (document->number) {
		/* Translators: the number of a slip or marker. */
		printf(_("  no. %lld"), (long long)document->number);
		if (document->to_number)
			printf("–%lld", (long long)document->to_number);
	}
	if (document->amount_minor != SABOT_WIRE_NO_NUMBER)
		printf("  %s", sabot_text_money(document->amount_minor, money));
	putchar('\n');
}

/* The document as it was recorded, or, for programs, as the daemon sent it. */
static int
print_recorded(const struct money_options *options, json_t *answer)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_recorded *recorded =
		sabot_record_parse(&sabot_wire_recorded_type, answer, &error);
	json_t *lines = sabot_wire_page_items(answer, "out");

	if (!recorded || recorded->out->len == 0)
		return sabotctl_complain(error ? error->message : "out: is empty");
	if (options->json) {
		json_dumpf(json_array_get(lines, 0), stdout, JSON_COMPACT);
		putchar('\n');
	} else {
		print_document(g_ptr_array_index(recorded->out, 0));
	}
	sabot_record_unref(recorded);
	return SABOTCTL_OK;
}

json_t *
money_shift_args(const struct money_options *options)
{
	return json_pack("{s:s*, s:s*}", "shift", options->shift, "day", options->day);
}

json_t *
money_request_list(const struct money_options *options, const char *verb, const char *list)
{
	json_t *all = sabotctl_request_pages(g_get_prgname(), options->socket, verb,
					     money_shift_args(options), list);
	json_t *items = all ? json_incref(sabot_wire_page_items(all, list)) : NULL;

	json_decref(all);
	return items;
}

int
money_write(const struct money_options *options, json_t *event)
{
	json_t *args, *answer;
	int status;

	set_text(event, "by", options->as ? NULL : options->by);
	set_text(event, "second", options->as ? NULL : options->second);
	set_text(event, "shift", options->shift);
	set_text(event, "day", options->day);
	set_text(event, "happened", options->happened);
	set_text(event, "note", options->note);
	if (options->number)
		json_object_set_new(event, "number", json_integer(options->number));
	if (options->corrects)
		json_object_set_new(event, "corrects", json_integer(options->corrects));
	if (options->is_recount)
		json_object_set_new(event, "recount", json_true());
	args = json_pack("{s:o}", "event", event);
	answer = money_request(options, "document", args);
	if (!answer)
		return SABOTCTL_FAILED;
	status = print_recorded(options, answer);
	json_decref(answer);
	return status;
}
