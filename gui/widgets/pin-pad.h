/*
 * A PIN, touched on a pad of ten digits or typed: the entry shows only dots. A badge reader that
 * types can add a card's number before or after the PIN. Emits "entered" when the PIN is complete
 * (by Return, its key, or a card read after the PIN).
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_PIN_PAD (sabot_pin_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotPinPad, sabot_pin_pad, SABOT, PIN_PAD, GtkBox)

/* Its label, translated: "PIN of Pia". */
void
sabot_pin_pad_set_title(SabotPinPad *pad, const char *title);

/*
 * The PIN, followed by a blank and the card's number if one was read. Borrowed until the next
 * change.
 */
const char *
sabot_pin_pad_get_pin(SabotPinPad *pad);

/* A card was read; its number may already be in the entry, as if typed. */
void
sabot_pin_pad_take_card(SabotPinPad *pad, const char *number);

/* Empty it and take the keyboard focus. */
void
sabot_pin_pad_begin(SabotPinPad *pad);
