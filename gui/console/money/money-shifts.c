/* See money-shifts.h. */
#include "money-shifts.h"

#include "proto/messages/money-messages.h"

#include <glib/gi18n.h>
#include <string.h>

struct _SabotMoneyShifts {
	GtkComboBoxText parent_instance;
	SabotSession *session; /* borrowed */
	json_t *aim;           /* arguments of each request; NULL: nothing is asked yet */
	GCancellable *cancellable;
	char *shown, *now; /* NULL: not known yet */
	char *wanted;      /* to be shown when it is known, or NULL */
	GHashTable *seals; /* of sealed shifts: name → the number of the seal, as a pointer */
	gboolean is_complete, gives_no_credit;
};

enum { SIGNAL_CHOSEN, SIGNAL_COMPLETE, SIGNAL_FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotMoneyShifts, sabot_money_shifts, GTK_TYPE_COMBO_BOX_TEXT)

static void
sabot_money_shifts_dispose(GObject *object)
{
	SabotMoneyShifts *shifts = SABOT_MONEY_SHIFTS(object);

	sabot_give_up(&shifts->cancellable);
	g_clear_pointer(&shifts->aim, json_decref);
	g_clear_pointer(&shifts->shown, g_free);
	g_clear_pointer(&shifts->now, g_free);
	g_clear_pointer(&shifts->wanted, g_free);
	g_clear_pointer(&shifts->seals, g_hash_table_unref);
	G_OBJECT_CLASS(sabot_money_shifts_parent_class)->dispose(object);
}

/* `type`: type of the signal's parameter, or G_TYPE_NONE. */
static guint
signal_new(const char *name, GType type)
{
	return g_signal_new(name, SABOT_TYPE_MONEY_SHIFTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
			    G_TYPE_NONE, type != G_TYPE_NONE, type);
}

static void
sabot_money_shifts_class_init(SabotMoneyShiftsClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_money_shifts_dispose;
	signals[SIGNAL_CHOSEN] = signal_new("chosen", G_TYPE_NONE);
	signals[SIGNAL_COMPLETE] = signal_new("complete", G_TYPE_NONE);
	signals[SIGNAL_FAILED] = signal_new("failed", G_TYPE_STRING);
}

static void
on_changed(GtkComboBox *box, gpointer data)
{
	SabotMoneyShifts *shifts = data;
	const char *shift = gtk_combo_box_get_active_id(box);

	if (!shift || g_strcmp0(shift, shifts->shown) == 0)
		return;
	g_free(shifts->shown);
	shifts->shown = g_strdup(shift);
	g_signal_emit(shifts, signals[SIGNAL_CHOSEN], 0);
}

static void
sabot_money_shifts_init(SabotMoneyShifts *shifts)
{
	shifts->seals = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	shifts->cancellable = g_cancellable_new();
	g_signal_connect(shifts, "changed", G_CALLBACK(on_changed), shifts);
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* The answer as a record of `type`; NULL if it is an error, which is reported. Transferred. */
static gpointer
read_answer(SabotMoneyShifts *shifts, json_t *ok, const GError *error,
	    const struct sabot_record_type *type)
{
	g_autofree char *why = NULL;
	gpointer answer = sabot_session_read(ok, error, type, &why);

	if (why)
		g_signal_emit(shifts, signals[SIGNAL_FAILED], 0, why);
	return answer;
}

static void
add_shift(SabotMoneyShifts *shifts, const struct sabot_wire_shift_head *shift)
{
	if (shift->sealed)
		g_hash_table_insert(shifts->seals, g_strdup(shift->shift),
				    GSIZE_TO_POINTER((gsize)shift->sealed->n));
	if (strcmp(shift->shift, shifts->now) < 0)
		gtk_combo_box_text_insert(GTK_COMBO_BOX_TEXT(shifts), 1, shift->shift,
					  shift->shift);
	if (g_strcmp0(shift->shift, shifts->wanted) == 0)
		gtk_combo_box_set_active_id(GTK_COMBO_BOX(shifts), shifts->wanted);
}

static void
request_shifts(SabotMoneyShifts *shifts, int64_t from);

static void
on_shifts_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotMoneyShifts *shifts = data;
	struct sabot_wire_page *page = read_answer(shifts, ok, error, &sabot_wire_shifts_type);

	(void)client;
	if (!page)
		return;
	for (guint i = 0; i < page->items->len; i++)
		add_shift(shifts, g_ptr_array_index(page->items, i));
	if (page->next)
		request_shifts(shifts, page->next);
	shifts->is_complete = page->next == 0;
	sabot_record_unref(page);
	if (shifts->is_complete)
		g_signal_emit(shifts, signals[SIGNAL_COMPLETE], 0);
}

static void
request_shifts(SabotMoneyShifts *shifts, int64_t from)
{
	json_t *args = json_copy(shifts->aim);

	if (from)
		json_object_set_new(args, "from", json_integer(from));
	sabot_session_request(shifts->session, "shifts", args, shifts->cancellable, on_shifts_came,
			      shifts);
}

static void
on_now_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotMoneyShifts *shifts = data;
	struct sabot_wire_shift *shift = read_answer(shifts, ok, error, &sabot_wire_shift_type);

	(void)client;
	if (!shift)
		return;
	shifts->now = g_strdup(shift->head.shift);
	shifts->gives_no_credit = shift->gives_no_credit;
	sabot_record_unref(shift);
	gtk_combo_box_text_append(GTK_COMBO_BOX_TEXT(shifts), shifts->now, shifts->now);
	gtk_combo_box_set_active(GTK_COMBO_BOX(shifts), 0);
	request_shifts(shifts, 0);
}

void
sabot_money_shifts_begin(SabotMoneyShifts *shifts, SabotSession *session, json_t *aim)
{
	shifts->session = session;
	json_decref(shifts->aim);
	shifts->aim = aim;
	sabot_session_request(session, "shift", json_copy(aim), shifts->cancellable, on_now_came,
			      shifts);
}

void
sabot_money_shifts_show(SabotMoneyShifts *shifts, const char *shift)
{
	g_free(shifts->wanted);
	shifts->wanted = g_strdup(shift);
}

const char *
sabot_money_shifts_get_shown(SabotMoneyShifts *shifts)
{
	return shifts->shown;
}

gboolean
sabot_money_shifts_is_complete(SabotMoneyShifts *shifts)
{
	return shifts->is_complete;
}

/* --- What is begun in the shift shown --------------------------------------------------------- */

struct sabot_money_start
sabot_money_shifts_resolve(SabotMoneyShifts *shifts, const struct sabot_money_start *start)
{
	struct sabot_money_start resolved = *start;
	gsize seal = shifts->shown
			     ? GPOINTER_TO_SIZE(g_hash_table_lookup(shifts->seals, shifts->shown))
			     : 0;

	resolved.is_sealed = seal != 0;
	if (!start->corrects)
		resolved.corrects = (int64_t)seal;
	return resolved;
}

json_t *
sabot_money_shifts_build_base(SabotMoneyShifts *shifts, const struct sabot_money_start *resolved,
			      const char *table)
{
	json_t *base = json_pack("{s:s*}", "table", table);

	if (resolved->corrects || g_strcmp0(shifts->shown, shifts->now) != 0)
		json_object_set_new(base, "shift", json_string(shifts->shown));
	if (resolved->corrects)
		json_object_set_new(base, "corrects", json_integer(resolved->corrects));
	json_object_update(base, resolved->members);
	return base;
}

/* The person logged in may not sign it; NULL: may. Transferred. */
static char *
bar(const struct sabot_money_start *start, const char *person)
{
	g_autofree char *why = sabot_money_start_bars(person, start->barred);

	/* Translators: the daemon's own words follow. */
	return why ? g_strdup_printf(_("Refused: %s"), why) : NULL;
}

char *
sabot_money_shifts_refusal(SabotMoneyShifts *shifts, SabotSession *session,
			   const struct sabot_money_start *resolved)
{
	const struct sabot_wire_person *person = sabot_session_get_person(session);
	char *refusal;

	refusal = sabot_money_document_refusal(resolved->document, shifts->gives_no_credit);
	/* Whose a slip's part is depends on its kind, which a later part does not repeat. */
	if (!refusal &&
	    !(resolved->corrects && !resolved->is_sealed && resolved->document->is_step))
		refusal = sabot_session_refusal(session,
						sabot_money_document_right(resolved->document,
									   resolved->is_sealed));
	return refusal || !person ? refusal : bar(resolved, person->person);
}
