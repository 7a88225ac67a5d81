/*
 * Runs a fuzz target over its corpus as an ordinary test: each argument is a file, or a folder
 * whose files are run. Fails when there was none; a finding aborts, and the last line names it.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

enum { INPUT_BYTES_MAX = 1024 * 1024 };

static size_t
run_file(const char *path)
{
	uint8_t *bytes = malloc(INPUT_BYTES_MAX);
	FILE *file = fopen(path, "rb");
	size_t n_bytes;

	if (!bytes || !file) {
		perror(path);
		exit(2);
	}
	n_bytes = fread(bytes, 1, INPUT_BYTES_MAX, file);
	fclose(file);
	printf("%s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(bytes, n_bytes);
	free(bytes);
	return 1;
}

static size_t
run_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	size_t n_files = 0;

	if (!dir) {
		perror(folder);
		exit(2);
	}
	while ((entry = readdir(dir))) {
		char path[4096];

		if (entry->d_name[0] == '.')
			continue;
		if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
			n_files += run_file(path);
	}
	closedir(dir);
	return n_files;
}

int
main(int argc, char **argv)
{
	size_t n_files = 0;

	for (int i = 1; i < argc; i++) {
		struct stat status;
		int is_folder = stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode);

		n_files += is_folder ? run_folder(argv[i]) : run_file(argv[i]);
	}
	printf("%zu inputs, no finding\n", n_files);
	return n_files ? 0 : 1;
}
