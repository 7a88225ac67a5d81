/* `archive`: the daemon's own user has old events moved into an archive file. */
#include "api-private.h"
#include "daemon/jobs/archivist.h"
#include "proto/messages/log-requests.h"
#include "proto/rfc3339.h"
#include "store/log/anchor.h"

static void
on_archived(const struct sabot_archive *archive, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;
	json_t *id = waiting->request.id;
	json_t *ok = json_object();

	if (archive)
		json_object_update_new(ok, json_pack("{s:I, s:s}", "number",
						     (json_int_t)archive->number, "file",
						     archive->file));
	sabot_peer_send_message(waiting->peer, id,
				error ? sabot_wire_reply_gerror(id, error)
				      : sabot_wire_reply_ok(id, json_incref(ok)));
	json_decref(ok);
	sabot_api_wait_end(waiting);
}

/* Read `before`; the default is the configuration's. */
static bool
read_before(const struct sabot_api *api, const char *text, int64_t *ret_before_us, GError **error)
{
	int64_t days = api->options.config->archive_after_days;

	*ret_before_us = g_get_real_time() - MAX(days, 0) * G_TIME_SPAN_DAY;
	if (text ? sabot_time_parse(text, ret_before_us) : days >= 0)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "before: %s",
		    text ? SABOT_REFUSAL("is no time")
			 : SABOT_REFUSAL("is missing, and there is no after_days"));
	return false;
}

json_t *
sabot_api_archive(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_archive_request *args = request->record;
	struct sabot_archivist_order order = {.fn = on_archived};
	struct sabot_api_waiting *waiting;
	g_autofree char *by = NULL;

	if (!sabot_api_is_admin(peer)) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("only the daemon's own user may have archives made"));
		return NULL;
	}
	if (!read_before(api, args->before, &order.before_us, error))
		return NULL;
	by = g_strdup_printf("uid %u", (unsigned)sabot_peer_get_uid(peer));
	waiting = sabot_api_wait(api, peer, request);
	order.by = by;
	order.data = waiting;
	if (!sabot_archivist_start(api->options.archivist, &order, error))
		sabot_api_wait_end(waiting);
	return NULL;
}
