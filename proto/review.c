/* See review.h. The last answer counts: pictures that were refused may be found after all. */
#include "proto/review.h"

#include "engine/core/event.h"
#include "proto/rfc3339.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const states[] = {"", "requested", "delivered", "refused", NULL};

#define F(...) SABOT_RECORD_FIELD(sabot_wire_review, __VA_ARGS__, )
static const struct sabot_record_field fields[] = {
	F("review", INTEGER, review, .required = true),
	F("table", STRING, table, .required = true),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
	F("from", TIME, from_us),
	F("to", TIME, to_us),
	F("camera", STRING, camera),
	F("why", STRING, why),
	F("by", STRING, by),
	F("at", TIME, at_us),
	F("state", WORD, state, .words = states),
	F("answered_by", STRING, answered_by),
	F("answered", TIME, answered_us),
	F("note", STRING, note),
	F("sha256", STRING, sha256),
	F("upstream", STRING, upstream),
};
const struct sabot_record_type sabot_wire_review_type =
	SABOT_RECORD_TYPE(sabot_wire_review, fields);
#undef F

static const struct sabot_record_field page_fields[] =
	SABOT_RECORD_PAGE_FIELDS("reviews", &sabot_wire_review_type);
const struct sabot_record_type sabot_wire_reviews_type =
	SABOT_RECORD_TYPE(sabot_wire_page, page_fields);

const char *
sabot_review_step_name(const char *step)
{
	if (strcmp(step, "request") == 0)
		return _("pictures requested:");
	return strcmp(step, "deliver") == 0 ? _("pictures delivered:") : _("pictures refused:");
}

const char *
sabot_review_state_word(int state)
{
	return state > 0 && state <= SABOT_REVIEW_REFUSED ? states[state] : "";
}

const char *
sabot_review_state_name(int state)
{
	switch ((enum sabot_review_state)state) {
	case SABOT_REVIEW_REQUESTED:
		return C_("pictures", "requested");
	case SABOT_REVIEW_DELIVERED:
		return C_("pictures", "delivered");
	case SABOT_REVIEW_REFUSED:
		return C_("pictures", "refused");
	}
	return "?";
}

GPtrArray *
sabot_reviews_new(void)
{
	return g_ptr_array_new_with_free_func(sabot_record_unref);
}

struct sabot_wire_review *
sabot_reviews_find(const GPtrArray *reviews, int64_t number)
{
	for (guint i = reviews->len; i > 0; i--) {
		struct sabot_wire_review *review = g_ptr_array_index(reviews, i - 1);

		if (review->review == number)
			return review;
	}
	return NULL;
}

bool
sabot_reviews_has_open(const GPtrArray *reviews)
{
	for (guint i = 0; i < reviews->len; i++) {
		const struct sabot_wire_review *review = g_ptr_array_index(reviews, i);

		if (review->state == SABOT_REVIEW_REQUESTED)
			return true;
	}
	return false;
}

static const char *
text_of(const json_t *event, const char *name)
{
	return json_string_value(json_object_get(event, name));
}

static void
request(GPtrArray *reviews, int64_t n, const json_t *event)
{
	json_t *object = json_copy((json_t *)event);
	struct sabot_wire_review *review;

	json_object_set_new(object, "review", json_integer(n));
	json_object_set_new(object, "state", json_string("requested"));
	review = sabot_record_parse(&sabot_wire_review_type, object, NULL);
	json_decref(object);
	if (!review)
		return;
	g_ptr_array_add(reviews, review);
	if (reviews->len > SABOT_REVIEWS_MAX)
		g_ptr_array_remove_index(reviews, 0);
}

static void
answer(struct sabot_wire_review *review, const json_t *event)
{
	review->state = strcmp(text_of(event, "do"), "deliver") == 0 ? SABOT_REVIEW_DELIVERED
								     : SABOT_REVIEW_REFUSED;
	g_free(review->answered_by);
	g_free(review->note);
	g_free(review->sha256);
	review->answered_by = g_strdup(text_of(event, "by"));
	review->note = g_strdup(text_of(event, "note"));
	review->sha256 = g_strdup(text_of(event, "sha256"));
	review->answered_us = SABOT_TIME_NONE;
	if (text_of(event, "at"))
		sabot_time_parse(text_of(event, "at"), &review->answered_us);
}

void
sabot_reviews_apply(GPtrArray *reviews, int64_t n, const json_t *event)
{
	const char *what = text_of(event, "do");
	struct sabot_wire_review *review;

	if (g_strcmp0(text_of(event, "ev"), "review") != 0 || !what)
		return;
	if (strcmp(what, "request") == 0) {
		request(reviews, n, event);
		return;
	}
	review = sabot_reviews_find(reviews, json_integer_value(json_object_get(event, "review")));
	if (review && (strcmp(what, "deliver") == 0 || strcmp(what, "refuse") == 0))
		answer(review, event);
}
