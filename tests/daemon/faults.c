/*
 * Preloaded into a program: system calls on files fail as a disk's would. Which ones is in the
 * file that SABOT_FAULTS names, read at each call so that a test can change it while the program
 * runs; one rule a line:
 *
 *     CALL ERROR PATH      CALL: open, read, write, torn, sync, truncate; ERROR: a number;
 *                          PATH: a part of it, with $ its end
 *     CALL MIN~MAX PATH    the call works, but only after so many milliseconds, by chance
 *
 * "open" is one that could write, "torn" a write that takes some of the bytes and then fails. Each
 * delay is written into the file that SABOT_STALLED names: its milliseconds, the thread ("main" or
 * "other"), call and path. The
 * real calls are made without the C library, which a sanitizer may be in for. Meson builds with
 * large files everywhere: these are the functions that end with 64.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { RULES_BYTES = 1024, DAY_S = 24 * 60 * 60 };

struct rule {
	char call[16], part[256];
	int error; /* 0: the call is delayed */
	unsigned min_ms, max_ms;
};

/* The rules as they are now; without a file there are none. */
static void
read_rules(char rules[RULES_BYTES])
{
	const char *path = getenv("SABOT_FAULTS");
	long fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0) : -1;
	long n = fd >= 0 ? syscall(SYS_read, fd, rules, RULES_BYTES - 1) : 0;

	if (fd >= 0)
		syscall(SYS_close, fd);
	rules[n > 0 ? n : 0] = '\0';
}

static bool
matches(const char *path, char *part)
{
	size_t length = strlen(path), end = strlen(part) - 1;

	if (part[end] != '$')
		return strstr(path, part) != NULL;
	return length >= end && strncmp(path + length - end, part, end) == 0;
}

static bool
read_rule(const char *line, struct rule *ret_rule)
{
	struct rule rule = {0};

	if (sscanf(line, "%15s %u~%u %255s", rule.call, &rule.min_ms, &rule.max_ms, rule.part) ==
		    4 &&
	    rule.max_ms >= rule.min_ms) {
		*ret_rule = rule;
		return true;
	}
	rule = (struct rule){0};
	if (sscanf(line, "%15s %d %255s", rule.call, &rule.error, rule.part) != 3)
		return false;
	*ret_rule = rule;
	return true;
}

static void
note_stall(unsigned ms, const char *call, const char *path)
{
	const char *note_path = getenv("SABOT_STALLED");
	int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
	char line[PATH_MAX + 64];
	long fd;
	int n;

	if (!note_path)
		return;
	n = snprintf(line, sizeof(line), "%u %s %s %s\n", ms,
		     syscall(SYS_gettid) == getpid() ? "main" : "other", call, path);
	fd = syscall(SYS_openat, AT_FDCWD, note_path, flags, 0600);
	if (fd < 0)
		return;
	syscall(SYS_write, fd, line, n);
	syscall(SYS_close, fd);
}

static void
stall(const struct rule *rule, const char *path)
{
	unsigned chance = 0;
	unsigned ms;
	struct timespec pause;

	if (getrandom(&chance, sizeof(chance), 0) < 0)
		chance = 0;
	ms = rule->min_ms + chance % (rule->max_ms - rule->min_ms + 1);
	pause = (struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
	note_stall(ms, rule->call, path);
	while (nanosleep(&pause, &pause) < 0 && errno == EINTR)
		;
}

/* The error that this call on this path must end with, or 0; after its delay, if it has one. */
static int
find_fault(const char *call, const char *path)
{
	char rules[RULES_BYTES], *rest = NULL;
	int before = errno;
	int found = 0;

	read_rules(rules);
	for (char *line = strtok_r(rules, "\n", &rest); line && !found;
	     line = strtok_r(NULL, "\n", &rest)) {
		struct rule rule;

		if (!read_rule(line, &rule) || strcmp(rule.call, call) != 0 ||
		    !matches(path, rule.part))
			continue;
		if (rule.error)
			found = rule.error;
		else
			stall(&rule, path);
	}
	errno = before;
	return found;
}

static int
find_fault_at(const char *call, int fd)
{
	char link[64], path[PATH_MAX];
	long n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	return find_fault(call, path);
}

static bool
fails(const char *call, int fd)
{
	int error = find_fault_at(call, fd);

	if (error)
		errno = error;
	return error != 0;
}

static size_t
torn_bytes(int fd, size_t n_bytes)
{
	return n_bytes > 1 && find_fault_at("torn", fd) ? n_bytes / 2 : n_bytes;
}

ssize_t
write(int fd, const void *bytes, size_t n_bytes)
{
	if (fails("write", fd))
		return -1;
	if (n_bytes == 1 && fails("torn", fd))
		return -1;
	return syscall(SYS_write, fd, bytes, torn_bytes(fd, n_bytes));
}

ssize_t
pwrite(int fd, const void *bytes, size_t n_bytes, off_t offset)
{
	if (fails("write", fd))
		return -1;
	if (n_bytes == 1 && fails("torn", fd))
		return -1;
	return syscall(SYS_pwrite64, fd, bytes, torn_bytes(fd, n_bytes), offset);
}

int
fsync(int fd)
{
	return fails("sync", fd) ? -1 : (int)syscall(SYS_fsync, fd);
}

int
fdatasync(int fd)
{
	return fails("sync", fd) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

int
ftruncate(int fd, off_t size)
{
	return fails("truncate", fd) ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}

/* Where SABOT_READER names a thread, only its reads fail. */
static bool
is_reader(void)
{
	const char *reader = getenv("SABOT_READER");
	char name[16] = "";

	prctl(PR_GET_NAME, name);
	return !reader || strcmp(reader, name) == 0;
}

ssize_t
pread(int fd, void *bytes, size_t n_bytes, off_t offset)
{
	if (is_reader() && fails("read", fd))
		return -1;
	return syscall(SYS_pread64, fd, bytes, n_bytes, offset);
}

int
open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list arguments;
	int error = flags & (O_WRONLY | O_RDWR) ? find_fault("open", path) : 0;

	va_start(arguments, flags);
	if (flags & (O_CREAT | O_TMPFILE))
		mode = va_arg(arguments, mode_t);
	va_end(arguments);
	if (!error)
		return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
	errno = error;
	return -1;
}

/* Where SABOT_CLOCK_S is set the clock on the wall is ahead by so many seconds. */
static time_t
get_clock_ahead(void)
{
	const char *seconds = getenv("SABOT_CLOCK_S");

	return seconds ? (time_t)strtol(seconds, NULL, 10) : 0;
}

/* While the file that SABOT_NEXT_DAY names exists, a day has passed for everybody who waits. */
static bool
has_passed_a_day(void)
{
	const char *path = getenv("SABOT_NEXT_DAY");

	return path && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
}

int
clock_gettime(clockid_t id, struct timespec *ret_now)
{
	int failed = (int)syscall(SYS_clock_gettime, id, ret_now);

	if (failed == 0 && id == CLOCK_REALTIME)
		ret_now->tv_sec += get_clock_ahead();
	if (failed == 0 && id == CLOCK_MONOTONIC && has_passed_a_day())
		ret_now->tv_sec += DAY_S;
	return failed;
}

int
gettimeofday(struct timeval *restrict ret_now, void *restrict zone)
{
	struct timespec now;
	int failed = clock_gettime(CLOCK_REALTIME, &now);

	(void)zone;
	if (failed == 0)
		*ret_now = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
	return failed;
}
