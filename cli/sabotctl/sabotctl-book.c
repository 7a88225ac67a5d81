/* Opens a database for a verb, and parses times as people write them. */
#include "sabotctl-book.h"

#include "proto/rfc3339.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool
sabotctl_book_options_complete(struct sabotctl_book_options *options, GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (!options->config || (options->profiles && options->archives))
		return true;
	if (!g_key_file_load_from_file(file, options->config, G_KEY_FILE_NONE, error)) {
		g_prefix_error(error, "%s: ", options->config);
		return false;
	}
	if (!options->profiles)
		options->profiles = g_key_file_get_string(file, "daemon", "profiles", NULL);
	if (!options->archives)
		options->archives = g_key_file_get_string(file, "archive", "dir", NULL);
	return true;
}

/* What the book passes over, such as a log by rules that it cannot find, is said in plain words. */
static void
print_warning(const char *domain, GLogLevelFlags level, const char *message, gpointer verb)
{
	(void)domain;
	(void)level;
	fprintf(stderr, "sabotctl %s: %s\n", (const char *)verb, sabot_text_plain(message));
}

/* On a terminal only: the line is written over, and empty at the end. */
static void
print_progress(int64_t n_done, int64_t n_all, void *data)
{
	bool *is_reported = data;

	*is_reported = true;
	fputs("\r", stderr);
	fprintf(stderr, _("the index is made: %d %%"), (int)(n_done * 100 / MAX(n_all, 1)));
	fflush(stderr);
}

struct sabot_book *
sabotctl_book_try(char *const *paths, const struct sabotctl_book_options *options, GError **error)
{
	bool is_reported = false, is_terminal = isatty(STDERR_FILENO);
	const struct sabot_book_options how = {
		.paths = (const char *const *)paths,
		.archive_dir = options->archives,
		.index_path = options->index,
		.profiles_dir = options->profiles,
		.progress = is_terminal ? print_progress : NULL,
		.data = &is_reported,
	};
	struct sabot_book *book = sabot_book_open(&how, error);

	if (is_reported)
		fputs("\r\033[K", stderr);
	return book;
}

struct sabot_book *
sabotctl_book_open(const char *verb, char *const *paths, struct sabotctl_book_options *options)
{
	g_autoptr(GError) error = NULL;
	struct sabot_book *book = NULL;

	g_log_set_handler(NULL, G_LOG_LEVEL_WARNING, print_warning, (gpointer)verb);
	if (sabotctl_book_options_complete(options, &error))
		book = sabotctl_book_try(paths, options, &error);
	if (!book)
		fprintf(stderr, "sabotctl %s: %s\n", verb, sabot_text_plain(error->message));
	return book;
}

void
sabotctl_book_options_clear(struct sabotctl_book_options *options)
{
	g_free(options->index);
	g_free(options->profiles);
	g_free(options->config);
	g_free(options->archives);
}

bool
sabotctl_parse_time(const char *text, int64_t *ret_us)
{
	static const char rest[] = "0000-01-01T00:00:00Z";
	size_t length = strlen(text);
	g_autofree char *whole = NULL;

	if (length != strlen("2026-05") && length != strlen("2026-05-03"))
		return sabot_time_parse(text, ret_us);
	whole = g_strconcat(text, rest + length, NULL);
	return sabot_time_parse(whole, ret_us);
}

char *
sabotctl_format_time(int64_t at_us)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(at_us / G_USEC_PER_SEC);

	return time ? g_date_time_format(time, "%Y-%m-%d %H:%M:%S") : g_strdup("?");
}
