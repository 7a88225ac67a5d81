/*
 * sabot-print PAPER: a packed report (output/parcel.h) from standard input, its PDF to standard
 * output. Started by output/printing.c; not intended for people.
 */
#include "parcel.h"
#include "to-pdf.h"
#include "text/escape.h"
#include "text/text.h"

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* NULL with an error. Transferred. */
static GBytes *
read_parcel(GError **error)
{
	g_autoptr(GInputStream) in = g_unix_input_stream_new(STDIN_FILENO, FALSE);
	g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();

	if (g_output_stream_splice(memory, in, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, error) <
	    0)
		return NULL;
	return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

/* NULL with an error. Transferred. */
static GBytes *
print(GBytes *parcel, enum sabot_report_paper paper, GError **error)
{
	g_autoptr(GPtrArray) keep = NULL;
	struct sabot_report *report = sabot_report_unpack(parcel, &keep);
	GBytes *pdf = NULL;

	if (report)
		pdf = sabot_report_to_pdf(report, paper, error);
	else
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
			    "what is to be printed is no report of this version");
	sabot_report_free(report);
	return pdf;
}

static bool
write_out(GBytes *pdf)
{
	gsize length;
	const char *data = g_bytes_get_data(pdf, &length);

	return fwrite(data, 1, length, stdout) == length && fflush(stdout) == 0;
}

int
main(int argc, char **argv)
{
	enum sabot_report_paper paper;
	g_autoptr(GError) error = NULL;
	g_autoptr(GBytes) parcel = NULL, pdf = NULL;

	sabot_text_init();
	if (argc != 2 || !sabot_report_paper_from_string(argv[1], &paper)) {
		fprintf(stderr, "usage: sabot-print a4|letter <PARCEL >PDF\n");
		return EXIT_FAILURE;
	}
	parcel = read_parcel(&error);
	if (parcel)
		pdf = print(parcel, paper, &error);
	if (error)
		fprintf(stderr, "sabot-print: %s\n", sabot_text_plain(error->message));
	return pdf && write_out(pdf) ? EXIT_SUCCESS : EXIT_FAILURE;
}
