/*
 * What is not to be inline: the functions that each event goes through then save no registers and
 * check no stack for what few events need.
 */
#pragma once

/* Called for few events. */
#define SABOT_SELDOM __attribute__((cold, noinline))
/* Called for many events, but not for each: its registers are saved for its own only. */
#define SABOT_APART __attribute__((noinline))
