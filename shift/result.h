/*
 * What a table won in a shift, by its documents: win and hold as the house's formula says, what the
 * opener should have been, and an estimate while there is no closer. Pure; minor units.
 */
#pragma once

#include "ledger.h"

/* What counts as drop. */
struct sabot_formula {
	bool counts[SABOT_DROP_KINDS];
};

/*
 * Read "cash markers vouchers". NULL: those three. False with the word that is none in
 * `ret_word`, transferred.
 */
bool
sabot_formula_parse(const char *words, struct sabot_formula *ret_formula, char **ret_word);

struct sabot_result {
	int n_tables; /* of a sum */
	/* Chips at the table. The opener is as counted, else the closer before ("rolled"). */
	bool has_opener, is_rolled, has_closer;
	int64_t opener_minor, closer_minor;
	/* A counted opener against the closer before it. */
	bool has_expected, is_recounted;
	int64_t expected_minor, opener_difference_minor; /* more than expected: positive */

	int64_t fills_minor, credits_minor, n_fills, n_credits;
	int64_t markers_minor, redeemed_minor; /* issued, and redeemed, at the table */
	int64_t drop_kinds_minor[SABOT_DROP_KINDS];
	bool has_drop;      /* a box was counted */
	int64_t drop_minor; /* what of it counts */
	int64_t tips_minor, cash_in_minor, cash_out_minor;

	/* closer + credits + drop - opener - fills; only with opener, closer and drop */
	bool has_win;
	int64_t win_minor;
	int64_t hold_bp; /* win of drop in hundredths of a percent; only with has_win and a drop */

	/* The same as of the last count, with the drop as estimated; only with an opener. */
	bool has_estimate;
	int64_t estimate_at_us, estimate_minor;
};

/* Of a table in a shift; all zero when nothing was written of it. */
void
sabot_result_make(const struct sabot_ledger *ledger, const char *shift, const char *table,
		  const struct sabot_formula *formula, struct sabot_result *ret_result);

/* The same as it was when the shift was sealed; of one that is not sealed, as it is now. */
void
sabot_result_make_sealed(const struct sabot_ledger *ledger, const char *shift, const char *table,
			 const struct sabot_formula *formula, struct sabot_result *ret_result);

/* The sum over several, with win and hold computed from it; absent unless all have them. */
void
sabot_result_add(struct sabot_result *sum, const struct sabot_result *one);
void
sabot_result_finish(struct sabot_result *sum);

/* As JSON; what is not had is left out. New reference. */
json_t *
sabot_result_to_json(const struct sabot_result *result);
