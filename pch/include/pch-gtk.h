/*
 * The same for screens: GTK, and what they use with it. (No #pragma once, as there.)
 */
#include <gtk/gtk.h>

#include "pch-glib.h"
