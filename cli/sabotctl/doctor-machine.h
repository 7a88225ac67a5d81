/* The doctor's checks of the running system. */
#pragma once

#include "doctor.h"

/* The daemon's answer, its service, udev's rules and the shoes' lines, the installed files. */
void
doctor_check_machine(struct doctor *doctor);
