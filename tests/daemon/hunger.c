/*
 * Preloaded into a program: after SIGUSR2 the allocation with the number SABOT_HUNGER fails, once.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

void *
__libc_malloc(size_t n_bytes);
void *
__libc_calloc(size_t n, size_t n_bytes);
void *
__libc_realloc(void *bytes, size_t n_bytes);

static atomic_long n_left; /* 0: nothing fails */
static long number;

static void
on_signal(int signal_number)
{
	(void)signal_number;
	n_left = number;
}

__attribute__((constructor)) static void
begin(void)
{
	const char *text = getenv("SABOT_HUNGER");

	number = text ? atol(text) : 0;
	signal(SIGUSR2, on_signal);
}

static bool
fails(void)
{
	if (n_left <= 0 || --n_left != 0)
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t n_bytes)
{
	return fails() ? NULL : __libc_malloc(n_bytes);
}

void *
calloc(size_t n, size_t n_bytes)
{
	return fails() ? NULL : __libc_calloc(n, n_bytes);
}

void *
realloc(void *bytes, size_t n_bytes)
{
	return fails() ? NULL : __libc_realloc(bytes, n_bytes);
}
