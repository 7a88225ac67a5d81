/* What the rules of docs/rules.md say, for readers who do not have that page. */
#pragma once

/*
 * The rule of this id ("PB-10") in the user's language; NULL if no incident, prompt or payment
 * cites such a rule. A constant of the program or its catalogue.
 */
const char *
sabot_text_rule_sentence(const char *rule);
