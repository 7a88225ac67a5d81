/*
 * Each question has a connection of its own, and so its log-in.
 */
#include "cli/sabotctl-look.h"

#include "cli/sabotctl-client.h"
#include "cli/user-ask.h"

void
sabotctl_look_clear(struct sabotctl_look *look)
{
	g_free(look->socket);
	g_free(look->as);
	user_secret_free(look->pin);
}

static json_t *
ask_as(struct sabotctl_look *look, const char *verb, json_t *args)
{
	struct user_request requests[] = {
		{"login", json_pack("{s:s, s:s}", "name", look->as, "pin", look->pin)},
		{verb, args},
	};

	return user_ask(look->socket, requests, G_N_ELEMENTS(requests));
}

json_t *
sabotctl_look_ask(struct sabotctl_look *look, const char *verb, json_t *args)
{
	if (!look->as)
		return sabotctl_ask(look->who, look->socket, verb, args);
	if (!look->pin)
		look->pin = user_read_pin_of(look->as);
	if (look->pin)
		return ask_as(look, verb, args);
	json_decref(args);
	return NULL;
}
