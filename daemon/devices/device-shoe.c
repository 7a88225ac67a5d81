/*
 * Judges a shoe by its serial number. The expected one is the configuration's or, without that,
 * that of the shoe last at the table.
 */
#include "device-shoe.h"

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
log_shoe(struct sabot_floor *floor, const struct sabot_table_service *table,
	 const struct sabot_shoe_identity *shoe)
{
	static const struct sabot_origin nobody;
	g_autoptr(GError) error = NULL;
	json_t *event = json_pack("{s:s, s:s, s:s, s:s, s:s}", "ev", "shoe", "device",
				  table->config->device->name, "state", "online", "table",
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

void
sabot_device_shoe_record(struct sabot_floor *floor, const struct sabot_table_service *table,
			 const struct sabot_shoe_identity *shoe)
{
	const struct sabot_shoe_book *book = sabot_floor_get_house(floor)->shoes;
	const char *name = table->config->name, *configured = table->config->device->serial;
	g_autofree char *expected =
		g_strdup(configured ? configured : sabot_shoe_book_serial_at(book, name));
	g_autofree char *belongs = g_strdup(other_table_of(floor, table, shoe->serial));
	bool is_right = expected[0] ? strcmp(expected, shoe->serial) == 0 : !belongs;

	if (sabot_device_shoe_is_news(floor, table, shoe))
		log_shoe(floor, table, shoe);
	if (!is_right && !sabot_shoe_book_is_reported(book, name, expected))
		report_swap(floor, table, expected, shoe, belongs);
}
