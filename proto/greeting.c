/* See greeting.h. */
#include "greeting.h"

#include <glib/gi18n-lib.h>

char *
sabot_greeting_refusal(const struct sabot_wire_greeting *greeting, const char *refused_role)
{
	if (greeting->protocol != SABOT_WIRE_PROTOCOL)
		return g_strdup_printf(_("the daemon speaks protocol %d, this program %d"),
				       (int)greeting->protocol, SABOT_WIRE_PROTOCOL);
	if (refused_role && g_strcmp0(greeting->role, refused_role) == 0)
		return g_strdup_printf(_("the daemon takes this end for its %s: give it a group "
					 "[machine NAME] there"),
				       refused_role);
	return NULL;
}
