/* Checks of `sabotctl lab` on a daemon that is killed and stopped. The first starts it. */
#pragma once

#include "lab.h"

lab_check_fn lab_check_crash, lab_check_restart;
