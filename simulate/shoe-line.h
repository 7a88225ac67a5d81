/*
 * The simulated shoe's end of its line: a pty whose slave is found by a symbolic link, or a TCP
 * port on this machine for one client, like that of a serial device server. Belongs to the thread
 * of the default main context, which checks it 50 times a second. Never blocks.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

struct shoe_line;

/* A listener connected (a boot or a retransmission is due now) or disconnected. */
typedef void
shoe_line_attached_fn(bool is_attached, gpointer data);

/* `path` becomes a link to the pty; an existing file is replaced only if it is a link. */
struct shoe_line *
shoe_line_new_pty(const char *path, GError **error);

/* `port` 0: any free one. */
struct shoe_line *
shoe_line_new_tcp(guint16 port, GError **error);

/* Close it; the link is removed. NULL is allowed. */
void
shoe_line_free(struct shoe_line *line);

/* Call `fn` when somebody opens or closes the line's other end. */
void
shoe_line_set_attached_fn(struct shoe_line *line, shoe_line_attached_fn *fn, gpointer data);

/* Receives bytes that the host sent; without this function they are read and dropped. */
typedef void
shoe_line_heard_fn(const guint8 *bytes, gsize n_bytes, gpointer data);

/* Call `fn` with the bytes that come from the other end. */
void
shoe_line_set_heard_fn(struct shoe_line *line, shoe_line_heard_fn *fn, gpointer data);

/* The address for a listener, for people. Valid until freed. */
const char *
shoe_line_get_address(const struct shoe_line *line);

/* True if somebody has the other end open. */
bool
shoe_line_is_attached(const struct shoe_line *line);

/* False if nobody is listening: the bytes are lost, as on a wire. */
bool
shoe_line_send(struct shoe_line *line, const guint8 *bytes, gsize n_bytes);

/* Pull the cable (idempotent), and put it back. */
void
shoe_line_pull(struct shoe_line *line);
bool
shoe_line_plug(struct shoe_line *line, GError **error);
