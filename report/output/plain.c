/* Values for programs: see plain.h. */
#include "plain.h"

#include "text/number.h"

void
sabot_report_append_integer(GString *out, int64_t number)
{
	char buffer[SABOT_TEXT_DIGITS_SIZE];

	if (number < 0)
		g_string_append_c(out, '-');
	g_string_append(out, sabot_text_digits(number < 0 ? -(uint64_t)number : (uint64_t)number,
					       buffer));
}
