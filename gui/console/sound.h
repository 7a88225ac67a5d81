/*
 * The sounds of alarms, from the desktop's sound theme. They are played one after another on a
 * thread of their own, because a hanging sound server must not stop the screen.
 */
#pragma once

#include <gio/gio.h>

enum sabot_ring { SABOT_RING_HIGH, SABOT_RING_CRITICAL };

/*
 * Play a sound. While one of the same kind waits for its turn, that one is heard for both: the
 * result is then true at once. On the main thread. `fn` (may be NULL) calls sabot_ring_finish()
 * with the result.
 */
void
sabot_ring_start(enum sabot_ring ring, GAsyncReadyCallback fn, gpointer data);

/* False with an error if the sound could not be played. */
gboolean
sabot_ring_finish(GAsyncResult *result, GError **error);
