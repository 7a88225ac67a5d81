/* Shared by the files of the api: its state, and how a request is answered. */
#pragma once

#include "daemon/access/access.h"
#include "api.h"
#include "daemon/lookup/lookup.h"
#include "daemon/net/answer-page.h"
#include "daemon/access/pin-checker.h"
#include "daemon/jobs/reporter.h"
#include "daemon/net/session.h"
#include "daemon/tables/unveiling.h"
#include "proto/request.h"
#include "proto/messages/table-requests.h"
#include "text/refusal.h"

struct sabot_api {
	struct sabot_api_options options;
	GPtrArray *peers;   /* of struct sabot_peer */
	GPtrArray *refused; /* of struct sabot_peer: they are sent the reason, then closed */
	GSource *beat;
	struct sabot_sessions *sessions;
	struct sabot_pin_checker *pins;
	struct sabot_unveilings *unveilings;
	struct sabot_lookups *lookups;
	struct sabot_reporter *reporter;
	GPtrArray *files;   /* the files made last (api-file.c) */
	GHashTable *folds;  /* refusals that are counted, not recorded one by one (api-refusal.c) */
	GHashTable *claims; /* origin to the time when its clock was last reported (api-claim.c) */
	GSource *idle;      /* each second: ends sessions, shelvings and idle connections */
	struct sabot_api_record *last_note; /* of the current request, not recorded yet; or NULL */
	int64_t started_us, started_monotonic_us;
	int64_t n_dropped;      /* connections ended because of the peer's fault */
	int64_t n_unknown_logs; /* what a forwarder said of logs that the house does not have */
};

/*
 * Answer a request. `record` is of the type listed beside the verb in api-clients.c. Returns `ok`,
 * transferred; NULL with an error; or NULL without one if it will be answered later.
 */
typedef json_t *
sabot_api_fn(struct sabot_api *api, struct sabot_peer *peer,
	     const struct sabot_wire_request *request, GError **error);

/* An event for the house log, and who acts according to the request. */
struct sabot_api_draft {
	json_t *event;
	const char *by; /* borrowed; NULL if the request does not say */
};

/* A request whose answer waits for something else. The connection may end before that. */
struct sabot_api_waiting {
	struct sabot_api *api;
	struct sabot_peer *peer;
	struct sabot_wire_request request;
	char *person; /* the id of the person logged in when the request came; or NULL */
};

/* How a request that reads the log is answered (api-lookup.c). */
struct sabot_api_look {
	sabot_lookup_work_fn *work;
	sabot_lookup_done_fn *done;       /* its data: struct sabot_api_waiting */
	const char *table;                /* the table that the request names; NULL: none */
	struct sabot_lookup_house *house; /* what the daemon adds, transferred; NULL: nothing */
};

/* The page of a file that a request wants; borrowed. */
struct sabot_api_wanted_page {
	const char *verb, *digest;
	int64_t from; /* SABOT_WIRE_NO_NUMBER if the request does not say */
};

/*
 * `second` of an event, for sabot_api_check_given(): "" if it is not a text, NULL if there is none.
 */
static inline const char *
sabot_api_second_of(const json_t *second, const char *id)
{
	return second && !id ? "" : id;
}

/* An attempt to log in, with a PIN or a one-time code. */
struct sabot_api_attempt {
	struct sabot_peer *peer; /* borrowed */
	char *origin;            /* the machine from which the attempt comes */
	char *person;            /* the id; NULL: nobody has this name */
	char *who;               /* the person's name in the guard */
	bool is_reserved; /* an admin on the socket of the daemon's own user: may always try */
};

/* What a person gives to prove who he is. Borrowed. */
struct sabot_claim {
	struct sabot_peer *peer; /* the connection on which he gives it */
	const char *name;
	const char *pin;      /* with the number of his card, if he has one (store/log/secret.h) */
	const char *new_pin;  /* or NULL */
	const char *new_card; /* or NULL: the number of a card to register */
};

/*
 * `person` is the person as he will be once the changes that come with a right PIN (no failures,
 * perhaps another PIN) are recorded, with the event for which he was checked; borrowed; NULL with
 * `error`. A refusal is already in the log.
 */
typedef void
sabot_api_identified_fn(const struct sabot_person *person, const GError *error, void *data);

/*
 * Continue a request that two persons sign. `second` is the other person, already checked; NULL if
 * the request names none or nobody has logged in on the connection. The function answers itself, or
 * sets an error.
 */
typedef void
sabot_api_seconded_fn(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request, const struct sabot_person *second,
		      GError **error);

/*
 * The person in a request's `second` (NULL: nobody), the right he needs, and how the request
 * continues.
 */
struct sabot_api_seconding {
	const struct sabot_wire_claim *second;
	enum sabot_right right;
	sabot_api_seconded_fn *fn;
};

/* api.c */

/* The number of the last step shown to clients. */
int64_t
sabot_api_get_seq(const struct sabot_api *api);

/* Convert `from` of a page request to an index. */
bool
sabot_api_check_from(int64_t from, guint *ret_from, GError **error);

/* The money rooms that the house has now, by its configuration and its persons. */
struct sabot_access_rooms
sabot_api_get_rooms(const struct sabot_api *api);

/* Why there is no log to read now. */
const char *
sabot_api_why_no_log(const struct sabot_api *api);

/* Add to an answer up to when it goes, if it is made of records that do not go on now. */
void
sabot_api_add_stale(const struct sabot_api *api, json_t *ok);

/* Send one peer the push `beat`, with the newest sequence number. */
void
sabot_api_send_beat(struct sabot_api *api, struct sabot_peer *peer);

/* api-share.c */

/*
 * Find room for one more connection of the peer's machine. Each machine has a share;
 * one with few connections takes the place of one of those with most. False with an error if there
 * is none.
 */
bool
sabot_api_find_place(struct sabot_api *api, const struct sabot_peer *peer, GError **error);

/* api-machine.c */

/* Identify the peer's machine. False with an error if it may not connect. */
bool
sabot_api_identify_machine(struct sabot_api *api, struct sabot_peer *peer, GError **error);

/* True if the peer may do what only the daemon's own user may. */
bool
sabot_api_is_admin(const struct sabot_peer *peer);

/* The machine's name where wrong PINs are counted: its name, or "uid:N". Transferred. */
char *
sabot_api_origin(const struct sabot_peer *peer);

/* True if the machine is known by a certificate. */
bool
sabot_api_is_remote(const struct sabot_peer *peer);

/* True if the machine may do this, no matter who is logged in. */
bool
sabot_api_machine_may(const struct sabot_api *api, const struct sabot_peer *peer,
		      enum sabot_right right, GError **error);

/* True if the machine sees data of `place`, a table or SABOT_HOUSE_NAME. */
bool
sabot_api_sees(const struct sabot_peer *peer, const char *place);

/* The tables that the machine sees (struct sabot_table_service, borrowed). Transferred. */
GPtrArray *
sabot_api_tables_of(const struct sabot_api *api, const struct sabot_peer *peer);

/* The devices of those tables (struct sabot_wire_device). Transferred. */
GPtrArray *
sabot_api_devices_of(const struct sabot_api *api, const struct sabot_peer *peer);

/* The table of that name. NULL with an error if there is none or the peer may not see it. */
struct sabot_table_service *
sabot_api_get_table(struct sabot_api *api, const struct sabot_peer *peer, const char *name,
		    GError **error);

/* api-machines.c */

/* End the connections on which nobody has logged in and no request is open. */
void
sabot_api_drop_idle(struct sabot_api *api);
sabot_api_fn sabot_api_machines, sabot_api_machine_allow, sabot_api_machine_revoke;

/* api-query.c */

sabot_api_fn sabot_api_status, sabot_api_tables, sabot_api_incidents;

/* Answers by itself: the reply, then what did not fit into it, the missed steps, and a beat. */
sabot_api_fn sabot_api_watch;

/* api-event.c */

sabot_api_fn sabot_api_event, sabot_api_mend;

/* Submit a client's event, and answer once it is recorded. */
void
sabot_api_submit_event(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request,
		       const struct sabot_wire_event_request *args, GError **error);

/*
 * Write the event (transferred) into the house log, signed by the person logged in on the
 * connection, and answer once it is recorded.
 */
void
sabot_api_submit_house(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request,
		       const struct sabot_api_draft *draft, GError **error);

/* api-alarm.c */

sabot_api_fn sabot_api_acknowledge, sabot_api_assign, sabot_api_shelve, sabot_api_unshelve;
sabot_api_fn sabot_api_comment, sabot_api_history;

/* The incident of that name; NULL with an error. Borrowed. */
struct sabot_wire_incident *
sabot_api_get_incident(struct sabot_api *api, const struct sabot_peer *peer,
		       const struct sabot_wire_incident_name *name, GError **error);

/* api-rounds.c */

sabot_api_fn sabot_api_rounds, sabot_api_load, sabot_api_roads;

/* api-rules.c */

sabot_api_fn sabot_api_rules, sabot_api_profiles;

/* api-redress.c */

sabot_api_fn sabot_api_redress_order, sabot_api_redress_withdraw;

/*
 * If the event is a correction that names its order, copy the order's details into the event, or
 * refuse it.
 */
bool
sabot_api_fill_redress(const struct sabot_api *api, const struct sabot_table_service *table,
		       const struct sabot_wire_event_request *request, GError **error);

/* api-rules-change.c */

sabot_api_fn sabot_api_rules_change;

/* api-place.c */

sabot_api_fn sabot_api_place;

/* api-mend.c */

sabot_api_fn sabot_api_mends;

/* True if the house allows this mend of the last card there and now. */
bool
sabot_api_check_mend(struct sabot_api *api, struct sabot_peer *peer,
		     const struct sabot_table_service *table, const struct sabot_event *event,
		     GError **error);

/*
 * Call before the mend is submitted: one that contradicts the shoe is a finding in the house log,
 * too.
 */
void
sabot_api_report_mend(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_table_service *table, const struct sabot_event *event);

/* api-document.c */

sabot_api_fn sabot_api_document;

/*
 * The shift that a request names, or the current one if `text` is NULL. False with an error if the
 * house has no such shift.
 */
bool
sabot_api_get_shift(const struct sabot_api *api, const char *text, char ret_id[SABOT_SHIFT_ID_SIZE],
		    GError **error);

/* api-sign-off.c */

sabot_api_fn sabot_api_sign_off;

/* api-shift.c */

sabot_api_fn sabot_api_documents, sabot_api_shifts;
sabot_api_fn sabot_api_shift, sabot_api_shift_tables, sabot_api_shift_open;
sabot_api_fn sabot_api_slips, sabot_api_markers, sabot_api_card_sets, sabot_api_bank;

/* api-remedies.c */

sabot_api_fn sabot_api_remedies;

/* api-statistics.c */

sabot_api_fn sabot_api_statistics;

/* api-review.c */

sabot_api_fn sabot_api_review_request, sabot_api_review_answer, sabot_api_reviews;

/* api-log.c */

sabot_api_fn sabot_api_log;

/* api-command.c */

sabot_api_fn sabot_api_command;

/* api-metrics.c */

sabot_api_fn sabot_api_metrics;

/* api-archive.c */

sabot_api_fn sabot_api_archive;

/* api-unveil.c */

sabot_api_fn sabot_api_unveil, sabot_api_frames;

/* api-case.c */

sabot_api_fn sabot_api_case;

/* api-report.c */

sabot_api_fn sabot_api_report;

/* api-lookup.c */

sabot_api_fn sabot_api_find, sabot_api_story;
sabot_api_fn sabot_api_replay, sabot_api_verify, sabot_api_what_if;

/* NULL if it will be answered later; NULL with an error if it is refused. */
json_t *
sabot_api_look_up(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, const struct sabot_api_look *how,
		  GError **error);

/* Add to `house` the location of the journal of the table's shoe, if it has one. */
void
sabot_api_add_journal(const struct sabot_api *api, const char *table,
		      struct sabot_lookup_house *house);

/* The reply to a look-up that failed. Transferred. */
json_t *
sabot_api_refuse_lookup(json_t *id, const GError *error);

/* api-move.c */

sabot_api_fn sabot_api_give, sabot_api_take;

/* api-forward.c */

sabot_api_fn sabot_api_forward_refused;

/* api-login.c */

sabot_api_fn sabot_api_login, sabot_api_logout;

/*
 * Check a claim. False with an error if that is impossible; `fn` is then not called.
 */
bool
sabot_api_identify(struct sabot_api *api, const struct sabot_claim *claim,
		   sabot_api_identified_fn *fn, void *data, GError **error);

/* Set the task's origin, so that every client gets its turn. */
void
sabot_api_address_task(const struct sabot_api *api, const struct sabot_peer *peer,
		       struct sabot_pin_task *task);

/* End a session: the connection has ended, the person is idle, or may no longer be there. */
void
sabot_api_end_session(struct sabot_api *api, struct sabot_peer *peer, const char *why);

/* End the sessions of persons who are idle. Always returns G_SOURCE_CONTINUE. */
gboolean
sabot_api_expire_sessions(gpointer api);

/* api-person.c */

/* If the house hides names, only clients who have logged in see them, and an admin's connection. */
bool
sabot_api_shows_names(const struct sabot_api *api, const struct sabot_peer *peer);

sabot_api_fn sabot_api_persons, sabot_api_person_create, sabot_api_person_change;
sabot_api_fn sabot_api_person_code, sabot_api_roles;

/* api-card.c */

sabot_api_fn sabot_api_person_card;

/* api-claim.c */

/*
 * Treat `at` of a client's event for `table` as a claim, kept beside the daemon's own time, which
 * the event gets when it is submitted. `object` and `event` are the same event.
 */
void
sabot_api_date_event(struct sabot_api *api, const struct sabot_peer *peer, const char *table,
		     json_t *object, struct sabot_event *event);

/* Likewise of a document, about `table` or NULL; the daemon alone dates it, in every house. */
void
sabot_api_date_document(struct sabot_api *api, const struct sabot_peer *peer, const char *table,
			json_t *object);

/* api-waiting.c */

/*
 * An origin with which an event is submitted: the request is answered once the event is recorded
 *.
 */
struct sabot_origin
sabot_api_answer_later(struct sabot_peer *peer, const struct sabot_wire_request *request);

/* Free it if nothing was submitted. */
void
sabot_api_drop_answer(struct sabot_origin *origin);

/* Transferred: end it with sabot_api_wait_end(). */
struct sabot_api_waiting *
sabot_api_wait(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request);
void
sabot_api_wait_end(struct sabot_api_waiting *waiting);

/* api-file.c */

/* An empty list of kept files. Transferred. */
GPtrArray *
sabot_api_files_new(void);

/*
 * Keep a file, so that its pages can be sent. Returns the first page, with the digest in `file`;
 * transferred. `receipt`, transferred, is the house event to record, with `digest`, once all pages
 * were sent; NULL: no event. The caller answers with sabot_api_send_noted(). NULL if the client has
 * disconnected: then nothing is kept, sent or recorded.
 */
json_t *
sabot_api_file_keep(struct sabot_api_waiting *waiting, GBytes *bytes, json_t *receipt);

/*
 * The wanted page. The file must have been made by the same verb for the same person, and the pages
 * before must have been sent. NULL with an error. Transferred.
 */
json_t *
sabot_api_file_page(struct sabot_api *api, struct sabot_peer *peer,
		    const struct sabot_api_wanted_page *wanted, GError **error);

/* api-access.c */

/* True if only a person who has logged in may act. */
bool
sabot_api_requires_persons(const struct sabot_api *api);

/* True if the role has the right in this house at present. */
bool
sabot_api_role_may(const struct sabot_api *api, enum sabot_role role, enum sabot_right right);

/*
 * The person logged in on this connection; NULL: nobody. Borrowed until the next change of persons.
 */
const struct sabot_person *
sabot_api_get_person(const struct sabot_api *api, const struct sabot_peer *peer);

/*
 * True if this connection may do this at `table` (NULL: at none). False with NOT_ALLOWED or
 * LOGIN_WANTED; a refusal of a person is recorded in the house log.
 */
bool
sabot_api_may(struct sabot_api *api, struct sabot_peer *peer, enum sabot_right right,
	      const struct sabot_table_service *table, GError **error);

/* True if the person may, and this machine; a refusal here is not recorded. */
bool
sabot_api_is_allowed(const struct sabot_api *api, const struct sabot_peer *peer,
		     enum sabot_right right);

/*
 * Check the persons that a client names itself. `by` (or NULL) must be the person logged in.
 * `second`, a second person (NULL: nobody), must not be given where persons are required, and
 * elsewhere must not be the id of a person in the log.
 */
bool
sabot_api_check_given(const struct sabot_api *api, const struct sabot_peer *peer, const char *by,
		      const char *second, GError **error);

/* Set `by` of an event to the person logged in. False if `by` is somebody else. */
bool
sabot_api_sign(const struct sabot_api *api, const struct sabot_peer *peer, const char *by,
	       json_t *event, GError **error);

/* The second person that a request names; borrowed from the request. False with an error. */
bool
sabot_api_get_second(struct sabot_peer *peer, const struct sabot_wire_claim *second,
		     struct sabot_claim *ret_claim, GError **error);

/*
 * True if `second`, who has proven his identity, is not the person logged in and has `right`, the
 * right of a second person in this matter.
 */
bool
sabot_api_check_second(struct sabot_api *api, const struct sabot_peer *peer,
		       const struct sabot_person *second, enum sabot_right right, GError **error);

/* api-second.c */

/*
 * Put the second person's id into an event that two persons sign. False with SECOND_WANTED if one
 * is required and there is none.
 */
bool
sabot_api_sign_second(const struct sabot_api *api, const struct sabot_peer *peer, json_t *event,
		      const struct sabot_person *second, GError **error);

/* Check that person, then continue, now or later. */
void
sabot_api_with_second(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request,
		      const struct sabot_api_seconding *seconding, GError **error);

/* api-record.c */

/* Write an event (transferred) into the house log; `person` as after the event, or NULL. */
void
sabot_api_record(struct sabot_api *api, json_t *event, const struct sabot_person *person);

/* Send a message (transferred) once what this request has recorded, if anything, is stored. */
void
sabot_api_send_noted(struct sabot_api *api, struct sabot_peer *peer, json_t *id, json_t *message);

/* api-refusal.c */

/* The guard that counts wrong PINs. Borrowed. */
struct sabot_pin_guard *
sabot_api_get_guard(const struct sabot_api *api);

/* `person` is NULL if nobody is called `name`. */
void
sabot_api_attempt_init(struct sabot_api_attempt *attempt, struct sabot_peer *peer,
		       const struct sabot_person *person, const char *name);
void
sabot_api_attempt_clear(struct sabot_api_attempt *attempt);

/* True if the PIN may be checked. False with an error, which is recorded or counted. */
bool
sabot_api_check_attempt(struct sabot_api *api, const struct sabot_api_attempt *attempt,
			GError **error);

/* The claim is wrong: count it, with all consequences. `why` is the reason in the log. */
void
sabot_api_refuse_pin(struct sabot_api *api, const struct sabot_api_attempt *attempt,
		     const char *why, GError **error);

/* Only record the refusal, as a line of its own or counted in a later one. */
void
sabot_api_record_refusal(struct sabot_api *api, const struct sabot_api_attempt *attempt,
			 const char *why);

/* Record the refused request (transferred) of a person who lacks the right. */
void
sabot_api_record_refused(struct sabot_api *api, json_t *event);

/* The PIN was right: forget the wrong ones. */
void
sabot_api_forgive(struct sabot_api *api, const struct sabot_api_attempt *attempt);

/* True if this connection must end, after too many wrong PINs in a row. */
bool
sabot_api_is_guessing(const struct sabot_peer *peer);

/* An empty table of counted refusals. Transferred. */
GHashTable *
sabot_api_folds_new(void);

/* Write the counts of those whose minute is over, or of all. */
void
sabot_api_flush_refusals(struct sabot_api *api, bool is_all);
