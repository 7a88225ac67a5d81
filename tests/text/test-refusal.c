/*
 * tests of text/refusal: each marked sentence comes out in Spanish and Italian with all its words;
 * what is not ours, hostile or too long comes out as it is.
 */
#include "text/refusal.h"
#include "refusals.h"
#include "text/text.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
/* cmocka.h needs the ones above */
#include <cmocka.h>

static const char *const languages[] = {"es", "it"};
/* No language has them among its own words. */
static const char *const samples[] = {"Xq1", "Xq2", "Xq3", "Xq4", "Xq5"};
static const char *const sample_numbers[] = {"7711", "7722", "7733", "7744", "7755"};

static void
check(const char *language, const char *english, const char *expected)
{
	g_autofree char *said = NULL;

	sabot_text_set_language(language);
	said = sabot_text_refusal(english);
	assert_string_equal(said, expected);
}

static void
check_unchanged(const char *sentence)
{
	check("es", sentence, sentence);
	check("it", sentence, sentence);
}

/* The sentence as the daemon writes it; `ret_words` gets what was put in. Transferred. */
static char *
fill(const char *format, GPtrArray *ret_words)
{
	g_autoptr(GRegex) conversion =
		g_regex_new("%[-0-9.]*(?:hh|h|ll|l|z|j|t)?([a-zA-Z%])", 0, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	GString *text = g_string_new(NULL);
	int from = 0, start, end;

	for (g_regex_match(conversion, format, 0, &match); g_match_info_matches(match);
	     g_match_info_next(match, NULL)) {
		g_autofree char *letter = g_match_info_fetch(match, 1);
		const char *word =
			*letter == 's' ? samples[ret_words->len] : sample_numbers[ret_words->len];

		g_match_info_fetch_pos(match, 0, &start, &end);
		g_string_append_len(text, format + from, start - from);
		g_string_append(text, *letter == '%' ? "%" : word);
		if (*letter != '%')
			g_ptr_array_add(ret_words, (gpointer)word);
		from = end;
	}
	g_string_append(text, format + from);
	return g_string_free(text, FALSE);
}

/* What people read has the n-th, too: what a program reads may say more. */
static bool
has_conversion(const struct sabot_refusal *refusal, guint n)
{
	g_autofree char *conversion = g_strdup_printf("%%%u$s", n);

	return strcmp(refusal->said, refusal->written) == 0 || strstr(refusal->said, conversion);
}

static void
check_marked(const char *language, const struct sabot_refusal *refusal)
{
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	g_autofree char *english = fill(refusal->written, words), *said = NULL;

	sabot_text_set_language(language);
	said = sabot_text_refusal(english);
	if (strcmp(said, english) == 0)
		fail_msg("%s: not said in the language: %s", language, english);
	for (guint i = 0; i < words->len; i++)
		if (has_conversion(refusal, i + 1) && !strstr(said, g_ptr_array_index(words, i)))
			fail_msg("%s: %s has lost a word: %s", language, english, said);
	if (strchr(said, '%') && !strchr(english, '%'))
		fail_msg("%s: %s has kept a conversion: %s", language, english, said);
}

static void
test_each_is_said(void **state)
{
	int n = 0;

	(void)state;
	for (; sabot_refusals[n].written; n++)
		for (size_t i = 0; i < G_N_ELEMENTS(languages); i++)
			check_marked(languages[i], &sabot_refusals[n]);
	assert_true(n > 250);
}

/* A format of little more than conversions would match everything; a sentence only itself. */
static void
test_each_has_words_of_its_own(void **state)
{
	(void)state;
	for (int i = 0; sabot_refusals[i].written; i++) {
		if (!strchr(sabot_refusals[i].written, '%'))
			continue;
		g_autoptr(GRegex) conversion = g_regex_new("%[-0-9.]*[a-z]+", 0, 0, NULL);
		g_autofree char *fixed = g_regex_replace_literal(
			conversion, sabot_refusals[i].written, -1, 0, "", 0, NULL);

		if (strchr(sabot_refusals[i].written, '$') || strlen(fixed) < strlen("is away: "))
			fail_msg("matches too much: %s", sabot_refusals[i].written);
	}
}

static void
test_words_are_said(void **state)
{
	(void)state;
	check("es", "p2 is dealer, and may not do this (issue): who may is cage",
	      "p2 tiene el rol «crupier» y no puede hacer esto (emisión); puede hacerlo: caja");
	check("it", "p2 is dealer, and may not do this (rule): who may is pit, shift",
	      "p2 ha il ruolo «croupier» e non può farlo (decisione); può farlo: capotavolo, "
	      "responsabile di turno");
	check("es", "event.second: who signed the request of this slip does not sign here",
	      "quien firmó la solicitud de este vale no firma aquí");
	check("it", "recount: the main bank was not counted yet",
	      "la banca principale non è ancora stato contato");
}

static void
test_parts_are_said(void **state)
{
	(void)state;
	check("es", "event.number: the slip is issued", "este vale ya está emitido");
	check("es", "event.currencies: name a currency twice", "una divisa aparece dos veces");
	check("it", "event.counts: has an amount out of limits",
	      "importi contati: ha un importo fuori dai limiti");
	check("it", "second: the name or the PIN is wrong",
	      "seconda persona: il nome o il PIN è errato");
	check("it", "east is away: the store is down",
	      "east non risponde: la base di dati non funziona");
	check("es", "the last card cannot be mended so: no such box",
	      "la última carta no se puede corregir así: no existe esa casilla");
	check("es", "/run/sabot: there is no table 'x'", "/run/sabot: no hay ninguna mesa 'x'");
	check("es", "event.by: must be a word", "firma: debe ser una palabra");
	check("it", "event.amount: is out of bounds", "importo: è fuori dai limiti");
}

/* Of finding, replaying and "what if", which name tables, files and numbers. */
static void
test_lookups_are_said(void **state)
{
	(void)state;
	check("es", "PB-03: there is no incident 18 in this log",
	      "PB-03: en este registro no hay ninguna incidencia 18");
	check("it",
	      "PB-03: incident 18 was raised in no round that is over: it is event 211 of the log",
	      "PB-03: l'incidente 18 non è sorto in una mano conclusa: "
	      "è l'evento 211 del registro");
	check("es", "incident 18 is not raised or answered in these loads",
	      "la incidencia 18 ni se produce ni se resuelve en estas tallas");
	check("it", "/mnt/backup/sabot.db has no log of a table \"PB-99\"",
	      "/mnt/backup/sabot.db non ha il registro di nessun tavolo «PB-99»");
}

static void
test_english_stays(void **state)
{
	(void)state;
	check("en", "event.number: the slip is issued", "this slip is issued already");
	check("en", "event.by: who signed the receive of this slip does not sign here",
	      "who signed the receipt of this slip does not sign here");
	check("en", "set: S-1 is in_use", "the set of cards S-1 is in use");
	check("en", "event.set: S-1 is stock", "the set of cards S-1 is in stock");
	check("en", "second: the name or the PIN is wrong", "second: the name or the PIN is wrong");
	check("en", "there is no table PB-01", "there is no table PB-01");
	check("en", "p2 is dealer, and may not do this (issue): who may is cage",
	      "p2 is dealer, and may not do this (issue): who may is cage");
}

static void
test_foreign_text_is_no_format(void **state)
{
	(void)state;
	check("es", "there is no table %s%n%5$s", "no hay ninguna mesa %s%n%5$s");
	check("es", "there is no table a\nb", "no hay ninguna mesa a\nb");
	check("es", "there is no table \\1\\g<0>", "no hay ninguna mesa \\1\\g<0>");
	check("it", "person: there is nobody called \xff", "non c'è nessuno di nome \xff");
	check("it", "there is no table ", "non c'è nessun tavolo ");
	check_unchanged("number: the next free one is many");
	check_unchanged("no such sentence: at all");
	check_unchanged("event.number: no such sentence");
	check_unchanged("there is no");
	check_unchanged("number: the slip is issued\n");
	check_unchanged("%s");
	check_unchanged("");
}

static void
test_long_text_stays(void **state)
{
	g_autofree char *name = g_strnfill(512, ':');
	g_autofree char *sentence = g_strconcat("there is no table ", name, NULL);
	g_autofree char *nested = g_strnfill(500, ' ');

	(void)state;
	check_unchanged(sentence);
	for (size_t i = 0; nested[i]; i += 2)
		nested[i] = ':';
	check_unchanged(nested);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_is_said),
		cmocka_unit_test(test_each_has_words_of_its_own),
		cmocka_unit_test(test_words_are_said),
		cmocka_unit_test(test_parts_are_said),
		cmocka_unit_test(test_lookups_are_said),
		cmocka_unit_test(test_english_stays),
		cmocka_unit_test(test_foreign_text_is_no_format),
		cmocka_unit_test(test_long_text_stays),
	};

	sabot_text_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
