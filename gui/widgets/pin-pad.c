/* The PIN pad: see pin-pad.h; its layout is pin-pad.ui, whose digits carry their label as text. */
#include "gui/widgets/pin-pad.h"
#include "gui/model/badge-reader.h"
#include "template.h"

#include <glib/gi18n.h>
#include <string.h>

/* The fewest characters of a card: a PIN may be typed as fast as a short badge. */
enum { CARD_LEAST = 6 };

/* The children of the template. */
#define PIN_PAD_CHILDREN(CHILD)                                                                    \
	CHILD(GtkLabel, title)                                                                     \
	CHILD(GtkEntry, entry)                                                                     \
	CHILD(GtkButton, back)                                                                     \
	CHILD(GtkButton, done)                                                                     \
	CHILD(GtkGrid, keys)

struct _SabotPinPad {
	GtkBox parent_instance;
	struct sabot_badge badge;
	char *before; /* contents of the entry when a possible card number began */
	char *card;   /* the card that was read, or NULL */
	char *said;   /* PIN and card, as returned to the caller */
	PIN_PAD_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_ENTERED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotPinPad, sabot_pin_pad, GTK_TYPE_BOX)

static void
sabot_pin_pad_finalize(GObject *object)
{
	SabotPinPad *pad = SABOT_PIN_PAD(object);

	g_free(pad->before);
	g_free(pad->card);
	g_free(pad->said);
	G_OBJECT_CLASS(sabot_pin_pad_parent_class)->finalize(object);
}

static void
sabot_pin_pad_class_init(SabotPinPadClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_pin_pad_finalize;
	signals[SIGNAL_ENTERED] = g_signal_new("entered", SABOT_TYPE_PIN_PAD, G_SIGNAL_RUN_LAST, 0,
					       NULL, NULL, NULL, G_TYPE_NONE, 0);
	gtk_widget_class_set_template_from_resource(widget_class, "/org/sabot/widgets/pin-pad.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotPinPad, PIN_PAD_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-pin-pad");
}

static void
on_entered(gpointer widget, gpointer data)
{
	SabotPinPad *pad = data;

	(void)widget;
	if (*gtk_entry_get_text(pad->entry))
		g_signal_emit(pad, signals[SIGNAL_ENTERED], 0);
}

static void
on_changed(GtkEditable *editable, gpointer data)
{
	SabotPinPad *pad = data;
	gboolean has_pin = *gtk_entry_get_text(pad->entry) != '\0';

	(void)editable;
	gtk_widget_set_sensitive(GTK_WIDGET(pad->back), has_pin);
	gtk_widget_set_sensitive(GTK_WIDGET(pad->done), has_pin);
}

static void
on_back(GtkButton *button, gpointer data)
{
	SabotPinPad *pad = data;
	int length = gtk_entry_get_text_length(pad->entry);

	(void)button;
	gtk_editable_delete_text(GTK_EDITABLE(pad->entry), length - 1, length);
}

static void
on_digit(GtkButton *button, gpointer data)
{
	SabotPinPad *pad = data;
	int position = gtk_entry_get_text_length(pad->entry);

	gtk_editable_insert_text(GTK_EDITABLE(pad->entry), gtk_button_get_label(button), -1,
				 &position);
	gtk_editable_set_position(GTK_EDITABLE(pad->entry), position);
}

/* Digits only, whether typed or touched. */
static void
on_insert(GtkEditable *editable, const char *text, int length, int *position, gpointer data)
{
	int n_bytes = length < 0 ? (int)strlen(text) : length;

	(void)position;
	(void)data;
	for (int i = 0; i < n_bytes; i++) {
		if (!g_ascii_isdigit(text[i])) {
			g_signal_stop_emission_by_name(editable, "insert-text");
			return;
		}
	}
}

/* A badge reader types fast, and then Return. Other windows may check for badges first. */
static gboolean
on_key(GtkWidget *widget, GdkEventKey *event, gpointer data)
{
	SabotPinPad *pad = data;
	bool is_return = event->keyval == GDK_KEY_Return || event->keyval == GDK_KEY_KP_Enter;
	guint character = gdk_keyval_to_unicode(event->keyval);

	(void)widget;
	if (!is_return && character != 0)
		sabot_badge_type(&pad->badge, character, event->time);
	if (!is_return && pad->badge.n_characters == 1) {
		g_free(pad->before);
		pad->before = g_strdup(gtk_entry_get_text(pad->entry));
	}
	if (!is_return || !sabot_badge_end(&pad->badge, event->time) ||
	    strlen(pad->badge.text) < CARD_LEAST)
		return GDK_EVENT_PROPAGATE;
	sabot_pin_pad_take_card(pad, pad->badge.text);
	return GDK_EVENT_STOP;
}

static void
connect_digit(GtkWidget *key, gpointer data)
{
	const char *label = gtk_button_get_label(GTK_BUTTON(key));

	if (label && g_ascii_isdigit(*label))
		g_signal_connect(key, "clicked", G_CALLBACK(on_digit), data);
}

static void
sabot_pin_pad_init(SabotPinPad *pad)
{
	gtk_widget_init_template(GTK_WIDGET(pad));
	gtk_container_foreach(GTK_CONTAINER(pad->keys), connect_digit, pad);
	g_signal_connect(pad->entry, "key-press-event", G_CALLBACK(on_key), pad);
	g_signal_connect(pad->entry, "insert-text", G_CALLBACK(on_insert), pad);
	g_signal_connect(pad->entry, "changed", G_CALLBACK(on_changed), pad);
	g_signal_connect(pad->entry, "activate", G_CALLBACK(on_entered), pad);
	g_signal_connect(pad->back, "clicked", G_CALLBACK(on_back), pad);
	g_signal_connect(pad->done, "clicked", G_CALLBACK(on_entered), pad);
}

void
sabot_pin_pad_set_title(SabotPinPad *pad, const char *title)
{
	gtk_label_set_text(pad->title, title);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(pad->entry)), title);
}

const char *
sabot_pin_pad_get_pin(SabotPinPad *pad)
{
	if (!pad->card)
		return gtk_entry_get_text(pad->entry);
	g_free(pad->said);
	pad->said = g_strdup_printf("%s %s", gtk_entry_get_text(pad->entry), pad->card);
	return pad->said;
}

void
sabot_pin_pad_take_card(SabotPinPad *pad, const char *number)
{
	gtk_entry_set_text(pad->entry, pad->before ? pad->before : "");
	g_free(pad->card);
	pad->card = g_strdup(number);
	if (*gtk_entry_get_text(pad->entry))
		g_signal_emit(pad, signals[SIGNAL_ENTERED], 0);
	else
		sabot_pin_pad_set_title(pad, _("The card was read: now the PIN"));
}

void
sabot_pin_pad_begin(SabotPinPad *pad)
{
	g_clear_pointer(&pad->card, g_free);
	g_clear_pointer(&pad->before, g_free);
	gtk_entry_set_text(pad->entry, "");
	gtk_widget_grab_focus(GTK_WIDGET(pad->entry));
}
