/* See answer-page.h. */
#include "answer-page.h"
#include "proto/json-write.h"

void
sabot_answer_page_init(struct sabot_answer_page *page, size_t left_bytes)
{
	page->list = json_array();
	page->left_bytes = left_bytes;
}

bool
sabot_answer_page_add(struct sabot_answer_page *page, json_t *item)
{
	size_t bytes = sabot_json_count_bytes(item) + 1;

	if (bytes > page->left_bytes) {
		json_decref(item);
		return false;
	}
	page->left_bytes -= bytes;
	json_array_append_new(page->list, item);
	return true;
}

json_t *
sabot_answer_page_finish(struct sabot_answer_page *page, const char *name, guint next,
			 guint n_items)
{
	json_t *ok = json_object();

	json_object_set_new(ok, name, page->list);
	if (next < n_items)
		json_object_set_new(ok, "next", json_integer(next));
	return ok;
}
