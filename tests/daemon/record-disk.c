/*
 * Preloaded into a program: notes what it gives to files and directories, in order, into the file
 * RECORD_TO, from which tests/daemon/power_cuts.py makes what a power cut leaves. A sync is noted
 * and not done: the real disk has nothing to do with it. A record is a line, WHAT INODE OFFSET
 * LENGTH, and LENGTH bytes: what was written, or the path, or two of them with a NUL between.
 *
 * By meson's large files these are the functions with 64 in their names, which all use but swtpm,
 * which opens its files by the plain name.
 *
 * A call and its record are one step for all threads, so that a file's records are in the order
 * of what they say.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int
open(const char *path, int flags, ...);
ssize_t
write(int fd, const void *bytes, size_t n_bytes);
ssize_t
pwrite(int fd, const void *bytes, size_t n_bytes, off_t offset);
int
ftruncate(int fd, off_t size);
FILE *
fdopen(int fd, const char *mode);
int
fsync(int fd);
int
fdatasync(int fd);
int
link(const char *from, const char *to);
int
rename(const char *from, const char *to);
int
renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags);
int
unlink(const char *path);
int
mkdir(const char *path, mode_t mode);
int
rmdir(const char *path);

enum { PATH_BYTES = 8192, STREAMS_MAX = 256 };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* Whose writes are the C library's own, which nobody sees: noted when they are synced. */
static struct {
	unsigned long inodes[STREAMS_MAX];
	int n;
} streams;

struct record {
	char what;
	unsigned long inode;
	long long offset;
	size_t n_bytes;
};

static void
put(struct record record, const void *bytes)
{
	const char *to = getenv("RECORD_TO");
	char line[128];
	struct iovec parts[2];
	int fd = to ? (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;

	if (fd < 0)
		return;
	parts[0].iov_base = line;
	parts[0].iov_len = (size_t)snprintf(line, sizeof(line), "%c %lu %lld %zu\n", record.what,
					    record.inode, record.offset, record.n_bytes);
	parts[1] = (struct iovec){(void *)bytes, record.n_bytes};
	if (writev(fd, parts, 2) < 0)
		abort();
	close(fd);
}

static unsigned long
inode_of(int fd)
{
	struct stat status;

	return fstat(fd, &status) == 0 ? status.st_ino : 0;
}

static bool
is_file(int fd)
{
	struct stat status;

	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/* Of a path that may be relative, without what leads to it through links. */
static void
make_absolute(const char *path, char ret_path[PATH_BYTES / 2])
{
	char here[PATH_BYTES / 4] = "";

	if (path[0] != '/' && !getcwd(here, sizeof(here)))
		abort();
	snprintf(ret_path, PATH_BYTES / 2, "%s%s%s", here, path[0] == '/' ? "" : "/", path);
}

static void
put_names(char what, unsigned long inode, const char *one, const char *other)
{
	char names[PATH_BYTES] = "";
	size_t n_bytes;

	make_absolute(one, names);
	n_bytes = strlen(names);
	if (other) {
		make_absolute(other, names + n_bytes + 1);
		n_bytes += 1 + strlen(names + n_bytes + 1);
	}
	put((struct record){what, inode, 0, n_bytes}, names);
}

static int
open_it(const char *path, int flags, mode_t mode)
{
	struct stat status;
	bool is_new;
	int fd;

	pthread_mutex_lock(&one_at_a_time);
	is_new = (flags & O_CREAT) && lstat(path, &status) != 0;
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
	if (fd >= 0 && is_new)
		put_names('C', inode_of(fd), path, NULL);
	if (fd >= 0 && (flags & O_TRUNC) && is_file(fd))
		put((struct record){'T', inode_of(fd), 0, 0}, "");
	pthread_mutex_unlock(&one_at_a_time);
	return fd;
}

int
open(const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return open_it(path, flags, mode);
}

int
open_plain(const char *path, int flags, ...) __asm__("open")
	__attribute__((alias("open64"), nonnull(1)));

ssize_t
write(int fd, const void *bytes, size_t n_bytes)
{
	off_t offset;
	ssize_t n;

	if (!is_file(fd))
		return syscall(SYS_write, fd, bytes, n_bytes);
	pthread_mutex_lock(&one_at_a_time);
	n = syscall(SYS_write, fd, bytes, n_bytes);
	offset = lseek(fd, 0, SEEK_CUR);
	if (n > 0)
		put((struct record){'W', inode_of(fd), offset - n, (size_t)n}, bytes);
	pthread_mutex_unlock(&one_at_a_time);
	return n;
}

ssize_t
pwrite(int fd, const void *bytes, size_t n_bytes, off_t offset)
{
	ssize_t n;

	pthread_mutex_lock(&one_at_a_time);
	n = syscall(SYS_pwrite64, fd, bytes, n_bytes, offset);
	if (n > 0)
		put((struct record){'W', inode_of(fd), offset, (size_t)n}, bytes);
	pthread_mutex_unlock(&one_at_a_time);
	return n;
}

int
ftruncate(int fd, off_t size)
{
	int code;

	pthread_mutex_lock(&one_at_a_time);
	code = (int)syscall(SYS_ftruncate, fd, size);
	if (code == 0)
		put((struct record){'T', inode_of(fd), size, 0}, "");
	pthread_mutex_unlock(&one_at_a_time);
	return code;
}

FILE *
fdopen(int fd, const char *mode)
{
	FILE *(*real)(int, const char *);

	*(void **)&real = dlsym(RTLD_NEXT, "fdopen");
	pthread_mutex_lock(&one_at_a_time);
	if (streams.n == STREAMS_MAX)
		abort();
	if (is_file(fd))
		streams.inodes[streams.n++] = inode_of(fd);
	pthread_mutex_unlock(&one_at_a_time);
	return real(fd, mode);
}

static bool
is_stream(int fd)
{
	unsigned long inode = inode_of(fd);

	for (int i = 0; i < streams.n; i++) {
		if (streams.inodes[i] == inode)
			return true;
	}
	return false;
}

static void
put_all(int fd)
{
	struct stat status;
	void *bytes;
	char path[64];
	int own;

	/* Perhaps it is open for writing only. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	own = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
	if (own < 0 || fstat(own, &status) != 0)
		abort();
	bytes = malloc((size_t)status.st_size + 1);
	if (!bytes || pread(own, bytes, (size_t)status.st_size, 0) != status.st_size)
		abort();
	put((struct record){'W', status.st_ino, 0, (size_t)status.st_size}, bytes);
	close(own);
	free(bytes);
}

int
fsync(int fd)
{
	pthread_mutex_lock(&one_at_a_time);
	if (is_stream(fd))
		put_all(fd);
	put((struct record){'S', inode_of(fd), 0, 0}, "");
	pthread_mutex_unlock(&one_at_a_time);
	return 0;
}

int
fdatasync(int fd)
{
	return fsync(fd);
}

static unsigned long
inode_at(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 ? status.st_ino : 0;
}

int
link(const char *from, const char *to)
{
	int code;

	pthread_mutex_lock(&one_at_a_time);
	code = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
	if (code == 0)
		put_names('L', inode_at(to), from, to);
	pthread_mutex_unlock(&one_at_a_time);
	return code;
}

int
renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags)
{
	int code;

	pthread_mutex_lock(&one_at_a_time);
	code = (int)syscall(SYS_renameat2, from_at, from, to_at, to, flags);
	if (code == 0)
		put_names('R', inode_at(to), from, to);
	pthread_mutex_unlock(&one_at_a_time);
	return code;
}

int
rename(const char *from, const char *to)
{
	return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
unlink(const char *path)
{
	int code;

	pthread_mutex_lock(&one_at_a_time);
	code = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
	if (code == 0)
		put_names('U', 0, path, NULL);
	pthread_mutex_unlock(&one_at_a_time);
	return code;
}

int
mkdir(const char *path, mode_t mode)
{
	int code;

	pthread_mutex_lock(&one_at_a_time);
	code = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
	if (code == 0)
		put_names('M', inode_at(path), path, NULL);
	pthread_mutex_unlock(&one_at_a_time);
	return code;
}

int
rmdir(const char *path)
{
	int code;

	pthread_mutex_lock(&one_at_a_time);
	code = (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
	if (code == 0)
		put_names('U', 0, path, NULL);
	pthread_mutex_unlock(&one_at_a_time);
	return code;
}
