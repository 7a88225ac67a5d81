/*
 * access(2) answers for the real user and forgets that a capability lets the program read: SQLite
 * and GLib, which look for files by it, would take the daemon's for missing, and a database that is
 * written to for one that rests. Here it answers for what the program may do.
 */
#include <fcntl.h>
#include <unistd.h>

int
access(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, AT_EACCESS);
}
