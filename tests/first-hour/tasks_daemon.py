"""Tasks with a running daemon: a shoe is connected, persons come, machines over the network; logs
leave the daemon, are proven, backed up, archived, moved."""
import json
import pathlib
import re
import shutil
import sqlite3

from house import PINS, wait_for

TASKS = []
HOUSE = """
[house]
shifts=day 06:00, swing 14:00, night 22:00
time_zone=UTC
[device shoe-1]
driver=sim
transport=pty:/tmp/shoe-1
[table PB-01]
rules=punto-banco-es
set.burn=0
[table PB-02]
rules=punto-banco-es
simulated=yes
device=shoe-1
"""


def task(page, section, *commands):
    """A task of that section; its commands are read there and handed to it."""
    def add(run):
        TASKS.append((page, section, commands, run))
        return run
    return add


def key_of(house):
    return {"KEY": f"'{house.key}'", "KEY-OF-THE-FIRST": f"'{house.key}'"}


def deal_a_load(client, coups=2, excess=False, **more):
    """A load of some coups at PB-01 (punto has a natural), counted out; by hand, without a
    shoe. With `excess` a card is drawn after the last coup was decided."""
    def say(**event):
        return client.event("PB-01", **event)
    say(ev="load", decks=6)
    for coup in range(coups):
        say(ev="bet", box=3, on="punto", amount=1000, **more)
        say(ev="no_more_bets")
        for card in ("4C", "4D", "TS", "KS"):
            say(ev="card", card=card, src="manual")
        if excess and coup == coups - 1:
            say(ev="card", card="7C", src="manual")
        say(ev="result", winner="punto")
    say(ev="unload", left=6 * 52 - 4 * coups - int(excess))


# --- A technician's first hour -------------------------------------------------------------------

@task("docs/connect.md", "Write the configuration", "~Save this as `sabotd.conf`")
def save_the_configuration(house, _):
    """the page's own configuration, saved"""
    page = (house.source / "docs/connect.md").read_text()
    text = page.split("<!-- docs/examples/sabotd.conf -->\n\n")[1].split("\nThe daemon's user")[0]
    lines = [line[4:] for line in text.splitlines()]
    (house.cwd / "sabotd.conf").write_text(house.here("\n".join(lines).replace("=/", "= /")) + "\n")


@task("docs/connect.md", "Start", "build/cli/sabotctl key create",
      "build/daemon/sabotd --config sabotd.conf --check-config")
def draw_a_key_and_check_the_configuration(house, create, check):
    house.key = re.search(r"\S+\+[0-9a-f]{8}\+\S+", house.run(create))[0]
    assert house.run(check) == ""


@task("docs/connect.md", "Start", "build/daemon/sabotd --config sabotd.conf",
      "export SABOT_SOCKET", "build/cli/sabotctl status", "build/cli/sabotctl device list")
def start_the_daemon_and_look_at_it(house, start, export, status, devices):
    house.start(start)
    house.run(f"{export}; {status} || [ $? = 1 ]", says="PB-01.*BJ-01")
    house.run(f"{export}; {devices} || [ $? = 1 ]", says="shoe-1.*shoe-2")


@task("docs/daemon.md", "The configuration file", "~are refused with file, group and key")
def a_configuration_that_is_wrong(house, _):
    text = (house.cwd / "sabotd.conf").read_text()
    (house.cwd / "wrong.conf").write_text(text.replace("max=100000", "mex=100000"))
    house.run("sabotd --config wrong.conf --check-config", status=2, says="mex")
    house.stop()


@task("docs/daemon.md", "The daemon: configuration, recovery, the veil",
      "sabotd --config FILE --check-config", "sabotd --config FILE")
def run_the_daemon_by_its_page(house, check, run):
    house.configure(HOUSE)
    words = {"FILE": house.root / "etc/sabot/sabotd.conf"}
    house.run(check, words=words)
    house.start(house.here(run, **words))


@task("docs/dealer.md", "To try it without cards", "sabot-shoe --dealer")
def the_simulated_shoe_plays_a_table(house, shoe):
    process = house.begin(f"{shoe} --driver ref --pty {house.root}/tmp/shoe-1 --table PB-02"
                          " --pace max --rounds 4 --seed 3")
    assert process.wait(100) == 0, house.printed(process)
    house.end(process)
    house.run("sabotctl tables", says="PB-02")


@task("docs/wire.md", "Requests and replies", '~{"id":1,"do":"status"}',
      '~{"id":2,"do":"nonsense"}')
def the_wire_by_hand(house, status, nonsense):
    """the page's two requests, written into the socket"""
    client = house.connect()
    assert client.greeting["sabot"]["protocol"] == 1
    replies = []
    for request in (status, nonsense):
        client.socket.sendall(request.encode() + b"\n")
        replies.append(client.read())
    client.close()
    assert replies[0]["id"] == 1 and replies[0]["ok"]["site"] == "Casino Norte", replies
    assert replies[1]["error"]["class"] == "unknown_request", replies


@task("docs/wire.md", "What a console sends", '~{"do":"event","table":"PB-01","event":{…}}')
def deal_a_load_by_hand(house, _):
    client = house.connect()
    deal_a_load(client, excess=True)
    house.notes["events"] = client.view("PB-01")["n"]
    client.close()


@task("docs/wire.md", "Pushes", '~After `watch`:')
def a_client_that_watches_gets_steps(house, _):
    watcher, client = house.connect(), house.connect()
    watcher.ok("watch")
    client.event("PB-01", ev="table", state="open")
    push = watcher.read()
    while push.get("push") != "step":
        push = watcher.read()
    assert push["table"] == "PB-01" and push["event"]["state"] == "open", push
    watcher.close()
    client.close()


@task("docs/audit.md", "A log from a running daemon", "build/cli/sabotctl log PB-01 --load 3")
def audit_the_log_of_a_running_daemon(house, command):
    house.run(command, words={"3": 1}, status=1, says="card_in_excess")


@task("docs/daemon.md", "The way of an event", "sabotctl log PB-01 --load 3")
def the_same_by_the_daemons_page(house, command):
    house.run(command, words={"3": 1}, status=1, says="card_in_excess")


@task("README.md", "Try it", "sabotctl watch")
def watch_as_lines(house, command):
    watch = house.begin(command)
    house.wait_until_it_says(watch, "live")
    client = house.connect()
    client.event("PB-01", ev="table", state="paused")
    client.close()
    house.wait_until_it_says(watch, "PB-01")
    house.end(watch)


@task("docs/architecture.md", "From a shoe's byte to the pit boss's screen",
      "~sabotctl watch, status,")
def status_tables_and_incidents(house, _):
    house.run("sabotctl status || [ $? = 1 ]", says="PB-01")
    house.run("sabotctl tables", says="PB-01.*PB-02")
    house.run("sabotctl incidents", status=1, says="PB-01")


@task("docs/daemon.md", "Metrics", "sabotctl metrics > sabot.prom.new")
def metrics_for_monitoring(house, command):
    (house.root / "var/lib/prometheus/node-exporter").mkdir(parents=True)
    house.run(command)
    text = (house.root / "var/lib/prometheus/node-exporter/sabot.prom").read_text()
    page = (house.source / "docs/daemon.md").read_text()
    assert "sabot_saved 1" in text and "sabot_uptime_seconds" in page, text


@task("docs/daemon.md", "Recovery", "~the round continues where it was")
def a_restart_in_mid_shoe(house, _):
    """killed in mid-round, the round goes on"""
    client = house.connect()
    client.event("PB-01", ev="load", decks=6)
    client.event("PB-01", ev="no_more_bets")
    client.event("PB-01", ev="card", card="4C", src="manual")
    before = client.view("PB-01")
    client.close()
    house.daemon.kill()
    house.end(house.daemon)
    house.start()
    client = house.connect()
    after = client.view("PB-01")
    assert (after["round"], after["phase"], after["prompt"]) == \
        (before["round"], before["phase"], before["prompt"]), after
    for card in ("4D", "TS", "KS"):
        client.event("PB-01", ev="card", card=card, src="manual")
    client.event("PB-01", ev="result", winner="punto")
    client.event("PB-01", ev="unload", left=6 * 52 - 4)
    client.close()


# --- Proof, backup, archive, another machine -----------------------------------------------------

def wait_until_signed(house):
    """A checkpoint is over all that was said."""
    def signed():
        printed = house.run("sabotctl verify /var/lib/sabot/sabot.db --json --key KEY",
                            words=key_of(house))
        return json.loads(printed).get("unsigned_events", json.loads(printed).get("unsigned", 0)) \
            == 0
    wait_for(signed, "a checkpoint")


@task("docs/storage.md", "The key", "sabotctl key show")
def show_the_public_key(house, command):
    assert house.key in house.run(command, more=f"--state {house.state}")


@task("docs/storage.md", "The chain", "sabotctl checkpoint")
def keep_a_checkpoint_elsewhere(house, command):
    note = house.run(command, more=f"--state {house.state} > kept-yesterday.txt; cat kept*",
                     says="sabot-checkpoint/2")
    assert "— " in note


@task("docs/storage.md", "Verify", "sabotctl verify")
def verify_while_the_daemon_works(house, command):
    house.run(command, words={"casino+6b60844f+AeUKv5ZA…": house.key})


@task("docs/storage.md", "Verify", "sabotctl proof [TABLE]", "tools/verify-log.py")
def a_proof_for_the_second_verifier(house, proof, second):
    house.run(proof.replace("[TABLE]", "PB-01"), more=f"--state {house.state} > PB-01.proof")
    house.run(f"python3 {second} PB-01.proof --key KEY", words=key_of(house))
    house.run("sabotctl verify PB-01.proof --key KEY", words=key_of(house))


@task("docs/storage.md", "What the spool's files are worth", "sabotctl restore --spool")
def vouch_for_a_file_of_the_spool(house, command):
    """not while the daemon works; then what an earlier program left is taken in, once"""
    at = f"--state {house.state}"
    house.run(command, more=at, status=2)
    house.stop()
    (_, _, _, path) = house.here(command).split()
    event = {"ev": "load", "decks": 6, "at": "2026-11-21T08:00:00Z"}
    pathlib.Path(path).write_text(json.dumps({
        "seq": 1, "table": "PB-01", "n": 1, "at_us": 1795248000000000, "ev": "load",
        "line": json.dumps(event)}) + "\n")
    house.run(command, more=at)
    house.start()

    def is_taken_in():
        with sqlite3.connect(house.database) as db:
            lines = db.execute("SELECT line FROM event WHERE ev = 'load'").fetchall()
        return sum("2026-11-21T08:00:00Z" in line for (line,) in lines) == 1
    wait_for(is_taken_in, "the load")


@task("docs/storage.md", "How far the logs were", "sabotctl restore --new-house")
def a_new_house_on_purpose(house, command):
    """not where there is a database; the next start elsewhere finds what was said"""
    house.run(command, more=f"--state {house.state}", status=2)
    new = house.state.parent / "new-house"
    house.run(command, more=f"--state {new}")
    assert (new / "restored.note").exists()


@task("docs/storage.md", "How far the logs were", "sabotctl restore --new-spool")
def another_spool_on_purpose(house, command):
    """the next start finds what was said, and records it"""
    at = f"--state {house.state}"
    house.run(command, more=at, status=2)
    house.stop()
    house.run(command, more=at)
    house.start()

    def is_recorded():
        with sqlite3.connect(house.database) as db:
            lines = db.execute("SELECT line FROM event WHERE ev = 'finding'").fetchall()
        return any('"why":"spool"' in line and "log_restored" in line for (line,) in lines)
    wait_for(is_recorded, "the finding")


@task("docs/storage.md", "A mirror on a second disk", "sabotctl restore --new-mirror")
def another_mirror_on_purpose(house, command):
    """the note of where the mirror was is gone, also while the daemon works"""
    note = house.state / "sabotd-mirror.note"
    note.write_text("")
    house.run(command, more=f"--state {house.state}")
    assert not note.exists()


@task("docs/storage.md", "Backup and restore", "sabotctl backup", "sabotctl restore")
def back_up_and_restore(house, backup, restore):
    """a backup while the daemon works; restored where the database is gone"""
    at = f"--state {house.state}"
    house.run(backup, words=key_of(house), more=at)
    house.run(restore, words=key_of(house), more=at, status=2)
    house.stop()
    for path in house.state.glob("sabot.db*"):
        path.unlink()
    house.run(restore, words=key_of(house), more=at)
    house.start()
    client = house.connect()
    assert client.view("PB-01")["n"] >= house.notes["events"]
    client.close()


@task("docs/storage.md", "Archives", "sabotctl archive create --before", "sabotctl archive list",
      "sabotctl archive verify")
def archive_what_is_old(house, create, listed, verify):
    now = "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    house.stop()
    house.configure(HOUSE + "\n[archive]\nafter_days=36500\n")
    house.start()
    client = house.connect()
    deal_a_load(client)
    client.close()
    config = f"--config {house.root}/etc/sabot/sabotd.conf"
    house.run("sleep 2.2; " + create, words={"2026-06-01T00:00:00Z": now})
    house.run(listed, more=config, says="1")
    house.run(verify, words=key_of(house), more=config)


@task("docs/storage.md", "Archives", "sabotctl archive create --config",
      "sabotctl verify sabot.db --key", "sabotctl verify sabot-a")
def archive_without_a_daemon(house, create, beside, verify):
    """a second archive by the database alone; both and the rest proven as one log"""
    house.stop()
    shutil.copy(house.root / "etc/sabot/sabotd.conf", house.cwd / "sabotd.conf")
    house.run(create)
    files = sorted((house.state / "archive").glob("sabot-archive-*.db"))
    names = re.findall(r"sabot-archive-\d+\.db", verify)
    assert files and names, files
    words = {**key_of(house), "sabot.db": house.database,
             **{name: path for name, path in zip(names, files)}}
    words.update({name: "" for name in names[len(files):]})
    house.run(verify, words=words)
    house.run(beside, words={**key_of(house), "sabot.db": house.database})


@task("docs/storage.md", "A table to another machine", "sabotctl table export --table",
      "sabotctl table import", "sabotctl verify PB-01.table", "sabotctl table check")
def a_table_moves_to_another_machine(house, give, take, verify, check):
    """PB-01 moves to a second daemon and its file is proven"""
    house.start()
    house.run(give)
    client = house.connect()
    assert "error" in client.ask("event", table="PB-01", event={"ev": "load", "decks": 6})
    client.close()
    house.stop()
    shutil.move(house.state, house.root / "var/lib/first")
    shutil.rmtree(house.root / "var/spool/sabot")
    (house.root / "var/spool/sabot").mkdir()
    house.state.mkdir()
    shutil.copy(house.root / "var/lib/first/PB-01.table", house.state)
    house.run("sabotctl key create", more=f"--state {house.state}")
    house.start()
    house.run(take, words=key_of(house))
    client = house.connect()
    client.event("PB-01", ev="load", decks=6)
    client.close()
    shutil.copy(house.state / "PB-01.table", house.cwd)
    house.run(verify, words=key_of(house))
    house.stop()
    house.run(check.replace(" …", ""), words={"ONE.db": house.root / "var/lib/first/sabot.db",
                                              "OTHER.db": house.database})


@task("docs/storage.md", "The key", "~move the old file away, run `sabotctl key create`, start")
def another_key(house, _):
    """a lost key: the new one signs from then on, and both prove the log"""
    old = re.search(r"\S+\+[0-9a-f]{8}\+\S+",
                    house.run("sabotctl key show", more=f"--state {house.state}"))[0]
    (house.state / "signing.key").rename(house.state / "old.key")
    new = re.search(r"\S+\+[0-9a-f]{8}\+\S+",
                    house.run("sabotctl key create", more=f"--state {house.state}"))[0]
    house.start()
    client = house.connect()
    client.event("PB-01", ev="table", state="open")
    client.close()
    house.stop()
    database = "/var/lib/sabot/sabot.db"
    house.run(f"sabotctl verify {database} --key '{old}' --key '{new}'")
    house.run(f"sabotctl verify {database} --key '{new}'", status=1)


# --- Persons and machines ------------------------------------------------------------------------

@task("docs/access.md", "Beginning", "sabotctl user first", "sabotctl user create Ada",
      "sabotctl user create Pia", "sabotctl user pin Pia", "sabotctl user list")
def the_first_persons(house, first, ada, pia, choose, listed):
    for path in (house.state, house.root / "var/spool/sabot"):
        shutil.rmtree(path)
        path.mkdir()
    house.run("sabotctl key create", more=f"--state {house.state}")
    house.configure(HOUSE)
    house.start()
    house.run("sabotctl status || [ $? = 1 ]", says="PERSONS OFF")
    code = house.run(first).split("\n")[0]
    house.run(ada, words={"72Y4-6E00-…": code}, stdin=house.pins("Ada"))
    house.run(pia, stdin=house.pins("Ada") + "902745\n")
    house.run(choose, stdin="902745\n" + house.pins("Pia"))
    house.run(listed, says="Ada.*admin.*Pia.*pit")
    house.make_person("Sol")


@task("docs/access.md", "Who may do what", "sabotctl user roles")
def who_may_do_what(house, command):
    house.run(command, says="create and change persons: admin")


@task("docs/access.md", "Lifting the veil", "sabotctl unveil")
def lift_the_veil(house, command):
    client = house.connect("Pia")
    client.event("PB-01", ev="load", decks=6)
    client.event("PB-01", ev="card", card="KD", src="manual")
    client.close()
    house.run("sabotctl log PB-01 --load 1", status=2)
    house.run(command, stdin=house.pins("Pia", "Sol"), says='"KD"')
    house.run("sabotctl incidents", status=1, says="unveil|veil")


@task("docs/access.md", "Machines", "sabotctl cert create --state", "sabotd --config",
      "sabotctl cert create --name", "sabotctl cert allow", "sabotctl cert list")
def a_machine_over_the_network(house, server, check, client, allow, listed):
    """certificates of both ends, and the machine is let in"""
    house.notes["fingerprint"] = re.search(r"[0-9a-f]{64}", house.run(server))[0]
    house.stop()
    house.configure(HOUSE, daemon="listen=127.0.0.1:0\n")
    house.run(check)
    house.start()
    house.notes["port"] = house.wait_until_it_says(house.daemon, r"come in at port (\d+)")[1]
    house.run(client)
    house.run("cp ~/.config/sabot/machine.crt .")
    house.run(allow.split("  ")[0], more="--as Ada", stdin=house.pins("Ada"))
    house.run(listed, says="pit-1")


@task("docs/access.md", "Machines", "export SABOT_SOCKET", "sabotctl status")
def look_from_the_other_machine(house, export, status):
    words = {"sabot.example:4747#2c5258ce…": "127.0.0.1:{port}#{fingerprint}".format(**house.notes)}
    house.notes["tls"] = house.here(export, **words)
    house.run(f"{house.notes['tls']}; {status} || [ $? = 1 ]", says="PB-01")


@task("docs/reports.md", "Reports", "sabotctl report master-games")
def a_report_over_tls_by_a_person(house, command):
    day = house.run("date -u +%Y-%m-%d").strip()
    words = {"Sam": "Sol", "2026-11-21": day, "night": "day"}
    house.run(f"{house.notes['tls']}; {command}", words=words, stdin=house.pins("Sol"),
              says="[Mm]aster games")


@task("docs/access.md", "Machines", "sabotctl cert revoke")
def turn_a_machine_out(house, command):
    house.run(command, more="--as Ada", stdin=house.pins("Ada"))
    house.run(f"{house.notes['tls']}; sabotctl status || [ $? -ge 1 ]", says="not allowed")


@task("docs/access.md", "Changes", "sabotctl user role", "sabotctl user disable",
      "sabotctl user erase", "sabotctl user pin")
def change_persons(house, role, disable, erase, pin):
    house.run(role, stdin=house.pins("Ada"))
    house.run(pin, stdin=f"{PINS['Pia']}\n864209\n")
    house.run(disable, stdin=house.pins("Ada"))
    house.run("sabotctl user list", says="Pia.*shift.*disabled")
    house.run(erase, stdin=house.pins("Ada"))
    assert "Pia" not in house.run("sabotctl user list")


@task("docs/access.md", "Beginning", "sabotctl user card")
def a_card_beside_the_pin(house, card):
    """the house wants cards of pit bosses; without hers she is not let in"""
    house.stop()
    house.configure(HOUSE, daemon="cards=pit\n")
    house.start()
    house.make_card("Pam", card, {"Pia": "Pam"})
    house.run("sabotctl user list", says="Pam.*with a card")
    house.run("sabotctl user pin Pam", stdin=f"{PINS['Pia']}\n864213\n", status=2)
    house.run("sabotctl user pin Pam", stdin=f"{PINS['Pia']} 0004567890\n864213\n")
    house.stop()
    house.configure(HOUSE)
    house.start()


@task("docs/access.md", "The way back", "sabotctl user reset", "sabotctl user enable",
      "sabotctl user recover", "sabotctl user create NAME admin")
def the_way_back(house, reset, enable, recover, create):
    words = {"WHO": "Sol", "ADMIN": "Ada"}
    house.run(reset, words=words, stdin=f"{PINS['Ada']}\n518273\n")
    house.run("sabotctl user pin Sol", stdin=f"518273\n{PINS['Sol']}\n")
    house.run(enable, words=words, stdin=house.pins("Ada"))
    code = house.run(recover).split("\n")[0]
    house.run(create, words={"NAME": "Eva", "CODE": code}, stdin="739104\n")
    house.run("sabotctl incidents", status=1, says="recover|admin")
    house.stop()
