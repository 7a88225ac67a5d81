/*
 * The configuration's part on who may connect and who signs: shares of connections, PINs, second
 * persons, names, and whose clock dates an event.
 */
#include "config-private.h"
#include "store/log/secret.h"

enum {
	SECOND_AFTER_DAYS = 7,
	SECOND_AFTER_DAYS_MAX = 365,
	/* as long as a device stores cards while its line is down, at a card every few seconds */
	CLAIM_S = 3600,
	CLAIM_S_MAX = 86400,
	MACHINE_SHARE = 4, /* the reciprocal of a machine's share of the connections */
};

/* `pin_digits`, and `pin_digits.ROLE` for roles with another number. */
static bool
read_pin_digits(struct sabot_config_reader *reader, GError **error)
{
	static const struct sabot_config_bounds bounds = {SABOT_PIN_DIGITS_MIN,
							  SABOT_PIN_DIGITS_MAX};
	g_auto(GStrv) keys = g_key_file_get_keys(reader->file, reader->group, NULL, NULL);
	int *digits = reader->config->pin_digits;
	enum sabot_role role;
	int usual = SABOT_PIN_DIGITS_MIN;

	if (!sabot_config_read_number(reader, "pin_digits", bounds, &usual, error))
		return false;
	for (int i = 0; i < SABOT_ROLES; i++)
		digits[i] = usual;
	for (size_t i = 0; keys && keys[i]; i++) {
		if (!g_str_has_prefix(keys[i], "pin_digits."))
			continue;
		if (!sabot_role_from_string(keys[i] + strlen("pin_digits."), &role))
			return sabot_config_refuse(reader, keys[i], "there is no such role", error);
		if (!sabot_config_read_number(reader, keys[i], bounds, &digits[role], error))
			return false;
	}
	return true;
}

/* `cards`: the roles whose persons need a card besides the PIN. */
static bool
read_cards(const struct sabot_config_reader *reader, GError **error)
{
	g_autofree char *list = g_key_file_get_string(reader->file, reader->group, "cards", NULL);
	g_auto(GStrv) words = g_strsplit_set(list ? list : "", " ,", -1);
	enum sabot_role role;

	for (size_t i = 0; words[i]; i++) {
		if (!words[i][0])
			continue;
		if (!sabot_role_from_string(words[i], &role))
			return sabot_config_refuse(reader, "cards", "there is no such role", error);
		reader->config->wants_cards[role] = true;
	}
	return true;
}

/* Without the key, acting needs a person as soon as one exists. */
static bool
read_persons(const struct sabot_config_reader *reader, GError **error)
{
	static const char *const words[2] = {"required", "off"};
	bool is_off;

	if (!g_key_file_has_key(reader->file, reader->group, "persons", NULL))
		return true;
	if (!sabot_config_read_choice(reader, "persons", words, &is_off, error))
		return false;
	reader->config->persons = is_off ? SABOT_PERSONS_OFF : SABOT_PERSONS_REQUIRED;
	return true;
}

bool
sabot_config_read_access(struct sabot_config_reader *reader, GError **error)
{
	static const char *const names[2] = {"open", "login"};
	static const char *const clocks[2] = {"claim", "date"};
	struct sabot_config *config = reader->config;

	config->machine_clients_max = MAX(config->clients_max / MACHINE_SHARE, 1);
	config->second_after_days = SECOND_AFTER_DAYS;
	config->claim_s = CLAIM_S;
	return read_persons(reader, error) && read_pin_digits(reader, error) &&
	       read_cards(reader, error) &&
	       sabot_config_read_number(reader, "max_clients_per_machine",
					(struct sabot_config_bounds){1, 1000},
					&config->machine_clients_max, error) &&
	       sabot_config_read_number(reader, "second_after_days",
					(struct sabot_config_bounds){0, SECOND_AFTER_DAYS_MAX},
					&config->second_after_days, error) &&
	       sabot_config_read_number(reader, "claim_s",
					(struct sabot_config_bounds){0, CLAIM_S_MAX},
					&config->claim_s, error) &&
	       sabot_config_read_choice(reader, "names", names, &config->hides_names, error) &&
	       sabot_config_read_choice(reader, "client_time", clocks, &config->is_dated_by_client,
					error);
}
