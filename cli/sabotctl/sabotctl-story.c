/*
 * `sabotctl log FILE … --story`: the story of a round, with what a shoe's journal has of that time.
 */
#include "sabotctl-story.h"

#include "case/story-bytes.h"
#include "case/story.h"
#include "case/story-text.h"
#include "sabotctl.h"
#include "proto/message.h"
#include "store/log/log.h"
#include "sabotctl-verbs.h"

#include <stdio.h>

/* What a shoe's journal has of the round's time, where one is given. */
static bool
add_journal(json_t *story, const struct sabot_index_round *round, const char *path, GError **error)
{
	const struct sabot_story_journal journal = {.path = path};

	return !path || sabot_story_add_bytes(story, round, &journal, error);
}

static void
print(json_t *story, bool is_json)
{
	struct sabot_wire_story *read = is_json ? NULL : sabot_story_read(story);
	g_autofree char *text = read ? sabot_story_to_text(read) : NULL;

	sabot_record_unref(read);
	if (text) {
		fputs(text, stdout);
		return;
	}
	json_dumpf(story, stdout, JSON_COMPACT);
	putchar('\n');
}

int
sabotctl_story(struct sabot_book *book, const struct sabot_index_round *round, const char *journal,
	       bool is_json)
{
	g_autofree char *table = sabot_log_get_name(book->db, round->log_id, NULL);
	g_autoptr(GError) error = NULL;
	json_t *story = sabot_story_write(book, table, round, &error);

	if (story && add_journal(story, round, journal, &error))
		print(story, is_json);
	json_decref(story);
	if (!error)
		return SABOTCTL_OK;
	sabotctl_complain(error->message);
	return SABOTCTL_FAILED;
}

/* All of its pages as one. NULL, said. New reference. */
static json_t *
request_story(struct sabotctl_look *look, const char *table, int64_t round)
{
	json_t *story = NULL;
	int64_t next = 0;

	do {
		json_t *page = sabotctl_look_request(look, "story",
						     json_pack("{s:s, s:I, s:I}", "table", table,
							       "round", (json_int_t)round, "from",
							       (json_int_t)next));

		if (!page) {
			json_decref(story);
			return NULL;
		}
		next = sabot_wire_page_append(&story, page, "lines");
		json_decref(page);
	} while (next);
	return story;
}

int
sabotctl_story_request(struct sabotctl_look *look, const char *table,
		       const struct sabot_index_round *round, const char *journal, bool is_json)
{
	g_autoptr(GError) error = NULL;
	json_t *story = request_story(look, table, round->round);
	int status = SABOTCTL_FAILED;

	if (story && add_journal(story, round, journal, &error)) {
		print(story, is_json);
		status = SABOTCTL_OK;
	}
	json_decref(story);
	if (error)
		sabotctl_complain(error->message);
	return status;
}
