/*
 * Two tables: wrong PINs for a name from an origin, which lock the name there, longer each time;
 * and wrong PINs of an origin for any name, with an allowance that refills slowly.
 */
#include "pin-guard.h"

enum {
	GUARD_FREE = 5,          /* wrong PINs of a name before the first lock */
	GUARD_GUESSING = 8,      /* for a name, before guessing is reported */
	GUARD_LOCK_MAX_MIN = 60, /* 1, 2, 4, … */
	GUARD_ALLOWANCE = 30,    /* wrong PINs of an origin that are allowed */
	GUARD_REFILL_S = 60,     /* time in which the allowance grows by one */
	GUARD_FORGET_S = 86400,  /* a name without an attempt for so long */
	GUARD_FINDING_S = 3600,  /* an origin is reported at most once in this time */
	GUARD_SUSPECT_S = 60,
};

struct name {
	char *origin, *who;
	int64_t n_failures;
	int64_t until_us; /* 0: not locked */
	int64_t last_us;
};

struct origin {
	int64_t n_spent;   /* used up of its allowance */
	int64_t refill_us; /* when the next one refills */
	int64_t last_us;
	int64_t reported_us; /* 0: never */
};

struct sabot_pin_guard {
	GHashTable *names;   /* key (transferred) to struct name */
	GHashTable *origins; /* to struct origin */
};

static int64_t
seconds(int64_t n)
{
	return n * G_USEC_PER_SEC;
}

static void
free_name(gpointer data)
{
	struct name *name = data;

	g_free(name->origin);
	g_free(name->who);
	g_free(name);
}

struct sabot_pin_guard *
sabot_pin_guard_new(void)
{
	struct sabot_pin_guard *guard = g_new0(struct sabot_pin_guard, 1);

	guard->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_name);
	guard->origins = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return guard;
}

void
sabot_pin_guard_free(struct sabot_pin_guard *guard)
{
	if (!guard)
		return;
	g_hash_table_unref(guard->names);
	g_hash_table_unref(guard->origins);
	g_free(guard);
}

/* Neither part has a newline in it. */
static char *
key_of(const struct sabot_pin_try *try)
{
	return g_strconcat(try->origin, "\n", try->who, NULL);
}

static struct name *
find_name(const struct sabot_pin_guard *guard, const struct sabot_pin_try *try)
{
	g_autofree char *key = key_of(try);

	return g_hash_table_lookup(guard->names, key);
}

static struct name *
need_name(struct sabot_pin_guard *guard, const struct sabot_pin_try *try)
{
	struct name *name = find_name(guard, try);

	if (name)
		return name;
	name = g_new0(struct name, 1);
	name->origin = g_strdup(try->origin);
	name->who = g_strdup(try->who);
	g_hash_table_insert(guard->names, key_of(try), name);
	return name;
}

/* Find the origin, and refill its allowance up to now. */
static struct origin *
need_origin(struct sabot_pin_guard *guard, const char *word, int64_t now_us)
{
	struct origin *origin = g_hash_table_lookup(guard->origins, word);
	int64_t n_back;

	if (!origin) {
		origin = g_new0(struct origin, 1);
		g_hash_table_insert(guard->origins, g_strdup(word), origin);
	}
	/* A clock that was set back delays refilling for at most one step. */
	origin->refill_us = MIN(origin->refill_us, now_us + seconds(GUARD_REFILL_S));
	if (origin->n_spent == 0 || now_us < origin->refill_us)
		return origin;
	n_back = 1 + (now_us - origin->refill_us) / seconds(GUARD_REFILL_S);
	origin->n_spent = MAX(origin->n_spent - n_back, 0);
	origin->refill_us += n_back * seconds(GUARD_REFILL_S);
	return origin;
}

/* Never longer than the longest lock, whatever happened to the clock. */
static int64_t
lock_of(const struct name *name, int64_t now_us)
{
	bool is_locked = name && name->until_us > now_us &&
			 name->until_us <= now_us + seconds(60 * GUARD_LOCK_MAX_MIN);

	return is_locked ? name->until_us : 0;
}

int64_t
sabot_pin_guard_locked_until(const struct sabot_pin_guard *guard, const struct sabot_pin_try *try,
			     int64_t now_us)
{
	return lock_of(find_name(guard, try), now_us);
}

int64_t
sabot_pin_guard_paused_until(struct sabot_pin_guard *guard, const char *word, int64_t now_us)
{
	const struct origin *origin = need_origin(guard, word, now_us);

	return origin->n_spent < GUARD_ALLOWANCE ? 0 : origin->refill_us;
}

bool
sabot_pin_guard_is_suspect(const struct sabot_pin_guard *guard, const char *word, int64_t now_us)
{
	const struct origin *origin = g_hash_table_lookup(guard->origins, word);

	return origin && origin->n_spent > 0 && origin->last_us > now_us - seconds(GUARD_SUSPECT_S);
}

static int64_t
lock_for(int64_t n_failures)
{
	int64_t n_doublings = MIN(n_failures - GUARD_FREE, 6);

	return seconds(60 * MIN(INT64_C(1) << n_doublings, GUARD_LOCK_MAX_MIN));
}

bool
sabot_pin_guard_is_due(struct sabot_pin_guard *guard, const char *word, int64_t now_us)
{
	struct origin *origin = need_origin(guard, word, now_us);

	if (origin->reported_us != 0 && now_us - origin->reported_us < seconds(GUARD_FINDING_S))
		return false;
	origin->reported_us = now_us;
	return true;
}

struct sabot_pin_failure
sabot_pin_guard_fail(struct sabot_pin_guard *guard, const struct sabot_pin_try *try, int64_t now_us)
{
	struct name *name = need_name(guard, try);
	struct origin *origin = need_origin(guard, try->origin, now_us);
	struct sabot_pin_failure failure = {.n = ++name->n_failures};

	name->last_us = origin->last_us = now_us;
	if (origin->n_spent == 0)
		origin->refill_us = now_us + seconds(GUARD_REFILL_S);
	origin->n_spent = MIN(origin->n_spent + 1, GUARD_ALLOWANCE);
	if (name->n_failures >= GUARD_FREE && !try->is_reserved)
		failure.until_us = name->until_us = now_us + lock_for(name->n_failures);
	failure.is_of_origin = name->n_failures < GUARD_GUESSING;
	if (failure.is_of_origin && origin->n_spent < GUARD_ALLOWANCE)
		return failure;
	failure.is_guessing = sabot_pin_guard_is_due(guard, try->origin, now_us);
	return failure;
}

void
sabot_pin_guard_forgive(struct sabot_pin_guard *guard, const struct sabot_pin_try *try)
{
	struct origin *origin = g_hash_table_lookup(guard->origins, try->origin);
	const struct name *name = find_name(guard, try);
	g_autofree char *key = key_of(try);

	/* Only for this name: a guesser of other names regains nothing with a PIN of his own. */
	if (origin && name)
		origin->n_spent = MAX(origin->n_spent - name->n_failures, 0);
	g_hash_table_remove(guard->names, key);
}

static gboolean
is_of(gpointer key, gpointer value, gpointer who)
{
	const struct name *name = value;

	(void)key;
	return g_str_equal(name->who, who);
}

void
sabot_pin_guard_unlock(struct sabot_pin_guard *guard, const char *who)
{
	g_hash_table_foreach_remove(guard->names, is_of, (gpointer)who);
}

void
sabot_pin_guard_restore(struct sabot_pin_guard *guard, const struct sabot_pin_try *try, int64_t n,
			int64_t until_us)
{
	struct name *name = need_name(guard, try);

	name->n_failures = MAX(n, GUARD_FREE);
	name->until_us = name->last_us = until_us;
}

static gboolean
is_old(gpointer key, gpointer value, gpointer now_us)
{
	const struct name *name = value;

	(void)key;
	return name->last_us + seconds(GUARD_FORGET_S) < *(const int64_t *)now_us;
}

void
sabot_pin_guard_expire(struct sabot_pin_guard *guard, int64_t now_us)
{
	g_hash_table_foreach_remove(guard->names, is_old, &now_us);
}
