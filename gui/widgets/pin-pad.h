/*
 * A PIN, touched on a pad of ten digits or typed: the entry shows dots only. A reader that types a
 * card's number gives that beside the PIN, before it or behind it. Emits "entered" when it is
 * complete (Return, the key that says so, or the card behind the PIN).
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_PIN_PAD (sabot_pin_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotPinPad, sabot_pin_pad, SABOT, PIN_PAD, GtkBox)

/* Its label, translated: "PIN of Pia". */
void
sabot_pin_pad_set_title(SabotPinPad *pad, const char *title);

/* With the number of the card behind a blank, if one was read. Borrowed until the next change. */
const char *
sabot_pin_pad_get_pin(SabotPinPad *pad);

/* A card was read, whose number may have come into the entry like other keys. */
void
sabot_pin_pad_take_card(SabotPinPad *pad, const char *number);

/* Empty it and take the keyboard. */
void
sabot_pin_pad_begin(SabotPinPad *pad);
