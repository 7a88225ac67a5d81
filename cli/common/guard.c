/* An unbuffered stream instead of `stderr`, so that each print is one write. */
#include "guard.h"

#include "text/escape.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What this program itself sends to a terminal. */
static bool
is_own(const char *bytes, size_t n_bytes)
{
	static const char *const own[] = {"\r", "\r\033[K"};

	for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
		if (strlen(own[i]) == n_bytes && memcmp(own[i], bytes, n_bytes) == 0)
			return true;
	}
	return false;
}

static bool
write_all(const char *bytes, size_t n_bytes)
{
	while (n_bytes > 0) {
		ssize_t n_done = write(STDERR_FILENO, bytes, n_bytes);

		if (n_done < 0)
			return false;
		bytes += n_done;
		n_bytes -= (size_t)n_done;
	}
	return true;
}

static ssize_t
on_write(void *cookie, const char *bytes, size_t n_bytes)
{
	g_autofree char *plain =
		is_own(bytes, n_bytes) ? NULL : sabot_text_escape_lines(bytes, n_bytes);

	(void)cookie;
	return write_all(plain ? plain : bytes, plain ? strlen(plain) : n_bytes) ? (ssize_t)n_bytes
										 : 0;
}

void
guard_errors(void)
{
	static const cookie_io_functions_t functions = {.write = on_write};
	FILE *stream = fopencookie(NULL, "w", functions);

	if (!stream)
		return;
	setvbuf(stream, NULL, _IONBF, 0);
	stderr = stream;
}
