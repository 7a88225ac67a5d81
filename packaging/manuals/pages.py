"""What the manual pages say beside the programs' own help: tools/make-manuals.py makes them of
both, in each language. Texts in N_() are translated in po/ like those of any program.

A program: section, one line, what it is, further options, files, pages of the documentation. A
format: one line, what it is, tables (a heading, rows of a word and its meaning), pages.
"""


def N_(text):
    return text


HEADINGS = {
    "name": N_("NAME"), "synopsis": N_("SYNOPSIS"), "description": N_("DESCRIPTION"),
    "verbs": N_("VERBS"), "options": N_("OPTIONS"), "status": N_("EXIT STATUS"),
    "files": N_("FILES"), "environment": N_("ENVIRONMENT"), "also": N_("SEE ALSO"),
}
MANUAL = N_("Sabot manual")
OPTION = N_("[OPTION…]")
HELP = N_("show the help")
VERSION = N_("show the version")
SEE_PAGE = N_("The page %s of the documentation says more.")
STATUS = [("0", N_("all went well")), ("1", N_("something was found, or is not proven")),
          ("2", N_("it could not be done"))]
ENVIRONMENT = [
    ("LANGUAGE", N_("the language of what is shown to people: en, es or it")),
    ("SABOT_SOCKET", N_("the daemon's socket, where --socket does not name it")),
]
SOCKET = ("/run/sabot/sabotd.sock", N_("where screens and tools find the daemon"))
CONFIG = ("/etc/sabot/sabotd.conf", N_("the configuration, see sabotd.conf(5)"))
VERIFY_STATUS = [("0", N_("intact")), ("1", N_("broken: the first bad row or line is named")),
                 ("2", N_("FILE cannot be used"))]
KEY = ("--key KEY", N_("the house's public key, NAME+ID+BASE64; may be given again"))

PROGRAMS = {
    "sabotd": dict(
        section=8, short=N_("watch the card shoes of a casino floor"),
        about=[N_("sabotd takes what the card shoes and the dealers' displays say, lets the rules"
                  " judge it, records it in a signed log, and sends it to every screen. SIGTERM"
                  " stops it; everything it has taken is then committed."),
               N_("sabotctl setup writes its configuration, draws its key and starts it as the"
                  " service sabotd.")],
        status=[("0", N_("stopped cleanly")),
                ("1", N_("it cannot run, or events may be lost; the last line says why")),
                ("2", N_("the configuration is wrong"))],
        files=[CONFIG, ("/var/lib/sabot", N_("the database, the shoes' journals, the key")),
               ("/var/spool/sabot", N_("events while the database does not take them")), SOCKET],
        environment=[("SABOT_DEBUG", N_("1: more is said on standard error"))],
        pages=["daemon.md", "storage.md", "access.md"]),
    "sabot-forward": dict(
        section=8, short=N_("forward a house's log to a core in PostgreSQL"),
        about=[N_("sabot-forward reads the daemon's database and archives, and appends each log in"
                  " segments to a core. At each connection it asks what the core has, and continues"
                  " from there; it keeps nothing itself. What the core refuses is an incident at"
                  " the pit."),
               N_("It runs as a service of its own, and nothing that it does slows a table.")],
        status=[("0", N_("--once: all that is there was sent")),
                ("2", N_("the configuration is wrong"))],
        files=[("/etc/sabot/sabot-forward.conf", N_("the configuration")),
               ("/run/sabot-forward/status.json", N_("how far it is"))],
        pages=["operations.md"]),
    "sabot-witness": dict(
        section=8, short=N_("sign the heads of houses' logs, each with one past"),
        about=[N_("sabot-witness signs the head of a house's log if it continues what it signed"
                  " before, and keeps one hash for each. It sees no event and no card. It speaks"
                  " C2SP's tlog-witness over HTTP; TLS is a proxy's in front of it."),
               N_("It runs away from the house: at headquarters, a regulator's, an auditor's."
                  " Draw its key with --new-key as the user that it runs as.")],
        status=[("0", N_("stopped cleanly")), ("1", N_("it cannot run; the last line says why")),
                ("2", N_("the configuration is wrong"))],
        files=[("/etc/sabot/sabot-witness.conf", N_("the configuration")),
               ("/var/lib/sabot-witness", N_("its key, and what it has signed"))],
        pages=["witness.md"]),
    "sabotctl": dict(
        section=1, short=N_("Sabot's tool for houses and auditors"),
        about=[N_("sabotctl sets up a house, shows what a daemon does, audits logs, makes reports,"
                  " settles disputes and closes shifts. Each verb has a page of its own,"
                  " sabotctl-VERB(1).")],
        status=STATUS, files=[SOCKET], environment=ENVIRONMENT, pages=["audit.md", "daemon.md"]),
    "sabot-shoe": dict(
        section=1, short=N_("a simulated card shoe, with mistakes on request"),
        about=[], files=[SOCKET], pages=["devices.md"]),
    "sabot-pit": dict(
        section=1, short=N_("the screen of the pit: tables, incidents, rulings, money"),
        about=[N_("Each tile is a table; a colour, a shape and a word say what is wrong. The list"
                  " at the right explains each incident in a sentence. F1 shows the keys.")],
        files=[SOCKET], environment=ENVIRONMENT[:1], pages=["console.md"]),
    "sabot-dealer": dict(
        section=1, short=N_("the dealer's display: what comes next, is called, is paid"),
        about=[N_("The display at a table. With --train it has a table of its own, asks, and"
                  " corrects; with --practice cards come from a simulated shoe.")],
        files=[SOCKET], environment=ENVIRONMENT[:1], pages=["dealer.md"]),
    "sabot-board": dict(
        section=1, short=N_("the guests' board: roads and results of the tables"),
        about=[N_("The screen above a table. It shows what the rules have revealed, and nothing"
                  " else.")],
        files=[SOCKET], environment=ENVIRONMENT[:1], pages=["board.md"]),
    "sabot-verify-log": dict(
        section=1, short=N_("prove a log, independently of Sabot"),
        usage="FILE --key KEY", options=[KEY],
        about=[N_("A second verifier that shares no code with Sabot, made to be read. FILE is a"
                  " database, a backup, a proof or a table's file. It prints one JSON object. It"
                  " needs Python and openssl.")],
        status=VERIFY_STATUS, pages=["inspector.md", "storage.md"]),
    "sabot-verify-case": dict(
        section=1, short=N_("prove a case file, independently of Sabot"),
        usage="FILE --key KEY [--out DIR]",
        options=[KEY, ("--out DIR", N_("write what was made for people into files there"))],
        about=[N_("Proves a case file by what sabot-verify-log knows about the chain. It prints one"
                  " JSON object. It needs Python and openssl.")],
        status=VERIFY_STATUS, pages=["inspector.md", "disputes.md"]),
    "sabotctl-house": dict(
        section=8, short=N_("the verbs of sabotctl that need a house"), usage="VERB",
        about=[N_("sabotctl puts this program in its own place for the verbs that have to do with a"
                  " daemon, a database or shoes. It is not called by people.")],
        pages=["internals.md"]),
    "sabotctl-floor": dict(
        section=8, short=N_("the verbs of sabotctl that need a core"), usage="VERB",
        about=[N_("sabotctl puts this program in its own place for the verbs that have to do with a"
                  " PostgreSQL core. It is not called by people.")],
        pages=["internals.md"]),
    "sabot-print": dict(
        section=8, short=N_("draws reports as PDF"), usage="a4|letter <REPORT >PDF",
        about=[N_("The daemon and sabotctl give it a report through a pipe, so that they need no"
                  " fonts themselves. It is not called by people.")],
        pages=["internals.md"]),
}

# Which page of the documentation a verb is about.
VERB_PAGES = {
    "audit.md": ["audit", "simulate"], "rules.md": ["profile"], "odds.md": ["odds"],
    "comply.md": ["comply", "lab"],
    "daemon.md": ["setup", "status", "tables", "incidents", "watch", "metrics", "log",
                  "doctor"],
    "access.md": ["unveil", "user", "cert"], "devices.md": ["device"],
    "storage.md": ["verify", "proof", "checkpoint", "key", "backup", "restore", "archive", "table",
                   "self-check"],
    "disputes.md": ["cue", "review", "case", "replay", "what-if"], "reports.md": ["report"],
    "operations.md": ["floor", "forward"],
    "shift.md": ["shift", "bank", "count", "slip", "marker", "drop", "tips", "cash", "cards",
                 "exchange", "tronc"],
}

EVENTS = [
    ("load", N_("a new load is in the shoe")),
    ("card", N_("one card left the shoe")),
    ("cut_card", N_("the cut card came out")),
    ("unload", N_("the load is over; its remainder, counted or read")),
    ("device", N_("the shoe's state: online, offline, an error, messages lost")),
    ("bet", N_("a stake is placed or changed")),
    ("no_more_bets", N_("bets are closed")),
    ("paid", N_("what was paid; negative: collected")),
    ("limits", N_("new table limits")),
    ("undo", N_("the last event of the dealer's that still stands is taken back")),
    ("insurance", N_("an insurance stake")),
    ("even_money", N_("even money was taken")),
    ("insurance_closed", N_("insurance is over, the dealer continues")),
    ("action", N_("a box stands, hits, doubles, splits or surrenders")),
    ("result", N_("the end of the round was confirmed, and who won as claimed")),
    ("reveal", N_("cards were turned face up")),
    ("call", N_("the pit is called to a dispute")),
    ("ruling", N_("an incident is decided by a remedy")),
    ("holder", N_("who holds the shoe or the bank")),
    ("table", N_("the table is open, closed or paused")),
    ("staff", N_("who is on duty at the table")),
    ("prepared", N_("a step of the preparation of the cards")),
    ("correction", N_("an earlier round was put right")),
    ("commission_paid", N_("commission that was collected later")),
]

FORMATS = {
    "sabot-event-log": dict(
        short=N_("what happened at a table, one event a line"),
        about=[N_("A text file in UTF-8, one JSON object a line. The first line names the form, the"
                  " table and its rules; each other line is an event: what happened, never what"
                  " follows from it. sabotctl audit derives rounds, money and incidents from it."),
               N_("Each event may have the time in \"at\" (RFC 3339) and what read or said it in"
                  " \"src\". A card is its rank and suit, as \"TH\"; a card that was not read is"
                  " \"??\".")],
        tables=[(N_("EVENTS"), EVENTS), (N_("INCIDENTS"), "incidents")],
        pages=["event-log.md"]),
    "sabotd.conf": dict(
        short=N_("the configuration of sabotd"),
        about=[N_("Groups in brackets, KEY = VALUE in them; a # begins a comment line. An unknown"
                  " group or key, or a value out of bounds, is refused with its name. Places are"
                  " absolute paths; amounts are in minor units. sabotd --check-config says what is"
                  " wrong with a file.")],
        tables="configuration", pages=["daemon.md"]),
    "sabot-forward.conf": dict(
        short=N_("the configuration of sabot-forward"),
        about=[N_("One group, [forward], KEY = VALUE in it; a # begins a comment line. An unknown"
                  " key is refused with its name. sabot-forward --check-config says what is wrong"
                  " with a file.")],
        tables=[(N_("KEYS"), [
            ("core", N_("the core's address, as PostgreSQL's libpq takes it")),
            ("site", N_("what the core calls this database, for people")),
            ("database", N_("the daemon's sabot.db")),
            ("archive_dir", N_("where its archives are, if not beside it")),
            ("wait_s", N_("how many seconds an event waits for others at most")),
            ("rows_days", N_("an event that is older by so many days when it is sent has no row "
                             "for questions; 0: none has")),
            ("status", N_("the file that says how far it is")),
            ("socket", N_("the daemon's, for what the core refuses; empty: none")),
        ])], pages=["operations.md"]),
    "sabot-witness.conf": dict(
        short=N_("the configuration of sabot-witness"),
        about=[N_("A group [witness], and a group [log NAME] for each database of a house that it"
                  " signs for; KEY = VALUE in them; a # begins a comment line. An unknown group or"
                  " key is refused with its name. sabot-witness --check-config says what is wrong"
                  " with a file.")],
        tables=[(N_("KEYS"), [
            ("listen", N_("[witness]: ADDRESS:PORT where it is asked")),
            ("state", N_("[witness]: the file of what it has signed")),
            ("key", N_("[witness]: the file of its key. [log NAME]: the house's public keys,"
                       " with ; between them")),
            ("origin", N_("[log NAME]: the log's name, sabot/ and the database's number")),
        ])], pages=["witness.md"]),
    "sabot-profile": dict(
        short=N_("the rules of a table's game, as a house chooses them"),
        about=[N_("A text file NAME.conf with a group [profile]: title and source in each language,"
                  " the game, and the rules below, each with a default of the game. sabotctl"
                  " profile check says what is wrong with a file, sabotctl profile show says in"
                  " words what it means.")],
        tables=[(N_("KEYS"), "profile")], pages=["rules.md"]),
    "sabot-table-file": dict(
        short=N_("a table on its way to another machine"),
        about=[N_("Written by sabotctl table export, read by sabotctl table import: a proof of the"
                  " last part of a table's log, from the hash before it to its last event, and the"
                  " signed note about that event. Who has the giver's public key can verify it."),
               N_("In the header are the giver's last checkpoint, a note that it signs about"
                  " itself, and the checkpoints that it was given by others. A file that is"
                  " foreign, cut, altered or older than what is there is refused whole.")],
        tables=[], pages=["storage.md"]),
    "sabot-case-file": dict(
        short=N_("a dispute in one sealed file"),
        about=[N_("Made by sabotctl case create, for a decision elsewhere. It can be verified with"
                  " the house's public key alone, by sabotctl verify or by sabot-verify-case.")],
        tables=[(N_("CONTENTS"), [
            (N_("events"), N_("the whole load of the dispute, and the house's events around it")),
            (N_("proof"), N_("the hash before each range, and the signed checkpoint over its end")),
            ("story.txt", N_("what happened, in sentences")),
            ("report.pdf, report.txt", N_("the cards at the disputed moment, and the decisions")),
            ("cue.csv", N_("which camera's pictures, from when to when")),
        ])], pages=["disputes.md"]),
}

CONFIGURATION = [
    ("[daemon]", [
        ("site", N_("the name that clients show")),
        ("socket", N_("where clients connect")),
        ("state_dir", N_("database, journals and key")),
        ("spool_dir", N_("takes the events while the database does not")),
        ("profiles", N_("a directory of the house's own rule profiles")),
        ("max_clients", N_("further clients are refused")),
        ("max_clients_per_machine", N_("how many of them one machine or user may have")),
        ("idle_s", N_("a connection that does nothing ends after so many seconds")),
        ("listen", N_("address and port for machines over the network, by TLS")),
        ("certificate, key", N_("the daemon's certificate and its key, for them")),
        ("persons", N_("whether acting needs a person who has logged in: required or off")),
        ("idle_logout_s", N_("a person who does nothing for so many seconds is logged out")),
        ("mirror", N_("a directory on a second disk that has each event, too")),
        ("cards", N_("the roles whose persons show a card beside the PIN")),
        ("pin_digits, pin_digits.ROLE", N_("the least number of digits of a PIN")),
        ("second_after_days", N_("how long nobody signs with whom he gave a PIN or role")),
        ("names", N_("whether names of persons are read before a log-in: open or login")),
        ("client_time",
         N_("whose clock dates events: claim (the daemon's) or date (the client's)")),
        ("claim_s", N_("a client's time so far back is no finding")),
        ("refresh_reports_s", N_("how often what reports are made of is refreshed; 0: never")),
        ("create_key", N_("yes: a signing key is drawn at the first start")),
    ]),
    ("[house]", [
        ("gaming_day", N_("when the gaming day begins")),
        ("shifts", N_("the shifts that it is cut into, each with its beginning")),
        ("time_zone", N_("the house's time zone")),
        ("drop_counts", N_("what counts as drop")),
        ("cash_threshold", N_("from this amount on a cash entry says whose it is")),
        ("mend_s", N_("for so many seconds a card can be mended at the table")),
        ("backdate_days", N_("for so many days before documents can be entered")),
        ("cage, count_room",
         N_("whether there is a cage, and a count room: auto, required or off")),
        ("markers", N_("off: no marker is issued: credit to players is forbidden")),
        ("table_changes", N_("how many persons sign a change of a table's rules")),
    ]),
    ("[privacy]", [("people", N_("on: reports may name single dealers and players"))]),
    ("[paper]", [
        ("letterhead", N_("a line below the house's name on paper")),
        ("licence", N_("the house's number with the gaming authority")),
        ("names", N_("on or off: who signed a document of table money is named")),
    ]),
    ("[archive]", [
        ("dir", N_("where archives are written")),
        ("after_days", N_("what is older moves into an archive")),
    ]),
    ("[table NAME]", [
        ("rules", N_("the rule profile")),
        ("device", N_("the shoe, as a group [device NAME]; without one cards are keyed in")),
        ("pit", N_("the pit that it belongs to")),
        ("camera", N_("which camera sees it")),
        ("simulated", N_("yes: nothing that happens there is real")),
        ("min, max", N_("the table's limits")),
        ("set.KEY", N_("any rule, written as in a profile")),
    ]),
    ("[device NAME]", [
        ("driver", N_("what the shoe speaks")),
        ("transport", N_("the line that it is at")),
        ("baud", N_("the speed of a serial line")),
        ("repeat_ms", N_("an identical message within this time is the same one")),
        ("seq_first, seq_last", N_("between which characters messages are numbered")),
        ("card_map", N_("what the codes on cards mean")),
        ("serial", N_("the serial number of the shoe that belongs here")),
        ("silence_ms", N_("after so long without a message it counts as offline")),
        ("commands", N_("yes: people may lock, unlock and clear the shoe")),
        ("result_by", N_("who ends a round: dealer or device")),
        ("journal", N_("where every byte of the shoe is kept")),
        ("journal_mb", N_("the size at which a new journal is begun")),
        ("journal_files", N_("how many full ones are kept")),
    ]),
    ("[machine NAME]", [
        ("uid, gid, fingerprint", N_("how the machine is known")),
        ("role", N_("what may be done there")),
        ("tables", N_("the tables that are seen there")),
        ("forwards", N_("yes: it may say what the log's second copy refuses")),
    ]),
    ("[witness NAME]", [
        ("url", N_("where the witness is asked, https://HOST")),
        ("ca", N_("a file with the authorities by which its certificate is checked")),
        ("key", N_("the witness's public key")),
        ("within_s", N_("so many seconds it may be silent before that is a finding")),
    ]),
    ("[records]", [
        ("from", N_("the core of which this daemon only shows what it has of another house")),
        ("origin", N_("the house there: its site, or how its number begins")),
        ("key", N_("the house's public keys, or files with them")),
        ("every_s", N_("so many seconds between two questions to the core")),
    ]),
    ("[upstream NAME]", [
        ("connect", N_("a daemon that this hub follows, as clients name one")),
        ("certificate, key", N_("the hub's own, by which that daemon knows it")),
        ("tables", N_("which of its tables are shown")),
        ("rename_tables", N_("yes: each of its tables is called TABLE@NAME")),
    ]),
]
