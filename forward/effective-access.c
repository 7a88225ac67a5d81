/*
 * access(2) answers for the real user and ignores that a capability lets the program read. SQLite
 * and GLib, which check files with it, would take the daemon's files for missing, and a database
 * that is being written to for one that is not. This version answers for the program's effective
 * rights.
 */
#include <fcntl.h>
#include <unistd.h>

/* Linked as access(), which it replaces in this program and its libraries. */
int
sabot_effective_access(const char *path, int mode) __asm__("access");

int
sabot_effective_access(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, AT_EACCESS);
}
