/*
 * Several daemons' reports as one file, each under its daemon's name, and the last such files, kept
 * in memory to be sent page by page. Main thread.
 */
#pragma once

#include "daemon/hub/hub-gather.h"
#include "daemon/net/peer.h"

struct sabot_hub_files;

/* None yet. Transferred. */
struct sabot_hub_files *
sabot_hub_files_new(void);
/* NULL is allowed. */
void
sabot_hub_files_free(struct sabot_hub_files *files);

/* True if the format can have several reports in it: text, csv, json; NULL is text. */
bool
sabot_hub_file_can_join(const char *format);

/*
 * One file of the answers that have one; those that do not are named in it. An answer whose file is
 * not of the format becomes an error. NULL with TOO_LARGE. Transferred.
 */
GBytes *
sabot_hub_file_join(const GPtrArray *answers, const char *format, GError **error);

/* Keep it for this client: its first page. New reference. */
json_t *
sabot_hub_file_keep(struct sabot_hub_files *files, const struct sabot_peer *peer, GBytes *bytes);

/* True if a file of that digest is kept, for whomever. */
bool
sabot_hub_file_is_kept(const struct sabot_hub_files *files, const char *digest);

/* A page of a file that is kept for this client. NULL with an error. New reference. */
json_t *
sabot_hub_file_page(const struct sabot_hub_files *files, const struct sabot_peer *peer,
		    const char *digest, int64_t from, GError **error);

/* The client is gone: so are his files. */
void
sabot_hub_files_forget(struct sabot_hub_files *files, const struct sabot_peer *peer);
