/*
 * `unveil` and `frames`: two persons lift the veil from the load in one table's shoe, for one
 * connection. Besides the log they can then see the bytes that the shoe sent. Nothing is shown
 * before the incident is recorded.
 */
#include "api-private.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/log-requests.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
	API_REASON_BYTES_MAX = 200,
	API_FRAMES_BYTES = 24 * 1024, /* of a page: quoted, they still fit into a line */
};

/*
 * A person must have logged in, even if the configuration requires none: a machine alone never sees
 * it.
 */
static bool
check_first(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_table_service *table,
	    GError **error)
{
	if (!sabot_api_get_person(api, peer))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_LOGIN_WANTED,
			SABOT_REFUSAL("the veil is lifted by two persons: log in first"), error);
	return sabot_api_may(api, peer, SABOT_RIGHT_UNVEIL, table, error);
}

static bool
check_reason(const char *reason, GError **error)
{
	return (reason[0] && strlen(reason) <= API_REASON_BYTES_MAX) ||
	       sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				 SABOT_REFUSAL("reason: has 1 to 200 bytes"), error);
}

/*
 * The table and the reason, checked before and after the second person's PIN. NULL with an error.
 */
static struct sabot_table_service *
check_request(struct sabot_api *api, struct sabot_peer *peer,
	      const struct sabot_wire_unveil_request *args, GError **error)
{
	struct sabot_table_service *table = sabot_api_get_table(api, peer, args->table, error);

	if (!table || !check_reason(args->reason, error) || !check_first(api, peer, table, error))
		return NULL;
	if (sabot_unveilings_is_veiled(table))
		return table;
	sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
			  SABOT_REFUSAL("table: no load is in its shoe, nothing is veiled"), error);
	return NULL;
}

/*
 * True if the incident's load is still in the shoe; it may be over once the incident is recorded.
 */
static bool
is_of_load(const struct sabot_logged_event *step, const struct sabot_table_service *table)
{
	struct sabot_wire_house_line *line =
		sabot_record_parse(&sabot_wire_house_line_type, step->event, NULL);
	int64_t load = line && line->detail ? line->detail->load : 0;

	sabot_record_unref(line);
	return load == sabot_derive_table(table->derive)->load.number &&
	       sabot_unveilings_is_veiled(table);
}

/* The incident is recorded: lift the veil, if the connection is still the same. */
static void
on_recorded(const struct sabot_logged_event *step, void *data)
{
	struct sabot_api_waiting *waiting = data;
	const struct sabot_wire_unveil_request *args = waiting->request.record;
	g_autoptr(GError) error = NULL;
	struct sabot_table_service *table =
		sabot_api_get_table(waiting->api, waiting->peer, args->table, &error);
	json_t *reply;

	if (!step && !error)
		sabot_wire_refuse(SABOT_WIRE_ERROR_INTERNAL,
				  "neither the database nor the spool took the event", &error);
	else if (!error && check_first(waiting->api, waiting->peer, table, &error) &&
		 !is_of_load(step, table))
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  SABOT_REFUSAL("table: the load is over"), &error);
	if (error) {
		reply = sabot_wire_reply_gerror(waiting->request.id, error);
	} else {
		sabot_unveilings_lift(waiting->api->unveilings, waiting->peer, table);
		reply = sabot_wire_reply_ok(
			waiting->request.id,
			json_pack("{s:I, s:I, s:I}", "seq", (json_int_t)step->record->seq, "n",
				  (json_int_t)step->record->n, "load",
				  (json_int_t)sabot_derive_table(table->derive)->load.number));
	}
	sabot_peer_send_message(waiting->peer, waiting->request.id, reply);
	sabot_api_wait_end(waiting);
}

/* Write the incident. Takes ownership of `waiting` on success. */
static bool
record(struct sabot_api_waiting *waiting, const struct sabot_person *second, GError **error)
{
	struct sabot_api *api = waiting->api;
	struct sabot_origin origin = {.person = second, .done = on_recorded, .data = waiting};
	g_autofree char *first_id = NULL, *second_id = sabot_person_id(second);
	const struct sabot_wire_unveil_request *args = waiting->request.record;
	const struct sabot_table_service *table;
	json_t *finding;
	bool is_submitted;

	table = check_request(api, waiting->peer, args, error);
	if (!table ||
	    !sabot_api_check_second(api, waiting->peer, second, SABOT_RIGHT_SECOND, error))
		return false;
	first_id = sabot_person_id(sabot_api_get_person(api, waiting->peer));
	finding = sabot_house_finding(
		SABOT_INCIDENT_UNVEILED,
		json_pack("{s:s, s:s, s:s, s:s, s:I}", "table", table->config->name, "by", first_id,
			  "second", second_id, "reason", args->reason, "load",
			  (json_int_t)sabot_derive_table(table->derive)->load.number));
	is_submitted = sabot_floor_submit_house(api->options.floor, finding, &origin, error);
	json_decref(finding);
	return is_submitted;
}

static void
on_second_identified(const struct sabot_person *second, const GError *refusal, void *data)
{
	struct sabot_api_waiting *waiting = data;
	g_autoptr(GError) error = refusal ? g_error_copy(refusal) : NULL;

	if (!error && record(waiting, second, &error))
		return;
	g_prefix_error(&error, "%s", refusal ? "second: " : "");
	sabot_api_send_noted(waiting->api, waiting->peer, waiting->request.id,
			     sabot_wire_reply_gerror(waiting->request.id, error));
	sabot_api_wait_end(waiting);
}

json_t *
sabot_api_unveil(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_unveil_request *args = request->record;
	struct sabot_claim claim;
	struct sabot_api_waiting *waiting;

	if (!check_request(api, peer, args, error))
		return NULL;
	if (!args->second) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_SECOND_WANTED,
			SABOT_REFUSAL(
				"the veil is lifted by two persons: give \"second\" with name and "
				"pin"),
			error);
		return NULL;
	}
	if (!sabot_api_get_second(peer, args->second, &claim, error))
		return NULL;
	waiting = sabot_api_wait(api, peer, request);
	if (!sabot_api_identify(api, &claim, on_second_identified, waiting, error))
		sabot_api_wait_end(waiting);
	return NULL;
}

/* Read the shoe's journal from byte `from` on. NULL with an error. */
static GString *
read_journal(const char *path, int64_t from, GError **error)
{
	GString *bytes = g_string_sized_new(API_FRAMES_BYTES);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? pread(fd, bytes->str, API_FRAMES_BYTES, from) : -1;

	if (n < 0) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL,
			    SABOT_REFUSAL("the shoe's journal cannot be read: %s"),
			    g_strerror(errno));
		g_string_free(bytes, TRUE);
		bytes = NULL;
	} else {
		g_string_set_size(bytes, (gsize)n);
	}
	if (fd >= 0)
		close(fd);
	return bytes;
}

/* Whole lines only: an incomplete last line comes with the next page. */
static json_t *
build_frames(const GString *bytes, int64_t from)
{
	json_t *lines = json_array();
	const char *line = bytes->str, *end;
	gsize left = bytes->len;

	while ((end = memchr(line, '\n', left))) {
		json_array_append_new(lines, json_stringn(line, (size_t)(end - line)));
		left -= (gsize)(end + 1 - line);
		line = end + 1;
	}
	return json_pack("{s:I, s:o, s:I}", "from", (json_int_t)from, "lines", lines, "next",
			 (json_int_t)from + (line - bytes->str));
}

json_t *
sabot_api_frames(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_frames_request *args = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, args->table, error);
	int64_t from = args->from;
	GString *bytes;
	json_t *ok;

	if (!table)
		return NULL;
	if (!table->config->device || from < 0) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_BAD_REQUEST,
				  from < 0 ? "from: a number from 0 on is wanted"
					   : SABOT_REFUSAL("table: has no device"),
				  error);
		return NULL;
	}
	if (!sabot_unveilings_has(api->unveilings, peer, table)) {
		sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL(
				"what the shoe sends is veiled: two persons may lift that during a "
				"load"),
			error);
		return NULL;
	}
	bytes = read_journal(table->config->device->journal, from, error);
	if (!bytes)
		return NULL;
	ok = build_frames(bytes, from);
	g_string_free(bytes, TRUE);
	return ok;
}
