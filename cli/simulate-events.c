/*
 * Mistakes that are one event more between two rounds: what a reader says of itself, a dispute, an
 * event that makes no sense there.
 */
#include "cli/simulate-step.h"

static void
say_of_device(struct simulate *sim, enum sabot_device_state state, const char *code, int lost_cards)
{
	struct sabot_event event = simulate_event(SABOT_EVENT_DEVICE);

	event.u.device.state = state;
	event.u.device.code = code;
	event.u.device.lost_cards = lost_cards;
	simulate_step(sim, &event);
}

/* A card leaves the shoe and nobody hears of it but as a gap. */
static void
lose_card(struct simulate *sim)
{
	struct sabot_card card;

	if (shoe_pack_cut_is_next(&sim->pack) || !shoe_pack_draw(&sim->pack, &card))
		return;
	simulate_plant(sim);
	say_of_device(sim, SABOT_DEVICE_LOST, NULL, 1);
}

void
simulate_plant_event(struct simulate *sim)
{
	struct sabot_event nonsense = simulate_event(SABOT_EVENT_INSURANCE_CLOSED);

	switch (sim->fault) {
	case SIMULATE_DEVICE_ERROR:
		simulate_plant(sim);
		say_of_device(sim, SABOT_DEVICE_ERROR, "E7", 0);
		say_of_device(sim, SABOT_DEVICE_CLEARED, "E7", 0);
		break;
	case SIMULATE_DEVICE_OFFLINE:
		simulate_plant(sim);
		say_of_device(sim, SABOT_DEVICE_OFFLINE, NULL, 0);
		say_of_device(sim, SABOT_DEVICE_ONLINE, NULL, 0);
		break;
	case SIMULATE_LOST_CARD:
		lose_card(sim);
		break;
	case SIMULATE_DISPUTE:
		simulate_plant(sim);
		simulate_say(sim, SABOT_EVENT_CALL);
		break;
	case SIMULATE_OUT_OF_ORDER:
		simulate_plant(sim);
		simulate_step(sim, &nonsense);
		break;
	default:
		break;
	}
}
