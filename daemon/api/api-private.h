/*
 * What the files of the api share: its state, and the form of a request's answer.
 */
#pragma once

#include "daemon/net/access.h"
#include "api.h"
#include "daemon/lookup/lookup.h"
#include "daemon/net/pin-checker.h"
#include "daemon/reporter.h"
#include "daemon/net/session.h"
#include "daemon/tables/unveiling.h"
#include "proto/request.h"
#include "proto/messages/table-requests.h"

enum {
	API_LINE_BUDGET_BYTES =
		56 * 1024, /* of a reply's lists; the rest is for what is around them */
};

struct sabot_api {
	struct sabot_api_options options;
	GPtrArray *peers;   /* of struct sabot_peer */
	GPtrArray *refused; /* likewise: they get the reason, and are closed */
	GSource *beat;
	struct sabot_sessions *sessions;
	struct sabot_pin_checker *pins;
	struct sabot_unveilings *unveilings;
	struct sabot_lookups *lookups;
	struct sabot_reporter *reporter;
	GPtrArray *files;   /* that were made last (api-file.c) */
	GHashTable *folds;  /* refusals that are only counted (api-refusal.c) */
	GHashTable *claims; /* origin to when its clock was reported last (api-claim.c) */
	GSource *idle;      /* each second: sessions, shelvings and idle connections that end */
	struct sabot_api_record *last_note; /* of the request at hand, not recorded yet; or NULL */
	int64_t started_us, started_monotonic_us;
	int64_t n_dropped; /* connections that were ended for their peer's fault */
};

/* The number of the last step that clients have been shown. */
int64_t
sabot_api_get_seq(const struct sabot_api *api);

/* A list that grows until its line would be too long. */
struct sabot_api_page {
	json_t *list;
	size_t left_bytes;
};

/* Start an empty page that may take `left_bytes`. */
void
sabot_api_page_init(struct sabot_api_page *page, size_t left_bytes);

/* Append `item` (transferred). False when it does not fit: then it is dropped. */
bool
sabot_api_page_add(struct sabot_api_page *page, json_t *item);

/* `from` of a request for a page, as an index. */
bool
sabot_api_check_from(int64_t from, guint *ret_from, GError **error);

/* The answer with the page's list under `name`, and where the next begins if there is one. */
json_t *
sabot_api_page_finish(struct sabot_api_page *page, const char *name, guint next, guint n_items);

/* Set an error of the wire: `why` is what the client reads. Always false. */
bool
sabot_api_refuse(enum sabot_wire_error error_class, const char *why, GError **error);

/*
 * The machine at the other end (api-machine.c).
 */

/*
 * A place among the connections for one more of its machine (api-share.c): each has a share, and
 * one who has few gets it from who has most. False with an error when there is none.
 */
bool
sabot_api_find_place(struct sabot_api *api, const struct sabot_peer *peer, GError **error);

/* See which it is. False with an error when it may not come in. */
bool
sabot_api_identify_machine(struct sabot_api *api, struct sabot_peer *peer, GError **error);

/* May do what only the daemon's own user may. */
bool
sabot_api_is_admin(const struct sabot_peer *peer);

/* What that machine is called where PINs are counted: its name, or "uid:N". Transferred. */
char *
sabot_api_origin(const struct sabot_peer *peer);

/* It is known by a certificate. */
bool
sabot_api_is_remote(const struct sabot_peer *peer);

/* Whether that machine may do this, no matter who is logged in. */
bool
sabot_api_machine_may(const struct sabot_api *api, const struct sabot_peer *peer,
		      enum sabot_right right, GError **error);

/* Whether what belongs to `place`, a table or SABOT_HOUSE_NAME, is seen there. */
bool
sabot_api_sees(const struct sabot_peer *peer, const char *place);

/* The tables (struct sabot_table_service, borrowed) that are seen there. Transferred. */
GPtrArray *
sabot_api_tables_of(const struct sabot_api *api, const struct sabot_peer *peer);

/* Their devices (struct sabot_wire_device). Transferred. */
GPtrArray *
sabot_api_devices_of(const struct sabot_api *api, const struct sabot_peer *peer);

/* End the connections on which nobody has logged in and nothing is asked. */
void
sabot_api_drop_idle(struct sabot_api *api);

/* The table of that name; NULL with an error, also where the peer may not see it. */
struct sabot_table_service *
sabot_api_get_table(struct sabot_api *api, const struct sabot_peer *peer, const char *name,
		    GError **error);

/*
 * Answer a request, whose `record` is of the type that api-clients.c has beside the verb: `ok`,
 * transferred; NULL with an error; NULL without one: it will be answered later.
 */
typedef json_t *
sabot_api_fn(struct sabot_api *api, struct sabot_peer *peer,
	     const struct sabot_wire_request *request, GError **error);

sabot_api_fn sabot_api_status, sabot_api_tables, sabot_api_incidents, sabot_api_event;
sabot_api_fn sabot_api_acknowledge, sabot_api_assign, sabot_api_shelve; /* api-alarm.c */
sabot_api_fn sabot_api_unshelve, sabot_api_comment, sabot_api_history;
sabot_api_fn sabot_api_rounds, sabot_api_load, sabot_api_roads;   /* api-rounds.c */
sabot_api_fn sabot_api_rules, sabot_api_profiles;                 /* api-rules.c */
sabot_api_fn sabot_api_redress_order, sabot_api_redress_withdraw; /* api-redress.c */
sabot_api_fn sabot_api_rules_change, sabot_api_place; /* api-rules-change.c, api-place.c */
sabot_api_fn sabot_api_mend, sabot_api_mends;         /* api-mend.c */
sabot_api_fn sabot_api_document, sabot_api_sign_off;  /* api-document.c, api-sign-off.c */
sabot_api_fn sabot_api_documents, sabot_api_shifts;   /* api-shift.c */
sabot_api_fn sabot_api_shift, sabot_api_shift_tables, sabot_api_shift_open;
sabot_api_fn sabot_api_slips, sabot_api_markers, sabot_api_card_sets, sabot_api_bank;
sabot_api_fn sabot_api_remedies, sabot_api_statistics;
/* api-review.c */
sabot_api_fn sabot_api_review_request, sabot_api_review_answer, sabot_api_reviews;
sabot_api_fn sabot_api_log, sabot_api_command, sabot_api_metrics, sabot_api_archive;
sabot_api_fn sabot_api_unveil, sabot_api_frames; /* api-unveil.c */
sabot_api_fn sabot_api_case, sabot_api_report;   /* api-case.c, api-report.c */
sabot_api_fn sabot_api_find, sabot_api_story;    /* api-lookup.c */
sabot_api_fn sabot_api_replay, sabot_api_verify, sabot_api_what_if;
sabot_api_fn sabot_api_give, sabot_api_take; /* api-move.c */
sabot_api_fn sabot_api_forward_refused;
sabot_api_fn sabot_api_login, sabot_api_logout;  /* api-login.c */
sabot_api_fn sabot_api_persons, sabot_api_roles; /* api-person.c */
sabot_api_fn sabot_api_person_create, sabot_api_person_change, sabot_api_person_card;
sabot_api_fn sabot_api_person_code;

sabot_api_fn sabot_api_machines, sabot_api_machine_allow, sabot_api_machine_revoke;

/* A correction says of which order it is: put the order's words into its event, or refuse it. */
bool
sabot_api_fill_redress(const struct sabot_api *api, const struct sabot_table_service *table,
		       const struct sabot_wire_event_request *request, GError **error);

/* Submit an event that a client sends, answered once it is recorded (api-event.c). */
void
sabot_api_submit_event(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request,
		       const struct sabot_wire_event_request *args, GError **error);

/*
 * `at` of a client's event, for `table`: a claim beside the daemon's own time, which it gets when
 * it is submitted. `object` and `event` are the same (api-claim.c).
 */
void
sabot_api_date_event(struct sabot_api *api, const struct sabot_peer *peer, const char *table,
		     json_t *object, struct sabot_event *event);

/* The house allows this mend of the last card there and now (api-mend.c). */
bool
sabot_api_check_mend(struct sabot_api *api, struct sabot_peer *peer,
		     const struct sabot_table_service *table, const struct sabot_event *event,
		     GError **error);
/* Before it is submitted: what contradicts the shoe is a finding of the house log, too. */
void
sabot_api_report_mend(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_table_service *table, const struct sabot_event *event);

/* The incident of that name; NULL with an error. Borrowed. */
struct sabot_wire_incident *
sabot_api_get_incident(struct sabot_api *api, const struct sabot_peer *peer,
		       const struct sabot_wire_incident_name *name, GError **error);

/* Answer a request once what is submitted with this is recorded (api-waiting.c). */
struct sabot_origin
sabot_api_answer_later(struct sabot_peer *peer, const struct sabot_wire_request *request);
/* Nothing was submitted. */
void
sabot_api_drop_answer(struct sabot_origin *origin);
/* An event for the house log, and who made the request by its own words. */
struct sabot_api_draft {
	json_t *event;
	const char *by; /* borrowed; NULL: it does not say */
};

/*
 * Write the event (transferred) into the house log, signed by the person logged in there, and
 * answer once it is recorded.
 */
void
sabot_api_submit_house(struct sabot_api *api, struct sabot_peer *peer,
		       const struct sabot_wire_request *request,
		       const struct sabot_api_draft *draft, GError **error);

/* A request whose answer waits for something else. The connection may be over before that. */
struct sabot_api_waiting {
	struct sabot_api *api;
	struct sabot_peer *peer;
	struct sabot_wire_request request;
	char *person; /* who had logged in when it was asked; or NULL */
};

/* Transferred: end it with sabot_api_wait_end(). */
struct sabot_api_waiting *
sabot_api_wait(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request);
void
sabot_api_wait_end(struct sabot_api_waiting *waiting);

/* How a request that looks into the log is answered (api-lookup.c). */
struct sabot_api_look {
	sabot_lookup_work_fn *work;
	sabot_lookup_done_fn *done;       /* its data: struct sabot_api_waiting */
	const char *table;                /* that is named; NULL: none */
	struct sabot_lookup_house *house; /* what the daemon adds, transferred; NULL: nothing */
};

/* NULL: it will be answered; with an error, it is not. */
json_t *
sabot_api_look_up(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, const struct sabot_api_look *how,
		  GError **error);

/* Into `house`: where the journal of the table's shoe is, if it has one. */
void
sabot_api_add_journal(const struct sabot_api *api, const char *table,
		      struct sabot_lookup_house *house);

/* The reply to one that came to nothing. Transferred. */
json_t *
sabot_api_refuse_lookup(json_t *id, const GError *error);

/*
 * Files sent page by page (api-file.c).
 */

/* An empty list of those that are kept. Transferred. */
GPtrArray *
sabot_api_files_new(void);

/*
 * Keep one, for its pages: the first of them, with its digest in `file`. Transferred. `receipt`,
 * transferred, is the house event to record, with `digest`, when all pages were given; NULL: no
 * event. The caller answers with sabot_api_send_noted(). NULL where who asked is gone: then nothing
 * is kept, given or recorded.
 */
json_t *
sabot_api_file_keep(struct sabot_api_waiting *waiting, GBytes *bytes, json_t *receipt);

/* A page of a file that a request wants; borrowed. */
struct sabot_api_wanted_page {
	const char *verb, *digest;
	int64_t from; /* SABOT_WIRE_NO_NUMBER: it does not say */
};

/*
 * That page: of a file that the same verb made for the same person, after the pages before it. NULL
 * with an error. Transferred.
 */
json_t *
sabot_api_file_page(struct sabot_api *api, struct sabot_peer *peer,
		    const struct sabot_api_wanted_page *wanted, GError **error);

/*
 * Who acts (api-access.c).
 */

/* Acting needs a person who has logged in. */
bool
sabot_api_requires_persons(const struct sabot_api *api);

/* The rooms of its money that the house has now, by its configuration and its persons. */
struct sabot_access_rooms
sabot_api_get_rooms(const struct sabot_api *api);

/* True if the role has the right in this house, as it is now. */
bool
sabot_api_role_may(const struct sabot_api *api, enum sabot_role role, enum sabot_right right);

/* Who has logged in on this connection; NULL: nobody. Borrowed until the next change of persons. */
const struct sabot_person *
sabot_api_get_person(const struct sabot_api *api, const struct sabot_peer *peer);

/*
 * Whether this connection may do this, at `table` (NULL: at none). False with NOT_ALLOWED or
 * LOGIN_WANTED; that a person was refused goes into the house log.
 */
bool
sabot_api_may(struct sabot_api *api, struct sabot_peer *peer, enum sabot_right right,
	      const struct sabot_table_service *table, GError **error);

/* `second` of an event for sabot_api_check_given(): "" if it is no text, NULL if there is none. */
static inline const char *
sabot_api_second_of(const json_t *second, const char *id)
{
	return second && !id ? "" : id;
}

/*
 * Check what a client has written itself: `by`, who acts by its words (or NULL), is who has logged
 * in. `second`, whom they name beside him (NULL: nobody), is none where persons are required, and
 * nobody of the log elsewhere.
 */
bool
sabot_api_check_given(const struct sabot_api *api, const struct sabot_peer *peer, const char *by,
		      const char *second, GError **error);

/* Set `by` of an event to who has logged in. False when `by` is somebody else. */
bool
sabot_api_sign(const struct sabot_api *api, const struct sabot_peer *peer, const char *by,
	       json_t *event, GError **error);

/*
 * Put the second person's id into an event that two sign. False with SECOND_WANTED when there must
 * be one and is none.
 */
bool
sabot_api_sign_second(const struct sabot_api *api, const struct sabot_peer *peer, json_t *event,
		      const struct sabot_person *second, GError **error);

/* Write an event (transferred) of the house log; `person` as he then is, or NULL. */
void
sabot_api_record(struct sabot_api *api, json_t *event, const struct sabot_person *person);

/* Send a message (transferred), once what this request has noted, if anything, is recorded. */
void
sabot_api_send_noted(struct sabot_api *api, struct sabot_peer *peer, json_t *id, json_t *message);

/*
 * Log-ins that are refused (api-refusal.c).
 */

/* Who counts wrong PINs. Borrowed. */
struct sabot_pin_guard *
sabot_api_get_guard(const struct sabot_api *api);

/* Somebody tries a PIN, or a one-time code. */
struct sabot_api_attempt {
	struct sabot_peer *peer; /* borrowed */
	char *origin;            /* the machine that it comes from */
	char *person;            /* the id; NULL: nobody has this name */
	char *who;               /* as the guard knows him */
	bool is_reserved; /* an admin on the socket of the daemon's own user: always let try */
};

/* `person` NULL: there is nobody called `name`. */
void
sabot_api_attempt_init(struct sabot_api_attempt *attempt, struct sabot_peer *peer,
		       const struct sabot_person *person, const char *name);
void
sabot_api_attempt_clear(struct sabot_api_attempt *attempt);

/* Whether the PIN is looked at. False with an error, which is recorded or counted. */
bool
sabot_api_check_attempt(struct sabot_api *api, const struct sabot_api_attempt *attempt,
			GError **error);

/* The claim is wrong: count it, with all that follows from that. `why` as the log has it. */
void
sabot_api_refuse_pin(struct sabot_api *api, const struct sabot_api_attempt *attempt,
		     const char *why, GError **error);

/* Only the line in the log, or one more in a line to come. */
void
sabot_api_record_refusal(struct sabot_api *api, const struct sabot_api_attempt *attempt,
			 const char *why);

/* A request of a person who may not do that; transferred. The log has it likewise. */
void
sabot_api_record_refused(struct sabot_api *api, json_t *event);

/* The PIN was right. */
void
sabot_api_forgive(struct sabot_api *api, const struct sabot_api_attempt *attempt);

/* So many wrong PINs in a row came on this connection that it ends. */
bool
sabot_api_is_guessing(const struct sabot_peer *peer);

/* An empty table of refusals that are counted. Transferred. */
GHashTable *
sabot_api_folds_new(void);

/* Write the numbers of those whose minute is over, or of all. */
void
sabot_api_flush_refusals(struct sabot_api *api, bool is_all);

/* What somebody says to prove who he is. Borrowed. */
struct sabot_claim {
	struct sabot_peer *peer; /* where he says it */
	const char *name;
	const char *pin;      /* with the number of his card, if he has one (store/log/secret.h) */
	const char *new_pin;  /* or NULL */
	const char *new_card; /* likewise: it is being registered */
};

/*
 * `person` is as he is once what his right PIN changes is recorded with the event that it is for
 * (no failures, perhaps another PIN); borrowed, NULL with `error`. A refusal is in the log already.
 */
typedef void
sabot_api_identified_fn(const struct sabot_person *person, const GError *error, void *data);

/* Check a claim (api-login.c). False with an error when it cannot be: `fn` is not called then. */
bool
sabot_api_identify(struct sabot_api *api, const struct sabot_claim *claim,
		   sabot_api_identified_fn *fn, void *data, GError **error);

/* Say in the task where it comes from, so that each gets his turn. */
void
sabot_api_address_task(const struct sabot_api *api, const struct sabot_peer *peer,
		       struct sabot_pin_task *task);

/* The second person that a request names. False with an error; borrowed from the request. */
bool
sabot_api_get_second(struct sabot_peer *peer, const struct sabot_wire_claim *second,
		     struct sabot_claim *ret_claim, GError **error);

/*
 * Who has proven to be `second` is somebody else than who has logged in, and one who has `right`:
 * that of a second person in this matter.
 */
bool
sabot_api_check_second(struct sabot_api *api, const struct sabot_peer *peer,
		       const struct sabot_person *second, enum sabot_right right, GError **error);

/*
 * Go on with a request that two persons sign: `second` is the other, who has proven it; NULL when
 * the request names none, or nobody here has logged in. Answers itself, or gives an error.
 */
typedef void
sabot_api_seconded_fn(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request, const struct sabot_person *second,
		      GError **error);

/*
 * The shift that a request names; without (`text` NULL) the one that is now. False with an error
 * when it is none of the house's (api-document.c).
 */
bool
sabot_api_get_shift(const struct sabot_api *api, const char *text, char ret_id[SABOT_SHIFT_ID_SIZE],
		    GError **error);

/* Whom a request names in `second` (NULL: nobody), the right he needs, and how it goes on. */
struct sabot_api_seconding {
	const struct sabot_wire_claim *second;
	enum sabot_right right;
	sabot_api_seconded_fn *fn;
};

/* Check that person (api-second.c), then go on, now or later. */
void
sabot_api_with_second(struct sabot_api *api, struct sabot_peer *peer,
		      const struct sabot_wire_request *request,
		      const struct sabot_api_seconding *seconding, GError **error);

/* The connection is over, the person is idle, or may not be there any more. */
void
sabot_api_end_session(struct sabot_api *api, struct sabot_peer *peer, const char *why);

/* End the sessions of who does nothing. Always G_SOURCE_CONTINUE. */
gboolean
sabot_api_expire_sessions(gpointer api);

/* Answers by itself: the reply, then what did not fit into it, what was missed, and a beat. */
sabot_api_fn sabot_api_watch;

/* Send one peer the push `beat`, with the newest sequence number. */
void
sabot_api_send_beat(struct sabot_api *api, struct sabot_peer *peer);
