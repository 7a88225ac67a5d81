/* See upstream-request.h. What was chosen is in the environment, which a user may set as well. */
#include "upstream-request.h"

#include "proto/messages/hub-messages.h"
#include "proto/wording/wording.h"
#include "text/escape.h"

#include <stdio.h>
#include <string.h>

#define VARIABLE "SABOT_UPSTREAM"

gboolean
upstream_request_on_option(const gchar *option, const gchar *value, gpointer data, GError **error)
{
	(void)option;
	(void)data;
	(void)error;
	return g_setenv(VARIABLE, value, TRUE);
}

void
upstream_request_add(const char *verb, json_t *args)
{
	const char *name = g_getenv(VARIABLE);

	if (name && *name && strcmp(verb, "login") != 0)
		json_object_set_new(args, "upstream", json_string(name));
}

void
upstream_request_print_missing(json_t *ok)
{
	struct sabot_wire_together *together =
		sabot_record_parse_lenient(&sabot_wire_together_type, ok);

	for (guint i = 0; together->next == 0 && i < together->missing->len; i++) {
		g_autofree char *text =
			sabot_phrase_missing(g_ptr_array_index(together->missing, i));

		fprintf(stderr, "%s: %s\n", g_get_prgname(), sabot_text_plain(text));
	}
	sabot_record_unref(together);
}
