/*
 * The inputs of a form: see form-fields.h. Persons and chips may arrive from the daemon later; the
 * inputs are then rebuilt with what was typed.
 */
#include "form-fields.h"

#include "chip-list.h"
#include "point-list.h"
#include "gui/widgets/label.h"
#include "gui/widgets/person-list.h"

#include <glib/gi18n.h>

struct _SabotFormFields {
	GtkBox parent_instance;
	SabotSession *session; /* NULL before the first fields */
	struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX];
	GtkWidget *
		inputs[SABOT_FORM_FIELDS_MAX]; /* an entry, or a list of persons, chips or points */
	GArray *known_chips;                   /* of int64_t, used for a SabotChipList; or NULL */
	gboolean has_persons;                  /* the house had persons when the inputs were made */
	char *chips, *points;    /* the texts of SabotChipList, SabotPointList, as last read */
	GtkWidget *more, *extra; /* the rarely used inputs, and the button that shows them */
};

enum { SIGNAL_COMPLETE, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotFormFields, sabot_form_fields, GTK_TYPE_BOX)

static void
sabot_form_fields_finalize(GObject *object)
{
	SabotFormFields *form = SABOT_FORM_FIELDS(object);

	g_clear_pointer(&form->known_chips, g_array_unref);
	g_clear_object(&form->session);
	g_free(form->chips);
	g_free(form->points);
	G_OBJECT_CLASS(sabot_form_fields_parent_class)->finalize(object);
}

static void
sabot_form_fields_class_init(SabotFormFieldsClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_form_fields_finalize;
	signals[SIGNAL_COMPLETE] =
		g_signal_new("complete", SABOT_TYPE_FORM_FIELDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
}

static void
sabot_form_fields_init(SabotFormFields *form)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(form), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(form), 4);
	sabot_style_set_class(form, "panel-fields", TRUE);
}

static void
on_return(GtkWidget *input, gpointer data)
{
	(void)input;
	if (!gtk_widget_child_focus(GTK_WIDGET(data), GTK_DIR_TAB_FORWARD))
		g_signal_emit(data, signals[SIGNAL_COMPLETE], 0);
}

static GtkWidget *
person_input_new(SabotSession *session, const char *name)
{
	GtkWidget *list = g_object_new(SABOT_TYPE_PERSON_LIST, NULL);

	sabot_person_list_set_needs_no_pin(SABOT_PERSON_LIST(list));
	sabot_person_list_set_session(SABOT_PERSON_LIST(list), session, "deal", FALSE);
	if (name)
		sabot_person_list_choose(SABOT_PERSON_LIST(list), name);
	return list;
}

static GtkWidget *
entry_new(const char *text)
{
	GtkWidget *entry = gtk_entry_new();

	gtk_entry_set_text(GTK_ENTRY(entry), text ? text : "");
	return entry;
}

static GtkWidget *
input_new(SabotFormFields *form, const struct sabot_form_field *field, const char *text)
{
	switch (field->kind) {
	case SABOT_FORM_FIELD_CHIPS:
		return sabot_chip_list_new(form->known_chips, text);
	case SABOT_FORM_FIELD_PERSON:
		/* In a house without persons names are typed. */
		if (form->has_persons)
			return person_input_new(form->session, text);
		break;
	case SABOT_FORM_FIELD_POINTS:
		return sabot_point_list_new(form->session, text);
	case SABOT_FORM_FIELD_AMOUNT:
	case SABOT_FORM_FIELD_NUMBER:
	case SABOT_FORM_FIELD_TEXT:
	case SABOT_FORM_FIELD_VALUES:
	case SABOT_FORM_FIELD_CLOCK:
	case SABOT_FORM_FIELD_OTHER_CHIPS:
	case SABOT_FORM_FIELD_FOREIGN:
	case SABOT_FORM_FIELD_CURRENCIES:
	case SABOT_FORM_FIELD_RATE:
		break;
	}
	return entry_new(text);
}

static void
add_input(SabotFormFields *form, gsize n, GtkWidget *input)
{
	const char *title = sabot_form_field_title(&form->fields[n]);
	GtkBox *box = GTK_BOX(form->fields[n].want == SABOT_FORM_FIELD_EXTRA ? form->extra
									     : GTK_WIDGET(form));
	GtkWidget *label = gtk_label_new(title);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	form->inputs[n] = input;
	atk_object_set_name(gtk_widget_get_accessible(input), title);
	if (!SABOT_IS_PERSON_LIST(input))
		g_signal_connect(input, "activate", G_CALLBACK(on_return), form);
	gtk_box_pack_start(box, label, FALSE, FALSE, 0);
	gtk_box_pack_start(box, input, FALSE, TRUE, 0);
	gtk_widget_show(label);
	gtk_widget_show(input);
}

static void
add_extra(SabotFormFields *form)
{
	form->more = gtk_check_button_new_with_label(_("More to say"));
	form->extra = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
	g_object_bind_property(form->more, "active", form->extra, "visible", G_BINDING_DEFAULT);
}

static void
make_inputs(SabotFormFields *form, const char *const *texts)
{
	gboolean has_extra = FALSE;

	sabot_container_clear(form);
	memset(form->inputs, 0, sizeof form->inputs);
	form->has_persons = sabot_session_get_persons(form->session)->len > 0;
	add_extra(form);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && form->fields[i].name; i++) {
		add_input(form, i, input_new(form, &form->fields[i], texts[i]));
		has_extra |= form->fields[i].want == SABOT_FORM_FIELD_EXTRA;
	}
	gtk_box_pack_start(GTK_BOX(form), form->more, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(form), form->extra, FALSE, FALSE, 0);
	gtk_widget_set_visible(form->more, has_extra);
}

static void
know(SabotFormFields *form, const struct sabot_form_field *fields, GArray *chips)
{
	g_clear_pointer(&form->known_chips, g_array_unref);
	form->known_chips = chips ? g_array_ref(chips) : NULL;
	memset(form->fields, 0, sizeof form->fields);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && fields[i].name; i++)
		form->fields[i] = fields[i];
}

/* The persons of the house may arrive after a form for one of them was opened. */
static void
on_session_changed(SabotFormFields *form)
{
	struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX];
	gboolean has_persons = sabot_session_get_persons(form->session)->len > 0;
	gboolean wants_person = FALSE;

	memcpy(fields, form->fields, sizeof fields);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && fields[i].name; i++)
		wants_person |= fields[i].kind == SABOT_FORM_FIELD_PERSON ||
				fields[i].kind == SABOT_FORM_FIELD_POINTS;
	if (wants_person && has_persons && !form->has_persons)
		sabot_form_fields_set_again(form, fields, form->known_chips);
}

void
sabot_form_fields_set(SabotFormFields *form, const struct sabot_form_field *fields,
		      SabotSession *session, GArray *chips, const char *const *texts)
{
	if (!form->session) {
		form->session = g_object_ref(session);
		g_signal_connect_object(session, "changed", G_CALLBACK(on_session_changed), form,
					G_CONNECT_SWAPPED);
	}
	know(form, fields, chips);
	make_inputs(form, texts);
}

static const char *
get_text(SabotFormFields *form, GtkWidget *input)
{
	if (SABOT_IS_PERSON_LIST(input))
		return sabot_person_list_get_id(SABOT_PERSON_LIST(input));
	if (SABOT_IS_POINT_LIST(input)) {
		g_free(form->points);
		form->points = sabot_point_list_get_text(SABOT_POINT_LIST(input));
		return form->points;
	}
	if (!SABOT_IS_CHIP_LIST(input))
		return input ? gtk_entry_get_text(GTK_ENTRY(input)) : NULL;
	g_free(form->chips);
	form->chips = sabot_chip_list_get_text(SABOT_CHIP_LIST(input));
	return form->chips;
}

void
sabot_form_fields_get_texts(SabotFormFields *form, const char *ret_texts[SABOT_FORM_FIELDS_MAX])
{
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX; i++)
		ret_texts[i] = get_text(form, form->inputs[i]);
}

static void
begin_input(GtkWidget *input)
{
	if (SABOT_IS_PERSON_LIST(input))
		sabot_person_list_begin(SABOT_PERSON_LIST(input));
	else if (SABOT_IS_CHIP_LIST(input))
		sabot_chip_list_begin(SABOT_CHIP_LIST(input));
	else if (SABOT_IS_POINT_LIST(input))
		sabot_point_list_begin(SABOT_POINT_LIST(input));
	else
		gtk_widget_grab_focus(input);
}

gboolean
sabot_form_fields_begin(SabotFormFields *form)
{
	if (!form->inputs[0])
		return FALSE;
	begin_input(form->inputs[0]);
	return TRUE;
}

void
sabot_form_fields_begin_unfit(SabotFormFields *form)
{
	const char *texts[SABOT_FORM_FIELDS_MAX];
	int unfit;

	sabot_form_fields_get_texts(form, texts);
	unfit = sabot_form_find_unfit(form->fields, texts);
	if (unfit >= 0)
		begin_input(form->inputs[unfit]);
}

/* --- Made again ------------------------------------------------------------------------------- */

/* The contents of the field `name`, in the form that a new input takes; else NULL. Transferred. */
static char *
read_typed(SabotFormFields *form, const char *name)
{
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && form->fields[i].name; i++) {
		GtkWidget *input = form->inputs[i];

		if (strcmp(form->fields[i].name, name) != 0)
			continue;
		return g_strdup(SABOT_IS_PERSON_LIST(input)
					? sabot_person_list_get_name(SABOT_PERSON_LIST(input))
					: get_text(form, input));
	}
	return NULL;
}

/* The name of the field with the focus, and the position of the caret; or NULL. */
static const char *
find_focus(SabotFormFields *form, int *ret_caret)
{
	GtkWidget *window = gtk_widget_get_toplevel(GTK_WIDGET(form));
	GtkWidget *focus = GTK_IS_WINDOW(window) ? gtk_window_get_focus(GTK_WINDOW(window)) : NULL;

	for (gsize i = 0; focus && i < SABOT_FORM_FIELDS_MAX && form->fields[i].name; i++) {
		GtkWidget *input = form->inputs[i];

		if (focus != input && !gtk_widget_is_ancestor(focus, input))
			continue;
		*ret_caret = GTK_IS_EDITABLE(focus) ? gtk_editable_get_position(GTK_EDITABLE(focus))
						    : -1;
		return form->fields[i].name;
	}
	return NULL;
}

/* Restore the focus: the next letter goes where the last one went. */
static void
focus_again(SabotFormFields *form, const char *name, int caret)
{
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && form->fields[i].name; i++) {
		GtkWidget *input = form->inputs[i];

		if (strcmp(form->fields[i].name, name) != 0)
			continue;
		if (SABOT_IS_PERSON_LIST(input)) {
			sabot_person_list_begin(SABOT_PERSON_LIST(input));
		} else if (SABOT_IS_CHIP_LIST(input)) {
			sabot_chip_list_go_on(SABOT_CHIP_LIST(input));
		} else if (SABOT_IS_POINT_LIST(input)) {
			sabot_point_list_begin(SABOT_POINT_LIST(input));
		} else {
			gtk_entry_grab_focus_without_selecting(GTK_ENTRY(input));
			gtk_editable_set_position(GTK_EDITABLE(input), caret);
		}
	}
}

void
sabot_form_fields_set_again(SabotFormFields *form, const struct sabot_form_field *fields,
			    GArray *chips)
{
	gboolean is_more_shown = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(form->more));
	char *texts[SABOT_FORM_FIELDS_MAX] = {0};
	int caret = -1;
	const char *focused = find_focus(form, &caret);

	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && fields[i].name; i++)
		texts[i] = read_typed(form, fields[i].name);
	know(form, fields, chips);
	make_inputs(form, (const char *const *)texts);
	gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(form->more), is_more_shown);
	if (focused)
		focus_again(form, focused, caret);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX; i++)
		g_free(texts[i]);
}
