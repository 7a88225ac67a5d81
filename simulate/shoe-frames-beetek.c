/*
 * The simulated shoe as a Bee-Tek: marks of text. It has no message for where a card goes, for a
 * result, for the cut card or for its start, and repeats nothing by itself.
 */
#include "shoe-frames.h"

#include <string.h>

enum { TOO_OFTEN = 5 };

static bool
send_text(struct shoe_frames *frames, const char *text)
{
	return shoe_line_send(frames->line, (const guint8 *)text, strlen(text));
}

static void
draw(struct shoe_frames *frames, const struct shoe_draw *draw, enum shoe_reporting reporting)
{
	char *mark = frames->u.beetek.last_mark;
	char name[SABOT_CARD_TEXT_SIZE];
	unsigned times = reporting == SHOE_REPORTED_TOO_OFTEN ? TOO_OFTEN : 1;

	if (reporting == SHOE_NOT_REPORTED)
		return;
	if (sabot_card_is_known(draw->card))
		g_snprintf(mark, sizeof frames->u.beetek.last_mark, " [Game]<Card:%s> \r\n",
			   sabot_card_format(draw->card, name));
	else
		g_strlcpy(mark, " [Game]<Game> \r\n", sizeof frames->u.beetek.last_mark);
	while (times--)
		frames->u.beetek.was_lost = !send_text(frames, mark);
}

/* A mark said twice may be two cards: only when it cannot have been heard. */
static void
repeat(struct shoe_frames *frames, bool is_back)
{
	(void)is_back;
	if (frames->u.beetek.was_lost)
		frames->u.beetek.was_lost = !send_text(frames, frames->u.beetek.last_mark);
}

static void
error(struct shoe_frames *frames, enum sabot_shoe_fault fault)
{
	send_text(frames, fault == SABOT_SHOE_FAULT_CANNOT_READ
				  ? "[GameAlarm]<Alarm:E3 Card Not Read>\r\n"
				  : "<W0x01>\r\n");
}

static void
send_nothing(struct shoe_frames *frames)
{
	(void)frames;
}

static void
send_no_result(struct shoe_frames *frames, enum sabot_winner winner)
{
	(void)frames;
	(void)winner;
}

const struct shoe_language shoe_language_beetek = {
	.driver = "beetek",
	.configured = "beetek",
	/* More than the time in which an equal mark is taken for a repeat. */
	.card_ms_least = 250,
	.boot = send_nothing,
	.draw = draw,
	.error = error,
	.error_cleared = send_nothing,
	.result = send_no_result,
	.repeat = repeat,
};
