/* The doctor's report file for somebody else. */
#pragma once

#include "doctor.h"

/*
 * Write information that helps somebody else to find the fault into a new file, which only its
 * owner can read: the lines, versions, settings, names and sizes of files, the service's state and
 * last lines. No key, no event, no card, no name of a person. False with an error.
 */
bool
doctor_write_bundle(const struct doctor *doctor, const char *path, GError **error);
