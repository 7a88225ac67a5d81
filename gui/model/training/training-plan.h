/*
 * What goes wrong in a training, and in which of its rounds. Words stand on the command line. No
 * GTK.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum sabot_training_fault {
	SABOT_TRAINING_NONE,
	SABOT_TRAINING_WRONG_TARGET,  /* a card was laid to another hand */
	SABOT_TRAINING_CARD_TOO_MANY, /* drawn after the round was decided */
	SABOT_TRAINING_MISDEAL,       /* a card slips out before no more bets */
	SABOT_TRAINING_UNREAD,
	SABOT_TRAINING_WRONG_CLAIM, /* a player asks for more than is due */
	SABOT_TRAINING_CUT_CARD,
	SABOT_TRAINING_DEAD_SHOE,
	SABOT_TRAINING_FAULTS, /* how many */
};

struct sabot_training_plan;

/*
 * `text`: "none", or KIND@ROUND with commas between; NULL: each kind once, spread over `rounds`.
 * NULL with an error in `ret_why` (transferred) for one that is none of ours.
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
