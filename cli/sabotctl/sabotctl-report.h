/* The verb that prints reports. Arguments and exit status as in sabotctl.h. */
#pragma once

int
sabotctl_report(int argc, char **argv);
