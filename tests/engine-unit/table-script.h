/*
 * A table played by a few words, for tests that list many states: events apart by ';', each a verb
 * and its arguments, for example "bet 3 punto 1000 ana; no_more_bets; cards 4S TD 6H KC; result".
 */
#pragma once

#include "table-fixture.h"

/*
 * Verbs: bet BOX ON AMOUNT [BETTOR], no_more_bets, cards CARD …, face_up CARD, cut_card, lost N,
 * result, stand BOX (and hit, double, split, surrender), insurance BOX AMOUNT [BETTOR],
 * even_money BOX [BETTOR], insurance_closed, reveal WHAT, holder BOX,
 * commission_paid BOX AMOUNT [BETTOR], ruling REMEDY [CARD] and ruling_box REMEDY BOX (on the last
 * incident), call, undo, load [DECKS], unload N. Any other word fails the test.
 */
void
script_run(struct table_fixture *fixture, const char *script);
