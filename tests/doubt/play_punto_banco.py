"""Plays a coup of punto banco (docs/rules.md, PB-05 to PB-12) into a log of make_rounds.py."""

# PB-10: banca's points, then punto's third card 0 to 9, then "punto stood".
TABLE = ("DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDSDD", "SSDDDDDDSSD", "SSSSDDDDSSD",
         "SSSSSSDDSSS", "SSSSSSSSSSS")


def points(cards):
    return sum(0 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1 for card in cards) % 10


def cards_needed(_log):
    """With fewer no coup is begun."""
    return 8


def bet_names(log):
    extra = [bet.split("=")[0] for bet in log.rules["bets"].split()]

    def names(_box):
        side = log.rng.choice(("punto", "banca"))
        return [side] + [bet for bet in extra if log.rng.random() < .2]
    return names


def deal(log):
    punto, banca = [], []
    for side in log.rules["deal_order"]:
        (punto if side == "P" else banca).append(log.draw())
    return punto, banca


def next_hand(punto, banca):
    """The hand that draws now, or None."""
    if len(punto) == 2 and len(banca) == 2 and max(points(punto), points(banca)) >= 8:
        return None
    if len(punto) == 2 and len(banca) == 2 and points(punto) <= 5:
        return punto
    if len(banca) == 3:
        return None
    column = points(punto[2:]) if len(punto) == 3 else 10
    return banca if TABLE[points(banca)][column] == "D" else None


def claim(log, punto, banca):
    """The fields of `result`."""
    names = ("tie", "punto", "banca")
    mine, other = points(punto), points(banca)
    winner = names[(mine > other) + 2 * (mine < other)]
    if log.plant("wrong-winner"):
        return {"winner": log.rng.choice([name for name in names if name != winner])}
    if log.rng.random() < .2:
        return {"winner": winner, "punto": mine, "banca": other}
    return {"winner": winner} if log.rng.random() < .6 else {}


def play_coup(log):
    """Cards alone (flow = cards_only)."""
    punto, banca = deal(log)
    while (hand := next_hand(punto, banca)) is not None:
        hand.append(log.draw())


def play_round(log, place_bets):
    if log.rules["flow"] == "cards_only":
        play_coup(log)
        return
    rng, missing = log.rng, False
    boxes = rng.sample(range(1, int(log.rules["boxes"]) + 1), rng.randint(0, 4))
    place_bets(log, boxes, bet_names(log))
    log.close_bets()
    punto, banca = deal(log)
    if log.plant("late-bet"):
        log.say("bet", box=1, on="punto", amount=1000)
    while (hand := next_hand(punto, banca)) is not None:
        last = hand is banca or next_hand(punto + ["KS"], banca) is None
        if last and log.plant("missing"):
            missing = True
            break
        hand.append(log.draw())
    if not missing and log.plant("extra"):
        log.draw()
    early = not missing and rng.random() < .2
    if early:
        log.say("pay")
    if missing or rng.random() < .85 or log.fault == "wrong-winner":
        log.say("result", **claim(log, punto, banca))
    if not early:
        log.say("pay")
