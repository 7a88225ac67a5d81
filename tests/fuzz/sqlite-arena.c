/*
 * SQLite's memory in a fuzzer: one stretch, given out from front to back and given back when all of
 * it is free, which is after each input. The sanitizer's own allocator takes half of a fuzzer's
 * time. It knows what is given out here, so that it sees who reads beside it or behind its end.
 */
#include <sanitizer/asan_interface.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/mman.h>

enum {
	ARENA_BYTES = 64 * 1024 * 1024,
	ARENA_ALIGN = 16,
};

static struct {
	char *bytes;    /* mapped: the search for leaks would look through all of a variable */
	size_t n_given; /* bytes, with what is before each piece */
	size_t n_pieces;
} arena;

int
LLVMFuzzerInitialize(int *n_args, char ***args);
const char *
__asan_default_options(void);

/* What remains to the sanitizer's allocator are small things that live for one input. */
const char *
__asan_default_options(void)
{
	return "quarantine_size_mb=4:thread_local_quarantine_size_kb=64:max_malloc_fill_size=0:"
	       "malloc_context_size=8";
}

/* Its size is before a piece, where nobody else may read. */
__attribute__((no_sanitize("address"))) static int *
size_of(void *piece)
{
	return (int *)((char *)piece - ARENA_ALIGN);
}

__attribute__((no_sanitize("address"))) static int
get_size(void *piece)
{
	return piece ? *size_of(piece) : 0;
}

__attribute__((no_sanitize("address"))) static void *
get_piece(int n_bytes)
{
	size_t n_aligned = ((size_t)n_bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
	char *piece = arena.bytes + arena.n_given + ARENA_ALIGN;

	if (n_bytes <= 0 || n_aligned + ARENA_ALIGN > ARENA_BYTES - arena.n_given)
		return NULL;
	arena.n_given += n_aligned + ARENA_ALIGN;
	arena.n_pieces++;
	*size_of(piece) = n_bytes;
	ASAN_UNPOISON_MEMORY_REGION(piece, (size_t)n_bytes);
	return piece;
}

static void
free_piece(void *piece)
{
	if (!piece)
		return;
	ASAN_POISON_MEMORY_REGION(piece, (size_t)get_size(piece));
	if (--arena.n_pieces == 0)
		arena.n_given = 0;
}

static void *
resize_piece(void *piece, int n_bytes)
{
	int n_before = get_size(piece);
	void *other = get_piece(n_bytes);

	if (!other)
		return NULL;
	memcpy(other, piece, (size_t)(n_before < n_bytes ? n_before : n_bytes));
	free_piece(piece);
	return other;
}

static int
round_up(int n_bytes)
{
	return (n_bytes + 7) / 8 * 8;
}

static int
begin(void *data)
{
	(void)data;
	return SQLITE_OK;
}

static void
end(void *data)
{
	(void)data;
}

int
LLVMFuzzerInitialize(int *n_args, char ***args)
{
	static const sqlite3_mem_methods methods = {get_piece, free_piece, resize_piece, get_size,
						    round_up,  begin,      end,          NULL};

	(void)n_args;
	(void)args;
	arena.bytes =
		mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (arena.bytes == MAP_FAILED)
		return 1;
	ASAN_POISON_MEMORY_REGION(arena.bytes, ARENA_BYTES);
	/* One thread, and SQLite counts nothing; no pieces of its own, in which nothing is seen. */
	return sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) != SQLITE_OK ||
	       sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK ||
	       sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK ||
	       sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK;
}
