/* Start-up code shared by the programs with windows. */
#pragma once

#include <gio/gio.h>

/*
 * On SIGINT, SIGTERM and SIGHUP the application quits in order: what it must keep is saved, what it
 * created is removed. Valid until the process ends.
 */
void
sabot_application_quit_on_signals(GApplication *application);
