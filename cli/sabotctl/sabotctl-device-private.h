/*
 * sabotctl device: shoes and their lines, with and without a daemon. Arguments and exit status as
 * in sabotctl.h; argv[0] of the parts is the word after `device`.
 */
#pragma once

#include <glib.h>

/*
 * Show the bytes of a line and their meaning, live; record writes them to a file. FOUND: the shoe
 * was never online.
 */
int
sabotctl_device_test(int argc, char **argv);
int
sabotctl_device_record(int argc, char **argv);

/* Play a recording: shown as by test, or into a pty or TCP port. */
int
sabotctl_device_replay(int argc, char **argv);

/* For replay without a target. `url` is a replay: line. */
int
sabotctl_device_show(const char *url, const char *driver);

/* The line of a simulated shoe; one of the two is given. `speed` 0 = at once. */
struct sabotctl_device_target {
	const char *pty;
	const char *tcp;
	double speed;
};
int
sabotctl_device_play(const char *path, const struct sabotctl_device_target *target);
