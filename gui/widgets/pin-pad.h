/*
 * A PIN, touched on a pad of ten digits or typed: the entry shows dots only. Emits "entered" when
 * it is complete (Return, or the key that says so).
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_PIN_PAD (sabot_pin_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotPinPad, sabot_pin_pad, SABOT, PIN_PAD, GtkBox)

/* Its label, translated: "PIN of Pia". */
void
sabot_pin_pad_set_title(SabotPinPad *pad, const char *title);

/* Borrowed until the next change. */
const char *
sabot_pin_pad_get_pin(SabotPinPad *pad);

/* Empty it and take the keyboard. */
void
sabot_pin_pad_begin(SabotPinPad *pad);
