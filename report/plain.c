/* Values for programs: see plain.h. */
#include "report/plain.h"

const char *
sabot_report_digits(uint64_t number, char buffer[SABOT_REPORT_DIGITS_SIZE])
{
	char *at = buffer + SABOT_REPORT_DIGITS_SIZE - 1;

	*at = '\0';
	do {
		*--at = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	return at;
}

void
sabot_report_append_integer(GString *out, int64_t number)
{
	char buffer[SABOT_REPORT_DIGITS_SIZE];

	if (number < 0)
		g_string_append_c(out, '-');
	g_string_append(out, sabot_report_digits(number < 0 ? -(uint64_t)number : (uint64_t)number,
						 buffer));
}
