/*
 * The sentences of incidents about money: stakes, payments, commission. Transferred; if a field is
 * missing, sentence->lacks_field is set, and the sentence is not used.
 */
#pragma once

#include "text/sentence.h"

/* A stake below the minimum, above the maximum, or after no more bets. */
char *
sabot_text_bet_incident(struct sabot_sentence *sentence);
/* A payment that is wrong or missing. */
char *
sabot_text_payment_incident(struct sabot_sentence *sentence);
/* Commission that was not paid in full. */
char *
sabot_text_commission_incident(struct sabot_sentence *sentence);
