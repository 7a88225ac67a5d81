/*
 * sabotctl device: recordings. Arguments and exit status as in sabotctl.h; argv[0] of the parts is
 * the word after `device`.
 */
#pragma once

/* The line of a simulated shoe; one of the two is given. `speed` 0 = at once. */
struct sabotctl_device_target {
	const char *pty;
	const char *tcp;
	double speed;
};

/* Play a recording: shown as by test, or into a pty or TCP port. */
int
sabotctl_device_replay(int argc, char **argv);
int
sabotctl_device_play(const char *path, const struct sabotctl_device_target *target);
