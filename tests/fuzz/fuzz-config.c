/*
 * Fuzzes the daemon's configuration: any file must be read, or refused with an error.
 */
#include "daemon/config/config-file.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GError) error = NULL;
	int fd = memfd_create("config", MFD_CLOEXEC);
	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
	struct sabot_config *config;

	if (fd < 0 || write(fd, bytes, n_bytes) != (ssize_t)n_bytes)
		abort();
	config = sabot_config_load(path, &error);
	if ((config == NULL) != (error != NULL))
		abort();
	sabot_config_free(config);
	close(fd);
	return 0;
}
