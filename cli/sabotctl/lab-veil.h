/* The check of `sabotctl lab` on what lies hidden, while the daemon works. */
#pragma once

#include "lab.h"

lab_check_fn lab_check_veil;
