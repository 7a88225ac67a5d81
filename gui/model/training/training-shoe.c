/* A shoe on a pty: see training-shoe.h. */
#include "training-shoe.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

enum {
	SLAVE_PATH_SIZE = 128,
	SPARE_CARDS = 20, /* cards between the cut card and the least number behind it */
};

struct sabot_training_shoe {
	char *link;
	GRand *rand;
	int master, slave; /* -1: not plugged in */
	GArray *cards;     /* of struct sabot_card: the last one is drawn next */
};

struct sabot_training_shoe *
sabot_training_shoe_new(const char *link, GRand *rand)
{
	struct sabot_training_shoe *shoe = g_new0(struct sabot_training_shoe, 1);

	shoe->link = g_strdup(link);
	shoe->rand = rand;
	shoe->master = shoe->slave = -1;
	shoe->cards = g_array_new(FALSE, FALSE, sizeof(struct sabot_card));
	return shoe;
}

void
sabot_training_shoe_free(struct sabot_training_shoe *shoe)
{
	sabot_training_shoe_unplug(shoe);
	g_array_unref(shoe->cards);
	g_free(shoe->link);
	g_free(shoe);
}

/* Raw mode, and kept open: a line that nobody else has open yet must not look hung up. */
static bool
open_line(struct sabot_training_shoe *shoe)
{
	struct termios settings;
	char slave[SLAVE_PATH_SIZE];

	shoe->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (shoe->master < 0 || grantpt(shoe->master) != 0 || unlockpt(shoe->master) != 0 ||
	    ptsname_r(shoe->master, slave, sizeof(slave)) != 0)
		return false;
	shoe->slave = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (shoe->slave < 0 || tcgetattr(shoe->slave, &settings) != 0)
		return false;
	cfmakeraw(&settings);
	return tcsetattr(shoe->slave, TCSANOW, &settings) == 0 && symlink(slave, shoe->link) == 0;
}

bool
sabot_training_shoe_plug(struct sabot_training_shoe *shoe, GError **error)
{
	int why;

	if (open_line(shoe))
		return true;
	why = errno;
	sabot_training_shoe_unplug(shoe);
	g_set_error(error, G_IO_ERROR, (gint)g_io_error_from_errno(why),
		    _("the line of the simulated shoe: %s"), g_strerror(why));
	return false;
}

void
sabot_training_shoe_unplug(struct sabot_training_shoe *shoe)
{
	unlink(shoe->link);
	if (shoe->slave >= 0)
		close(shoe->slave);
	if (shoe->master >= 0)
		close(shoe->master);
	shoe->master = shoe->slave = -1;
}

void
sabot_training_shoe_fill(struct sabot_training_shoe *shoe, int decks)
{
	g_array_set_size(shoe->cards, 0);
	for (int i = 0; i < decks * SABOT_DECK_CARDS; i++) {
		struct sabot_card card = sabot_card_of_number((unsigned)i % SABOT_DECK_CARDS + 1);

		g_array_append_val(shoe->cards, card);
	}
	for (guint i = shoe->cards->len; i > 1; i--) {
		guint j = (guint)g_rand_int_range(shoe->rand, 0, (gint32)i);
		struct sabot_card *last = &g_array_index(shoe->cards, struct sabot_card, i - 1);
		struct sabot_card held = *last;

		*last = g_array_index(shoe->cards, struct sabot_card, j);
		g_array_index(shoe->cards, struct sabot_card, j) = held;
	}
}

guint
sabot_training_shoe_count(const struct sabot_training_shoe *shoe)
{
	return shoe->cards->len;
}

bool
sabot_training_shoe_is_at_cut_card(const struct sabot_training_shoe *shoe, int64_t cut_min_cards)
{
	return shoe->cards->len <= SPARE_CARDS + cut_min_cards;
}

/* A few bytes always fit into the line; an unplugged line takes none. */
static void
type_code(struct sabot_training_shoe *shoe, const char *code)
{
	g_autofree char *line = g_strdup_printf("%s\n", code);
	size_t size_bytes = strlen(line);

	if (shoe->master >= 0 && write(shoe->master, line, size_bytes) != (ssize_t)size_bytes)
		g_warning("%s: %s", shoe->link, g_strerror(errno));
}

struct sabot_card
sabot_training_shoe_draw(struct sabot_training_shoe *shoe, enum sabot_training_draw how)
{
	char name[SABOT_CARD_TEXT_SIZE];
	struct sabot_card card = {0};

	if (shoe->cards->len == 0)
		return card;
	card = g_array_index(shoe->cards, struct sabot_card, shoe->cards->len - 1);
	g_array_set_size(shoe->cards, shoe->cards->len - 1);
	if (how == SABOT_TRAINING_DRAW_READ)
		type_code(shoe, sabot_card_format(card, name));
	else if (how == SABOT_TRAINING_DRAW_UNREAD)
		type_code(shoe, "??");
	return card;
}

void
sabot_training_shoe_show_cut_card(struct sabot_training_shoe *shoe)
{
	type_code(shoe, "CUT");
}
