/* See spool-accept.h. The new file gets its name when it is complete. */
#include "spool-accept.h"
#include "disk/whole-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

static bool
refuse(const char *path, const char *why, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL, "%s: %s", path, why);
	return false;
}

/* What it has, when nobody has signed any of it. */
static bool
check_content(struct sabot_spool *from, const struct sabot_key *key,
	      const struct sabot_spool_content *all, GError **error)
{
	struct sabot_spool_content *own;
	bool has_own;

	if (all->why) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL,
			    "%s: line %" G_GINT64_FORMAT ": %s", from->path, all->bad_line,
			    all->why);
		return false;
	}
	if (all->records->len == 0)
		return refuse(from->path, "it has no events", error);
	from->trust = (struct sabot_spool_trust){.key = key};
	own = sabot_spool_load(from);
	has_own = own->records->len + own->behind->len > 0;
	sabot_spool_content_free(own);
	return !has_own || refuse(from->path,
				  "the house's key has signed events in it, which are taken in "
				  "already: the others are to be entered by people",
				  error);
}

/* Under another name first; `from` is out of the way then. */
static bool
write_signed(const struct sabot_spool *from, const char *place, const struct sabot_key *key,
	     GPtrArray *records, GError **error)
{
	struct sabot_spool to = {
		.path = g_strconcat(place, ".part", NULL),
		.is_outage = from->is_outage,
		.trust = {.key = key},
		.is_accepted = true,
		.fd = -1,
	};
	g_autofree char *part = g_strdup(to.path);
	bool is_done;

	g_unlink(part);
	is_done = sabot_spool_append(&to, records, error);
	sabot_spool_clear(&to);
	if (is_done && !sabot_disk_publish(part, place))
		is_done = refuse(place, g_strerror(errno), error);
	g_unlink(part);
	return is_done;
}

/* The place of a file: its name without what was put behind it. NULL: it is no spool's. */
static char *
find_spool(const char *path, bool *ret_is_outage)
{
	g_autofree char *directory = g_path_get_dirname(path), *name = g_path_get_basename(path);
	struct sabot_spool places[2];
	char *found = NULL;

	sabot_spool_init(&places[0], directory);
	sabot_spool_init_outage(&places[1], directory);
	for (int i = 0; i < 2; i++) {
		g_autofree char *own = g_path_get_basename(places[i].path);

		if (!found && g_str_has_prefix(name, own)) {
			found = g_strdup(places[i].path);
			*ret_is_outage = places[i].is_outage;
		}
		sabot_spool_clear(&places[i]);
	}
	return found;
}

bool
sabot_spool_accept(const char *path, const struct sabot_key *key, GError **error)
{
	struct sabot_spool from = {.path = (char *)path, .trust = {.is_blind = true}, .fd = -1};
	g_autofree char *place = find_spool(path, &from.is_outage);
	struct sabot_spool_content *all;
	bool is_done;

	if (!place)
		return refuse(path, "it is no file of a spool", error);
	all = sabot_spool_load(&from);
	is_done = check_content(&from, key, all, error);
	if (is_done && g_str_has_suffix(path, ".ndjson"))
		is_done = sabot_spool_set_aside(&from, NULL, error);
	is_done = is_done && write_signed(&from, place, key, all->records, error);
	sabot_spool_content_free(all);
	return is_done;
}
