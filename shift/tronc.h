/*
 * Shares out the tronc: divides an amount of tips by the points that persons hold. The shares add
 * up exactly to the amount. Pure.
 */
#pragma once

#include <glib.h>
#include <stdint.h>

enum {
	SABOT_TRONC_PERSON_SIZE = 65, /* a word of a document */
	SABOT_TRONC_PERSONS_MAX = 400,
	SABOT_TRONC_POINTS_MAX = 100000, /* of one person */
};

struct sabot_tronc_share {
	char person[SABOT_TRONC_PERSON_SIZE]; /* an id of the log, never a name */
	int64_t points;                       /* 1 to SABOT_TRONC_POINTS_MAX */
	int64_t share_minor;
};

/*
 * Set each share (of struct sabot_tronc_share, not empty): the amount times the person's points
 * divided by all points, rounded down. The remaining minor units go one each to the shares with the
 * largest fractions, equal ones in the order of the persons' ids. Leaves the list sorted by ids.
 */
void
sabot_tronc_share_out(GArray *shares, int64_t amount_minor);
