/*
 * Shared by the files of a training: training.c owns its state and waits, training-deal.c plays the
 * shoe, players and pit boss, training-run.c judges the answers.
 */
#pragma once

#include "training-house.h"
#include "training-plan.h"
#include "training-shoe.h"
#include "training.h"

struct _SabotTraining {
	GObject parent_instance;
	struct sabot_training_house *house;
	struct sabot_training_shoe *shoe;
	struct sabot_training_plan *plan;
	struct sabot_training_score *score;
	SabotDealerTable *table;
	GRand *rand;
	GCancellable *cancellable;
	char *profile, *record;
	guint rounds;
	guint32 seed;
	bool is_over;
	char *problem; /* why it cannot continue; or NULL */

	struct sabot_question *question; /* NULL: none is open */
	bool is_verdict;                 /* the answer was wrong: the trainee reads why */
	int64_t asked_us;
	char *said, *verdict; /* about the last answer; or NULL */
	GPtrArray *no_answers, *go_on;

	/* What the view must contain before the training continues. */
	struct {
		int64_t n, seen_cards;
		bool is_cut, is_read;
		enum sabot_wire_device_state device;
	} awaited;
	guint n_requests; /* requests not answered yet */
	/* Called when everything awaited has come; set by training-run.c. */
	void (*take_step)(SabotTraining *training);
	guint timer;

	guint round;       /* number of the round in this training, from 1 */
	bool awaits_close; /* waits until the trainee closes the bets */
	bool has_bets, is_end_reported, is_winner_reported;
	guint n_payouts, n_payments; /* payouts looked at; payments asked about */
	enum sabot_training_fault planted;
	struct sabot_card card; /* the card drawn last */
	int64_t mended;         /* the last incident of a dead shoe that was ruled on */
};

/* training.c */

/* Emit "changed": something else is to be shown. */
void
sabot_training_emit_changed(SabotTraining *training);

/* Take the next step soon, if everything awaited has come and no question is open. */
void
sabot_training_go_on_when_settled(SabotTraining *training);

/* In training.c: `question` and `event` are transferred. */
void
sabot_training_set_question(SabotTraining *training, struct sabot_question *question);
void
sabot_training_apply(SabotTraining *training, json_t *event);

/* training-deal.c */

/* In training-deal.c: everything awaited has come, and no question is open. */
void
sabot_training_go_on(SabotTraining *training);

/* A card leaves the shoe, as the prompt demands. */
void
sabot_training_draw(SabotTraining *training, enum sabot_training_draw how);

/* Revive the shoe; one that did not read a card is switched off and on. */
void
sabot_training_revive(SabotTraining *training);
