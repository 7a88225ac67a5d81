/* See case-button.h. */
#include "case-button.h"

#include "disk/whole-file.h"
#include "gui/model/log/file-job.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { NAMES_TRIED = 100 };

struct _SabotCaseButton {
	GtkButton parent_instance;
	SabotSession *session;
	GCancellable *cancellable;      /* for requests about this round */
	struct sabot_wire_found *found; /* NULL: no round */
};

G_DEFINE_FINAL_TYPE(SabotCaseButton, sabot_case_button, GTK_TYPE_BUTTON)

static guint signal_said;

static void
forget(SabotCaseButton *button)
{
	sabot_give_up(&button->cancellable);
	g_clear_object(&button->session);
	g_clear_pointer(&button->found, sabot_record_unref);
}

static void
sabot_case_button_dispose(GObject *object)
{
	forget(SABOT_CASE_BUTTON(object));
	G_OBJECT_CLASS(sabot_case_button_parent_class)->dispose(object);
}

static void
show_message(SabotCaseButton *button, const char *text)
{
	g_signal_emit(button, signal_said, 0, text);
}

/* "PB-01-2.case", "PB-01-2-2.case": the first name that does not exist yet. -1 with errno. */
static int
create_file(const SabotCaseButton *button, char **ret_path)
{
	const char *documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS);
	const char *table = button->found->table;
	int round = (int)button->found->round;
	int fd = -1;

	for (int i = 1; i <= NAMES_TRIED && fd < 0; i++) {
		g_autofree char *end = i > 1 ? g_strdup_printf("-%d", i) : g_strdup("");
		g_autofree char *name = g_strdup_printf("%s-%d%s.case", table, round, end);
		g_autofree char *path =
			g_build_filename(documents ? documents : g_get_home_dir(), name, NULL);

		fd = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		g_free(*ret_path);
		*ret_path = g_steal_pointer(&path);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

static void
save(SabotCaseButton *button, GBytes *bytes)
{
	g_autofree char *path = NULL, *text = NULL;
	int fd = create_file(button, &path);
	gsize n_bytes;
	gconstpointer data = g_bytes_get_data(bytes, &n_bytes);
	gboolean is_saved = fd >= 0 && sabot_disk_write(fd, data, n_bytes);

	text = is_saved ? g_strdup_printf(_("Saved: %s"), path)
			: g_strdup_printf("%s: %s", path, g_strerror(errno));
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && !is_saved)
		g_unlink(path);
	show_message(button, text);
}

static void
on_case_came(GBytes *bytes, const char *why, gpointer data)
{
	SabotCaseButton *button = data;

	gtk_widget_set_sensitive(GTK_WIDGET(button), TRUE);
	if (bytes)
		save(button, bytes);
	else
		show_message(button, why);
}

static void
on_clicked(GtkButton *widget, gpointer data)
{
	SabotCaseButton *button = SABOT_CASE_BUTTON(widget);

	(void)data;
	if (!button->found)
		return;
	gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE);
	show_message(button, _("The case file is being made …"));
	sabot_file_request(button->session, "case",
			   json_pack("{s:s, s:I}", "table", button->found->table, "round",
				     (json_int_t)button->found->round),
			   button->cancellable, on_case_came, button);
}

static void
sabot_case_button_class_init(SabotCaseButtonClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_case_button_dispose;
	signal_said = g_signal_new("said", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
				   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sabot_case_button_init(SabotCaseButton *button)
{
	gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE);
	g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), NULL);
}

void
sabot_case_button_set(SabotCaseButton *button, SabotSession *session,
		      struct sabot_wire_found *found)
{
	forget(button);
	gtk_widget_set_sensitive(GTK_WIDGET(button), found != NULL);
	if (!found)
		return;
	button->session = g_object_ref(session);
	button->found = sabot_record_ref(found);
	button->cancellable = g_cancellable_new();
}
