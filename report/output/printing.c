/* A child process with two pipes: see printing.h. Its error messages go to our standard error. */
#include "printing.h"

#include "parcel.h"
#include "proto/program.h"

#include <gio/gio.h>

GBytes *
sabot_report_print(const struct sabot_report *report, enum sabot_report_paper paper, GError **error)
{
	g_autoptr(GBytes) parcel = sabot_report_pack(report);
	g_autofree char *program = sabot_program_find("sabot-print");
	g_autoptr(GSubprocess) process =
		g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
				 error, program, sabot_report_paper_to_string(paper), NULL);
	g_autoptr(GBytes) pdf = NULL;

	if (!process || !g_subprocess_communicate(process, parcel, NULL, &pdf, NULL, error))
		return NULL;
	if (g_subprocess_get_successful(process))
		return g_steal_pointer(&pdf);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s has made no PDF", program);
	return NULL;
}
