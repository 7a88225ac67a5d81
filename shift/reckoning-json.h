/* Writes the results of a reckoning as JSON. Pure. */
#pragma once

#include "reckoning.h"

/* New references. */
json_t *
sabot_difference_to_json(const struct sabot_difference *difference);
json_t *
sabot_reckoning_sum_to_json(const struct sabot_reckoning_sum *sum);
