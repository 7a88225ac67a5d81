/* See document-words.h. */
#include "report/document-words.h"

#include "text/document-text.h"

const char *
sabot_document_words(const struct sabot_document *document)
{
	const char *kind = sabot_document_kind_to_string(document->kind);
	const char *words =
		sabot_text_document(kind, sabot_document_step_to_string(document->step));

	return words != NULL ? words : kind;
}
