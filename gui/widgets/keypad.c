/* See keypad.h. */
#include "keypad.h"

/* What the keys 0 … 9 are without NumLock. */
static const guint without_numlock[] = {
	GDK_KEY_KP_Insert, GDK_KEY_KP_End,   GDK_KEY_KP_Down, GDK_KEY_KP_Next, GDK_KEY_KP_Left,
	GDK_KEY_KP_Begin,  GDK_KEY_KP_Right, GDK_KEY_KP_Home, GDK_KEY_KP_Up,   GDK_KEY_KP_Page_Up,
};

guint
sabot_keypad_use_digits(GdkEventKey *event)
{
	for (guint i = 0; i < G_N_ELEMENTS(without_numlock); i++)
		if (event->keyval == without_numlock[i])
			return event->keyval = GDK_KEY_KP_0 + i;
	return event->keyval;
}
