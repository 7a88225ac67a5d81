/*
 * What nearly every file outside the engine includes, compiled once (pch/meson.build). No header
 * of ours belongs here, or a change of it compiles everything; and each file still includes what
 * it needs, so that it also compiles without (-Db_pch=false).
 * gcc warns of a #pragma once in what it precompiles.
 */
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <jansson.h>
#include <libintl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
