/*
 * The sounds of alarms, from the desktop's sound theme. Each is played on a thread of its own,
 * because a hanging sound server must not stop the screen.
 */
#pragma once

#include <gio/gio.h>

enum sabot_ring { SABOT_RING_HIGH, SABOT_RING_CRITICAL };

/* `fn` (may be NULL) is called by sabot_ring_finish() with the result. */
void
sabot_ring_start(enum sabot_ring ring, GAsyncReadyCallback fn, gpointer data);

/* False with an error if the sound could not be played. */
gboolean
sabot_ring_finish(GAsyncResult *result, GError **error);
