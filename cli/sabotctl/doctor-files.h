/* The doctor's checks of the files and disks. */
#pragma once

#include "doctor.h"

/* Configuration, key, owners and modes of directories, disks, clock, mirror, archives, persons. */
void
doctor_check_files(struct doctor *doctor);
