/*
 * libpq without its blocking calls, except to connect. Results are in text form, bytes in
 * hexadecimal.
 */
#include "core-link.h"

#include "store/keys/hex.h"

#include <poll.h>
#include <string.h>

enum {
	CORE_DEADLINE_MS = 30000,
	CORE_BYTEA_OID = 17,
	CORE_INT8_OID = 20,
	CORE_TEXT_OID = 25,
	CORE_BYTEA_ARRAY_OID = 1001,
	CORE_TEXT_ARRAY_OID = 1009,
	CORE_INT8_ARRAY_OID = 1016,
};

/* By enum sabot_core_kind. */
static const Oid kinds[] = {
	CORE_INT8_OID,       CORE_TEXT_OID,       CORE_BYTEA_OID,
	CORE_INT8_ARRAY_OID, CORE_TEXT_ARRAY_OID, CORE_BYTEA_ARRAY_OID,
};

/*
 * One dimension, from index 1 on, in the server's format for arrays: a head of five words, the
 * fourth of which is the number of elements, then each element's length, -1 for a null, and its
 * bytes.
 */
struct sabot_core_array {
	enum sabot_core_kind kind;
	GByteArray *bytes;
};

enum { ARRAY_HEAD_WORDS = 5, ARRAY_COUNT_WORD = 3 };

G_DEFINE_QUARK(sabot - core - error - quark, sabot_core_error)

struct sabot_core {
	PGconn *link;
	char *server;
};

static void
add_word(struct sabot_core_array *array, uint32_t word)
{
	uint32_t swapped = GUINT32_TO_BE(word);

	g_byte_array_append(array->bytes, (const guint8 *)&swapped, sizeof(swapped));
}

struct sabot_core_array *
sabot_core_array_new(enum sabot_core_kind kind)
{
	struct sabot_core_array *array = g_new0(struct sabot_core_array, 1);
	const uint32_t head[ARRAY_HEAD_WORDS] = {1, 1, kinds[kind - SABOT_CORE_NUMBERS], 0, 1};

	array->kind = kind;
	array->bytes = g_byte_array_new();
	for (size_t i = 0; i < ARRAY_HEAD_WORDS; i++)
		add_word(array, head[i]);
	return array;
}

void
sabot_core_array_free(struct sabot_core_array *array)
{
	if (!array)
		return;
	g_byte_array_unref(array->bytes);
	g_free(array);
}

void
sabot_core_array_add(struct sabot_core_array *array, const void *bytes, size_t n_bytes)
{
	uint8_t *count = array->bytes->data + ARRAY_COUNT_WORD * sizeof(uint32_t);
	uint32_t n;

	memcpy(&n, count, sizeof(n));
	n = GUINT32_FROM_BE(n) + 1;
	n = GUINT32_TO_BE(n);
	memcpy(count, &n, sizeof(n));
	add_word(array, bytes ? (uint32_t)n_bytes : UINT32_MAX);
	if (bytes)
		g_byte_array_append(array->bytes, bytes, (guint)n_bytes);
}

void
sabot_core_array_add_number(struct sabot_core_array *array, int64_t number)
{
	uint64_t swapped = GUINT64_TO_BE((uint64_t)number);

	sabot_core_array_add(array, &swapped, sizeof(swapped));
}

struct sabot_core_value
sabot_core_array_get(const struct sabot_core_array *array)
{
	return (struct sabot_core_value){array->kind, 0, array->bytes->data, array->bytes->len};
}

bool
sabot_core_is_address(const char *text)
{
	return g_str_has_prefix(text, "postgresql://") || g_str_has_prefix(text, "postgres://");
}

/* libpq's sentences end with a newline, and may have several lines. Always returns false. */
static bool
fail(GError **error, enum sabot_core_error code, const char *sentence)
{
	g_autofree char *line = g_strdup(sentence);

	g_set_error_literal(error, SABOT_CORE_ERROR, (int)code,
			    g_strdelimit(g_strchomp(line), "\n\t", ' '));
	return false;
}

static void
ignore_notice(void *data, const char *message)
{
	(void)data;
	(void)message;
}

struct sabot_core *
sabot_core_open(const char *address, bool writing, GError **error)
{
	/* Later entries override earlier ones, so what the address sets prevails. */
	const char *const names[] = {"connect_timeout",      "tcp_user_timeout",
				     "keepalives_idle",      "keepalives_interval",
				     "keepalives_count",     "client_encoding",
				     "target_session_attrs", "dbname",
				     "application_name",     NULL};
	const char *const values[] = {
		"5",     "4000",  "10", "2", "3", "UTF8", writing ? "read-write" : "any",
		address, "sabot", NULL};
	PGconn *link = PQconnectdbParams(names, values, 1);
	struct sabot_core *core;

	if (PQstatus(link) != CONNECTION_OK || PQsetnonblocking(link, 1) != 0) {
		fail(error, SABOT_CORE_ERROR_LINK, PQerrorMessage(link));
		PQfinish(link);
		return NULL;
	}
	PQsetNoticeProcessor(link, ignore_notice, NULL);
	core = g_new0(struct sabot_core, 1);
	core->link = link;
	core->server = g_strdup_printf("%s:%s", PQhost(link), PQport(link));
	return core;
}

void
sabot_core_free(struct sabot_core *core)
{
	if (!core)
		return;
	PQfinish(core->link);
	g_free(core->server);
	g_free(core);
}

const char *
sabot_core_get_server(const struct sabot_core *core)
{
	return core->server;
}

bool
sabot_core_is_alive(struct sabot_core *core)
{
	return PQconsumeInput(core->link) && PQstatus(core->link) == CONNECTION_OK;
}

/* Wait until the socket can be read, or written if something is left to send. */
static bool
wait_for_link(struct sabot_core *core, int64_t until_us, int unsent, GError **error)
{
	struct pollfd link = {PQsocket(core->link), POLLIN, 0};
	int64_t left_us = until_us - g_get_monotonic_time();
	int timeout_ms = (int)MAX(left_us / 1000, 0);

	if (unsent > 0)
		link.events |= POLLOUT;
	if (link.fd >= 0 && poll(&link, 1, timeout_ms) > 0)
		return true;
	return fail(error, SABOT_CORE_ERROR_LINK, "the server does not answer in time");
}

static bool
send_all(struct sabot_core *core, int64_t until_us, GError **error)
{
	int unsent;

	while ((unsent = PQflush(core->link)) > 0) {
		if (!wait_for_link(core, until_us, unsent, error))
			return false;
		if (!PQconsumeInput(core->link))
			return fail(error, SABOT_CORE_ERROR_LINK, PQerrorMessage(core->link));
	}
	return unsent == 0 || fail(error, SABOT_CORE_ERROR_LINK, PQerrorMessage(core->link));
}

/* The last result of what was sent. NULL if the connection fails. */
static PGresult *
receive(struct sabot_core *core, int64_t until_us, GError **error)
{
	PGresult *last = NULL, *next;

	for (;;) {
		while (PQisBusy(core->link)) {
			if (!wait_for_link(core, until_us, 0, error))
				goto lost;
			if (!PQconsumeInput(core->link)) {
				fail(error, SABOT_CORE_ERROR_LINK, PQerrorMessage(core->link));
				goto lost;
			}
		}
		next = PQgetResult(core->link);
		if (!next && !last)
			fail(error, SABOT_CORE_ERROR_LINK, "the server said nothing");
		if (!next)
			return last;
		/* The first error of a script is the one reported. */
		if (last && PQresultStatus(last) == PGRES_FATAL_ERROR)
			PQclear(next);
		else {
			PQclear(last);
			last = next;
		}
	}
lost:
	PQclear(last);
	return NULL;
}

static bool
send_statement(struct sabot_core *core, bool is_sent, GError **error)
{
	int64_t until_us = g_get_monotonic_time() + CORE_DEADLINE_MS * INT64_C(1000);

	return is_sent ? send_all(core, until_us, error)
		       : fail(error, SABOT_CORE_ERROR_LINK, PQerrorMessage(core->link));
}

PGresult *
sabot_core_receive(struct sabot_core *core, GError **error)
{
	int64_t until_us = g_get_monotonic_time() + CORE_DEADLINE_MS * INT64_C(1000);
	PGresult *result = receive(core, until_us, error);
	ExecStatusType status;

	if (!result)
		return NULL;
	status = PQresultStatus(result);
	if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
		return result;
	fail(error,
	     PQstatus(core->link) == CONNECTION_OK ? SABOT_CORE_ERROR_REFUSED
						   : SABOT_CORE_ERROR_LINK,
	     PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY)
		     ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY)
		     : PQresultErrorMessage(result));
	PQclear(result);
	return NULL;
}

/* A statement's values in libpq's form. */
struct parameters {
	const char *bytes[SABOT_CORE_VALUES_MAX];
	char numbers[SABOT_CORE_VALUES_MAX][24];
	int lengths[SABOT_CORE_VALUES_MAX], forms[SABOT_CORE_VALUES_MAX];
	Oid kinds[SABOT_CORE_VALUES_MAX];
};

static void
set_parameter(struct parameters *all, size_t i, const struct sabot_core_value *value)
{
	all->kinds[i] = kinds[value->kind];
	all->forms[i] = value->kind >= SABOT_CORE_BYTES;
	all->lengths[i] = (int)value->n_bytes;
	all->bytes[i] = value->bytes;
	if (value->kind != SABOT_CORE_NUMBER)
		return;
	g_snprintf(all->numbers[i], sizeof(all->numbers[i]), "%" G_GINT64_FORMAT, value->number);
	all->bytes[i] = all->numbers[i];
}

bool
sabot_core_send(struct sabot_core *core, enum sabot_core_statement which,
		const struct sabot_core_value *values, size_t n_values, GError **error)
{
	struct parameters all = {0};

	for (size_t i = 0; i < n_values && i < SABOT_CORE_VALUES_MAX; i++)
		set_parameter(&all, i, &values[i]);
	return send_statement(core,
			      PQsendQueryParams(core->link, sabot_core_statement_texts[which],
						(int)n_values, all.kinds, all.bytes, all.lengths,
						all.forms, 0),
			      error);
}

PGresult *
sabot_core_query(struct sabot_core *core, enum sabot_core_statement which,
		 const struct sabot_core_value *values, size_t n_values, GError **error)
{
	return sabot_core_send(core, which, values, n_values, error)
		       ? sabot_core_receive(core, error)
		       : NULL;
}

bool
sabot_core_run_script(struct sabot_core *core, const char *script, GError **error)
{
	PGresult *result = send_statement(core, PQsendQuery(core->link, script), error)
				   ? sabot_core_receive(core, error)
				   : NULL;

	PQclear(result);
	return result != NULL;
}

bool
sabot_core_get_number(struct sabot_core_cell cell, int64_t *ret_number, GError **error)
{
	return (!PQgetisnull(cell.rows, cell.row, cell.column) &&
		g_ascii_string_to_signed(PQgetvalue(cell.rows, cell.row, cell.column), 10,
					 G_MININT64, G_MAXINT64, ret_number, NULL)) ||
	       fail(error, SABOT_CORE_ERROR_DATA, "a column of the core holds no number");
}

GBytes *
sabot_core_get_bytes(struct sabot_core_cell cell, size_t n_bytes, GError **error)
{
	const char *text = PQgetvalue(cell.rows, cell.row, cell.column);
	size_t length = strlen(text) / 2 - 1;
	g_autofree uint8_t *bytes = NULL;

	if (g_str_has_prefix(text, "\\x") && (n_bytes == 0 || n_bytes == length)) {
		bytes = g_malloc(length + 1);
		if (sabot_hex_decode(text + 2, bytes, length))
			return g_bytes_new_take(g_steal_pointer(&bytes), length);
	}
	fail(error, SABOT_CORE_ERROR_DATA, "a column of the core holds no such bytes");
	return NULL;
}

bool
sabot_core_copy_bytes(struct sabot_core_cell cell, void *ret_bytes, size_t n_bytes, GError **error)
{
	g_autoptr(GBytes) bytes = sabot_core_get_bytes(cell, n_bytes, error);

	if (bytes)
		memcpy(ret_bytes, g_bytes_get_data(bytes, NULL), n_bytes);
	return bytes != NULL;
}
