/* The persons of a case file: their ids are in its events, their names in the database only. */
#include "case-persons.h"

#include "case/concerned.h"
#include "store/db/db-open.h"
#include "store/log/persons.h"
#include "text/escape.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <stdio.h>

static void
print_person(const struct sabot_person *person, GHashTable *ids)
{
	g_autofree char *id = sabot_person_id(person);

	if (g_hash_table_contains(ids, id))
		printf("%s  %s  %s\n", id, sabot_text_role(sabot_role_to_string(person->role)),
		       person->name ? sabot_text_plain(person->name) : _("name erased"));
}

bool
case_persons_print(const struct sabot_case_file *file, const char *bytes, size_t n_bytes,
		   const char *path, GError **error)
{
	g_autofree char *sum =
		g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, n_bytes);
	struct sabot_db *db = sabot_db_open(path, SABOT_DB_FILE, error);
	g_autoptr(GPtrArray) persons = db ? sabot_persons_read(db, error) : NULL;
	g_autoptr(GHashTable) ids = sabot_concerned_list(file->records);

	if (file->about.by)
		g_hash_table_add(ids, g_strdup(file->about.by));
	if (persons) {
		printf(_("Persons of the case: table %s, round %d\n"),
		       sabot_text_plain(file->about.table), (int)file->about.round);
		printf(_("SHA-256 of the case file: %s\n"), sum);
	}
	for (guint i = 0; persons && i < persons->len; i++)
		print_person(g_ptr_array_index(persons, i), ids);
	sabot_db_close(db);
	return persons != NULL;
}
