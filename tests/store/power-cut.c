/*
 * The VFS writes through to the real one and keeps its own notes; it has no opinion on what SQLite
 * does with the files. The shared memory beside a write-ahead log is no file that outlives a cut.
 */
#include "power-cut.h"

#include <sqlite3.h>
#include <string.h>

enum { SECTOR_BYTES = 512 };

enum operation_kind {
	OPERATION_WRITE,
	OPERATION_TRUNCATE,
	OPERATION_SYNC,
	OPERATION_CREATE,
	OPERATION_DELETE,
	OPERATION_SYNC_DIRECTORY,
};

struct operation {
	enum operation_kind kind;
	char *name; /* of the file, without its directory */
	gint64 offset;
	GBytes *bytes; /* of a write */
};

struct cut_file {
	sqlite3_file base;
	char *name;
	sqlite3_file *real;
	bool is_synced; /* once, by the real one, which then syncs the directory of a new file */
};

static struct {
	sqlite3_vfs vfs, *real;
	sqlite3_syscall_ptr open_directory;
	bool has_directories;
	GPtrArray *operations;
} cut;

static void
free_operation(gpointer data)
{
	struct operation *operation = data;

	g_free(operation->name);
	g_clear_pointer(&operation->bytes, g_bytes_unref);
	g_free(operation);
}

static void
record_operation(enum operation_kind kind, const char *name, gint64 offset, GBytes *bytes)
{
	struct operation *operation = g_new0(struct operation, 1);

	operation->kind = kind;
	operation->name = g_strdup(name);
	operation->offset = offset;
	operation->bytes = bytes;
	g_ptr_array_add(cut.operations, operation);
}

static sqlite3_file *
real_of(sqlite3_file *file)
{
	return ((struct cut_file *)file)->real;
}

static const char *
name_of(sqlite3_file *file)
{
	return ((struct cut_file *)file)->name;
}

static int
on_close(sqlite3_file *file)
{
	int code = real_of(file)->pMethods->xClose(real_of(file));

	g_free(((struct cut_file *)file)->name);
	g_free(((struct cut_file *)file)->real);
	return code;
}

static int
on_read(sqlite3_file *file, void *bytes, int n_bytes, sqlite3_int64 offset)
{
	return real_of(file)->pMethods->xRead(real_of(file), bytes, n_bytes, offset);
}

static int
on_write(sqlite3_file *file, const void *bytes, int n_bytes, sqlite3_int64 offset)
{
	record_operation(OPERATION_WRITE, name_of(file), offset,
			 g_bytes_new(bytes, (gsize)n_bytes));
	return real_of(file)->pMethods->xWrite(real_of(file), bytes, n_bytes, offset);
}

static int
on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	record_operation(OPERATION_TRUNCATE, name_of(file), size, NULL);
	return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int
on_sync(sqlite3_file *file, int flags)
{
	struct cut_file *own = (struct cut_file *)file;

	record_operation(OPERATION_SYNC, name_of(file), 0, NULL);
	if (own->is_synced)
		return SQLITE_OK; /* the real disk has nothing to do with it */
	own->is_synced = true;
	return own->real->pMethods->xSync(own->real, flags);
}

static int
on_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int
on_lock(sqlite3_file *file, int lock)
{
	return real_of(file)->pMethods->xLock(real_of(file), lock);
}

static int
on_unlock(sqlite3_file *file, int lock)
{
	return real_of(file)->pMethods->xUnlock(real_of(file), lock);
}

static int
on_check_lock(sqlite3_file *file, int *is_locked)
{
	return real_of(file)->pMethods->xCheckReservedLock(real_of(file), is_locked);
}

static int
on_control(sqlite3_file *file, int what, void *argument)
{
	return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

static int
on_sector_size(sqlite3_file *file)
{
	(void)file;
	return SECTOR_BYTES;
}

/* Nothing that a disk would have to promise. */
static int
on_characteristics(sqlite3_file *file)
{
	(void)file;
	return 0;
}

static int
on_shm_map(sqlite3_file *file, int page, int size, int is_extended, void volatile **memory)
{
	return real_of(file)->pMethods->xShmMap(real_of(file), page, size, is_extended, memory);
}

static int
on_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
	return real_of(file)->pMethods->xShmLock(real_of(file), offset, n, flags);
}

static void
on_shm_barrier(sqlite3_file *file)
{
	real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int
on_shm_unmap(sqlite3_file *file, int is_deleted)
{
	return real_of(file)->pMethods->xShmUnmap(real_of(file), is_deleted);
}

static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = on_close,
	.xRead = on_read,
	.xWrite = on_write,
	.xTruncate = on_truncate,
	.xSync = on_sync,
	.xFileSize = on_file_size,
	.xLock = on_lock,
	.xUnlock = on_unlock,
	.xCheckReservedLock = on_check_lock,
	.xFileControl = on_control,
	.xSectorSize = on_sector_size,
	.xDeviceCharacteristics = on_characteristics,
	.xShmMap = on_shm_map,
	.xShmLock = on_shm_lock,
	.xShmBarrier = on_shm_barrier,
	.xShmUnmap = on_shm_unmap,
};

/* SQLite is about to sync the directory; it continues when that cannot be opened. */
static int
on_open_directory(const char *path, int *ret_fd)
{
	(void)path;
	if (cut.has_directories)
		record_operation(OPERATION_SYNC_DIRECTORY, "", 0, NULL);
	*ret_fd = -1;
	return SQLITE_CANTOPEN;
}

static int
on_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *ret_flags)
{
	struct cut_file *own = (struct cut_file *)file;
	bool is_new = path && !g_file_test(path, G_FILE_TEST_EXISTS);
	int code;

	(void)vfs;
	own->base.pMethods = NULL;
	own->is_synced = false;
	own->real = g_malloc0((gsize)cut.real->szOsFile);
	code = cut.real->xOpen(cut.real, path, own->real, flags, ret_flags);
	if (code != SQLITE_OK) {
		g_free(own->real);
		return code;
	}
	own->name = path ? g_path_get_basename(path) : g_strdup("");
	own->base.pMethods = &methods;
	if (is_new)
		record_operation(OPERATION_CREATE, own->name, 0, NULL);
	return SQLITE_OK;
}

static int
on_delete(sqlite3_vfs *vfs, const char *path, int is_synced)
{
	g_autofree char *name = g_path_get_basename(path);

	(void)vfs;
	record_operation(OPERATION_DELETE, name, 0, NULL);
	return cut.real->xDelete(cut.real, path, is_synced);
}

void
power_cut_start(bool has_directories)
{
	cut.has_directories = has_directories;
	cut.real = sqlite3_vfs_find(NULL);
	cut.vfs = *cut.real;
	cut.vfs.zName = "power-cut";
	cut.vfs.szOsFile = sizeof(struct cut_file);
	cut.vfs.xOpen = on_open;
	cut.vfs.xDelete = on_delete;
	cut.operations = g_ptr_array_new_with_free_func(free_operation);
	cut.open_directory = cut.real->xGetSystemCall(cut.real, "openDirectory");
	cut.real->xSetSystemCall(cut.real, "openDirectory", (sqlite3_syscall_ptr)on_open_directory);
	sqlite3_vfs_register(&cut.vfs, 1);
}

void
power_cut_stop(void)
{
	sqlite3_vfs_unregister(&cut.vfs);
	cut.real->xSetSystemCall(cut.real, "openDirectory", cut.open_directory);
	sqlite3_vfs_register(cut.real, 1);
}

guint
power_cut_now(void)
{
	return cut.operations->len;
}

static const struct operation *
at(guint moment)
{
	return g_ptr_array_index(cut.operations, moment);
}

static bool
is_of(const struct operation *operation, const char *name)
{
	return strcmp(operation->name, name) == 0;
}

/* The moment of a file's last sync from `begin` on; what was written before it is there. */
static guint
find_last_sync(const char *name, guint begin, guint end)
{
	while (end > begin) {
		if (at(--end)->kind == OPERATION_SYNC && is_of(at(end), name))
			return end;
	}
	return begin;
}

/*
 * Until when what happened to the directory has happened, for a cut at `end`: all up to its last
 * sync, and of what came after it any beginning.
 */
static guint
choose_directory(GRand *random, guint end)
{
	guint synced = end;

	while (synced > 0 && at(synced - 1)->kind != OPERATION_SYNC_DIRECTORY)
		synced--;
	return (guint)g_rand_int_range(random, (gint32)synced, (gint32)end + 1);
}

/* Whether the name leads to a file then, and to the one that was made when. */
static bool
find_file(const char *name, guint directory, guint *ret_begin)
{
	for (guint i = directory; i > 0; i--) {
		if (!is_of(at(i - 1), name) || at(i - 1)->kind < OPERATION_CREATE)
			continue;
		*ret_begin = i;
		return at(i - 1)->kind == OPERATION_CREATE;
	}
	return false;
}

/* When the file that was made then was removed, or `end`. */
static guint
find_end(const char *name, guint begin, guint end)
{
	for (guint i = begin; i < end; i++) {
		if (is_of(at(i), name) && at(i)->kind == OPERATION_DELETE)
			return i;
	}
	return end;
}

static void
apply_write(GByteArray *image, const struct operation *operation, gsize n_bytes)
{
	gsize end = (gsize)operation->offset + n_bytes;
	gsize old_size = image->len;

	if (end > old_size) {
		g_byte_array_set_size(image, (guint)end);
		memset(image->data + old_size, 0, end - old_size);
	}
	memcpy(image->data + operation->offset, g_bytes_get_data(operation->bytes, NULL), n_bytes);
}

/* An operation that was not synced: done, left out, or, a write, done in part. */
static void
apply_maybe(GRand *random, GByteArray *image, const struct operation *operation)
{
	gint32 chance = g_rand_int_range(random, 0, 5);
	gsize n_bytes = operation->bytes ? g_bytes_get_size(operation->bytes) : 0;

	if (chance < 2)
		return;
	if (operation->kind == OPERATION_TRUNCATE && operation->offset < image->len)
		g_byte_array_set_size(image, (guint)operation->offset);
	if (operation->kind == OPERATION_WRITE)
		apply_write(image, operation,
			    chance == 2 && n_bytes > SECTOR_BYTES ? SECTOR_BYTES : n_bytes);
}

static void
apply_surely(GByteArray *image, const struct operation *operation)
{
	if (operation->kind == OPERATION_WRITE)
		apply_write(image, operation, g_bytes_get_size(operation->bytes));
	else if (operation->kind == OPERATION_TRUNCATE && operation->offset < image->len)
		g_byte_array_set_size(image, (guint)operation->offset);
}

/* What is left of the file that was made just before `begin`. */
static void
leave_file(GRand *random, guint begin, guint end, const char *path)
{
	const char *name = at(begin - 1)->name;
	guint last = find_end(name, begin, end);
	guint synced = find_last_sync(name, begin, last);
	g_autoptr(GByteArray) image = g_byte_array_new();

	for (guint i = begin; i < last; i++) {
		if (!is_of(at(i), name))
			continue;
		if (i < synced)
			apply_surely(image, at(i));
		else
			apply_maybe(random, image, at(i));
	}
	if (image->len > 0)
		g_file_set_contents(path, (const char *)image->data, image->len, NULL);
}

void
power_cut_leave(GRand *random, guint n_operations, const char *directory)
{
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
	guint known = choose_directory(random, n_operations);

	for (guint i = 0; i < known; i++) {
		g_autofree char *path = g_build_filename(directory, at(i)->name, NULL);
		guint begin;

		if (at(i)->kind == OPERATION_CREATE && g_hash_table_add(names, at(i)->name) &&
		    find_file(at(i)->name, known, &begin))
			leave_file(random, begin, n_operations, path);
	}
}
