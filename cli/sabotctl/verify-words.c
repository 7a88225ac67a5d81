/* See verify-words.h. */
#include "verify-words.h"

#include "proto/rfc3339.h"
#include "text/escape.h"
#include "text/fault-text.h"

#include <glib/gi18n.h>
#include <stdio.h>

static const char *
fault_words(enum sabot_verify_fault fault)
{
	return sabot_text_fault(sabot_verify_fault_to_string(fault));
}

/* Up to where it is witnessed is no row. */
static void
print_unwitnessed(const struct sabot_verify_result *verdict)
{
	g_autofree char *at = sabot_time_format(verdict->witnessed_us);

	if (verdict->witnessed == 0)
		printf(_("NOT WITNESSED: %s\n"), fault_words(verdict->fault));
	else
		printf(_("NOT WITNESSED: %d checkpoints after number %d, the last that the witness "
			 "has signed, on %s\n"),
		       (int)verdict->n_unwitnessed, (int)verdict->witnessed, at);
}

char *
verify_other_key_words(const struct sabot_verify_result *verdict)
{
	if (!verdict->signer)
		return NULL;
	return verdict->archive
		       ? g_strdup_printf(_("archive %d is signed with another key: %s"),
					 (int)verdict->archive, sabot_text_plain(verdict->signer))
		       : g_strdup_printf(_("checkpoint %d is signed with another key: %s"),
					 (int)verdict->checkpoint,
					 sabot_text_plain(verdict->signer));
}

static void
print_other_key(const char *words)
{
	printf(_("NOT PROVEN: %s\n"), words);
	printf(_("If this is a key of the house, too (older, or newer), give it as well, with a "
		 "--key of its own.\n"));
}

void
verify_print_fault(const struct sabot_verify_result *verdict)
{
	const char *words = fault_words(verdict->fault);
	g_autofree char *other_key = verify_other_key_words(verdict);

	if (verdict->fault == SABOT_VERIFY_UNWITNESSED)
		print_unwitnessed(verdict);
	else if (other_key)
		print_other_key(other_key);
	else if (verdict->fault == SABOT_VERIFY_ROW || verdict->fault == SABOT_VERIFY_SCHEMA ||
		 verdict->fault == SABOT_VERIFY_STRUCTURE)
		printf(_("BROKEN: %s (%s)\n"), words, sabot_text_plain(verdict->row));
	else if (verdict->row)
		printf(_("BROKEN: row %s: %s\n"), sabot_text_plain(verdict->row), words);
	else if (verdict->person)
		printf(_("BROKEN: person p%d: %s\n"), (int)verdict->person, words);
	else if (verdict->fault == SABOT_VERIFY_UNSIGNED && verdict->n_events == 0)
		printf(_("BROKEN: there is no event: nothing is proven\n"));
	else if (verdict->fault == SABOT_VERIFY_UNSEALED || verdict->fault == SABOT_VERIFY_UNSIGNED)
		printf(_("NOT PROVEN: %s\n"), words);
	else if (verdict->line)
		printf(_("BROKEN: line %d: %s\n"), (int)verdict->line, words);
	else if (verdict->archive)
		printf(_("BROKEN: archive %d: %s\n"), (int)verdict->archive, words);
	else if (verdict->checkpoint)
		printf(_("BROKEN: checkpoint %d: %s\n"), (int)verdict->checkpoint, words);
	else if (verdict->log && verdict->seq)
		printf(_("BROKEN: log %s, event %d (number %d over all logs): %s\n"),
		       sabot_text_plain(verdict->log), (int)verdict->n, (int)verdict->seq, words);
	else if (verdict->log && !verdict->n)
		printf(_("BROKEN: log %s: %s\n"), sabot_text_plain(verdict->log), words);
	else if (verdict->log)
		printf(_("BROKEN: log %s, event %d: %s\n"), sabot_text_plain(verdict->log),
		       (int)verdict->n, words);
	else if (verdict->seq)
		printf(_("BROKEN: event number %d over all logs: %s\n"), (int)verdict->seq, words);
	else
		printf(_("BROKEN: %s\n"), words);
}

void
verify_print_witnessed(const struct sabot_verify_result *verdict)
{
	g_autofree char *at = sabot_time_format(verdict->witnessed_us);

	printf(_("witnessed: up to checkpoint %d, on %s; %d checkpoints after it\n"),
	       (int)verdict->witnessed, at, (int)verdict->n_unwitnessed);
}

/* The pieces' names, in one line. Transferred. */
static char *
list_pieces(const struct sabot_case_file *file)
{
	GString *names = g_string_new(NULL);

	for (guint i = 0; i < file->pieces->len; i++) {
		const struct sabot_case_piece *piece = g_ptr_array_index(file->pieces, i);

		g_string_append_printf(names, "%s%s", i > 0 ? " " : "", piece->name);
	}
	return g_string_free(names, FALSE);
}

void
verify_print_case(const struct sabot_case_file *file)
{
	const struct sabot_case_about *about = &file->about;
	g_autofree char *pieces = list_pieces(file);

	if (about->incident)
		printf(_("case: table %s, load %d, round %d, incident %d\n"),
		       sabot_text_plain(about->table), (int)about->load, (int)about->round,
		       (int)about->incident);
	else
		printf(_("case: table %s, load %d, round %d\n"), sabot_text_plain(about->table),
		       (int)about->load, (int)about->round);
	if (file->signer)
		printf(_("sealed by %s, with %s\n"), sabot_text_plain(file->signer),
		       sabot_text_plain(pieces));
	else if (file->is_signed)
		printf(_("sealed, by whom was not checked, with %s\n"), sabot_text_plain(pieces));
	else
		printf(_("not sealed: nothing proves %s\n"), sabot_text_plain(pieces));
}
