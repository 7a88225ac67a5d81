"""What must hold between the derived lines of a log that was seen in full (truth) and those of the
log as it was recorded. Each check yields sentences, one an offence."""

import cases

FACTS = {"unread_card", "frames_lost", "device_offline", "device_error", "dispute"}
PAYOUTS = {"payout_wrong", "payout_missing"}
CLAIMS = {"wrong_result", "wrong_total"}
BY_STAKE = ("box", "hand", "bettor", "on")


def incidents(lines):
    return [line for line in lines if line["out"] == "incident" and line["code"] not in FACTS]


def unexplained(lines):
    gone = {line["id"] for line in lines if line["out"] == "explained"}
    return [line for line in incidents(lines) if line["id"] not in gone]


def detail_of(incident):
    """What of the detail can be compared."""
    if incident["code"] in PAYOUTS:
        return {key: incident["detail"][key] for key in BY_STAKE if key in incident["detail"]}
    return {key: value for key, value in incident["detail"].items() if key != "why"}


def says_less(incident, truth):
    """Whether it says nothing that the true one does not say as well."""
    if incident["code"] != truth["code"] or incident["round"] != truth["round"]:
        return False
    whole = detail_of(truth)
    return all(key in whole and (value == "??" or like(value, whole[key]))
               for key, value in detail_of(incident).items())


def brief(incident):
    where = f"line {incident['line']}" + (f" of {incident['of']}" if "of" in incident else "")
    return f"{incident['code']} ({where}, round {incident['round']}, {incident['detail']})"


def claims_later_judged(incident, truth):
    """A result is compared under doubt where it is not in the truth, as the round waited there."""
    return incident["code"] in CLAIMS and any(
        line["code"] == "card_missing" and line["round"] == incident["round"] for line in truth)


def only_what_is_true(seen, truth, since=0):
    """(a), (c): each incident said from line `since` on is said in the truth."""
    known = incidents(truth)
    for incident in incidents(seen):
        said = incident["line"] >= since
        if said and not claims_later_judged(incident, known) and not any(
                says_less(incident, other) for other in known):
            yield "said, and not so: " + brief(incident)


def standing_is_true(seen, truth):
    """Each incident that is not explained stands in the truth."""
    known = incidents(truth)
    for incident in unexplained(seen):
        if not claims_later_judged(incident, known) and not any(
                says_less(incident, other) for other in known):
            yield "stands, and not so: " + brief(incident)


def same_incidents(seen, truth):
    """(b): the same stand in the end."""
    left = unexplained(truth)
    known = list(left)
    for incident in sorted(unexplained(seen), key=lambda line: -len(line["detail"])):
        same = next((other for other in left if says_less(incident, other)), None)
        if same is not None:
            left.remove(same)
        elif not claims_later_judged(incident, known):
            yield "stands in the end, and not in the truth: " + brief(incident)
    for incident in left:
        yield "stands in the truth, and not in the end: " + brief(incident)


def printed(lines):
    """Each round and settle line with its key, without what differs in any case."""
    for line in lines:
        if line["out"] == "round":
            key = ("round", line["round"])
        elif line["out"] == "settle":
            key = ("settle", line["round"], line["box"], line.get("hand"), line["bettor"],
                   line["on"])
        else:
            continue
        yield key, {name: value for name, value in line.items() if name not in ("line", "again")}


def last_printed(lines):
    """The last round line of each, and the settle lines after it."""
    found = {}
    for key, line in printed(lines):
        if key[0] == "round":
            for old in [old for old in found if old[:2] == ("settle", key[1])]:
                del found[old]
        found[key] = line
    return found


def like(seen, true):
    """Equal, but for a suit that was never asked for."""
    if isinstance(seen, dict) and isinstance(true, dict):
        return seen.keys() == true.keys() and all(like(seen[key], true[key]) for key in seen)
    if isinstance(seen, list) and isinstance(true, list):
        return len(seen) == len(true) and all(map(like, seen, true))
    if isinstance(seen, str) and seen.endswith("?") and isinstance(true, str):
        return seen[0] == true[0]
    return seen == true


def goes_by_cards_alone(truth):
    """Then a coup too many may be printed under doubt, and what follows has other numbers."""
    return not any(line["out"] == "settle" for line in truth)


def by_place_in_load(lines):
    """The round lines, each with its load and its place there instead of its number."""
    first = {}
    for _key, line in lines:
        nth = line["round"] - first.setdefault(line["load"], line["round"])
        yield ("round", line["load"], nth), line


def same_rounds(seen, truth):
    """(b): rounds and stakes end the same."""
    mine, other = last_printed(seen), last_printed(truth)
    for key in sorted(other if goes_by_cards_alone(truth) else set(mine) | set(other), key=str):
        if not like(mine.get(key), other.get(key)):
            yield f"{key}: {mine.get(key)} in the end, {other.get(key)} in the truth"


def same_loads(seen, truth):
    """(b): the verdict on each load is the same."""
    names = ("verdict", "extra", "missing", "burned")
    loads = [[{name: line[name] for name in names} for line in lines if line["out"] == "load"]
             for lines in (seen, truth)]
    if loads[0] != loads[1]:
        yield f"load: {loads[0]} in the end, {loads[1]} in the truth"


def same_redress(seen, truth):
    left, right = (lines[-1].get("redress") for lines in (seen, truth))
    if left != right:
        yield f"summary.redress: {left} in the end, {right} in the truth"


def no_value_is_wrong(lines, truth):
    """(c): what is printed of a doubtful round or stake is null, or true: then, or once ruled."""
    known, true_lines = {}, printed(truth)
    if goes_by_cards_alone(truth):
        lines, true_lines = by_place_in_load(lines), by_place_in_load(true_lines)
    for key, true in true_lines:
        known.setdefault(key, []).append(true)
    for key, line in lines:
        wrong = wrong_round if key[0] == "round" else wrong_settle
        offences = [list(wrong(line, true)) for true in known.get(key, ())
                    if key[0] == "round" or "stake" in true]
        if offences and all(offences):
            yield f"{key}: {offences[-1][0]}"


def wrong_round(line, true):
    for name in ("winner", "punto", "banca", "dealer"):
        if line.get(name) is not None and line[name] != true.get(name):
            yield f"{name} {line[name]}, truly {true.get(name)}"
    certain = "unverified" not in line and not is_void(line)
    if line != true and certain and strip_cards(line) != strip_cards(true):
        yield f"printed as certain: {line}, truly {true}"
    hands = {(hand["box"], hand["hand"]): hand for hand in true.get("hands", [])}
    for hand in line.get("hands", []):
        other = hands.get((hand["box"], hand["hand"]), {})
        for name in ("total", "result"):
            if hand.get(name) is not None and other and hand[name] != other[name]:
                yield f"{name} of {hand}, truly {other[name]}"


def is_void(line):
    """A void round is certain, though not whose its cards were."""
    return line.get("winner") == "void" or any(
        hand.get("result") == "void" for hand in line.get("hands", ()))


def strip_cards(line):
    """A round with what was not read left out: a certain one may lack a card's total."""
    hands = [{name: hand[name] for name in ("box", "hand")} for hand in line.get("hands", [])]
    return {"hands": hands, "winner": line.get("winner")}


def wrong_settle(line, true):
    if "due" in line and line["due"] != true.get("due"):
        yield f"due {line['due']}, truly {true.get('due')}"
    if "due_min" in line and not line["due_min"] <= true.get("due", 0) <= line["due_max"]:
        yield f"due from {line['due_min']} to {line['due_max']}, truly {true.get('due')}"
    # Of a round of which nothing is known the stake is printed as it lies, like its cards, also
    # when it is void.
    is_known = "due_min" in line or line.get("due")
    if is_known and line.get("stake") is not None and line["stake"] != true["stake"]:
        yield f"stake {line['stake']}, truly {true['stake']}"


def check(case, seen, truth):
    """All that must hold for this case."""
    late = case.mode == "lost-late"   # what is said before it is known that a message was lost
    offences = list((standing_is_true if late else only_what_is_true)(seen, truth))
    if case.mode not in cases.NEVER:
        offences += same_rounds(seen, truth)
        offences += same_incidents(seen, truth)
        offences += same_loads(seen, truth)
        offences += same_redress(seen, truth)
    lines = last_printed(seen).items() if late else printed(seen)
    offences += no_value_is_wrong(lines, truth)
    return offences
