/*
 * Which faults occur in a training, and in which of its rounds. The command line has their words.
 * No GTK.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum sabot_training_fault {
	SABOT_TRAINING_NONE,
	SABOT_TRAINING_WRONG_TARGET,  /* a card dealt to the wrong hand */
	SABOT_TRAINING_CARD_TOO_MANY, /* a card drawn after the round was decided */
	SABOT_TRAINING_MISDEAL,       /* a card that slips out before no more bets */
	SABOT_TRAINING_UNREAD,
	SABOT_TRAINING_WRONG_CLAIM, /* a player claims more than is due */
	SABOT_TRAINING_CUT_CARD,
	SABOT_TRAINING_DEAD_SHOE,
	SABOT_TRAINING_FAULTS, /* number of kinds */
};

struct sabot_training_plan;

/*
 * Parse `text`: "none", or KIND@ROUND separated by commas; NULL: each kind once, spread over
 * `rounds`. NULL with an error in `ret_why` (transferred) if a kind is unknown.
 */
struct sabot_training_plan *
sabot_training_plan_new(const char *text, guint rounds, GRand *rand, char **ret_why);
void
sabot_training_plan_free(struct sabot_training_plan *plan);

/* The plan as text, in the form that sabot_training_plan_new() reads. Borrowed. */
const char *
sabot_training_plan_get_text(const struct sabot_training_plan *plan);

/* True if the fault is due in `round` or was due earlier; it is removed from the plan. */
bool
sabot_training_plan_remove(struct sabot_training_plan *plan, enum sabot_training_fault fault,
			   guint round);
