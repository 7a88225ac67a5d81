/* Fields of an incident for its sentence: see sentence.h. */
#include "text/sentence.h"

static const struct sabot_field *
find(struct sabot_sentence *sentence, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(sentence->incident, key);

	sentence->lacks_field = sentence->lacks_field || field == NULL;
	return field;
}

bool
sabot_sentence_has(const struct sabot_sentence *sentence, const char *key)
{
	return sabot_incident_field(sentence->incident, key) != NULL;
}

int64_t
sabot_sentence_number(struct sabot_sentence *sentence, const char *key)
{
	const struct sabot_field *field = find(sentence, key);

	return field != NULL && field->kind == SABOT_FIELD_NUMBER ? field->u.number : 0;
}

const char *
sabot_sentence_word(struct sabot_sentence *sentence, const char *key)
{
	const struct sabot_field *field = find(sentence, key);
	if (field != NULL && field->kind == SABOT_FIELD_REASON)
		return sabot_reason_to_string((enum sabot_reason)field->u.number);
	bool is_word = field != NULL &&
		       (field->kind == SABOT_FIELD_WORD || field->kind == SABOT_FIELD_TEXT);

	return is_word ? field->u.word : "";
}

/* Of a field that an incident may well not have. */
const char *
sabot_sentence_optional_word(struct sabot_sentence *sentence, const char *key)
{
	return sabot_sentence_has(sentence, key) ? sabot_sentence_word(sentence, key) : "";
}

const char *
sabot_sentence_card(struct sabot_sentence *sentence)
{
	const struct sabot_field *field = find(sentence, "card");

	return field != NULL ? sabot_text_card_sign(field->card, sentence->card) : "";
}

bool
sabot_sentence_is_card_unread(const struct sabot_sentence *sentence)
{
	const struct sabot_field *field = sabot_incident_field(sentence->incident, "card");

	return field != NULL && field->card.rank == SABOT_RANK_UNKNOWN;
}
