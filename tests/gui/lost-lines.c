/* See lost-lines.h; the lines are those of gui/model/dealer. */
#include "lost-lines.h"

#include <glib/gi18n.h>

static const char *const lines[] = {
	N_("The connection broke: what was touched last is recorded."),
	N_("The connection broke: look whether what was touched last is recorded."),
	N_("The connection broke: only a part of what was touched last is recorded. Touch what is "
	   "missing again."),
	N_("The connection broke: what was touched last is NOT recorded. Touch it again."),
	N_("There was no connection: what was touched is NOT recorded. Touch it again."),
};

const char *
lost_line(unsigned int n)
{
	return n < G_N_ELEMENTS(lines) ? _(lines[n]) : NULL;
}
