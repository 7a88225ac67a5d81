/*
 * The clients' side of a hub: their requests are passed on to the daemon that they are for, as the
 * person who has logged in there, and the daemon's answer comes back as it is, in the floor's names
 * (docs/hub.md). The daemon decides every right. Main thread.
 */
#pragma once

#include "daemon/hub/hub-gather.h"
#include "daemon/net/peer.h"
#include "proto/request.h"

struct sabot_hub_desk;

/* `hub` is borrowed, and NULL allowed: then NULL. Transferred. */
struct sabot_hub_desk *
sabot_hub_desk_new(struct sabot_hub *hub);
/* After the hub was stopped and its clients' connections are closed. NULL is allowed. */
void
sabot_hub_desk_free(struct sabot_hub_desk *desk);

/* A client's connection is over: so are his log-ins, and what was made for him. */
void
sabot_hub_desk_leave(struct sabot_hub_desk *desk, struct sabot_peer *peer);

/* His log-ins are over. */
void
sabot_hub_desk_forget(struct sabot_hub_desk *desk, struct sabot_peer *peer);
