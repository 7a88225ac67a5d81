/*
 * The witness's answers without its network: the published requests of litewitness' tests, with
 * their answers, and what is no request.
 */
#include "store/proof/add-request.h"
#include "witness/cosigner.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define ORIGIN_START "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce"
#define ORIGIN ORIGIN_START "768b0ff0309e562"

static const char signature_start[] = "\u2014 " ORIGIN " ";

/* Of these three heads the roots are over leaves that the published proofs fit. */
static const char head_1[] = ORIGIN "\n1\nKgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
static const char head_3[] = ORIGIN "\n3\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n";
static const char head_5[] = ORIGIN "\n5\nQrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=\n";
static const char signature_1[] = "UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJ"
				  "QjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=";
static const char signature_3[] = "UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75"
				  "cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=";
static const char signature_3_bad[] = "UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75"
				      "cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6gx=";
static const char signature_5[] = "UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPV"
				  "myEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=";

static const char one[] = "KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
static const char two[] = "KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
static const char two_bad[] = "KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABA=\n";
static const char three[] = "KgMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
static const char four[] = "KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
static const char of_0_and_1[] = "wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=\n";
static const char of_2_and_3[] = "+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=\n";

struct place {
	char *directory, *state_path, *key_path;
	struct sabot_cosigner_config *config;
	struct sabot_key *key;
	struct sabot_cosigner_state *state;
	struct sabot_cosigner *cosigner;
};

static int
setup(void **state)
{
	static const char text[] =
		"[witness]\nlisten = 127.0.0.1:0\n"
		"[log sigsum]\norigin = " ORIGIN "\n"
		"key = " ORIGIN "+5202289b+Af/cLU2Y5BJNP+r3iMDC+av9eWCD0fBJVDfzAux5zxAP\n";
	struct place *place = g_new0(struct place, 1);
	g_autofree char *file = NULL;

	place->directory = g_dir_make_tmp("sabot-witness-XXXXXX", NULL);
	place->state_path = g_build_filename(place->directory, "witness.db", NULL);
	place->key_path = g_build_filename(place->directory, "witness.key", NULL);
	file = g_build_filename(place->directory, "witness.conf", NULL);
	assert_true(g_file_set_contents(file, text, -1, NULL));
	place->config = sabot_cosigner_config_read(file, NULL);
	assert_non_null(place->config);
	g_unlink(file);
	place->key = sabot_key_create_cosigner(place->key_path, "example.com/witness", NULL);
	place->state = sabot_cosigner_state_open(place->state_path, NULL);
	place->cosigner = sabot_cosigner_new(place->config, place->key, place->state);
	*state = place;
	return 0;
}

static int
teardown(void **state)
{
	struct place *place = *state;
	static const char *const beside[] = {"", "-wal", "-shm"};

	sabot_cosigner_free(place->cosigner);
	sabot_cosigner_state_close(place->state);
	sabot_cosigner_config_free(place->config);
	sabot_key_free(place->key);
	for (size_t i = 0; i < G_N_ELEMENTS(beside); i++) {
		g_autofree char *path = g_strconcat(place->state_path, beside[i], NULL);

		g_unlink(path);
	}
	g_unlink(place->key_path);
	g_rmdir(place->directory);
	g_free(place->state_path);
	g_free(place->key_path);
	g_free(place->directory);
	g_free(place);
	return 0;
}

static char *
request(const char *old_and_proof, const char *head, const char *signature)
{
	return g_strdup_printf("old %s\n%s\n%s%s\n", old_and_proof, head, signature_start,
			       signature);
}

/* Takes the request; what was answered is transferred. */
static char *
assert_status(struct place *place, char *text, unsigned status)
{
	struct sabot_cosigner_answer answer;

	sabot_cosigner_add(place->cosigner, text, strlen(text), &answer);
	assert_int_equal(answer.status, status);
	if (status == 409)
		assert_string_equal(answer.content_type, "text/x.tlog.size");
	g_free(text);
	return answer.body;
}

/* The cosignature that was answered is the witness's, over this head. */
static void
assert_cosigned(struct place *place, char *text, const char *head)
{
	g_autofree char *line = assert_status(place, text, 200);
	g_autofree char *note = g_strconcat(head, "\n", line, NULL);
	struct sabot_signed_note *parsed = sabot_signed_note_parse(note, strlen(note), NULL);
	int64_t time_s = 0;

	assert_non_null(parsed);
	assert_int_equal(sabot_signed_note_check(parsed, place->key, &time_s), SABOT_NOTE_SIGNED);
	assert_true(time_s > 0);
	sabot_signed_note_free(parsed);
}

static void
test_published_requests(void **state)
{
	static const char bad_origin[] =
		ORIGIN_START "768b0ff0309e563\n3\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n";
	struct place *place = *state;
	g_autofree char *proof_3 = g_strconcat("1\n", one, two, NULL);
	g_autofree char *bad_3 = g_strconcat("1\n", one, two_bad, NULL);
	g_autofree char *proof_5 = g_strconcat("3\n", two, three, of_0_and_1, four, NULL);
	g_autofree char *old_1 = g_strconcat("1\n", one, of_2_and_3, four, NULL);
	g_autofree char *size = NULL;

	assert_cosigned(place, request("0\n", head_1, signature_1), head_1);
	g_free(assert_status(place, request(proof_3, head_3, signature_3_bad), 403));
	g_free(assert_status(place, request(proof_3, bad_origin, signature_3), 404));
	g_free(assert_status(place, request("1\n", head_3, signature_3), 422));
	g_free(assert_status(place, request(bad_3, head_3, signature_3), 422));
	assert_cosigned(place, request(proof_3, head_3, signature_3), head_3);
	size = assert_status(place, request(old_1, head_5, signature_5), 409);
	assert_string_equal(size, "3\n");
	g_free(size);
	assert_cosigned(place, request(proof_5, head_5, signature_5), head_5);
	size = assert_status(place, request("0\n", head_5, signature_5), 409);
	assert_string_equal(size, "5\n");
	/* The same head again, which is no other past. */
	assert_cosigned(place, request("5\n", head_5, signature_5), head_5);
	assert_int_equal(sabot_cosigner_state_count_refused(place->state, ORIGIN, NULL), 1);
}

/* The state outlives the program; an older head is not signed again. */
static void
test_restart(void **state)
{
	struct place *place = *state;

	assert_cosigned(place, request("0\n", head_1, signature_1), head_1);
	sabot_cosigner_free(place->cosigner);
	sabot_cosigner_state_close(place->state);
	place->state = sabot_cosigner_state_open(place->state_path, NULL);
	place->cosigner = sabot_cosigner_new(place->config, place->key, place->state);
	g_free(assert_status(place, request("0\n", head_1, signature_1), 409));
	assert_cosigned(place, request("1\n", head_1, signature_1), head_1);
}

static void
test_what_is_shown(void **state)
{
	struct place *place = *state;
	g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, ORIGIN, -1);
	g_autofree char *path = g_strdup_printf("/%s/checkpoint", hash);
	struct sabot_cosigner_answer answer;

	sabot_cosigner_get(place->cosigner, path, &answer);
	assert_int_equal(answer.status, 404);
	sabot_cosigner_answer_clear(&answer);
	assert_cosigned(place, request("0\n", head_1, signature_1), head_1);
	sabot_cosigner_get(place->cosigner, path, &answer);
	assert_int_equal(answer.status, 200);
	assert_true(g_str_has_prefix(answer.body, head_1));
	assert_non_null(strstr(answer.body, signature_1));
	assert_non_null(strstr(answer.body, "\u2014 example.com/witness "));
	sabot_cosigner_answer_clear(&answer);
	sabot_cosigner_get(place->cosigner, "/checkpoint", &answer);
	assert_int_equal(answer.status, 404);
	sabot_cosigner_answer_clear(&answer);
}

static void
test_no_requests(void **state)
{
	struct place *place = *state;
	g_autoptr(GString) many = g_string_new("1\n");
	g_autofree char *whole = request("0\n", head_1, signature_1);
	struct sabot_cosigner_answer answer;

	g_free(assert_status(place, g_strdup(""), 400));
	g_free(assert_status(place, g_strdup("old 0\n"), 400));
	g_free(assert_status(place, request("01\n", head_1, signature_1), 400));
	g_free(assert_status(place, request("-1\n", head_1, signature_1), 400));
	g_free(assert_status(place, request("0", head_1, signature_1), 400));
	g_free(assert_status(place, request("0\nAAAA\n", head_1, signature_1), 400));
	g_free(assert_status(place, request("2\n", head_1, signature_1), 400));
	for (int i = 0; i < SABOT_ADD_REQUEST_PROOF_MAX; i++)
		g_string_append(many, one);
	g_free(assert_status(place, request(many->str, head_1, signature_1), 409));
	g_string_append(many, one);
	g_free(assert_status(place, request(many->str, head_1, signature_1), 400));
	/* Cut anywhere it is none. */
	for (size_t i = 0; i < strlen(whole); i++) {
		sabot_cosigner_add(place->cosigner, whole, i, &answer);
		assert_int_equal(answer.status, 400);
		sabot_cosigner_answer_clear(&answer);
	}
}

static void
test_requests_are_made(void **state)
{
	g_autoptr(GArray) proof = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	struct sabot_chain_hash hash = sabot_chain_digest("a", 1);
	struct sabot_add_request *parsed;
	g_autofree char *note = g_strconcat(head_3, "\n", signature_start, signature_3, "\n", NULL);
	g_autofree char *body = NULL;

	(void)state;
	g_array_append_val(proof, hash);
	body = sabot_add_request_format(2, proof, note);
	parsed = sabot_add_request_parse(body, strlen(body));
	assert_non_null(parsed);
	assert_int_equal(parsed->old_size, 2);
	assert_int_equal(parsed->proof->len, 1);
	assert_memory_equal(parsed->proof->data, &hash, sizeof(hash));
	assert_string_equal(parsed->text, note);
	sabot_add_request_free(parsed);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

/*
 * A head of arche2025h1, one of the logs that TrustFabric runs for trials, as four witnesses of
 * other programs cosigned it; with their published keys.
 */
static const char arche_head[] = "arche2025h1.staging.ct.transparency.dev\n1432088532\n"
				 "U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n";
static const struct {
	const char *key, *line;
} arche_witnesses[] = {
	{"remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
	 "remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobW"
	 "X9sXTynk5XeU/zZ0WBxtqB0DrAWfBw=="},
	{"witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv",
	 "witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+"
	 "AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg=="},
	{"transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4C"
	 "PdiVEPM",
	 "transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTz"
	 "wZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ=="},
	{"witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO",
	 "witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/i"
	 "EcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ=="},
};
enum { ARCHE_TIME_S = 1779573024 };

/* What a witness's key says of a line under a head. */
static enum sabot_note_trust
check_line(const char *head, const char *line, const char *key_line, int64_t *ret_time_s)
{
	g_autofree char *note = g_strconcat(head, "\n\u2014 ", line, "\n", NULL);
	struct sabot_signed_note *parsed = sabot_signed_note_parse(note, strlen(note), NULL);
	struct sabot_key *key = sabot_key_from_cosigner_line(key_line, NULL);
	enum sabot_note_trust trust;

	assert_non_null(parsed);
	assert_non_null(key);
	trust = sabot_signed_note_check(parsed, key, ret_time_s);
	sabot_key_free(key);
	sabot_signed_note_free(parsed);
	return trust;
}

static void
test_published_cosignatures(void **state)
{
	static const char other_head[] = "arche2025h1.staging.ct.transparency.dev\n1432088533\n"
					 "U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n";

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(arche_witnesses); i++) {
		const char *key = arche_witnesses[i].key, *line = arche_witnesses[i].line;
		const char *next = arche_witnesses[(i + 1) % G_N_ELEMENTS(arche_witnesses)].key;
		int64_t time_s = 0;

		assert_int_equal(check_line(arche_head, line, key, &time_s), SABOT_NOTE_SIGNED);
		assert_int_equal(time_s, ARCHE_TIME_S);
		assert_int_equal(check_line(other_head, line, key, &time_s), SABOT_NOTE_FORGED);
		assert_int_equal(check_line(arche_head, line, next, &time_s), SABOT_NOTE_UNSIGNED);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_published_requests), TEST(test_restart),
		TEST(test_what_is_shown),      TEST(test_no_requests),
		TEST(test_requests_are_made),  TEST(test_published_cosignatures),
	};

	return cmocka_run_group_tests_name("cosigner", tests, NULL, NULL);
}
