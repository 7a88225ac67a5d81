/*
 * sabotctl table check DB DB...: whether two machines have taken over the same table, which neither
 * of them can know.
 */
#include "sabotctl-table-check.h"
#include "sabotctl-store.h"
#include "sabotctl.h"
#include "store/files/moves.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>

enum { DIGITS_SHOWN = 16 }; /* of a file's digest */

static void
print_fault(const struct sabot_move_fault *fault)
{
	const char *path = sabot_text_plain(fault->path), *other = sabot_text_plain(fault->other);

	switch (fault->kind) {
	case SABOT_MOVE_UNAWARES:
		printf(_("%s: %s has taken it over (file %.*s…) from %s, which does not know that "
			 "it gave it away\n"),
		       sabot_text_plain(fault->table), path, DIGITS_SHOWN,
		       sabot_text_plain(fault->digest), other);
		break;
	case SABOT_MOVE_TWICE:
		printf(_("%s: both %s and %s have taken it over with the same file (%.*s…)\n"),
		       sabot_text_plain(fault->table), path, other, DIGITS_SHOWN,
		       sabot_text_plain(fault->digest));
		break;
	case SABOT_MOVE_FORKED:
		printf(_("%s and %s are copies of one database, and each went on by itself\n"),
		       path, other);
		break;
	}
}

int
sabotctl_table_check(char **paths, GError **error)
{
	g_autoptr(GPtrArray) faults = sabot_moves_compare(paths, error);

	if (!faults)
		return SABOTCTL_FAILED;
	for (guint i = 0; i < faults->len; i++)
		print_fault(g_ptr_array_index(faults, i));
	if (faults->len == 0)
		printf("%s\n", _("no table was taken over twice"));
	return faults->len > 0 ? SABOTCTL_FOUND : SABOTCTL_OK;
}
