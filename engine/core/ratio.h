/*
 * What a stake is paid at. Plain values.
 */
#pragma once

#include <stdint.h>

/* A win pays `pays` for every `per` staked; pays 0 = nothing, or the outcome is not offered. */
struct sabot_ratio {
	int32_t pays;
	int32_t per;
};
