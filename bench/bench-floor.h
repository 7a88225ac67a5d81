/*
 * A floor for measuring: the real daemon, each table with an Angel Eye on a pty of its own that
 * says each card three times, dealers on the daemon's socket, and one client that watches and
 * measures how long a card takes from its first byte to the line that reports it. Ends itself on
 * trouble: there is nobody to handle an error.
 */
#pragma once

#include <glib.h>
#include <stdint.h>

struct bench_floor;

struct bench_stage {
	unsigned cards_a_second; /* of each table; 0: as fast as it goes and a shoe may */
	unsigned seconds;
};

struct bench_result {
	/* int64_t each. */
	GArray *prompt_us;       /* from a card's byte to the watching client */
	GArray *taken_us;        /* of that: until the daemon took it, by its clock */
	GArray *acknowledged_us; /* of that: from there to the watching client */
	/* Of this program: how late the machine woke it, how long it looked at nothing. */
	GArray *late_us, *busy_us;
	unsigned n_cards;  /* their steps seen */
	unsigned n_events; /* cards, and what dealers said */
	double elapsed_s;
	double cpu_s; /* of the daemon, all threads */
	unsigned rss_kib;
};

/* Start `program` with so many tables, its files in `directory`, and wait for every shoe. `more`:
 * the end of its configuration; tables that this names are not dealt. */
struct bench_floor *
bench_floor_new(const char *program, const char *directory, unsigned n_tables, const char *more);

/* Deal for a while. Clear the result with bench_result_clear(). */
void
bench_floor_run(struct bench_floor *floor, struct bench_stage stage,
		struct bench_result *ret_result);
/* When the last card of a table was sent, on the monotonic clock; from any thread. */
int64_t
bench_floor_last_card_us(const struct bench_floor *floor, unsigned number);
/* The daemon's socket. Transferred. */
char *
bench_floor_get_socket(const struct bench_floor *floor);
/* In milliseconds, of microseconds (int64_t), which it sorts; `part` from 0 to 1. */
double
bench_percentile_ms(GArray *times_us, double part);
void
bench_result_clear(struct bench_result *result);

/* Stop the daemon. Its files stay. */
void
bench_floor_free(struct bench_floor *floor);
