/* A PDF on the screen: see paper.h. */
#include "paper.h"

#include "gui/widgets/label.h"

#include <glib/gi18n.h>
#include <poppler.h>

enum {
	NARROWEST_PX = 240,
	WIDEST_PX = 1100, /* wider pages are harder to read: lines of A4 become too long */
	GAP_PX = 10,      /* gap between two pages */
};

struct _SabotPaper {
	GtkBox parent_instance;
	guint telling; /* source that sets the pages' texts, one at a time; 0: all are set */
};

G_DEFINE_FINAL_TYPE(SabotPaper, sabot_paper, GTK_TYPE_BOX)

#define SABOT_TYPE_PAPER_PAGE (sabot_paper_page_get_type())
G_DECLARE_FINAL_TYPE(SabotPaperPage, sabot_paper_page, SABOT, PAPER_PAGE, GtkDrawingArea)

struct _SabotPaperPage {
	GtkDrawingArea parent_instance;
	PopplerPage *page;
	double width_pt, height_pt;
};

G_DEFINE_FINAL_TYPE(SabotPaperPage, sabot_paper_page, GTK_TYPE_DRAWING_AREA)

static void
sabot_paper_page_finalize(GObject *object)
{
	g_clear_object(&SABOT_PAPER_PAGE(object)->page);
	G_OBJECT_CLASS(sabot_paper_page_parent_class)->finalize(object);
}

static GtkSizeRequestMode
request_mode(GtkWidget *widget)
{
	(void)widget;
	return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
width_wanted(GtkWidget *widget, int *least, int *most)
{
	(void)widget;
	*least = NARROWEST_PX;
	*most = WIDEST_PX;
}

static void
height_of_width(GtkWidget *widget, int width, int *least, int *most)
{
	SabotPaperPage *page = SABOT_PAPER_PAGE(widget);

	*least = *most = (int)(MIN(width, WIDEST_PX) * page->height_pt / page->width_pt);
}

static void
height_wanted(GtkWidget *widget, int *least, int *most)
{
	height_of_width(widget, NARROWEST_PX, least, most);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotPaperPage *page = SABOT_PAPER_PAGE(widget);
	double scale = gtk_widget_get_allocated_width(widget) / page->width_pt;

	cairo_scale(cr, scale, scale);
	cairo_rectangle(cr, 0, 0, page->width_pt, page->height_pt);
	cairo_clip(cr);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	poppler_page_render(page->page, cr);
	return TRUE;
}

static void
sabot_paper_page_class_init(SabotPaperPageClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_paper_page_finalize;
	widget_class->get_request_mode = request_mode;
	widget_class->get_preferred_width = width_wanted;
	widget_class->get_preferred_height = height_wanted;
	widget_class->get_preferred_height_for_width = height_of_width;
	widget_class->draw = draw;
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_PAGE);
}

static void
sabot_paper_page_init(SabotPaperPage *page)
{
	gtk_widget_set_has_window(GTK_WIDGET(page), FALSE);
	gtk_widget_set_halign(GTK_WIDGET(page), GTK_ALIGN_CENTER);
}

/* `page` is transferred. */
static GtkWidget *
new_page(PopplerPage *page, int number, int n_pages)
{
	SabotPaperPage *shown = g_object_new(SABOT_TYPE_PAPER_PAGE, "visible", TRUE, NULL);
	/* Translators: of a report on the screen. */
	g_autofree char *name = g_strdup_printf(_("page %d of %d"), number, n_pages);

	shown->page = page;
	poppler_page_get_size(page, &shown->width_pt, &shown->height_pt);
	shown->width_pt = MAX(shown->width_pt, 1); /* a damaged page may have no width */
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(shown)), name);
	return GTK_WIDGET(shown);
}

static void
stop_telling(SabotPaper *paper)
{
	if (paper->telling != 0)
		g_source_remove(paper->telling);
	paper->telling = 0;
}

/*
 * The text of the next page, for screen readers: one per turn of the main loop, so that nothing has
 * to wait.
 */
static gboolean
show_text(gpointer data)
{
	SabotPaper *paper = data;
	g_autoptr(GList) pages = gtk_container_get_children(GTK_CONTAINER(paper));

	for (GList *each = pages; each; each = each->next) {
		AtkObject *sentence = gtk_widget_get_accessible(each->data);
		g_autofree char *text = NULL;

		if (atk_object_get_description(sentence))
			continue;
		text = poppler_page_get_text(SABOT_PAPER_PAGE(each->data)->page);
		atk_object_set_description(sentence, text ? text : "");
		return G_SOURCE_CONTINUE;
	}
	paper->telling = 0;
	return G_SOURCE_REMOVE;
}

static void
sabot_paper_dispose(GObject *object)
{
	stop_telling(SABOT_PAPER(object));
	G_OBJECT_CLASS(sabot_paper_parent_class)->dispose(object);
}

static void
sabot_paper_class_init(SabotPaperClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_paper_dispose;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-paper");
}

static void
sabot_paper_init(SabotPaper *paper)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(paper), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(paper), GAP_PX);
}

static void
add_pages(SabotPaper *paper, PopplerDocument *document)
{
	int n_pages = poppler_document_get_n_pages(document);

	for (int i = 0; i < n_pages; i++) {
		PopplerPage *page = poppler_document_get_page(document, i);

		if (page) /* a damaged page is left out; its number is missing */
			gtk_container_add(GTK_CONTAINER(paper), new_page(page, i + 1, n_pages));
	}
}

gboolean
sabot_paper_show(SabotPaper *paper, GBytes *pdf, GError **error)
{
	PopplerDocument *document;

	stop_telling(paper);
	sabot_container_clear(paper);
	if (!pdf)
		return TRUE;
	document = poppler_document_new_from_bytes(pdf, NULL, error);
	if (!document)
		return FALSE;
	add_pages(paper, document);
	paper->telling = g_idle_add_full(G_PRIORITY_LOW, show_text, paper, NULL);
	g_object_unref(document);
	return TRUE;
}
