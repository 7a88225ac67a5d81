/*
 * A file that the daemon makes on request and sends page by page (docs/wire.md): a case, a report.
 * No GTK.
 */
#pragma once

#include "gui/model/login.h"

/* The file; NULL, with an error in `why`: there is none. Both borrowed. Not when cancelled. */
typedef void
sabot_file_done_fn(GBytes *bytes, const char *why, gpointer data);

/* `args` is transferred. `verb` is one that works on files; static. */
void
sabot_file_request(SabotSession *session, const char *verb, json_t *args, GCancellable *cancellable,
		   sabot_file_done_fn *fn, gpointer data);
