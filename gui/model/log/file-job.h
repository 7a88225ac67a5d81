/*
 * A file that the daemon generates on request and sends page by page (docs/wire.md): a case, a
 * report. No GTK.
 */
#pragma once

#include "gui/model/login.h"

/*
 * Called with the file, or with NULL and the error in `why`. Both are borrowed. Not called if the
 * request was cancelled.
 */
typedef void
sabot_file_done_fn(GBytes *bytes, const char *why, gpointer data);

/* Request a file. `args` is transferred. `verb` must be one that works on files; static. */
void
sabot_file_request(SabotSession *session, const char *verb, json_t *args, GCancellable *cancellable,
		   sabot_file_done_fn *fn, gpointer data);
