/* See move-book.h. The last event about a table counts. */
#include "move-book.h"
#include "text/refusal.h"

struct sabot_move_book *
sabot_move_book_new(void)
{
	struct sabot_move_book *book = g_new0(struct sabot_move_book, 1);

	book->away = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return book;
}

void
sabot_move_book_free(struct sabot_move_book *book)
{
	if (!book)
		return;
	g_hash_table_unref(book->away);
	g_free(book);
}

void
sabot_move_book_apply(struct sabot_move_book *book, const struct sabot_house_event *event)
{
	const char *table = event->head->table, *why = NULL;

	if (!table)
		return;
	if (event->kind == SABOT_HOUSE_GIVEN)
		why = SABOT_REFUSAL("the table was given away: it goes on at another machine");
	else if (event->kind == SABOT_HOUSE_TAKING)
		why = SABOT_REFUSAL("the table was not wholly taken over: import its file again");
	else if (event->kind != SABOT_HOUSE_TAKEN)
		return;
	if (why)
		g_hash_table_insert(book->away, g_strdup(table), (gpointer)why);
	else
		g_hash_table_remove(book->away, table);
}

const char *
sabot_move_book_find(const struct sabot_move_book *book, const char *table)
{
	return g_hash_table_lookup(book->away, table);
}
