/* What the daemon says about its installed software. No GTK. */
#pragma once

#include "proto/view.h"

/* "sabotd 0.9", and "commit …" and "sha256 …" of what is installed, a line each. Transferred. */
char *
sabot_phrase_daemon_version(const struct sabot_wire_status *status);

/* "All 212 installed files are as built (checked 16:04).", or what else it found. Transferred. */
char *
sabot_phrase_software(const struct sabot_wire_software *software);
