/* The words of papers: see paper-size.h. */
#include "paper-size.h"

#include <glib.h>

static const char *const words[] = {
	[SABOT_REPORT_A4] = "a4",
	[SABOT_REPORT_LETTER] = "letter",
};

const char *
sabot_report_paper_to_string(enum sabot_report_paper paper)
{
	return paper < G_N_ELEMENTS(words) ? words[paper] : NULL;
}

bool
sabot_report_paper_from_string(const char *word, enum sabot_report_paper *ret_paper)
{
	for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
		if (g_ascii_strcasecmp(word, words[i]) != 0)
			continue;
		*ret_paper = (enum sabot_report_paper)i;
		return true;
	}
	return false;
}
