/*
 * A person logs in once; without one each question has a connection of its own.
 */
#include "sabotctl-look.h"

#include "sabotctl-client.h"
#include "cli/common/user-request.h"

void
sabotctl_look_clear(struct sabotctl_look *look)
{
	g_free(look->socket);
	g_free(look->as);
	user_session_close(look->session);
}

json_t *
sabotctl_look_request(struct sabotctl_look *look, const char *verb, json_t *args)
{
	if (!look->as)
		return sabotctl_request(look->who, look->socket, verb, args);
	if (!look->session)
		look->session = user_session_open(look->socket, look->as);
	if (look->session)
		return user_session_request(look->session, verb, args);
	json_decref(args);
	return NULL;
}

gpointer
sabotctl_look_request_record(struct sabotctl_look *look, const char *verb, json_t *args,
			     const struct sabot_record_type *type)
{
	return sabotctl_read_answer(look->who, sabotctl_look_request(look, verb, args), type);
}
