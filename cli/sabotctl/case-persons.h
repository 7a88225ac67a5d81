/* The list of the persons whom a case file calls by their ids, kept apart from the file. */
#pragma once

#include "store/files/case-file.h"

/*
 * Print who the persons are that signed or are named in the events of a case file: id, role and
 * name in the house's database `path` ("name erased" for one whose name is gone), below the SHA-256
 * of the case file's `n_bytes` bytes. False with an error.
 */
bool
case_persons_print(const struct sabot_case_file *file, const char *bytes, size_t n_bytes,
		   const char *path, GError **error);
