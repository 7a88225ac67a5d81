/*
 * Why the daemon refuses something, in the user's language. The wire and the log have the English
 * sentence; what shows it to a person calls this.
 */
#pragma once

/*
 * Marks a sentence with which something is refused, where it is written, for the catalogues and for
 * sabot_text_refusal(). It may be a format (%s, %d): the compiler checks it as if there were no
 * marker. Formats in `sentence` are not positional; a translation may be ("%2$s").
 */
#define SABOT_REFUSAL(sentence) (sentence)

/*
 * As SABOT_REFUSAL(), where people read something else than a program: `said` is what is
 * translated, and shown in English. It is a whole sentence, without the name of a field; "%2$s" in
 * it is the sentence's second conversion, of whatever type.
 */
#define SABOT_REFUSAL_AS(sentence, said) (sentence)

/*
 * The sentence of a refusal in the user's language: one that is marked, one that a marked format
 * could have written, or "field: sentence". What stands for the conversions of a format is put into
 * the translation, with the words for roles, rights and reasons translated, too. A sentence that is
 * none of these is returned as it is; so is one of more than 512 bytes. Transferred.
 */
char *
sabot_text_refusal(const char *sentence);
