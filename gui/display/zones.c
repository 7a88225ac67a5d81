/* Fixed zones: see zones.h. */
#include "gui/display/zones.h"

#include "gui/widgets/placed.h"

enum {
	LEAST_EM_PX = 13,
	LEAST_PROMPT_PX = 60,   /* a line, and two small ones */
	LEAST_BY_HAND_PX = 194, /* four rows of keys */
	LEAST_CHIPS_PX = 102,   /* two rows of keys */
	WIDE_PX = 1280,
	WIDE_HIGH_PX = 800,
	FINGER_PX = 44,
	FINGER_EM_QUARTERS = 11
};

static const struct measures {
	int width_px, height_px; /* of the smallest screen */
	int em_tenths_px;
	int head_px, prompt_px, shelf_px, ranks_px, by_hand_px, message_px, keys_px;
} classes[SABOT_SCREEN_CLASSES] = {
	[SABOT_SCREEN_LARGE] = {1280, 800, 160, 48, 96, 144, 144, 200, 48, 120},
	[SABOT_SCREEN_MEDIUM] = {1024, 600, 128, 48, 68, 112, 112, 190, 40, 96},
	[SABOT_SCREEN_TALL] = {480, 800, 115, 48, 104, 84, 204, 330, 36, 150},
};

struct sabot_screen
sabot_screen_of(int width_px, int height_px)
{
	struct sabot_screen screen = {.width_px = width_px, .height_px = height_px};
	const struct measures *least;

	if (height_px > width_px)
		screen.class_ = SABOT_SCREEN_TALL;
	else
		screen.class_ = width_px >= WIDE_PX && height_px >= WIDE_HIGH_PX
					? SABOT_SCREEN_LARGE
					: SABOT_SCREEN_MEDIUM;
	least = &classes[screen.class_];
	screen.scale =
		MIN((double)width_px / least->width_px, (double)height_px / least->height_px);
	return screen;
}

static int
scale_px(const struct sabot_screen *screen, int px)
{
	return (int)(px * screen->scale + 0.5);
}

int
sabot_screen_em_px(const struct sabot_screen *screen)
{
	return MAX(LEAST_EM_PX,
		   (int)(classes[screen->class_].em_tenths_px * screen->scale / 10 + 0.5));
}

int
sabot_screen_finger_px(const struct sabot_screen *screen)
{
	return MAX(FINGER_PX, sabot_screen_em_px(screen) * FINGER_EM_QUARTERS / 4);
}

int
sabot_screen_head_px(const struct sabot_screen *screen)
{
	return MAX(classes[screen->class_].head_px,
		   scale_px(screen, classes[screen->class_].head_px));
}

int
sabot_screen_prompt_px(const struct sabot_screen *screen)
{
	return MAX(LEAST_PROMPT_PX, scale_px(screen, classes[screen->class_].prompt_px));
}

/* On the smallest screens the message gives up the room that the prompt takes in addition. */
static int
message_px(const struct sabot_screen *screen)
{
	const struct measures *measures = &classes[screen->class_];

	return scale_px(screen, measures->message_px) -
	       (sabot_screen_prompt_px(screen) - scale_px(screen, measures->prompt_px));
}

struct _SabotZones {
	GtkFixed parent_instance;
	struct sabot_screen screen;
	enum sabot_shelf shelf;
};

G_DEFINE_FINAL_TYPE(SabotZones, sabot_zones, GTK_TYPE_FIXED)

static void
place_zone(GtkWidget *zone, GtkAllocation *place, int height_px)
{
	GtkRequisition least;

	gtk_widget_set_child_visible(zone, height_px > 0);
	if (height_px <= 0)
		return;
	gtk_widget_get_preferred_size(zone, &least, NULL);
	place->height = height_px;
	gtk_widget_size_allocate(zone, place);
	place->y += place->height;
}

static int
shelf_height(const SabotZones *zones)
{
	const struct measures *measures = &classes[zones->screen.class_];

	switch (zones->shelf) {
	case SABOT_SHELF_NONE:
		return 0;
	case SABOT_SHELF_LARGE:
		return MAX(scale_px(&zones->screen, measures->by_hand_px), LEAST_BY_HAND_PX);
	case SABOT_SHELF_RANKS:
		return MAX(scale_px(&zones->screen, measures->ranks_px), LEAST_CHIPS_PX);
	case SABOT_SHELF_CHIPS:
		return MAX(scale_px(&zones->screen, measures->shelf_px), LEAST_CHIPS_PX);
	case SABOT_SHELF_NORMAL:
		break;
	}
	return scale_px(&zones->screen, measures->shelf_px);
}

/* The arc gets the rest. */
static void
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	SabotZones *zones = SABOT_ZONES(widget);
	const struct measures *measures = &classes[zones->screen.class_];
	const int heights[] = {shelf_height(zones), message_px(&zones->screen),
			       scale_px(&zones->screen, measures->keys_px)};
	g_autoptr(GList) children = gtk_container_get_children(GTK_CONTAINER(widget));
	GtkAllocation place = *allocation;
	GList *child = children;

	gtk_widget_set_allocation(widget, allocation);
	if (!child)
		return;
	place_zone(child->data, &place, allocation->height - heights[0] - heights[1] - heights[2]);
	for (gsize i = 0; i < G_N_ELEMENTS(heights) && (child = child->next); i++)
		place_zone(child->data, &place, heights[i]);
}

static void
sabot_zones_class_init(SabotZonesClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	widget_class->size_allocate = size_allocate;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-zones");
}

static void
sabot_zones_init(SabotZones *zones)
{
	zones->screen = sabot_screen_of(WIDE_PX, WIDE_HIGH_PX);
}

void
sabot_zones_set(SabotZones *zones, const struct sabot_screen *screen, enum sabot_shelf shelf)
{
	if (zones->screen.class_ == screen->class_ && zones->screen.scale == screen->scale &&
	    zones->shelf == shelf)
		return;
	zones->screen = *screen;
	zones->shelf = shelf;
	gtk_widget_queue_resize(GTK_WIDGET(zones));
}
