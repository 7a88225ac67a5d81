/* The manifests of what is installed: what is one, what is not, and files held against one. */
#include "store/files/manifest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka wants these before it. */
#include <cmocka.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define HEAD "sabot-manifest/1 sabotd 0.1.0 318bfa42\n"
#define DIGEST "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
/* SHA-256 of "abc". */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static void
test_what_is_one(void **state)
{
	static const char text[] = HEAD "up 4\nfile " DIGEST " a b\nfile " DIGEST " usr/x\n";
	struct sabot_manifest *manifest = sabot_manifest_parse(text, strlen(text), NULL);
	const struct sabot_manifest_file *file;

	(void)state;
	assert_non_null(manifest);
	assert_string_equal(manifest->package, "sabotd");
	assert_string_equal(manifest->version, "0.1.0");
	assert_string_equal(manifest->commit, "318bfa42");
	assert_int_equal(manifest->up, 4);
	assert_int_equal(manifest->files->len, 2);
	file = g_ptr_array_index(manifest->files, 0);
	assert_string_equal(file->path, "a b");
	assert_string_equal(file->digest, DIGEST);
	sabot_manifest_free(manifest);
}

static void
test_what_is_none(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{"", "line 1"},
		{HEAD, "line 2"},
		{"sabot-manifest/2 a b c\nup 1\n", "line 1"},
		{"sabot-manifest/1 a b\nup 1\n", "line 1"},
		{HEAD "up 17\n", "line 2"},
		{HEAD "up -1\n", "line 2"},
		{HEAD "up 4\nfile " DIGEST " /a\n", "line 3"},
		{HEAD "up 4\nfile " DIGEST " a/../b\n", "line 3"},
		{HEAD "up 4\nfile " DIGEST " ..\n", "line 3"},
		{HEAD "up 4\nfile " DIGEST " a//b\n", "line 3"},
		{HEAD "up 4\nfile " DIGEST "0 a\n", "line 3"},
		{HEAD "up 4\nfile " DIGEST " b\nfile " DIGEST " a\n", "line 4"},
		{HEAD "up 4\nfile " DIGEST " b\nfile " DIGEST " b\n", "line 4"},
		{HEAD "up 4\nfile " DIGEST " b\nnonsense\n", "line 4"},
		{HEAD "up 4\nfile " DIGEST " b", "line 3"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;

		assert_null(sabot_manifest_parse(cases[i].text, strlen(cases[i].text), &error));
		assert_non_null(strstr(error->message, cases[i].why));
	}
}

/* One more than there may be, and one more byte, are refused. */
static void
test_limits(void **state)
{
	g_autoptr(GString) text = g_string_new(HEAD "up 4\n");
	struct sabot_manifest *manifest;

	(void)state;
	for (unsigned i = 0; i < SABOT_MANIFEST_FILES_MAX; i++)
		g_string_append_printf(text, "file " DIGEST " f%05u\n", i);
	manifest = sabot_manifest_parse(text->str, text->len, NULL);
	assert_non_null(manifest);
	sabot_manifest_free(manifest);
	g_string_append(text, "file " DIGEST " g\n");
	assert_null(sabot_manifest_parse(text->str, text->len, NULL));

	g_string_assign(text, HEAD "up 4\nfile " DIGEST " ");
	for (unsigned i = 0; i < SABOT_MANIFEST_PATH_MAX; i++)
		g_string_append_c(text, 'a');
	g_string_append_c(text, '\n');
	manifest = sabot_manifest_parse(text->str, text->len, NULL);
	assert_non_null(manifest);
	sabot_manifest_free(manifest);
	g_string_insert_c(text, (gssize)text->len - 1, 'a');
	assert_null(sabot_manifest_parse(text->str, text->len, NULL));
}

static enum sabot_manifest_state
check(const GPtrArray *manifests, guint number, GBytes *seed, char **ret_digest)
{
	const struct sabot_manifest *manifest = g_ptr_array_index(manifests, 0);

	return sabot_manifest_check_file(manifest, g_ptr_array_index(manifest->files, number), seed,
					 ret_digest);
}

static void
test_files(void **state)
{
	g_autofree char *root = g_dir_make_tmp("sabot-manifest-XXXXXX", NULL);
	g_autofree char *directory = g_build_filename(root, "m", NULL);
	g_autofree char *own = g_build_filename(directory, "sabotd", NULL);
	g_autofree char *good = g_build_filename(root, "good", NULL);
	g_autofree char *bad = g_build_filename(root, "bad", NULL);
	g_autofree char *link = g_build_filename(root, "link", NULL);
	g_autoptr(GBytes) seed = g_bytes_new_static("key", 3);
	g_autoptr(GPtrArray) manifests = NULL;
	char *digest;

	(void)state;
	assert_int_equal(g_mkdir(directory, 0700), 0);
	assert_true(g_file_set_contents(good, "abc", -1, NULL));
	assert_true(g_file_set_contents(bad, "abd", -1, NULL));
	assert_int_equal(symlink("good", link), 0);
	assert_true(g_file_set_contents(own,
					HEAD "up 1\nfile " ABC " bad\nfile " ABC " good\nfile " ABC
					     " gxne\nfile " ABC " link\n",
					-1, NULL));
	manifests = sabot_manifest_read_all(directory, NULL);
	assert_non_null(manifests);
	assert_int_equal(manifests->len, 1);
	assert_int_equal(check(manifests, 0, NULL, &digest), SABOT_MANIFEST_CHANGED);
	g_free(digest);
	assert_int_equal(check(manifests, 1, NULL, &digest), SABOT_MANIFEST_AS_BUILT);
	assert_string_equal(digest, ABC);
	g_free(digest);
	/* HMAC-SHA-256 of "abc" under "key", by openssl. */
	assert_int_equal(check(manifests, 1, seed, &digest), SABOT_MANIFEST_AS_BUILT);
	assert_string_equal(digest,
			    "9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab");
	g_free(digest);
	assert_int_equal(check(manifests, 2, NULL, &digest), SABOT_MANIFEST_MISSING);
	assert_null(digest);
	/* Where a file was installed a link is another thing. */
	assert_int_equal(check(manifests, 3, NULL, &digest), SABOT_MANIFEST_MISSING);
	g_remove(own);
	g_remove(directory);
	g_remove(good);
	g_remove(bad);
	g_remove(link);
	g_remove(root);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_one),
		cmocka_unit_test(test_what_is_none),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
