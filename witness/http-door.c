/* See http-door.h. */
#include "http-door.h"

#include "store/proof/add-request.h"

#include <gio/gio.h>
#include <microhttpd.h>
#include <string.h>

enum {
	DOOR_IDLE_S = 15,
	DOOR_CONNECTIONS_MAX = 128,
	DOOR_PORT_MAX = 65535,
	DOOR_HEADER_BYTES_MAX = 16 * 1024,
};

struct sabot_http_door {
	struct MHD_Daemon *daemon;
	struct sabot_cosigner *cosigner;
};

/* A request's body, as received so far. */
struct upload {
	GByteArray *bytes;
	bool is_too_large;
};

static enum MHD_Result
send_answer(struct MHD_Connection *connection, struct sabot_cosigner_answer *answer)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(
		strlen(answer->body), answer->body, MHD_RESPMEM_MUST_COPY);
	enum MHD_Result result = MHD_NO;

	if (response) {
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
					answer->content_type);
		result = MHD_queue_response(connection, answer->status, response);
		MHD_destroy_response(response);
	}
	sabot_cosigner_answer_clear(answer);
	return result;
}

static enum MHD_Result
refuse(struct MHD_Connection *connection, unsigned status)
{
	struct sabot_cosigner_answer answer = {status, "text/plain", g_strdup("\n")};

	return send_answer(connection, &answer);
}

static void
read_bytes(struct upload *upload, const char *bytes, size_t n_bytes)
{
	if (upload->bytes->len + n_bytes > SABOT_ADD_REQUEST_BYTES_MAX)
		upload->is_too_large = true;
	if (!upload->is_too_large)
		g_byte_array_append(upload->bytes, (const guint8 *)bytes, (guint)n_bytes);
}

static enum MHD_Result
answer_post(struct sabot_http_door *door, struct MHD_Connection *connection, const char *path,
	    const struct upload *upload)
{
	struct sabot_cosigner_answer answer;

	if (strcmp(path, "/add-checkpoint") != 0)
		return refuse(connection, MHD_HTTP_NOT_FOUND);
	if (upload->is_too_large)
		return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE);
	sabot_cosigner_add(door->cosigner, (const char *)upload->bytes->data, upload->bytes->len,
			   &answer);
	return send_answer(connection, &answer);
}

static enum MHD_Result
answer_get(struct sabot_http_door *door, struct MHD_Connection *connection, const char *path)
{
	struct sabot_cosigner_answer answer;

	sabot_cosigner_get(door->cosigner, path, &answer);
	return send_answer(connection, &answer);
}

/* libmicrohttpd's handler: called first without a body, then with its parts, then at its end. */
static enum MHD_Result
on_request(void *data, struct MHD_Connection *connection, const char *path, const char *method,
	   const char *version, const char *bytes, size_t *n_bytes, void **request_data)
{
	struct sabot_http_door *door = data;
	struct upload *upload = *request_data;

	(void)version;
	if (!upload) {
		upload = g_new0(struct upload, 1);
		upload->bytes = g_byte_array_new();
		*request_data = upload;
		return MHD_YES;
	}
	if (*n_bytes > 0) {
		read_bytes(upload, bytes, *n_bytes);
		*n_bytes = 0;
		return MHD_YES;
	}
	if (strcmp(method, MHD_HTTP_METHOD_POST) == 0)
		return answer_post(door, connection, path, upload);
	if (strcmp(method, MHD_HTTP_METHOD_GET) == 0)
		return answer_get(door, connection, path);
	return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED);
}

static void
on_request_done(void *data, struct MHD_Connection *connection, void **request,
		enum MHD_RequestTerminationCode how)
{
	struct upload *upload = *request;

	(void)data;
	(void)connection;
	(void)how;
	if (!upload)
		return;
	g_byte_array_unref(upload->bytes);
	g_free(upload);
	*request = NULL;
}

/* Parse the socket's address; IPv6 in brackets. */
static bool
parse_address(const char *listen, struct sockaddr_storage *ret_address, GError **error)
{
	const char *colon = strrchr(listen, ':');
	g_autofree char *host = colon ? g_strndup(listen, (gsize)(colon - listen)) : NULL;
	g_autoptr(GSocketAddress) address = NULL;
	gint64 port;

	if (host && g_ascii_string_to_signed(colon + 1, 10, 0, DOOR_PORT_MAX, &port, NULL)) {
		size_t length = strlen(host);

		if (length > 2 && host[0] == '[' && host[length - 1] == ']') {
			host[length - 1] = '\0';
			memmove(host, host + 1, length - 1);
		}
		address = g_inet_socket_address_new_from_string(host, (guint)port);
	}
	if (address)
		return g_socket_address_to_native(address, ret_address, sizeof(*ret_address),
						  error);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
		    "\"%s\" is not ADDRESS:PORT, as 127.0.0.1:4780 or [::1]:4780", listen);
	return false;
}

static struct MHD_Daemon *
start(struct sabot_http_door *door, struct sockaddr_storage *address)
{
	unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO;

	if (address->ss_family == AF_INET6)
		flags |= MHD_USE_IPv6;
	return MHD_start_daemon(flags, 0, NULL, NULL, on_request, door, MHD_OPTION_SOCK_ADDR,
				address, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)DOOR_IDLE_S,
				MHD_OPTION_CONNECTION_LIMIT, (unsigned)DOOR_CONNECTIONS_MAX,
				MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)DOOR_HEADER_BYTES_MAX,
				MHD_OPTION_NOTIFY_COMPLETED, on_request_done, NULL,
				MHD_OPTION_LISTENING_ADDRESS_REUSE, 1u, MHD_OPTION_END);
}

struct sabot_http_door *
sabot_http_door_new(const char *listen, struct sabot_cosigner *cosigner, GError **error)
{
	struct sabot_http_door *door = g_new0(struct sabot_http_door, 1);
	struct sockaddr_storage address = {0};

	door->cosigner = cosigner;
	if (parse_address(listen, &address, error)) {
		door->daemon = start(door, &address);
		if (door->daemon)
			return door;
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: cannot listen there: %s",
			    listen, g_strerror(errno));
	}
	g_free(door);
	return NULL;
}

void
sabot_http_door_free(struct sabot_http_door *door)
{
	if (!door)
		return;
	MHD_stop_daemon(door->daemon);
	g_free(door);
}

unsigned
sabot_http_door_get_port(const struct sabot_http_door *door)
{
	const union MHD_DaemonInfo *info =
		MHD_get_daemon_info(door->daemon, MHD_DAEMON_INFO_BIND_PORT);

	return info ? info->port : 0;
}
