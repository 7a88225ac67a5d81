/* What the programs with windows do alike at their start. */
#pragma once

#include <gio/gio.h>

/*
 * On SIGINT, SIGTERM and SIGHUP the application quits in order: what it keeps is saved, what it
 * made is removed. Valid until the process ends.
 */
void
sabot_application_quit_on_signals(GApplication *application);
