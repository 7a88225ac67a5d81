/*
 * A tag on the cloth: what is paid at a hand or square, what a seat has bet, or what may be touched
 * there. Drawn to fill its place; up to three texts.
 */
#pragma once

#include <gtk/gtk.h>

#include <stdbool.h>

#define SABOT_TYPE_PAY_TAG (sabot_pay_tag_get_type())
G_DECLARE_FINAL_TYPE(SabotPayTag, sabot_pay_tag, SABOT, PAY_TAG, GtkButton)

enum sabot_tag_look {
	SABOT_TAG_PLAIN, /* not done yet: the house pays */
	SABOT_TAG_NEXT,
	SABOT_TAG_QUIET,  /* the house takes */
	SABOT_TAG_DASHED, /* nothing changes hands, or it is not certain what does */
	SABOT_TAG_DONE,
	SABOT_TAG_SEAT, /* not a payment: a seat and its bets */
	SABOT_TAG_OPEN, /* an empty dashed place */
};

struct sabot_tag_picture {
	enum sabot_tag_look look;
	const char *head;       /* small: "pay" */
	const char *text;       /* bold: "75.00" */
	const char *foot;       /* small: "3:2"; left out if there is no room */
	const char *foot_brief; /* replaces it if it is too long: "+15" */
	const char *brief;      /* replaces all three if they would be too small to read: "+75" */
	bool can_press;
	/* what a touch does, regardless of the amount (hold.h); NULL: nothing */
	const char *meaning;
};

/* Shown. Floating. */
GtkWidget *
sabot_pay_tag_new(void);

/* Texts are copied; NULL is "". `name`: the accessible name. */
void
sabot_pay_tag_set(SabotPayTag *tag, const char *name, const struct sabot_tag_picture *picture);
