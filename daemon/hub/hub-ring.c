/* See hub-ring.h. */
#include "hub-ring.h"

enum {
	HUB_RING_STEPS = 8192, /* of all daemons together */
	HUB_RING_BYTES = 64 * 1024 * 1024,
};

struct hub_step {
	int64_t seq;
	char *place;
	GBytes *line;
};

struct sabot_hub_ring {
	int64_t seq;
	int64_t from_seq; /* a client that has seen this one can resume */
	/* A client that saw a number between these saw a step of an earlier run that is lost. */
	int64_t restored_seq, start_seq;
	/* The last step that an earlier run may also have sent. */
	int64_t past_seq;
	GQueue steps; /* of struct hub_step, oldest first */
	size_t n_bytes;
};

static void
free_step(gpointer data)
{
	struct hub_step *step = data;

	g_free(step->place);
	g_bytes_unref(step->line);
	g_free(step);
}

struct sabot_hub_ring *
sabot_hub_ring_new(void)
{
	struct sabot_hub_ring *ring = g_new0(struct sabot_hub_ring, 1);

	ring->seq = ring->from_seq = ring->start_seq = ring->restored_seq = g_get_real_time();
	g_queue_init(&ring->steps);
	return ring;
}

void
sabot_hub_ring_free(struct sabot_hub_ring *ring)
{
	if (!ring)
		return;
	g_queue_clear_full(&ring->steps, free_step);
	g_free(ring);
}

int64_t
sabot_hub_ring_get_seq(const struct sabot_hub_ring *ring)
{
	return ring->seq;
}

int64_t
sabot_hub_ring_give_seq(struct sabot_hub_ring *ring)
{
	ring->seq = MAX(ring->seq + 1, g_get_real_time());
	return ring->seq;
}

static void
add_step(struct sabot_hub_ring *ring, int64_t seq, const char *place, GBytes *line)
{
	struct hub_step *step = g_new0(struct hub_step, 1);

	step->seq = seq;
	step->place = g_strdup(place);
	step->line = g_bytes_ref(line);
	g_queue_push_tail(&ring->steps, step);
	ring->n_bytes += g_bytes_get_size(line);
	while (g_queue_get_length(&ring->steps) > HUB_RING_STEPS ||
	       ring->n_bytes > HUB_RING_BYTES) {
		step = g_queue_pop_head(&ring->steps);
		ring->from_seq = step->seq;
		ring->n_bytes -= g_bytes_get_size(step->line);
		free_step(step);
	}
}

void
sabot_hub_ring_add(struct sabot_hub_ring *ring, const char *place, GBytes *line, bool is_past)
{
	add_step(ring, ring->seq, place, line);
	if (is_past)
		ring->past_seq = ring->seq;
}

bool
sabot_hub_ring_is_past(const struct sabot_hub_ring *ring, int64_t since)
{
	return since <= ring->restored_seq;
}

void
sabot_hub_ring_restore(struct sabot_hub_ring *ring, int64_t from_seq, int64_t seq,
		       const char *place, GBytes *line)
{
	if (g_queue_is_empty(&ring->steps))
		ring->from_seq = from_seq;
	add_step(ring, seq, place, line);
	ring->restored_seq = seq;
	ring->seq = ring->start_seq = MAX(ring->seq, seq + 1);
}

void
sabot_hub_ring_forget(struct sabot_hub_ring *ring)
{
	g_queue_clear_full(&ring->steps, free_step);
	ring->n_bytes = 0;
	ring->from_seq = ring->seq;
}

GPtrArray *
sabot_hub_ring_missed(struct sabot_hub_ring *ring, int64_t since,
		      const struct sabot_machine *machine)
{
	GPtrArray *lines;

	if (since < ring->from_seq || since > ring->seq ||
	    (since > ring->restored_seq && since < MAX(ring->start_seq, ring->past_seq)))
		return NULL;
	lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	for (const GList *link = ring->steps.head; link; link = link->next) {
		const struct hub_step *step = link->data;

		if (step->seq > since && sabot_machine_sees(machine, step->place))
			g_ptr_array_add(lines, g_bytes_ref(step->line));
	}
	return lines;
}
