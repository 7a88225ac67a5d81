/* See hub-keeper.h. Orders go to the thread by a queue, and belong to it from then on. */
#include "hub-keeper.h"

#include "disk/own-file.h"
#include "proto/json-write.h"
#include "proto/message.h"
#include "proto/messages/hub-messages.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum {
	KEEPER_STEPS = 8192, /* of a file */
	KEEPER_FILE_BYTES = 48 * 1024 * 1024,
	KEEPER_READ_BYTES = 64 * 1024 * 1024,
	KEEPER_WAITING_BYTES = 32 * 1024 * 1024,
};

struct sabot_hub_keeper {
	char *path, *old_path, *origin;
	GHashTable *own; /* daemon to int64_t: its last step's number */
	GThread *thread;
	GAsyncQueue *orders;
	int64_t seq; /* the last that was put in */
	unsigned n_steps;
	size_t n_bytes; /* of the file that is written */
	gint n_waiting; /* bytes; atomic */
	gint is_broken; /* nothing more is written; atomic */
};

/* What the thread does next: begin a file, write, or end (neither). */
struct order {
	bool begins, drops_old;
	GBytes *bytes;
};

/* --- The thread ------------------------------------------------------------------------------- */

static int
begin_file(const struct sabot_hub_keeper *keeper, const struct order *order)
{
	int fd;

	if (order->drops_old)
		g_unlink(keeper->old_path);
	else if (g_rename(keeper->path, keeper->old_path) != 0 && errno != ENOENT)
		return -1;
	fd = open(keeper->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	return fd;
}

static bool
write_all(int fd, GBytes *bytes)
{
	gsize left;
	const char *at = g_bytes_get_data(bytes, &left);

	while (left > 0) {
		ssize_t n = write(fd, at, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		left -= (gsize)n;
	}
	return true;
}

static void
obey(struct sabot_hub_keeper *keeper, const struct order *order, int *fd)
{
	if (g_atomic_int_get(&keeper->is_broken))
		return;
	if (order->begins) {
		if (*fd >= 0)
			close(*fd);
		*fd = begin_file(keeper, order);
	}
	if (*fd >= 0 && write_all(*fd, order->bytes))
		return;
	g_warning("%s: %s: the hub's steps are not kept until it is started again", keeper->path,
		  g_strerror(errno));
	g_atomic_int_set(&keeper->is_broken, 1);
}

static gpointer
run(gpointer data)
{
	struct sabot_hub_keeper *keeper = data;
	int fd = -1;
	bool goes_on;

	do {
		struct order *order = g_async_queue_pop(keeper->orders);

		goes_on = order->bytes != NULL;
		if (goes_on) {
			obey(keeper, order, &fd);
			g_atomic_int_add(&keeper->n_waiting, -(gint)g_bytes_get_size(order->bytes));
			g_bytes_unref(order->bytes);
		}
		g_free(order);
	} while (goes_on);
	if (fd >= 0)
		close(fd);
	return NULL;
}

/* `text` is transferred; NULL: the thread ends. */
static void
send(struct sabot_hub_keeper *keeper, GString *text, bool begins, bool drops_old)
{
	struct order *order = g_new0(struct order, 1);

	order->begins = begins;
	order->drops_old = drops_old;
	if (text) {
		keeper->n_bytes = (begins ? 0 : keeper->n_bytes) + text->len;
		order->bytes = g_string_free_to_bytes(text);
		g_atomic_int_add(&keeper->n_waiting, (gint)g_bytes_get_size(order->bytes));
	}
	/* A hole in the row would be a loss; an end is none. */
	if (g_atomic_int_get(&keeper->n_waiting) > KEEPER_WAITING_BYTES &&
	    g_atomic_int_compare_and_exchange(&keeper->is_broken, 0, 1))
		g_warning("%s: the disk hangs: the hub's steps are not kept until it is started "
			  "again",
			  keeper->path);
	g_async_queue_push(keeper->orders, order);
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* What is read, of both files together. */
struct reading {
	struct sabot_hub_keeper *keeper;
	sabot_hub_kept_fn *fn;
	void *data;
	int64_t from_seq, until_seq;
	bool has_head;
};

/* A record of one line; NULL: it is none. Transferred. */
static gpointer
parse_line(const char *line, size_t length, const struct sabot_record_type *type)
{
	json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
	gpointer record = json ? sabot_record_parse(type, json, NULL) : NULL;

	json_decref(json);
	return record;
}

static void
record_own(struct sabot_hub_keeper *keeper, const char *upstream, int64_t own_seq)
{
	if (upstream)
		g_hash_table_insert(keeper->own, g_strdup(upstream),
				    g_memdup2(&own_seq, sizeof(own_seq)));
}

static bool
apply_step(struct reading *reading, const struct sabot_wire_hub_step *step)
{
	g_autoptr(GBytes) line =
		step->seq > 0 && step->step ? sabot_wire_line(json_incref(step->step), NULL) : NULL;
	const struct sabot_hub_kept kept = {step->seq, step->upstream, step->own_seq, step->place,
					    line};

	if (step->seq > 0 && (!line || step->seq <= reading->until_seq))
		return false;
	if (step->seq > 0)
		reading->until_seq = step->seq;
	record_own(reading->keeper, step->upstream, step->own_seq);
	reading->fn(&kept, reading->data);
	return true;
}

static bool
read_line(struct reading *reading, const char *line, size_t length)
{
	struct sabot_wire_hub_step *step = parse_line(line, length, &sabot_wire_hub_step_type);
	bool is_well = step && apply_step(reading, step);

	sabot_record_unref(step);
	return is_well;
}

/* The first file says where the row begins; the next one's head must follow what came before. */
static bool
read_head(struct reading *reading, const char *line, size_t length)
{
	struct sabot_wire_hub_steps *head = parse_line(line, length, &sabot_wire_hub_steps_type);
	bool is_well = head &&
		       (!reading->has_head || (head->from_seq == reading->until_seq &&
					       strcmp(head->origin, reading->keeper->origin) == 0));

	if (is_well && !reading->has_head) {
		g_free(reading->keeper->origin);
		reading->keeper->origin = g_strdup(head->origin);
		reading->from_seq = reading->until_seq = head->from_seq;
		reading->has_head = true;
	}
	sabot_record_unref(head);
	return is_well;
}

/* A last line without its end was being written when the hub died. */
static bool
read_lines(struct reading *reading, const char *text, size_t n_bytes)
{
	bool is_head = true, is_well = true;

	for (const char *end; is_well && (end = memchr(text, '\n', n_bytes));) {
		size_t length = (size_t)(end - text);

		is_well = is_head ? read_head(reading, text, length)
				  : read_line(reading, text, length);
		is_head = false;
		text += length + 1;
		n_bytes -= length + 1;
	}
	return is_well && !is_head;
}

/* False: it is there, and does not lead to what follows. */
static bool
read_file(struct reading *reading, const char *path)
{
	const char *why = NULL;
	size_t n_bytes;
	g_autofree char *text = sabot_disk_read_own(path, KEEPER_READ_BYTES, &n_bytes, &why);
	bool is_well = text && read_lines(reading, text, n_bytes);

	if (why || (text && !is_well))
		g_warning("%s: %s: what follows in it is not known any more", path,
			  why ? why : "a line cannot be read");
	return is_well || (!text && !why);
}

struct sabot_hub_keeper *
sabot_hub_keeper_new(const char *directory, sabot_hub_kept_fn *fn, void *data,
		     int64_t *ret_from_seq)
{
	struct sabot_hub_keeper *keeper = g_new0(struct sabot_hub_keeper, 1);
	struct reading reading = {.keeper = keeper, .fn = fn, .data = data};

	keeper->path = g_build_filename(directory, "hub-steps", NULL);
	keeper->old_path = g_build_filename(directory, "hub-steps.old", NULL);
	keeper->origin = g_uuid_string_random();
	keeper->own = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	keeper->orders = g_async_queue_new();
	if (read_file(&reading, keeper->old_path))
		read_file(&reading, keeper->path);
	*ret_from_seq = reading.from_seq;
	return keeper;
}

void
sabot_hub_keeper_free(struct sabot_hub_keeper *keeper)
{
	if (!keeper)
		return;
	if (keeper->thread) {
		send(keeper, NULL, false, false);
		g_thread_join(keeper->thread);
	}
	g_async_queue_unref(keeper->orders);
	g_hash_table_unref(keeper->own);
	g_free(keeper->path);
	g_free(keeper->old_path);
	g_free(keeper->origin);
	g_free(keeper);
}

const char *
sabot_hub_keeper_get_origin(const struct sabot_hub_keeper *keeper)
{
	return keeper->origin;
}

int64_t
sabot_hub_keeper_get_own_seq(const struct sabot_hub_keeper *keeper, const char *upstream)
{
	const int64_t *own_seq = g_hash_table_lookup(keeper->own, upstream);

	return own_seq ? *own_seq : -1;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void
append_member(GString *text, const char *name, const char *value)
{
	g_string_append_printf(text, ",\"%s\":", name);
	sabot_json_append_text(text, value);
}

static void
append_kept(GString *text, const struct sabot_hub_kept *kept)
{
	gsize n_bytes;
	const char *line = kept->line ? g_bytes_get_data(kept->line, &n_bytes) : NULL;

	g_string_append_printf(text, "{\"seq\":%" G_GINT64_FORMAT ",\"own\":%" G_GINT64_FORMAT,
			       kept->seq, kept->own_seq);
	if (kept->upstream)
		append_member(text, "upstream", kept->upstream);
	append_member(text, "place", kept->place);
	if (line) {
		g_string_append(text, ",\"step\":");
		g_string_append_len(text, line, (gssize)n_bytes - 1);
	}
	g_string_append(text, "}\n");
}

void
sabot_hub_keeper_begin(struct sabot_hub_keeper *keeper, int64_t seq, gboolean drops_old)
{
	GString *text = g_string_new(NULL);
	GHashTableIter iter;
	gpointer upstream, own_seq;

	g_string_append_printf(text, "{\"origin\":\"%s\",\"from\":%" G_GINT64_FORMAT "}\n",
			       keeper->origin, seq);
	g_hash_table_iter_init(&iter, keeper->own);
	while (g_hash_table_iter_next(&iter, &upstream, &own_seq))
		append_kept(text,
			    &(struct sabot_hub_kept){0, upstream, *(int64_t *)own_seq, "", NULL});
	keeper->n_steps = 0;
	keeper->seq = seq;
	send(keeper, text, true, drops_old);
	if (!keeper->thread)
		keeper->thread = g_thread_new("hub-keeper", run, keeper);
}

void
sabot_hub_keeper_put(struct sabot_hub_keeper *keeper, const struct sabot_hub_kept *kept)
{
	GString *text = g_string_new(NULL);

	record_own(keeper, kept->upstream, kept->own_seq);
	append_kept(text, kept);
	send(keeper, text, false, false);
	if (kept->seq > 0)
		keeper->seq = kept->seq;
	if (++keeper->n_steps >= KEEPER_STEPS || keeper->n_bytes >= KEEPER_FILE_BYTES)
		sabot_hub_keeper_begin(keeper, keeper->seq, FALSE);
}
