#!/usr/bin/env python3
"""The verb `sabotctl profile`; each built-in profile has words, a trace, a row in docs/rules.md.

Usage: check-profiles.py SABOTCTL ROOT
"""
import pathlib
import re
import subprocess
import sys
import tempfile

KEY = re.compile(r'^\t(NUMBER|SWITCH|WORDS|KIND)\("(\w+)"(.*?)\),$|^\t\{\.name = "(\w+)"(.*?)\},$',
                 re.M | re.S)
STRING = re.compile(r'"([^"]*)"')
# A profile's text after "[profile]\ngame=…\n", and what must be said of it.
REFUSED = [
    ("blackjack", "", "it has no group [rules]"),
    ("blackjack", "title=a\x1b[31mb\n[rules]\nmin=600\n", "[profile], title: "),
    ("poker", "[rules]\nmin=600\n", "game: "),
    ("blackjack", "[rules]\nsoft_17=perhaps\n", "soft_17: "),
    ("blackjack", "[rules]\nsoft_71=hit\n", "soft_71: "),
    ("blackjack", "[rules]\ntable_key=points\n", "table_key: "),
    ("blackjack", "[rules]\nsurrender=late\n", "surrender, hole: "),
    ("blackjack", "[rules]\nmin=600\nmax=500\n", "min, max: "),
    ("blackjack", "[rules]\neven_money=yes\ninsurance=none\n", "even_money, insurance: "),
    ("blackjack", "[rules]\ndecks=1\nburn=30\ncut_min=30\n", "burn, cut_min, decks: "),
    ("blackjack", "[rules]\ndealer_stops_when_ahead=yes\ndealer_draws_dead=yes\n",
     "dealer_stops_when_ahead, dealer_draws_dead: "),
    ("punto_banco", "[rules]\nflow=cards_only\nreveal=on_button\n", "flow, reveal: "),
    ("punto_banco", "[rules]\nside_bets=lucky_6.one_card=2:1\n", "side_bets: "),
    ("punto_banco", "[rules]\nremedies.card_in_excess=pray\n", "remedies.card_in_excess: "),
    ("punto_banco", "[rules]\ndecks=8\n[articles]\nno_such_code=a\n", "articles, no_such_code: "),
    ("punto_banco", "[rules]\ndecks=8\n[articles]\ncard_missing.read_as=a\n",
     "articles, card_missing.read_as: "),
    ("punto_banco", "[rules]\ndecks=8\n[rulse]\nboxes=3\n", "[rulse]: "),
    ("bridge", "[rules]\ndecks=8\n", "game: "),
]
# A game, rules, and the bets that are warned of. One deck: 3 of 51 second cards make a pair, so
# 16:1 is just fair, 12:1 keeps 12 of 51 (23.53 %) and 11:1 keeps 15 of 51.
EDGES = [
    ("blackjack", "decks=1\nside_bets=bet_set_21.pair=17:1",
     ["Bet Set 21: players gain 5.88 % of what they stake"]),
    ("blackjack", "decks=1\nside_bets=bet_set_21.pair=16:1", []),
    ("blackjack", "decks=1\nside_bets=bet_set_21.pair=12:1", []),
    ("blackjack", "decks=1\nside_bets=bet_set_21.pair=11:1",
     ["Bet Set 21: the house keeps 29.41 % of what is staked"]),
    ("punto_banco", "decks=8\nbets=tie=8:1 super_6=12:1",
     ["Super 6: the house keeps 29.98 % of what is staked"]),
    ("punto_banco", "decks=8\nbets=tie=8:1 super_6=15:1", []),
]


def run(sabotctl, *arguments):
    return subprocess.run([sabotctl, "profile", *arguments], capture_output=True, text=True,
                          check=False)


def check_words(root):
    """Every key, and every word that a key takes, is told in words."""
    words = (root / "cli/sabotctl/sabotctl-profile-words.c").read_text(encoding="utf-8")
    entries = dict(re.findall(r'^\t\{"(\w+)",(.*?)(?=^\t\{"|^\};)', words, re.M | re.S))
    keys = {}
    for macro, name, rest, plain, plain_rest in KEY.findall(
            (root / "engine/rules/rules-keys.c").read_text(encoding="utf-8")):
        keys[name or plain] = [] if macro == "SWITCH" else STRING.findall(rest or plain_rest)
    if len(keys) < 30:
        yield f"only {len(keys)} keys were found"
    for key in sorted(set(keys) ^ set(entries)):
        yield f"{key}: is not both a key and told in words"
    for key in sorted(set(keys) & set(entries)):
        for word in keys[key]:
            if f'{{"{word}", N_("' not in entries[key]:
                yield f"{key}: {word} is not told in words"


def check_built_in(sabotctl, root):
    names = [line.split()[0] for line in run(sabotctl, "list").stdout.splitlines()]
    if names != sorted(path.stem for path in (root / "profiles").glob("*.conf")):
        yield f"list says {names}"
    traces = "".join(path.read_text(encoding="utf-8", errors="replace").split("\n")[0]
                     for path in (root / "tests/engine/traces").glob("*.ndjson"))
    for name in names:
        shown = run(sabotctl, "show", name)
        if shown.returncode != 0 or not shown.stdout.startswith(f"{name}: "):
            yield f"show {name}: {shown.returncode} {shown.stderr}"
        checked = run(sabotctl, "check", str(root / "profiles" / f"{name}.conf"))
        if checked.returncode != 0:
            yield f"check {name}: {checked.stderr}"
        same = run(sabotctl, "diff", name, name)
        if same.returncode != 0 or same.stdout:
            yield f"diff {name} {name}: {same.returncode} {same.stdout}"
        if f'"rules":"{name}"' not in traces:
            yield f"{name}: has no trace"


def documented_choices(root):
    """Profile → {key: value} as the table of docs/rules.md has it; "" = a list in words."""
    page = (root / "docs/rules.md").read_text(encoding="utf-8")
    choices = {}
    for name, text in re.findall(r"^\| `([a-z0-9-]+)` \| (?:punto banco|blackjack) \| (.*) \|$",
                                 page, re.M):
        like = re.match(r"as `([a-z0-9-]+)`, and ", text)
        choices[name] = dict(choices[like.group(1)]) if like else {}
        text = re.sub(r"\([^)]*\)", "", text[like.end() if like else 0:])
        for item in text.split(", ") if text != "nothing" else []:
            key, _, value = item.strip().partition(" ")
            choices[name][key] = value
    return choices


def real_choices(sabotctl, root, folder, name):
    """What a built-in profile changes of its game's base rules."""
    game = re.search(r"^game=(\w+)$", (root / f"profiles/{name}.conf").read_text(encoding="utf-8"),
                     re.M).group(1)
    base = folder / "base.conf"
    base.write_text(f"[profile]\ngame={game}\n[rules]\n", encoding="utf-8")
    lines = run(sabotctl, "diff", str(base), name).stdout.splitlines()
    return dict(re.match(r"(\S+): .* \| (.*)", line).groups() for line in lines)


def check_choices(sabotctl, root, folder):
    """docs/rules.md says in what each profile differs from the base rules."""
    documented = documented_choices(root)
    for path in (root / "profiles").glob("*.conf"):
        said = documented.get(path.stem, {})
        real = {key: value if key not in ("bets", "side_bets") else ""
                for key, value in real_choices(sabotctl, root, folder, path.stem).items()}
        if real != said:
            yield f"{path.stem}: differs in {real}, docs/rules.md says {said}"


def check_refused(sabotctl, folder):
    for number, (game, text, said) in enumerate(REFUSED):
        path = folder / f"wrong-{number}.conf"
        path.write_text(f"[profile]\ngame={game}\n{text}", encoding="utf-8")
        checked = run(sabotctl, "check", str(path))
        if checked.returncode != 2 or f"{path}: {said}" not in checked.stderr or checked.stdout:
            yield f"check of {text!r}: {checked.returncode} {checked.stderr!r}"
    if run(sabotctl, "check", str(folder / "none.conf")).returncode != 2:
        yield "a file that is not there is checked"


def check_edges(sabotctl, folder):
    """A bet that gives money away, or takes more than a quarter, is warned of and no other."""
    path = folder / "edges.conf"
    for game, rules, wanted in EDGES:
        path.write_text(f"[profile]\ngame={game}\n[rules]\n{rules}\n", encoding="utf-8")
        checked = run(sabotctl, "check", str(path))
        wanted = [f"warning: {line}" for line in wanted] or [f"{path}: nothing is wrong with it"]
        if checked.returncode != 0 or checked.stdout.splitlines() != wanted:
            yield f"check of {rules}: {checked.returncode} {checked.stdout}{checked.stderr}"


def check_own(sabotctl, folder):
    """A house's own profile: its articles are shown, and what it changes is listed."""
    path = folder / "sala.conf"
    path.write_text("[profile]\ngame=punto_banco\ntitle=Sala\n[rules]\ndecks=8\n"
                    "remedies.card_in_excess=burn_card let_stand\n[articles]\n"
                    "card_in_excess.burn_card=article 6.3\ncard_missing=article 7\n",
                    encoding="utf-8")
    wanted = ["decks: 6 | 8",
              "remedies.card_in_excess: first_of_next_round dummy_hand use_as_banca_third "
              "burn_card let_stand void_round false_alarm | burn_card let_stand",
              "articles.card_in_excess.burn_card: - | article 6.3",
              "articles.card_missing: - | article 7"]
    for other in (str(path), "sala"):
        diff = run(sabotctl, "diff", "punto-banco-es", other, "--profiles", str(folder))
        if diff.returncode != 1 or diff.stdout.splitlines() != wanted:
            yield f"diff: {diff.returncode} {diff.stdout}{diff.stderr}"
    shown = run(sabotctl, "show", str(path)).stdout
    for line in ("  card too many: burn the card (article 6.3), let it stand",
                 "  card not drawn: draw now (article 7), let it stand (article 7),"):
        if line not in shown:
            yield f"show: {line!r} is not there"
    listed = run(sabotctl, "list", "--profiles", str(folder))
    names = [line.split()[0] for line in listed.stdout.splitlines()]
    if "sala" not in names or "punto-banco-es" not in names or names != sorted(names):
        yield f"list: {listed.stdout}"
    if listed.returncode != 2 or f"profile wrong-0: {REFUSED[0][2]}" not in listed.stderr:
        yield f"list passes over files that are wrong: {listed.returncode} {listed.stderr}"
    if run(sabotctl, "list", "--profiles", str(folder / "none")).returncode != 2:
        yield "a directory that is not there is looked into"
    if "third card" in run(sabotctl, "show", "blackjack-es").stdout:
        yield "blackjack is offered banca's third card"
    games = run(sabotctl, "diff", "punto-banco-es", "blackjack-es").stdout
    for line in ("game: punto_banco | blackjack", "hole: - | no", "deal_order: PPBB | -"):
        if line not in games.splitlines():
            yield f"diff of two games: {line!r} is not there"


def main():
    sabotctl, root = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        faults = [*check_words(root), *check_built_in(sabotctl, root),
                  *check_choices(sabotctl, root, folder), *check_refused(sabotctl, folder),
                  *check_edges(sabotctl, folder), *check_own(sabotctl, folder)]
    print("\n".join(faults + [f"{len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
