/* Requested reports: see report-wish.h. */
#include "report-wish.h"

#include "report-join.h"
#include "proto/wording/wording.h"
#include "report/output/to-pdf.h"
#include "report/output/to-text.h"
#include "text/text.h"

struct sabot_report_wish *
sabot_report_wish_new(const struct sabot_report_kind_of *kind, SabotFeed *feed)
{
	struct sabot_report_wish *wish = g_rc_box_new0(struct sabot_report_wish);

	wish->kind = kind;
	wish->feed = feed ? g_object_ref(feed) : NULL;
	wish->chips = g_array_new(FALSE, FALSE, sizeof(int64_t));
	return wish;
}

static void
clear(gpointer data)
{
	struct sabot_report_wish *wish = data;

	g_clear_object(&wish->feed);
	g_free(wish->daemon);
	g_free(wish->shift);
	g_array_unref(wish->chips);
}

void
sabot_report_wish_unref(struct sabot_report_wish *wish)
{
	if (wish)
		g_rc_box_release_full(wish, clear);
}

gboolean
sabot_report_wish_is_form(const struct sabot_report_wish *wish)
{
	return (wish->kind->flags & SABOT_REPORT_IS_FORM) != 0;
}

const char *
sabot_report_right(const struct sabot_report_kind_of *kind)
{
	const unsigned about_persons = SABOT_REPORT_ABOUT_PEOPLE | SABOT_REPORT_ABOUT_USERS;

	return kind->flags & about_persons ? "report_people" : "report";
}

char *
sabot_report_wish_refusal(const struct sabot_report_wish *wish)
{
	if (sabot_report_wish_is_form(wish))
		return NULL;
	return sabot_session_refusal(sabot_feed_get_session(wish->feed),
				     sabot_report_right(wish->kind));
}

/* --- Blank forms ------------------------------------------------------------------------------ */

static int
compare_chips(gconstpointer a, gconstpointer b)
{
	const int64_t *one = a, *other = b;

	return (*one < *other) - (*one > *other);
}

/* The chips of a table that is not known now: the usual ones. */
static void
add_chips(const struct sabot_report_wish *wish, struct sabot_facts *facts)
{
	static const int64_t usual[] = {500, 1000, 2500, 10000, 50000};
	const GArray *chips = wish->chips;

	g_array_append_vals(facts->chips, chips->len ? chips->data : (const void *)usual,
			    chips->len ? chips->len : G_N_ELEMENTS(usual));
	g_array_sort(facts->chips, compare_chips);
}

static struct sabot_report *
draw_form(const struct sabot_report_wish *wish)
{
	struct sabot_facts *facts = sabot_facts_new();
	struct sabot_report *report;

	if (wish->feed) {
		g_free(facts->site);
		facts->site = g_strdup(sabot_client_get_site(sabot_feed_get_client(wish->feed)));
	}
	g_time_zone_unref(facts->zone);
	facts->zone = g_time_zone_new_local();
	facts->made_us = g_get_real_time();
	facts->span = g_strdup(wish->shift);
	facts->form_from = wish->form_from;
	facts->form_to = wish->form_to;
	add_chips(wish, facts);
	report = sabot_report_make(wish->kind, facts);
	sabot_facts_free(facts);
	return report;
}

static GBytes *
make_form(const struct sabot_report_wish *wish, struct sabot_report_format format, GError **error)
{
	struct sabot_report *report = draw_form(wish);
	enum sabot_report_paper paper = SABOT_REPORT_A4;
	GBytes *bytes;

	if (format.paper)
		sabot_report_paper_from_string(format.paper, &paper);
	bytes = g_str_equal(format.name, "pdf")
			? sabot_report_to_pdf(report, paper, error)
			: g_string_free_to_bytes(sabot_report_to_text(report));
	sabot_report_free(report);
	return bytes;
}

/* --- Of any ----------------------------------------------------------------------------------- */

static json_t *
build_request(const struct sabot_report_wish *wish, struct sabot_report_format format)
{
	g_autofree char *language = sabot_text_get_language();

	return json_pack("{s:s, s:s, s:s, s:s*, s:s*, s:b}", "name", wish->kind->name, "language",
			 language, "format", format.name, "paper", format.paper, "shift",
			 wish->shift, "simulated", wish->with_simulated);
}

/* --- On paper, of all daemons of a hub -------------------------------------------------------- */

#define COLLECTING_KEY "sabot-collecting"

/* Freed with its cancellable, finished or not. */
struct collecting {
	struct sabot_report_wish *wish;
	struct sabot_report_format format;
	GCancellable *cancellable; /* borrowed */
	sabot_file_done_fn *fn;
	gpointer data;
	GPtrArray *parts; /* of struct sabot_report_part */
	GString *missing; /* names of daemons that are not included, a line each */
	guint next;       /* the next daemon to request */
};

static void
free_collecting(gpointer data)
{
	struct collecting *collecting = data;

	sabot_report_wish_unref(collecting->wish);
	g_ptr_array_unref(collecting->parts);
	g_string_free(collecting->missing, TRUE);
	g_free(collecting);
}

static void
finish_collecting(struct collecting *collecting)
{
	const char *missing = collecting->missing->len > 0 ? collecting->missing->str : NULL;
	g_autoptr(GCancellable) cancellable = g_object_ref(collecting->cancellable);
	g_autoptr(GError) error = NULL;
	g_autoptr(GBytes) all = collecting->parts->len > 0
					? sabot_report_join(collecting->parts, missing, &error)
					: NULL;

	collecting->fn(all, error ? error->message : missing, collecting->data);
	/* The callback may have dropped it already. */
	g_object_set_data(G_OBJECT(cancellable), COLLECTING_KEY, NULL);
}

static void
collect_next(struct collecting *collecting);

static void
add_missing(struct collecting *collecting, const char *daemon, const char *why)
{
	const struct sabot_wire_missing missing = {
		.upstream = (char *)daemon, .why = (char *)why, .since_us = SABOT_TIME_NONE};
	g_autofree char *text = sabot_phrase_missing(&missing);

	g_string_append_printf(collecting->missing, "%s\n", text);
}

static void
on_part_made(GBytes *bytes, const char *why, gpointer data)
{
	struct collecting *collecting = data;
	const GPtrArray *daemons = sabot_session_get_daemons(
		sabot_feed_get_session(collecting->wish->feed));
	const char *daemon = collecting->next <= daemons->len
				     ? g_ptr_array_index(daemons, collecting->next - 1)
				     : "";
	struct sabot_report_part *part;

	if (bytes) {
		part = g_new0(struct sabot_report_part, 1);
		part->daemon = g_strdup(daemon);
		part->pdf = g_bytes_ref(bytes);
		g_ptr_array_add(collecting->parts, part);
	} else {
		add_missing(collecting, daemon, why);
	}
	collect_next(collecting);
}

static void
collect_next(struct collecting *collecting)
{
	SabotSession *session = sabot_feed_get_session(collecting->wish->feed);
	const GPtrArray *daemons = sabot_session_get_daemons(session);
	json_t *args;

	if (collecting->next >= daemons->len) {
		finish_collecting(collecting);
		return;
	}
	args = build_request(collecting->wish, collecting->format);
	args = sabot_session_aim(args, g_ptr_array_index(daemons, collecting->next++));
	sabot_file_request(session, "report", args, collecting->cancellable, on_part_made,
			   collecting);
}

/* True for a PDF of several daemons, whose pages must be joined here. */
static gboolean
is_collected(const struct sabot_report_wish *wish, struct sabot_report_format format)
{
	return g_str_equal(format.name, "pdf") && !wish->daemon &&
	       sabot_session_get_daemons(sabot_feed_get_session(wish->feed))->len > 1;
}

static void
collect(const struct sabot_report_wish *wish, struct sabot_report_format format,
	GCancellable *cancellable, sabot_file_done_fn *fn, gpointer data)
{
	struct collecting *collecting = g_new0(struct collecting, 1);

	*collecting = (struct collecting){.wish = g_rc_box_acquire((gpointer)wish),
					  .format = format,
					  .cancellable = cancellable,
					  .fn = fn,
					  .data = data};
	collecting->parts = g_ptr_array_new_with_free_func(sabot_report_part_free);
	collecting->missing = g_string_new(NULL);
	g_object_set_data_full(G_OBJECT(cancellable), COLLECTING_KEY, collecting, free_collecting);
	collect_next(collecting);
}

/* --- Making ----------------------------------------------------------------------------------- */

void
sabot_report_wish_make(const struct sabot_report_wish *wish, struct sabot_report_format format,
		       GCancellable *cancellable, sabot_file_done_fn *fn, gpointer data)
{
	g_autoptr(GBytes) bytes = NULL;
	g_autoptr(GError) error = NULL;

	if (!sabot_report_wish_is_form(wish) && is_collected(wish, format)) {
		collect(wish, format, cancellable, fn, data);
		return;
	}
	if (!sabot_report_wish_is_form(wish)) {
		sabot_file_request(sabot_feed_get_session(wish->feed), "report",
				   sabot_session_aim(build_request(wish, format), wish->daemon),
				   cancellable, fn, data);
		return;
	}
	bytes = make_form(wish, format, &error);
	fn(bytes, bytes ? NULL : error->message, data);
}
