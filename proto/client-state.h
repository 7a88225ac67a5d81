/* How a client's connection to its daemon is. */
#pragma once

/*
 *            connected, greeted, watched                 15 s without a line
 * CONNECTING ───────────────────────────► LIVE ◄────────────────────────────► STALE
 *     │ refused, lost                      │ lost               a line came    │ lost
 *     └──────────────► OFFLINE ◄───────────┴───────────────────────────────────┘
 *                         └── again after 200 ms, 400 ms, … 1 s; LIVE when it succeeds
 */
enum sabot_client_state {
	SABOT_CLIENT_CONNECTING, /* not tried to the end yet */
	SABOT_CLIENT_LIVE,
	SABOT_CLIENT_STALE,
	SABOT_CLIENT_OFFLINE,
};

/* An English word for messages. Static. */
const char *
sabot_client_state_to_string(enum sabot_client_state state);
