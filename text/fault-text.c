/* One table for findings, verdicts and the store's failures: see fault-text.h. */
#include "text/fault-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

static const struct {
	const char *word, *said;
} faults[] = {
	/* what a proof finds */
	{"intact", NC_("fault", "as it was recorded")},
	{"changed", NC_("fault", "the row is not the one that was recorded here")},
	{"missing", NC_("fault", "a row is missing")},
	{"unexpected", NC_("fault", "a row that belongs to nothing")},
	{"checkpoint", NC_("fault", "the checkpoint is missing, or is not the one that was made")},
	{"signature", NC_("fault", "its signature is not one by the key that it names")},
	{"rewritten",
	 NC_("fault", "the log was written again up to here: its hash is not the signed one")},
	{"cut", NC_("fault", "the file ends before the checkpoint that was kept")},
	{"unsigned", NC_("fault", "there is no checkpoint: nothing is signed")},
	{"anchor",
	 NC_("fault", "the note on the archive is missing, or is not the one that was made")},
	{"gap", NC_("fault", "this file does not go on where the one before it ended")},
	{"person", NC_("fault", "his row in the database is not as the house log has him")},
	{"row", NC_("fault", "a column holds what was never recorded there")},
	{"schema", NC_("fault", "the schema is not as the program made it")},
	{"structure", NC_("fault", "the file is damaged")},
	{"seal", NC_("fault", "the case file is not the one that was sealed")},
	{"unsealed", NC_("fault", "no key that was given has sealed the case file")},
	{"witness", NC_("fault", "a witness has signed another past than this")},
	{"unwitnessed", NC_("fault", "there is no signature by the witness")},
	/* why the store could not do something */
	{"failed", NC_("fault", "the daemon's journal says why")},
	{"full", NC_("fault", "the disk is full")},
	{"read_only", NC_("fault", "the disk can only be read")},
	{"access", NC_("fault", "the system does not allow it")},
	{"io", NC_("fault", "the disk does not read or write")},
	{"no_file", NC_("fault", "the file is not there")},
	{"busy", NC_("fault", "another program uses the file")},
	{"resources", NC_("fault", "the machine has no memory or no open files left")},
	{"damaged", NC_("fault", "the file is damaged")},
	{"newer", NC_("fault", "a newer version of the program wrote the file")},
	{"foreign", NC_("fault", "the file belongs to something else")},
	{"removed",
	 NC_("fault", "the file was removed, replaced or written to by another program")},
	{"used", NC_("fault", "another program writes to the file")},
	{"exposed", NC_("fault", "others can read it")},
	{"tpm", NC_("fault", "the machine's TPM does not give it out")},
	{"at_start", NC_("fault", "the database could not be used at the start")},
	{"before_start", NC_("fault", "they were only in the spool before the start")},
	{"slow", NC_("fault", "its disk takes more than a second")},
	{"many", NC_("fault", "too many events wait for it")},
	{"again", NC_("fault", "the database was down, and is copied again")},
	{"itself", NC_("fault", "it is the database itself")},
	{"other_database", NC_("fault", "it is another database")},
	{"other_events", NC_("fault", "its last events are not the database's")},
	{"gone", NC_("fault", "it is gone: perhaps its disk is not mounted")},
	{"own_disk",
	 NC_("fault", "it is now on the database's disk: perhaps its own is not mounted")},
	{"database", NC_("fault", "the database cannot be read")},
	{"kept", NC_("fault", "too many files were kept beside it")},
};

static const char *
find(const char *word)
{
	for (size_t i = 0; i < G_N_ELEMENTS(faults); i++)
		if (strcmp(faults[i].word, word) == 0)
			return faults[i].said;
	return NULL;
}

const char *
sabot_text_fault(const char *word)
{
	const char *said = find(word);

	return said ? g_dpgettext2(GETTEXT_PACKAGE, "fault", said) : word;
}

bool
sabot_text_has_fault(const char *word)
{
	return find(word) != NULL;
}
