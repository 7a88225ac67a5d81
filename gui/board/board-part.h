/* A part of a board, drawn by one function; all parts of a board show one scene. */
#pragma once

#include "board-paint.h"

#define SABOT_TYPE_BOARD_PART (sabot_board_part_get_type())
G_DECLARE_FINAL_TYPE(SabotBoardPart, sabot_board_part, SABOT, BOARD_PART, GtkDrawingArea)

/* `scene` is borrowed and outlives the part. */
GtkWidget *
sabot_board_part_new(enum sabot_board_part part, const struct sabot_board_scene *scene);

/* The name of a road, drawn above it. */
GtkWidget *
sabot_board_part_new_label(enum sabot_wire_road road, const struct sabot_board_scene *scene);

/* The scene has changed: redraw the part and update its name. */
void
sabot_board_part_update(SabotBoardPart *part);

/* How well its texts fitted when it was last drawn. Borrowed. */
const struct sabot_board_texts *
sabot_board_part_get_texts(SabotBoardPart *part);
