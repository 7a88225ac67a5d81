/*
 * SQLite's memory in a fuzzer: some stretches, each given out from front to back and given back
 * when all of it is free, so that nothing is used again soon. The sanitizer's own allocator takes
 * half of a fuzzer's time. It knows what is given out here, so that it sees who reads beside it,
 * behind its end, or after it was freed.
 */
#include <sanitizer/asan_interface.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/mman.h>

enum {
	ARENA_STRETCHES = 128,
	ARENA_STRETCH_BYTES = 8 * 1024 * 1024,
	ARENA_BYTES = ARENA_STRETCHES * ARENA_STRETCH_BYTES,
	ARENA_ALIGN = 16,
};

/* It may look at what nobody else may, and its branches are no news to the fuzzer. */
#define NOT_INSTRUMENTED __attribute__((no_sanitize("address", "coverage")))

struct stretch {
	size_t n_given; /* bytes, with what is before each piece */
	size_t n_pieces;
};

static struct {
	char *bytes; /* mapped: the search for leaks would look through all of a variable */
	struct stretch stretches[ARENA_STRETCHES], *now;
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
	       "malloc_context_size=1";
}

/* Its size is before a piece, where nobody else may read. */
NOT_INSTRUMENTED static int *
size_of(void *piece)
{
	return (int *)((char *)piece - ARENA_ALIGN);
}

NOT_INSTRUMENTED static int
get_size(void *piece)
{
	return piece ? *size_of(piece) : 0;
}

/* One that nothing is in, best one that was used before; NULL when there is none. */
NOT_INSTRUMENTED static struct stretch *
find_empty(void)
{
	for (size_t i = 0; i < ARENA_STRETCHES; i++) {
		struct stretch *stretch = &arena.stretches[i];

		if (stretch->n_pieces == 0) {
			stretch->n_given = 0;
			return stretch;
		}
	}
	return NULL;
}

NOT_INSTRUMENTED static char *
get_room(size_t n_bytes)
{
	struct stretch *stretch = arena.now;

	if (n_bytes > ARENA_STRETCH_BYTES - stretch->n_given)
		stretch = n_bytes <= ARENA_STRETCH_BYTES ? find_empty() : NULL;
	if (!stretch)
		return NULL;
	arena.now = stretch;
	stretch->n_given += n_bytes;
	stretch->n_pieces++;
	return arena.bytes + (stretch - arena.stretches) * ARENA_STRETCH_BYTES + stretch->n_given -
	       n_bytes;
}

NOT_INSTRUMENTED static void *
get_piece(int n_bytes)
{
	size_t n_aligned = ((size_t)n_bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
	char *room = n_bytes > 0 ? get_room(n_aligned + ARENA_ALIGN) : NULL;

	if (!room)
		return NULL;
	*size_of(room + ARENA_ALIGN) = n_bytes;
	ASAN_UNPOISON_MEMORY_REGION(room + ARENA_ALIGN, (size_t)n_bytes);
	return room + ARENA_ALIGN;
}

NOT_INSTRUMENTED static void
free_piece(void *piece)
{
	if (!piece)
		return;
	ASAN_POISON_MEMORY_REGION(piece, (size_t)get_size(piece));
	arena.stretches[((char *)piece - arena.bytes) / ARENA_STRETCH_BYTES].n_pieces--;
}

NOT_INSTRUMENTED static void *
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

NOT_INSTRUMENTED static int
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
	arena.now = arena.stretches;
	ASAN_POISON_MEMORY_REGION(arena.bytes, ARENA_BYTES);
	/* One thread, and SQLite counts nothing; no pieces of its own, in which nothing is seen. */
	return sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) != SQLITE_OK ||
	       sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK ||
	       sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK ||
	       sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK;
}
