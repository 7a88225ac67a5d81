/*
 * Judges a shoe by its serial number. The expected one is the configuration's or, without that,
 * that of the shoe last at the table. Two that are connected at once are two shoes, whatever they
 * say: a number that both have shows nothing.
 */
#include "device-shoe.h"
#include "eventlog/event-write.h"

#include <string.h>

bool
sabot_device_shoe_is_at(const struct sabot_floor *floor, const struct sabot_table_service *table)
{
	const struct sabot_shoe_book *book = sabot_floor_get_house(floor)->shoes;
	const char *name = table->config->name;
	const char *serial = sabot_shoe_book_serial_at(book, name);

	return !serial[0] || g_strcmp0(sabot_shoe_book_table_of(book, serial), name) == 0;
}

bool
sabot_device_shoe_is_news(const struct sabot_floor *floor, const struct sabot_table_service *table,
			  const struct sabot_shoe_identity *shoe)
{
	const struct sabot_shoe_book *book = sabot_floor_get_house(floor)->shoes;
	const char *name = table->config->name;

	if (sabot_shoe_book_is_twin(book, name, shoe->serial))
		return false;
	return strcmp(sabot_shoe_book_serial_at(book, name), shoe->serial) != 0 ||
	       strcmp(sabot_shoe_book_firmware_at(book, name), shoe->firmware) != 0 ||
	       !sabot_device_shoe_is_at(floor, table);
}

/* The other table that a shoe belongs to, by the configuration or as last seen; or NULL. */
static const char *
other_table_of(const struct sabot_floor *floor, const struct sabot_table_service *table,
	       const char *serial)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	const char *seen_at = sabot_shoe_book_table_of(sabot_floor_get_house(floor)->shoes, serial);

	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_table_service *other = g_ptr_array_index(tables, i);

		if (other != table && other->config->device &&
		    g_strcmp0(other->config->device->serial, serial) == 0)
			return other->config->name;
	}
	return g_strcmp0(seen_at, table->config->name) != 0 ? seen_at : NULL;
}

static void
log_shoe(struct sabot_floor *floor, const struct sabot_table_service *table, const char *state,
	 const struct sabot_shoe_identity *shoe)
{
	static const struct sabot_origin nobody;
	g_autoptr(GError) error = NULL;
	json_t *event = json_pack("{s:s, s:s, s:s, s:s, s:s}", "ev", "shoe", "device",
				  table->config->device->name, "state", state, "table",
				  table->config->name, "serial", shoe->serial);

	if (shoe->firmware[0])
		json_object_set_new(event, "firmware", json_string(shoe->firmware));
	if (!sabot_floor_submit_house(floor, event, &nobody, &error))
		g_critical("a shoe cannot be logged: %s", error->message);
	json_decref(event);
}

static void
report_swap(struct sabot_floor *floor, const struct sabot_table_service *table,
	    const char *expected, const struct sabot_shoe_identity *shoe, const char *belongs)
{
	json_t *detail = json_pack("{s:s, s:s, s:s}", "table", table->config->name, "device",
				   table->config->device->name, "found", shoe->serial);

	if (expected[0])
		json_object_set_new(detail, "expected", json_string(expected));
	if (belongs)
		json_object_set_new(detail, "belongs", json_string(belongs));
	sabot_floor_report(floor, SABOT_INCIDENT_SHOE_SWAPPED, detail);
}

/* The other table that a shoe with this number is connected to now, or NULL. */
static struct sabot_table_service *
find_twin(const struct sabot_floor *floor, const struct sabot_table_service *table)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *other = g_ptr_array_index(tables, i);

		if (other != table && g_strcmp0(other->shoe.serial, table->shoe.serial) == 0)
			return other;
	}
	return NULL;
}

/* An error of the device, at both tables: neither shoe is where it does not belong. */
static void
submit_twin_error(struct sabot_floor *floor, struct sabot_table_service *table, const char *detail)
{
	static const struct sabot_origin nobody;
	struct sabot_event event = {
		.type = SABOT_EVENT_DEVICE,
		.at_us = g_get_real_time(),
		.hand = SABOT_HAND_IN_TURN,
		.u.device = {.state = SABOT_DEVICE_ERROR,
			     .code = SABOT_SHOE_TWIN,
			     .detail = detail},
	};
	json_t *object = sabot_event_to_json(&event);

	sabot_floor_submit(floor, table, object, &event, &nobody);
	json_decref(object);
}

static void
report_twin(struct sabot_floor *floor, struct sabot_table_service *table,
	    struct sabot_table_service *twin, const struct sabot_shoe_identity *shoe)
{
	const struct sabot_shoe_book *book = sabot_floor_get_house(floor)->shoes;
	g_autofree char *detail =
		g_strdup_printf("two connected shoes have one serial number (%s: %s, %s)",
				shoe->serial, twin->config->name, table->config->name);

	if (sabot_shoe_book_is_twin(book, twin->config->name, shoe->serial))
		return;
	log_shoe(floor, table, SABOT_SHOE_TWIN, shoe);
	submit_twin_error(floor, twin, detail);
	submit_twin_error(floor, table, detail);
}

/* True if nobody knows yet whether the shoe of that table is there. */
static bool
is_unsettled(struct sabot_floor *floor, const char *name)
{
	const struct sabot_table_service *table = name ? sabot_floor_find(floor, name) : NULL;

	return table && table->config->device && !table->away && !table->shoe.is_settled;
}

static void
judge(struct sabot_floor *floor, struct sabot_table_service *table,
      const struct sabot_shoe_identity *shoe)
{
	const struct sabot_shoe_book *book = sabot_floor_get_house(floor)->shoes;
	const char *name = table->config->name, *configured = table->config->device->serial;
	g_autofree char *expected =
		g_strdup(configured ? configured : sabot_shoe_book_serial_at(book, name));
	g_autofree char *belongs = g_strdup(other_table_of(floor, table, shoe->serial));
	bool is_right = expected[0] ? strcmp(expected, shoe->serial) == 0 : !belongs;

	table->shoe.is_waiting = is_unsettled(floor, belongs);
	if (table->shoe.is_waiting)
		return;
	if (sabot_device_shoe_is_news(floor, table, shoe))
		log_shoe(floor, table, "online", shoe);
	if (!is_right && !sabot_shoe_book_is_reported(book, name, expected))
		report_swap(floor, table, expected, shoe, belongs);
}

static void
meet(struct sabot_floor *floor, struct sabot_table_service *table)
{
	const struct sabot_shoe_book *book = sabot_floor_get_house(floor)->shoes;
	struct sabot_table_service *twin = find_twin(floor, table);
	struct sabot_shoe_identity shoe = {0};

	g_strlcpy(shoe.serial, table->shoe.serial, sizeof shoe.serial);
	g_strlcpy(shoe.firmware, table->shoe.firmware, sizeof shoe.firmware);
	table->shoe.is_waiting = false;
	if (sabot_shoe_book_is_twin(book, table->config->name, shoe.serial))
		return;
	if (twin)
		report_twin(floor, table, twin, &shoe);
	else
		judge(floor, table, &shoe);
}

/* Those that waited until it is known whether the table's shoe is there. */
static void
settle(struct sabot_floor *floor, struct sabot_table_service *table)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	if (table->shoe.is_settled)
		return;
	table->shoe.is_settled = true;
	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *other = g_ptr_array_index(tables, i);

		if (other->shoe.is_waiting && other->shoe.serial)
			meet(floor, other);
	}
}

void
sabot_device_shoe_record(struct sabot_floor *floor, struct sabot_table_service *table,
			 const struct sabot_shoe_identity *shoe)
{
	g_free(table->shoe.serial);
	g_free(table->shoe.firmware);
	table->shoe.serial = g_strdup(shoe->serial);
	table->shoe.firmware = g_strdup(shoe->firmware);
	meet(floor, table);
	settle(floor, table);
}

void
sabot_device_shoe_leave(struct sabot_floor *floor, struct sabot_table_service *table)
{
	g_clear_pointer(&table->shoe.serial, g_free);
	g_clear_pointer(&table->shoe.firmware, g_free);
	table->shoe.is_waiting = false;
	settle(floor, table);
}
