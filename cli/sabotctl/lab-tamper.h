/* Checks of `sabotctl lab` on files in which one bit was flipped. The first stops the daemon. */
#pragma once

#include "lab.h"

lab_check_fn lab_check_log, lab_check_case, lab_check_archive;
