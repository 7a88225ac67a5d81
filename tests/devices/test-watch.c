/*
 * Watching many descriptors from one source of the main loop: each is notified of its own, and who
 * is freed is not called, also when it is another's call that frees him.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "devices/transport/transport-watch.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PIPES = 100, DEADLINE_MS = 90000 };

struct line {
	int ends[2];
	struct sabot_watch *watch;
	unsigned n_called;
	struct line *kills; /* frees this one's watch when it is called */
};

static gboolean
on_ready(int fd, GIOCondition condition, void *user)
{
	struct line *line = user;
	char byte;

	assert_int_equal(fd, line->ends[0]);
	line->n_called++;
	if (condition & G_IO_IN)
		assert_int_equal(read(fd, &byte, 1), 1);
	if (line->kills)
		g_clear_pointer(&line->kills->watch, sabot_watch_free);
	return G_SOURCE_CONTINUE;
}

static void
open_line(struct line *line)
{
	assert_int_equal(pipe(line->ends), 0);
	line->watch = sabot_watch_new(line->ends[0], on_ready, line);
}

static void
close_line(struct line *line)
{
	g_clear_pointer(&line->watch, sabot_watch_free);
	close(line->ends[0]);
	close(line->ends[1]);
}

static gboolean
on_deadline(void *user)
{
	*(bool *)user = true;
	return G_SOURCE_CONTINUE;
}

static void
run_until_called(const struct line *line, unsigned times)
{
	bool is_late = false;
	guint timer = g_timeout_add(DEADLINE_MS, on_deadline, &is_late);

	while (line->n_called < times && !is_late)
		g_main_context_iteration(NULL, TRUE);
	g_source_remove(timer);
	assert_true(line->n_called >= times);
}

/* More than are handled in one turn of the loop; and all of them again. */
static void
test_each_its_own(void **state)
{
	static struct line lines[PIPES];

	(void)state;
	for (int i = 0; i < PIPES; i++)
		open_line(&lines[i]);
	for (unsigned round = 1; round <= 2; round++) {
		for (int i = 0; i < PIPES; i++)
			assert_int_equal(write(lines[i].ends[1], "x", 1), 1);
		for (int i = 0; i < PIPES; i++)
			run_until_called(&lines[i], round);
	}
	for (int i = 0; i < PIPES; i++) {
		assert_int_equal(lines[i].n_called, 2);
		close_line(&lines[i]);
	}
}

/* Both are ready in the same turn; whichever is called first frees the other. */
static void
test_freed_in_a_call(void **state)
{
	struct line a = {0}, b = {0}, c = {0};

	(void)state;
	open_line(&a);
	open_line(&b);
	a.kills = &b;
	b.kills = &a;
	assert_int_equal(write(a.ends[1], "x", 1), 1);
	assert_int_equal(write(b.ends[1], "x", 1), 1);
	while (a.n_called + b.n_called == 0)
		g_main_context_iteration(NULL, TRUE);
	g_main_context_iteration(NULL, FALSE);
	assert_int_equal(a.n_called + b.n_called, 1);
	close_line(&a);
	close_line(&b);
	/* The last one ends itself in its call; then the set starts again. */
	for (unsigned i = 1; i <= 2; i++) {
		open_line(&c);
		c.kills = &c;
		assert_int_equal(write(c.ends[1], "x", 1), 1);
		run_until_called(&c, i);
		assert_null(c.watch);
		close_line(&c);
	}
}

static void
test_hangup(void **state)
{
	struct line line = {0};

	(void)state;
	open_line(&line);
	close(line.ends[1]);
	line.kills = &line;
	run_until_called(&line, 1);
	assert_null(line.watch);
	close(line.ends[0]);
}

/* A file is always ready, and cannot be in the set. */
static void
test_a_file(void **state)
{
	g_autofree char *path = NULL;
	struct line line = {.ends = {g_file_open_tmp("sabot-watch-XXXXXX", &path, NULL), -1}};

	(void)state;
	assert_int_equal(write(line.ends[0], "ab", 2), 2);
	assert_int_equal(lseek(line.ends[0], 0, SEEK_SET), 0);
	line.watch = sabot_watch_new(line.ends[0], on_ready, &line);
	run_until_called(&line, 2);
	sabot_watch_free(line.watch);
	close(line.ends[0]);
	g_unlink(path);
}

/* No descriptor is left for the set: the line, which has its own, is heard all the same. */
static void
test_without_a_set(void **state)
{
	struct rlimit limit, none;
	struct line line = {0};

	(void)state;
	assert_int_equal(pipe(line.ends), 0);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	line.watch = sabot_watch_new(line.ends[0], on_ready, &line);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(write(line.ends[1], "x", 1), 1);
	run_until_called(&line, 1);
	close_line(&line);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_its_own),  cmocka_unit_test(test_freed_in_a_call),
		cmocka_unit_test(test_hangup),        cmocka_unit_test(test_a_file),
		cmocka_unit_test(test_without_a_set),
	};

	return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
