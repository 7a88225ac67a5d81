/*
 * A large key whose text fits it, whatever its size and language. A touch does not give it the
 * keyboard focus; Tab and the arrows do.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_KEY (sabot_key_get_type())
G_DECLARE_FINAL_TYPE(SabotKey, sabot_key, SABOT, KEY, GtkButton)

/* A large key with that label, which is translated already. Floating. */
GtkWidget *
sabot_key_new(const char *text);

/* Set its text and accessible name. True if it was different before. */
gboolean
sabot_key_set_text(SabotKey *key, const char *text);
/* Set a second line in smaller letters; NULL or "": none. True if it was different before. */
gboolean
sabot_key_set_more(SabotKey *key, const char *text);
void
sabot_key_set_bold(SabotKey *key, gboolean is_bold);
/* Set the largest size of its letters, in pixels. */
void
sabot_key_set_largest(SabotKey *key, int size_px);
/* The size of its letters, in pixels; 0 while it has no text or no room. */
int
sabot_key_get_size(SabotKey *key);
