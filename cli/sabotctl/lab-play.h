/* Checks of `sabotctl lab` that play in memory, and those of the installed files. */
#pragma once

#include "lab.h"

lab_check_fn lab_check_installed, lab_check_faults, lab_check_alarms, lab_check_doubt;
