/*
 * Preloaded into the daemon: a PIN's hash costs next to nothing. Most tests log in persons again
 * and again and are about something else; each log-in would take a tenth of a second of a
 * processor. What is stored is a hash like any other, with less work in it, and is verified as one.
 */
#include <dlfcn.h>
#include <sodium.h>

typedef int
hash_fn(char *, const char *, unsigned long long, unsigned long long, size_t);

/* Called by crypto_pwhash_str_alg(). */
int
crypto_pwhash_argon2id_str(char out[crypto_pwhash_argon2id_STRBYTES], const char *const pin,
			   unsigned long long n_bytes, unsigned long long operations,
			   size_t memory_bytes)
{
	hash_fn *hash;

	*(void **)&hash = dlsym(RTLD_NEXT, "crypto_pwhash_argon2id_str");
	(void)operations;
	(void)memory_bytes;
	return hash(out, pin, n_bytes, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN);
}
