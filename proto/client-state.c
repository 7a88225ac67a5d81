/* See client-state.h. */
#include "client-state.h"

const char *
sabot_client_state_to_string(enum sabot_client_state state)
{
	static const char *const words[] = {
		[SABOT_CLIENT_CONNECTING] = "connecting",
		[SABOT_CLIENT_LIVE] = "live",
		[SABOT_CLIENT_STALE] = "stale",
		[SABOT_CLIENT_OFFLINE] = "offline",
	};

	return words[state];
}
