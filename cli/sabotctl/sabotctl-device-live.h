/*
 * sabotctl device: lines, live. Arguments and exit status as in sabotctl.h; argv[0] of the parts is
 * the word after `device`.
 */
#pragma once

/*
 * Show the bytes of a line and their meaning, live; record writes them to a file. FOUND: the shoe
 * was never online.
 */
int
sabotctl_device_test(int argc, char **argv);
int
sabotctl_device_record(int argc, char **argv);

/* For replay without a target. `url` is a replay: line. */
int
sabotctl_device_show(const char *url, const char *driver);
