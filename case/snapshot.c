/*
 * First the runs of zero words are removed, which is fast and leaves some kilobytes; these are
 * compressed. Sparse form: pairs of numbers (words of zeros, words that follow), then these words.
 */
#include "snapshot.h"

#include <gio/gio.h>
#include <string.h>

enum {
	SNAPSHOT_LEVEL = 1, /* of zlib: fast */
	SNAPSHOT_WORD_BYTES = sizeof(uint64_t),
	SNAPSHOT_WORDS = sizeof(struct sabot_table) / SNAPSHOT_WORD_BYTES,
};

G_STATIC_ASSERT(sizeof(struct sabot_table) % SNAPSHOT_WORD_BYTES == 0);

struct run {
	uint32_t n_zero, n_words;
};

static bool
is_zero(const uint8_t *bytes, size_t word)
{
	uint64_t number;

	memcpy(&number, bytes + word * SNAPSHOT_WORD_BYTES, sizeof(number));
	return number == 0;
}

static GByteArray *
make_sparse(const struct sabot_table *table)
{
	const uint8_t *bytes = (const uint8_t *)table;
	GByteArray *sparse = g_byte_array_new();

	for (size_t word = 0; word < SNAPSHOT_WORDS;) {
		struct run run = {0};
		size_t first;

		for (; word < SNAPSHOT_WORDS && is_zero(bytes, word); word++)
			run.n_zero++;
		first = word;
		for (; word < SNAPSHOT_WORDS && !is_zero(bytes, word); word++)
			run.n_words++;
		g_byte_array_append(sparse, (const guint8 *)&run, sizeof(run));
		g_byte_array_append(sparse, bytes + first * SNAPSHOT_WORD_BYTES,
				    run.n_words * SNAPSHOT_WORD_BYTES);
	}
	return sparse;
}

static bool
fill_from_sparse(GBytes *sparse, struct sabot_table *table)
{
	size_t n_bytes, place = 0, word = 0;
	const uint8_t *from = g_bytes_get_data(sparse, &n_bytes);
	uint8_t *to = (uint8_t *)table;

	memset(table, 0, sizeof(*table));
	while (place < n_bytes) {
		struct run run;

		if (n_bytes - place < sizeof(run))
			return false;
		memcpy(&run, from + place, sizeof(run));
		place += sizeof(run);
		if (run.n_zero > SNAPSHOT_WORDS - word ||
		    run.n_words > SNAPSHOT_WORDS - word - run.n_zero ||
		    run.n_words > (n_bytes - place) / SNAPSHOT_WORD_BYTES)
			return false;
		word += run.n_zero;
		memcpy(to + word * SNAPSHOT_WORD_BYTES, from + place,
		       run.n_words * SNAPSHOT_WORD_BYTES);
		place += run.n_words * SNAPSHOT_WORD_BYTES;
		word += run.n_words;
	}
	return word == SNAPSHOT_WORDS;
}

GBytes *
sabot_snapshot_pack(const struct sabot_table *table)
{
	g_autoptr(GZlibCompressor) zip =
		g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW, SNAPSHOT_LEVEL);
	g_autoptr(GByteArray) sparse = make_sparse(table);
	g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
	g_autoptr(GOutputStream) stream = g_converter_output_stream_new(memory, G_CONVERTER(zip));

	/* Into memory, so nothing can fail. */
	g_output_stream_write_all(stream, sparse->data, sparse->len, NULL, NULL, NULL);
	g_output_stream_close(stream, NULL, NULL);
	return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

bool
sabot_snapshot_unpack(GBytes *packed, struct sabot_table *ret_table)
{
	g_autoptr(GZlibDecompressor) unzip = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW);
	g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
	g_autoptr(GOutputStream) stream = g_converter_output_stream_new(memory, G_CONVERTER(unzip));
	g_autoptr(GBytes) sparse = NULL;
	size_t n_bytes;
	const void *data = g_bytes_get_data(packed, &n_bytes);

	if (!g_output_stream_write_all(stream, data, n_bytes, NULL, NULL, NULL) ||
	    !g_output_stream_close(stream, NULL, NULL))
		return false;
	sparse = g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
	return fill_from_sparse(sparse, ret_table);
}
