/* The inputs of a form: see form-fields.h. */
#include "gui/console/form-fields.h"

#include "gui/console/money/chip-list.h"
#include "gui/widgets/label.h"
#include "gui/widgets/person-list.h"

#include <glib/gi18n.h>

struct _SabotFormFields {
	GtkBox parent_instance;
	const struct sabot_form_field *fields;
	GtkWidget *inputs[SABOT_FORM_FIELDS_MAX]; /* GtkEntry, SabotPersonList or SabotChipList */
	char *chips;             /* the text of the SabotChipList, as it was last read */
	GtkWidget *more, *extra; /* what is seldom wanted, and what shows it */
};

enum { SIGNAL_COMPLETE, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotFormFields, sabot_form_fields, GTK_TYPE_BOX)

static void
sabot_form_fields_finalize(GObject *object)
{
	g_free(SABOT_FORM_FIELDS(object)->chips);
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
person_input_new(SabotSession *session)
{
	GtkWidget *list = g_object_new(SABOT_TYPE_PERSON_LIST, NULL);

	sabot_person_list_set_needs_no_pin(SABOT_PERSON_LIST(list));
	sabot_person_list_set_session(SABOT_PERSON_LIST(list), session, "deal", FALSE);
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
input_new(const struct sabot_form_field *field, SabotSession *session, const GArray *chips,
	  const char *text)
{
	switch (field->kind) {
	case SABOT_FORM_FIELD_CHIPS:
		return sabot_chip_list_new(chips, text);
	case SABOT_FORM_FIELD_PERSON:
		/* A house without persons writes names. */
		if (sabot_session_get_persons(session)->len > 0)
			return person_input_new(session);
		break;
	case SABOT_FORM_FIELD_AMOUNT:
	case SABOT_FORM_FIELD_NUMBER:
	case SABOT_FORM_FIELD_TEXT:
	case SABOT_FORM_FIELD_VALUES:
	case SABOT_FORM_FIELD_CLOCK:
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

void
sabot_form_fields_set(SabotFormFields *form, const struct sabot_form_field *fields,
		      SabotSession *session, const GArray *chips, const char *const *texts)
{
	gboolean has_extra = FALSE;

	sabot_container_clear(form);
	memset(form->inputs, 0, sizeof form->inputs);
	form->fields = fields;
	add_extra(form);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && fields[i].name; i++) {
		add_input(form, i, input_new(&fields[i], session, chips, texts[i]));
		has_extra |= fields[i].want == SABOT_FORM_FIELD_EXTRA;
	}
	gtk_box_pack_start(GTK_BOX(form), form->more, FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(form), form->extra, FALSE, FALSE, 0);
	gtk_widget_set_visible(form->more, has_extra);
}

static const char *
get_text(SabotFormFields *form, GtkWidget *input)
{
	if (SABOT_IS_PERSON_LIST(input))
		return sabot_person_list_get_id(SABOT_PERSON_LIST(input));
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

gboolean
sabot_form_fields_begin(SabotFormFields *form)
{
	GtkWidget *first = form->inputs[0];

	if (!first)
		return FALSE;
	if (SABOT_IS_PERSON_LIST(first))
		sabot_person_list_begin(SABOT_PERSON_LIST(first));
	else if (SABOT_IS_CHIP_LIST(first))
		sabot_chip_list_begin(SABOT_CHIP_LIST(first));
	else
		gtk_widget_grab_focus(first);
	return TRUE;
}
