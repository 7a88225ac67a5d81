/*
 * The languages of the simulated shoe, see the header.
 */
#include "shoe-frames.h"

#include <string.h>

static const struct shoe_language *const languages[] = {
	&shoe_language_angeleye,
	&shoe_language_beetek,
	&shoe_language_ref,
};

const struct shoe_language *
shoe_language_find(const char *driver)
{
	for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
		if (strcmp(languages[i]->driver, driver) == 0)
			return languages[i];
	}
	return NULL;
}

static void
on_heard(const guint8 *bytes, gsize n_bytes, gpointer data)
{
	struct shoe_frames *frames = data;

	frames->language->heard(frames, bytes, n_bytes);
}

void
shoe_frames_init(struct shoe_frames *frames, const struct shoe_language *language,
		 struct shoe_line *line)
{
	*frames = (struct shoe_frames){.language = language, .line = line};
	if (language->heard)
		shoe_line_set_heard_fn(line, on_heard, frames);
}

bool
shoe_frames_is_acknowledged(const struct shoe_frames *frames)
{
	return frames->language != &shoe_language_ref ||
	       frames->u.ref.shoe.acknowledged >= frames->u.ref.shoe.last_event;
}

bool
shoe_frames_is_locked(const struct shoe_frames *frames)
{
	return frames->language == &shoe_language_ref && frames->u.ref.shoe.is_locked;
}
