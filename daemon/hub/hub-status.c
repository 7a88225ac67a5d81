/* See hub-status.h. */
#include "hub-status.h"

#include "hub-desk-private.h"

/* A status that waits for those of the daemons. */
struct completing {
	struct sabot_wire_status *status;
	sabot_hub_status_fn *done;
	void *data;
};

static void
on_statuses_came(const GPtrArray *answers, void *data)
{
	struct completing *completing = data;
	struct sabot_wire_status *status = completing->status;

	for (guint i = 0; answers && i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		json_t *wide = answer->ok ? sabot_hub_widen(answer->upstream, answer->ok) : NULL;
		struct sabot_wire_status *other =
			wide ? sabot_record_parse(&sabot_wire_status_type, wide, NULL) : NULL;

		for (guint j = 0; other && j < other->devices->len; j++)
			g_ptr_array_add(status->devices,
					sabot_record_ref(g_ptr_array_index(other->devices, j)));
		if (other && g_strcmp0(other->persons, "required") == 0) {
			g_free(status->persons);
			status->persons = g_strdup("required");
		}
		sabot_record_unref(other);
		json_decref(wide);
	}
	completing->done(status, completing->data);
	g_free(completing);
}

void
sabot_hub_complete_status(struct sabot_hub_desk *desk, struct sabot_wire_status *status,
			  sabot_hub_status_fn *done, void *data)
{
	static const struct sabot_hub_question question = {.verb = "status",
							   .patience_ms = SABOT_HUB_PATIENCE_MS};
	struct completing *completing = g_new0(struct completing, 1);

	*completing = (struct completing){status, done, data};
	sabot_hub_gather(desk->gathers, desk->hub, &question, on_statuses_came, completing);
}
