/*
 * The functions that fill the reports, one file each (report-NAME.c); reports.c has their table.
 * Not for other files.
 */
#pragma once

#include "report/facts.h"

/* Fill a report, whose head is already set, from the facts. */
typedef void
sabot_report_fill_fn(struct sabot_report *report, const struct sabot_facts *facts);

sabot_report_fill_fn sabot_report_fill_shoe, sabot_report_fill_coups, sabot_report_fill_exceptions,
	sabot_report_fill_device_faults, sabot_report_fill_inventory, sabot_report_fill_commission,
	sabot_report_fill_dealer_performance, sabot_report_fill_game_protection,
	sabot_report_fill_monthly_exceptions, sabot_report_fill_pace, sabot_report_fill_statistical,
	sabot_report_fill_cards, sabot_report_fill_user_activity, sabot_report_fill_surveillance,
	sabot_report_fill_table_shift, sabot_report_fill_master_games,
	sabot_report_fill_fill_credit, sabot_report_fill_cash, sabot_report_fill_forms,
	sabot_report_fill_slips, sabot_report_fill_inventory_slips;
