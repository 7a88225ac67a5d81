/*
 * Preloaded into a program: kills it at the KILL_AT-th call that gives something to the disk or to
 * a directory. What was done before that call is done, the call itself is not. KILL_LOG is a file
 * into which the path of each synced file or directory is written, a line each.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int
fsync(int fd);
int
fdatasync(int fd);

static void
step(void)
{
	static int n_steps;
	const char *at = getenv("KILL_AT");

	if (at && ++n_steps == atoi(at))
		raise(SIGKILL);
}

static void
record(int fd)
{
	const char *log = getenv("KILL_LOG");
	char link[64], path[4096] = "";
	FILE *file = log ? fopen(log, "a") : NULL;

	if (!file)
		return;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (readlink(link, path, sizeof(path) - 1) > 0)
		fprintf(file, "%s\n", path);
	fclose(file);
}

int
fsync(int fd)
{
	int (*real)(int);

	step();
	record(fd);
	*(void **)&real = dlsym(RTLD_NEXT, "fsync");
	return real(fd);
}

int
fdatasync(int fd)
{
	int (*real)(int);

	step();
	*(void **)&real = dlsym(RTLD_NEXT, "fdatasync");
	return real(fd);
}

int
link(const char *from, const char *to)
{
	int (*real)(const char *, const char *);

	step();
	*(void **)&real = dlsym(RTLD_NEXT, "link");
	return real(from, to);
}

int
unlink(const char *path)
{
	int (*real)(const char *);

	step();
	*(void **)&real = dlsym(RTLD_NEXT, "unlink");
	return real(path);
}
