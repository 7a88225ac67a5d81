/*
 * The ends of the engine's own tables and words, which a log of some rounds does not come near: a
 * full ledger, too many bettors and backs, values beyond an enum, orders of cards that another load
 * had, the questions that only the daemon asks of a table.
 */
#include "engine/table/accounts.h"
#include "engine/table/payout.h"
#include "table-script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static struct table_fixture fixture;

static void
test_cards_as_text(void **state)
{
	static const char *const bad[] = {"", "A", "ASS", "1S", "AX", "?S", "sA", "as", " S"};
	char text[SABOT_CARD_TEXT_SIZE];
	struct sabot_card card;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(sabot_card_parse(bad[i], strlen(bad[i]), &card));
	assert_false(sabot_card_parse("\0S", 2, &card));
	assert_false(sabot_card_parse("A\0", 2, &card));
	for (uint8_t rank = 1; rank <= SABOT_KING; rank++) {
		for (uint8_t suit = 0; suit <= SABOT_CLUBS; suit++) {
			struct sabot_card made = {.rank = rank, .suit = suit};
			assert_true(sabot_card_parse(sabot_card_format(made, text), 2, &card));
			assert_int_equal(card.rank, rank);
			assert_int_equal(card.suit, suit);
		}
	}
	assert_string_equal(sabot_card_format((struct sabot_card){.rank = 14, .suit = 5}, text),
			    "??");
}

/* A value that is none has no word, whatever brought it here. */
static void
test_no_word(void **state)
{
	(void)state;
	assert_null(sabot_incident_code_to_string(SABOT_INCIDENT_NONE));
	assert_null(sabot_incident_code_to_string((enum sabot_incident_code) - 1));
	assert_null(sabot_incident_code_to_string(SABOT_INCIDENT_CODES));
	assert_int_equal(sabot_incident_severity(SABOT_INCIDENT_CODES), SABOT_LOW);
	assert_string_equal(sabot_severity_to_string(SABOT_CRITICAL), "critical");
	assert_string_equal(sabot_reason_to_string(SABOT_REASONS), "");
	assert_null(sabot_action_to_string((enum sabot_action) - 1));
	assert_null(sabot_action_to_string((enum sabot_action)SABOT_ACTIONS));
}

static void
test_backs(void **state)
{
	static struct sabot_composition composition;
	char name[SABOT_BACK_SIZE + 1] = "";

	(void)state;
	memset(name, 'x', SABOT_BACK_SIZE);
	sabot_composition_init(&composition, 6, 2);
	assert_int_equal(sabot_composition_back(&composition, NULL), -1);
	assert_int_equal(sabot_composition_back(&composition, name), -1);
	assert_int_equal(sabot_composition_back(&composition, "red"), 0);
	/* Not all of the load's colours are known: it may be one of them. */
	assert_false(sabot_composition_add_foreign(&composition, "green"));
	assert_int_equal(sabot_composition_back(&composition, "blue"), 1);
	assert_int_equal(sabot_composition_back(&composition, "green"), -1);
	assert_false(sabot_composition_add_foreign(&composition, name));
	for (char i = 0; i <= SABOT_FOREIGN_BACKS_MAX; i++) {
		char colour[] = {(char)('a' + i), '\0'};
		assert_int_equal(sabot_composition_add_foreign(&composition, colour),
				 i < SABOT_FOREIGN_BACKS_MAX);
		assert_false(sabot_composition_add_foreign(&composition, colour));
	}
}

static void
test_bettors(void **state)
{
	static struct sabot_round round;
	char name[SABOT_BETTOR_BYTES_MAX + 2] = "";

	(void)state;
	sabot_round_init(&round, 1, 1);
	assert_int_equal(sabot_round_find_bettor(&round, 3, NULL, false), -1);
	memset(name, 'x', SABOT_BETTOR_BYTES_MAX + 1);
	assert_int_equal(sabot_round_find_bettor(&round, 3, name, true), -1);
	name[SABOT_BETTOR_BYTES_MAX] = '\0';
	assert_int_equal(sabot_round_find_bettor(&round, 3, name, true), 0);
	assert_int_equal(sabot_round_find_bettor(&round, 3, "", true), 1);
	assert_int_equal(sabot_round_find_bettor(&round, 3, "3", false), 1);
	for (int i = 2; i <= SABOT_BETTORS_MAX; i++) {
		snprintf(name, sizeof(name), "bettor %d", i);
		assert_int_equal(sabot_round_find_bettor(&round, 3, name, true),
				 i < SABOT_BETTORS_MAX ? i : -1);
	}
}

static struct sabot_account *
open_account(struct sabot_accounts *ledger, unsigned round, int box, int hand)
{
	struct sabot_settlement stake = {
		.box = box, .hand = hand, .on = SABOT_BET_MAIN, .bettor = "ana"};

	return sabot_accounts_open(ledger, round, &stake);
}

/* A ledger full of what was never put right takes a new account all the same. */
static void
test_ledger_full_of_redress(void **state)
{
	enum { BOXES = 48 };
	static struct sabot_accounts ledger;

	(void)state;
	memset(&ledger, 0, sizeof(ledger));
	for (unsigned round = 1; round <= 100; round++) {
		for (int i = 0; i < BOXES; i++) {
			struct sabot_account *account =
				open_account(&ledger, round, 1 + i % BOXES, 0);
			assert_non_null(account);
			account->redressed = true;
			account->difference_minor = -500;
		}
	}
	assert_int_equal(ledger.accounts[ledger.n_accounts - 1].round, 100);
}

/* The oldest rounds make room; the last eight never do, nor does what is to be put right. */
static void
test_full_ledger(void **state)
{
	enum { A_ROUND = SABOT_ACCOUNTS_MAX / 16, BOXES = 12 };
	static struct sabot_accounts ledger;

	(void)state;
	memset(&ledger, 0, sizeof(ledger));
	for (unsigned round = 1; round <= 16; round++)
		for (int i = 0; i < A_ROUND; i++)
			assert_non_null(open_account(&ledger, round, 1 + i % BOXES, i / BOXES));
	assert_int_equal(ledger.n_accounts, SABOT_ACCOUNTS_MAX);
	assert_null(open_account(&ledger, 8, 14, 0));
	struct sabot_account *redress = open_account(&ledger, 3, 5, 0);
	redress->redressed = true;
	redress->difference_minor = -500;
	assert_non_null(open_account(&ledger, 17, 1, 0));
	assert_int_equal(ledger.n_accounts, SABOT_ACCOUNTS_MAX / 2 + 2);
	assert_int_equal(ledger.accounts[0].round, 3);
	assert_int_equal(ledger.accounts[0].difference_minor, -500);
	assert_int_equal(ledger.accounts[1].round, 9);
	assert_int_equal(ledger.accounts[sabot_accounts_first(&ledger, 17)].round, 17);
	/* What comes late stands among its round's. */
	assert_non_null(open_account(&ledger, 12, 14, 0));
	assert_int_equal(ledger.accounts[sabot_accounts_first(&ledger, 13) - 1].box, 14);
	for (int i = 0; i < 2 * SABOT_ACCOUNTS_MAX; i++)
		if (open_account(&ledger, 17, 1 + i % 16, 2 + i / 16) == NULL)
			return;
	fail_msg("the ledger has no end");
}

static void
test_dues(void **state)
{
	struct sabot_account account = {0};

	(void)state;
	for (int i = 0; i < SABOT_DUES_MAX; i++) {
		sabot_account_add_due(&account, 100 * i);
		sabot_account_add_due(&account, 100 * i);
	}
	assert_int_equal(account.n_dues, SABOT_DUES_MAX);
	assert_false(sabot_account_may_owe(&account, 50));
	assert_true(sabot_account_may_be_part(&account, 50));
	assert_false(sabot_account_may_be_part(&account, -50));
	/* One more than fits: every sum between may be owed, and none beyond. */
	sabot_account_add_due(&account, -100);
	assert_true(sabot_account_may_owe(&account, 50));
	assert_true(sabot_account_may_owe(&account, -100));
	assert_false(sabot_account_may_owe(&account, -101));
	assert_false(sabot_account_may_owe(&account, 100 * SABOT_DUES_MAX));
	assert_true(sabot_account_may_be_part(&account, -50));
	account = (struct sabot_account){.torn = true};
	assert_true(sabot_account_may_owe(&account, 12345));
	assert_true(sabot_account_may_be_part(&account, 12345));
}

static int
count_payouts(enum sabot_bet on)
{
	static struct sabot_round staked;
	struct sabot_payout_walk walk = {0};
	struct sabot_payout payout;
	int n_found = 0;

	staked = fixture.table.last;
	sabot_payout_stake_all(&fixture.table.rules, 10000, &staked);
	while (sabot_payout_next(&fixture.table, &staked, &walk, &payout)) {
		assert_int_equal(payout.stake_minor, 10000);
		n_found += payout.on == on;
	}
	return n_found;
}

/* What each bet would be paid, of a table at which nobody notes stakes. */
static void
test_stake_all(void **state)
{
	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "bets=tie=8:1");
	script_run(&fixture, "no_more_bets; cards 9H KS 3C TD; result");
	assert_int_equal(count_payouts(SABOT_BET_PUNTO), 1);
	assert_int_equal(count_payouts(SABOT_BET_TIE), 1);
	assert_int_equal(count_payouts(SABOT_BET_DRAGON_7), 0);
	fixture_begin(&fixture, SABOT_BLACKJACK, "");
	script_run(&fixture, "bet 1 main 0; bet 2 main 500; bet 4 main 500; no_more_bets; "
			     "cards TS TH 9D 9S 8H; stand 2; stand 4; cards TD; result");
	assert_int_equal(count_payouts(SABOT_BET_MAIN), 2);
}

static void
test_questions(void **state)
{
	struct sabot_settlement stake = {
		.box = 1, .hand = -1, .on = SABOT_BET_PUNTO, .bettor = "1"};
	int64_t sum_minor = -1;

	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "");
	assert_int_equal(sabot_table_waits_for(&fixture.table), 0);
	script_run(&fixture, "bet 1 punto 500; no_more_bets; cards 9H KS 3C TD");
	assert_null(sabot_table_find_round(&fixture.table, 1));
	script_run(&fixture, "result");
	assert_non_null(sabot_table_find_round(&fixture.table, 1));
	assert_null(sabot_table_find_round(&fixture.table, 2));
	assert_false(sabot_table_paid(&fixture.table, 1, &stake, &sum_minor));
	assert_int_equal(sum_minor, -1);
	assert_null(sabot_table_find_kept(&fixture.table, 0));
	assert_null(sabot_table_find_kept(&fixture.table, 1));
}

/* Two loads' cards may come in one order by no shuffle: load 7 had those that begin with 2S. */
static unsigned
find_load(const struct sabot_card cards[SABOT_REPEAT_CARDS], const void *data)
{
	assert_ptr_equal(data, &fixture);
	return cards[0].rank == 2 && cards[0].suit == 1 ? 7 : 0;
}

#define TWENTY "2S 4H 6D 8C TS QH AD 3C 5S 7H 9D JC KS 2H 4D 6C 8S TH QD AC"

static void
test_repeats_are_looked_up(void **state)
{
	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "burn=200");
	fixture.update.repeats = (struct sabot_repeats){find_load, &fixture};
	script_run(&fixture, "cards 3S; cards " TWENTY);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_REPEATED_ORDER);
	script_run(&fixture, "cards 5C");
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
	fixture.update.repeats = (struct sabot_repeats){0};
}

/* A card that was not read ends the row, and so does one that may have been lost. */
static void
test_rows_that_end(void **state)
{
	static const char *const scripts[] = {
		"cards " TWENTY "; cards ??",
		"cards 2S 4H 6D 8C TS QH AD 3C 5S 7H ?? JC KS 2H 4D 6C 8S TH QD AC",
		"cards 2S 4H 6D 8C TS QH AD 3C 5S 7H; lost 1; cards 9D JC KS 2H 4D 6C 8S TH QD",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		fixture_begin(&fixture, SABOT_PUNTO_BANCO, "burn=200");
		script_run(&fixture, scripts[i]);
		fixture.update.repeats = (struct sabot_repeats){find_load, &fixture};
		script_run(&fixture, "cards AC");
		assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
		fixture.update.repeats = (struct sabot_repeats){0};
	}
}

/* Without the other loads the event says whose order it was: where a load is derived alone. */
static void
test_repeats_that_are_hinted(void **state)
{
	struct sabot_event ruling = {
		.type = SABOT_EVENT_RULING,
		.hand = SABOT_HAND_IN_TURN,
		.u.ruling = {.remedy = SABOT_REMEDY_READ_AS, .repeats_load = 7},
	};

	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "burn=200");
	script_run(&fixture,
		   "cards 2S 4H 6D 8C TS QH AD 3C 5S 7H ?? JC KS 2H 4D 6C 8S TH QD AC 3D");
	ruling.u.ruling.incident = fixture.table.n_incidents;
	ruling.has_card = sabot_card_parse("9D", 2, &ruling.card);
	fixture_step(&fixture, ruling);
	assert_true(fixture.update.applied);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_REPEATED_ORDER);
}

/* What no peer's line can say: the reader of lines refuses it; a table answers all the same. */
static void
test_events_out_of_place(void **state)
{
#define LONG "a name that has more than thirty-two bytes"
	static const struct {
		struct sabot_event event;
		const char *found; /* by its code and why; or nothing */
	} table[] = {
		{{.type = SABOT_EVENT_ACTION, .box = 0, .hand = -1},
		 "event_out_of_order no such box"},
		{{.type = SABOT_EVENT_ACTION, .box = 200, .hand = -1},
		 "event_out_of_order no such box"},
		{{.type = SABOT_EVENT_ACTION, .box = 1, .hand = 200}, "action_out_of_turn "},
		{{.type = SABOT_EVENT_INSURANCE, .box = 0, .amount_minor = 1},
		 "event_out_of_order no such box"},
		{{.type = SABOT_EVENT_INSURANCE, .box = 200, .amount_minor = 1},
		 "event_out_of_order no such box"},
		{{.type = SABOT_EVENT_INSURANCE, .box = 3, .amount_minor = 1},
		 "action_not_allowed no stake"},
		{{.type = SABOT_EVENT_EVEN_MONEY, .box = 200}, "event_out_of_order no such box"},
		{{.type = SABOT_EVENT_BET, .box = 0, .amount_minor = 500},
		 "bet_after_no_more_bets "},
		{{.type = SABOT_EVENT_BET, .box = 200, .amount_minor = 500},
		 "bet_after_no_more_bets "},
		{{.type = SABOT_EVENT_BET, .box = 1, .amount_minor = 500, .bettor = LONG},
		 "bet_after_no_more_bets "},
		{{.type = SABOT_EVENT_PAID, .box = 0, .amount_minor = 500},
		 "event_out_of_order no such box"},
		{{.type = SABOT_EVENT_PAID, .box = 200, .amount_minor = 500},
		 "event_out_of_order no such box"},
		{{.type = SABOT_EVENT_PAID, .box = 1, .bettor = LONG},
		 "event_out_of_order what is owed is not certain yet"},
		{{.type = SABOT_EVENT_PAID, .box = 1, .hand = 100},
		 "event_out_of_order no such hand"},
		{{.type = SABOT_EVENT_CORRECTION, .box = 1, .round = 0}, ""},
		{{.type = SABOT_EVENT_CORRECTION, .box = 0, .round = 1}, ""},
		{{.type = SABOT_EVENT_CORRECTION, .box = 1, .round = 9}, ""},
		{{.type = SABOT_EVENT_COMMISSION_PAID, .box = 1}, ""},
		{{.type = SABOT_EVENT_HOLDER, .box = 200}, ""},
		{{.type = SABOT_EVENT_RULING, .u.ruling.incident = 9},
		 "event_out_of_order no such incident"},
		{{.type = SABOT_EVENT_UNDO, .hand = 100}, "event_out_of_order nothing to undo"},
	};

	char found[128];

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		fixture_begin(&fixture, SABOT_BLACKJACK, "");
		script_run(&fixture, "bet 1 main 500; bet 2 main 500; no_more_bets; "
				     "cards TS TH AD 9S 8H");
		fixture_step(&fixture, table[i].event);
		enum sabot_incident_code code = fixture_incident(&fixture);
		snprintf(found, sizeof(found), "%s%s%s",
			 code != SABOT_INCIDENT_NONE ? sabot_incident_code_to_string(code) : "",
			 code != SABOT_INCIDENT_NONE ? " " : "",
			 fixture_incident_word(&fixture, "why"));
		if (strcmp(found, table[i].found) != 0)
			fail_msg("event %zu: \"%s\" instead of \"%s\"", i, found, table[i].found);
		assert_false(fixture.update.applied && code != SABOT_INCIDENT_NONE);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cards_as_text),
		cmocka_unit_test(test_no_word),
		cmocka_unit_test(test_backs),
		cmocka_unit_test(test_bettors),
		cmocka_unit_test(test_full_ledger),
		cmocka_unit_test(test_ledger_full_of_redress),
		cmocka_unit_test(test_dues),
		cmocka_unit_test(test_stake_all),
		cmocka_unit_test(test_questions),
		cmocka_unit_test(test_repeats_are_looked_up),
		cmocka_unit_test(test_rows_that_end),
		cmocka_unit_test(test_repeats_that_are_hinted),
		cmocka_unit_test(test_events_out_of_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
