/* What the rules of docs/rules.md say, for readers who do not have that page. */
#pragma once

/*
 * The rule of this id ("PB-10") in the user's language; NULL if no incident, prompt or payment
 * cites such a rule. A constant of the program or its catalogue.
 */
const char *
sabot_text_rule_sentence(const char *rule);

/*
 * The rule by its id and with what it says ("§ PB-10: Whether banca draws …"); by its id alone
 * where that is not known, and "" for none. Transferred.
 */
char *
sabot_text_rule_full(const char *rule);
