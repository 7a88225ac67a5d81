/*
 * A table's result in a shift, according to its documents: win and hold by the house's formula, the
 * expected opener, and an estimate while there is no closer. Pure; minor units.
 */
#pragma once

#include "ledger.h"

/* What counts as drop. */
struct sabot_formula {
	bool counts[SABOT_DROP_KINDS];
};

/*
 * Read words like "cash markers vouchers". NULL: those three. False with the unknown word in
 * `ret_word`, transferred.
 */
bool
sabot_formula_parse(const char *words, struct sabot_formula *ret_formula, char **ret_word);

struct sabot_result {
	int n_tables; /* number of tables in a sum */
	/* Chips at the table. The opener is as counted, or else the closer before ("rolled"). */
	bool has_opener, is_rolled, has_closer;
	int64_t opener_minor, closer_minor;
	/* A counted opener compared with the closer before it. */
	bool has_expected, is_recounted;
	int64_t expected_minor, opener_difference_minor; /* positive: more than expected */

	int64_t fills_minor, credits_minor, n_fills, n_credits;
	int64_t markers_minor, redeemed_minor; /* markers issued, and redeemed, at the table */
	int64_t drop_kinds_minor[SABOT_DROP_KINDS];
	bool has_drop;      /* a box was counted */
	int64_t drop_minor; /* the part of it that counts as drop */
	int64_t tips_minor, cash_in_minor, cash_out_minor;

	/* closer + credits + drop - opener - fills; only with opener, closer and drop */
	bool has_win;
	int64_t win_minor;
	/* win divided by drop in hundredths of a percent; only with has_win and a drop */
	int64_t hold_bp;

	/* The same at the last count, with the estimated drop; only with an opener. */
	bool has_estimate;
	int64_t estimate_at_us, estimate_minor;
};

/* Compute a table's result in a shift; all zero if there are no documents of it. */
void
sabot_result_make(const struct sabot_ledger *ledger, const char *shift, const char *table,
		  const struct sabot_formula *formula, struct sabot_result *ret_result);

/* As sabot_result_make(), at the time when the shift was sealed; if it is not sealed, now. */
void
sabot_result_make_sealed(const struct sabot_ledger *ledger, const char *shift, const char *table,
			 const struct sabot_formula *formula, struct sabot_result *ret_result);

/* Add one result to a sum, with win and hold computed from the sum; absent unless all have them. */
void
sabot_result_add(struct sabot_result *sum, const struct sabot_result *one);
void
sabot_result_finish(struct sabot_result *sum);

/* As JSON; absent values are left out. New reference. */
json_t *
sabot_result_to_json(const struct sabot_result *result);
