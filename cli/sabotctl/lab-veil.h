/* The check of `sabotctl lab` that hidden cards stay hidden, while the daemon runs. */
#pragma once

#include "lab.h"

lab_check_fn lab_check_veil;
