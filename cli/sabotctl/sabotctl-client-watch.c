/*
 * watch: one readable line for each step of every table, below it its incidents and, if that has
 * changed, what the dealer must do, say and pay; runs until it is stopped; reconnects by itself.
 * With --json the daemon's own lines, unchanged.
 */
#include "sabotctl-private.h"
#include "sabotctl-client.h"

#include "proto/messages/log-messages.h"
#include "proto/rfc3339.h"
#include "proto/wording/log-outcome.h"
#include "proto/wording/log-wording.h"
#include "proto/wording/wording.h"
#include "proto/wire-words.h"
#include "text/escape.h"
#include "text/words.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct watch {
	GMainLoop *loop;
	gboolean json;
	bool has_colour;
	enum sabot_client_state said; /* the connection's state last printed */
	GHashTable *prompts;          /* table → the prompt last printed */
};

/* The reader of our output is gone: end as well. */
static void
flush(struct watch *watch)
{
	if (fflush(stdout) != 0)
		g_main_loop_quit(watch->loop);
}

static void
print_time(int64_t at_us)
{
	g_autofree char *at = at_us != SABOT_TIME_NONE ? sabot_time_format(at_us) : NULL;

	/* "2026-11-21T20:00:05Z": the time of day is enough for who looks on. */
	if (at && strlen(at) >= 19)
		printf("%.8s  ", at + 11);
	else
		printf("--:--:--  ");
}

static const char *
sign(enum sabot_wire_severity severity)
{
	switch (severity) {
	case SABOT_WIRE_SEVERITY_UNKNOWN:
	case SABOT_WIRE_SEVERITY_CRITICAL:
		return "⯃";
	case SABOT_WIRE_SEVERITY_HIGH:
		return "▲";
	case SABOT_WIRE_SEVERITY_MEDIUM:
		return "◆";
	case SABOT_WIRE_SEVERITY_LOW:
		return "●";
	}
	return "";
}

static void
print_incident(const struct watch *watch, const struct sabot_wire_incident *incident)
{
	g_autofree char *severity = g_utf8_strup(sabot_phrase_severity(incident->severity), -1);
	g_autofree char *sentence = sabot_phrase_incident(incident);
	/* Between rounds it is 0. */
	g_autofree char *round = incident->round > 0
					 ? g_strdup_printf(_("  round %d"), (int)incident->round)
					 : g_strdup("");

	g_autofree char *words = g_strdup_printf("%s %s  %s%s  %s: %s", sign(incident->severity),
						 severity, sabot_wire_incident_table(incident),
						 round, incident->code, sentence);
	g_autofree char *plain = sabot_text_escape(words);

	printf("%s          %s%s\n", watch->has_colour ? "\033[1;31m" : "", plain,
	       watch->has_colour ? "\033[0m" : "");
}

static void
print_round(const json_t *line)
{
	g_autofree char *text = sabot_log_outcome_line(line);
	g_autofree char *plain = sabot_text_escape(text);

	printf("          %s\n", plain);
}

static void
print_changed_state(int64_t id, enum sabot_wire_incident_state state,
		    const struct sabot_wire_mark *ruled, gpointer data)
{
	(void)ruled;
	(void)data;
	printf(_("          incident %d is %s\n"), (int)id, sabot_phrase_incident_state(state));
}

/* The words of a prompt, up to a NULL, as one line. */
static void
append_line(GString *text, const char *indent, ...)
{
	g_autoptr(GString) words = g_string_new(NULL);
	g_autofree char *plain = NULL;
	const char *word;
	va_list list;

	va_start(list, indent);
	while ((word = va_arg(list, const char *)))
		g_string_append(words, word);
	va_end(list);
	plain = sabot_text_escape(words->str);
	g_string_append_printf(text, "%s%s\n", indent, plain);
}

/* What to do, why, what to say; how to settle, once that is what is to be done. */
static char *
prompt_lines(const struct sabot_wire_view *view)
{
	GString *text = g_string_new(NULL);
	g_autofree char *what = sabot_phrase_prompt(view->prompt);
	g_autofree char *why = sabot_phrase_prompt_why(view->prompt);
	g_autofree char *calls = sabot_phrase_calls(view->prompt);

	append_line(text, "          → ", what, why[0] != '\0' ? " — " : "", why, NULL);
	if (calls[0] != '\0')
		append_line(text, "            ", calls, NULL);
	for (guint i = 0; i < view->payouts->len; i++) {
		g_autofree char *payout = sabot_phrase_payout(g_ptr_array_index(view->payouts, i));

		if (view->prompt->kind == SABOT_WIRE_PROMPT_RESULT)
			append_line(text, "            ", payout, NULL);
	}
	return g_string_free(text, FALSE);
}

static void
print_prompt(struct watch *watch, const struct sabot_wire_view *view)
{
	g_autofree char *lines = view && view->prompt ? prompt_lines(view) : NULL;

	if (!lines || g_strcmp0(g_hash_table_lookup(watch->prompts, view->table), lines) == 0)
		return;
	fputs(lines, stdout);
	g_hash_table_replace(watch->prompts, g_strdup(view->table), g_steal_pointer(&lines));
}

/* Of what follows from an event, a round's end; incidents are printed otherwise. */
static void
print_line(json_t *json)
{
	struct sabot_wire_log_line *line =
		sabot_record_parse(&sabot_wire_log_line_type, json, NULL);

	if (line && g_strcmp0(line->out, "round") == 0)
		print_round(json);
	sabot_record_unref(line);
}

static void
on_step_came(struct sabot_client *client, const struct sabot_wire_step *step, gpointer data)
{
	struct watch *watch = data;
	g_autoptr(GPtrArray) incidents = NULL;
	g_autofree char *words = sabot_log_wording_plain(step->event);
	g_autofree char *text = g_strdup_printf("%-8s %5d  %s", step->table, (int)step->n, words);
	g_autofree char *plain = sabot_text_escape(text);
	struct sabot_wire_log_line *event;
	json_t *line;
	size_t i;

	(void)client;
	if (watch->json)
		return;
	incidents = sabot_wire_step_incidents(step);
	event = sabot_record_parse(&sabot_wire_log_line_type, step->event, NULL);
	print_time(event ? event->at_us : SABOT_TIME_NONE);
	sabot_record_unref(event);
	puts(plain);
	json_array_foreach(step->out, i, line)
		print_line(line);
	for (guint j = 0; j < incidents->len; j++)
		print_incident(watch, g_ptr_array_index(incidents, j));
	sabot_wire_step_foreach_incident_state(step, print_changed_state, NULL);
	print_prompt(watch, step->view);
	flush(watch);
}

static void
on_line_came(struct sabot_client *client, const char *line, size_t length_bytes, gpointer data)
{
	struct watch *watch = data;

	(void)client;
	if (!watch->json)
		return;
	printf("%.*s\n", (int)length_bytes, line);
	flush(watch);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct watch *watch = data;
	enum sabot_client_state state = sabot_client_get_state(client);

	if (state == watch->said)
		return;
	watch->said = state;
	fprintf(stderr, "sabotctl watch: %s%s%s\n", sabot_client_state_to_string(state),
		state == SABOT_CLIENT_OFFLINE ? ": " : "",
		sabot_text_plain(sabot_client_get_reason(client)));
}

static gboolean
on_signalled(gpointer data)
{
	g_main_loop_quit(data);
	return G_SOURCE_CONTINUE;
}

static void
run(const struct sabotctl_options *options)
{
	static const struct sabot_client_callbacks callbacks = {
		.state_changed = on_state_changed,
		.step_came = on_step_came,
		.line_came = on_line_came,
	};
	struct watch watch = {.loop = g_main_loop_new(NULL, FALSE),
			      .json = options->json,
			      .has_colour = isatty(STDOUT_FILENO) != 0,
			      .prompts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
							       g_free)};
	struct sabot_client *client = sabot_client_new(options->socket, true, &callbacks, &watch);
	guint sources[] = {g_unix_signal_add(SIGINT, on_signalled, watch.loop),
			   g_unix_signal_add(SIGTERM, on_signalled, watch.loop)};

	signal(SIGPIPE, SIG_IGN);
	sabot_client_start(client);
	g_main_loop_run(watch.loop);
	sabot_client_stop(client);
	sabot_client_unref(client);
	for (gsize i = 0; i < G_N_ELEMENTS(sources); i++)
		g_source_remove(sources[i]);
	g_main_loop_unref(watch.loop);
	g_hash_table_unref(watch.prompts);
}

int
sabotctl_watch(int argc, char **argv)
{
	struct sabotctl_options options = {0};
	gboolean is_fine =
		sabotctl_options_parse(&options, NULL, argc, argv,
				       _("Each step as it happens, until interrupted (Ctrl-C)."));

	if (is_fine)
		run(&options);
	sabotctl_options_clear(&options);
	return is_fine ? SABOTCTL_OK : SABOTCTL_FAILED;
}
