"""A daemon that only shows what a core has of a house (docs/records.md), for tests."""
import os

from edge import Edge
from fixture import Daemon, wait_for

# Answers that do not depend on which daemon gives them.
SAME = (
    ("tables", {}), ("incidents", {}), ("find", {}), ("find", {"table": "PB-01", "limit": 5}),
    ("find", {"code": "wrong_result"}), ("rounds", {"table": "PB-01"}),
    ("load", {"table": "PB-01"}), ("roads", {"table": "PB-01"}),
    ("story", {"table": "PB-01", "round": 2}), ("replay", {"table": "PB-01", "round": 2}),
    ("log", {"table": "PB-01"}), ("log", {"table": "PB-01", "load": 1}),
    ("log", {"table": "house"}), ("history", {"table": "PB-01", "incident": 1}),
    ("shift", {}), ("shifts", {}), ("shift_tables", {}), ("shift_open", {}), ("documents", {}),
    ("slips", {"table": "PB-01"}), ("markers", {}), ("card_sets", {}), ("bank", {}),
    ("reviews", {}), ("persons", {}),
)


class Records:
    def __init__(self, core, key, origin="Test", more=""):
        self.daemon = Daemon(Edge.sabotd, "")
        self.core, self.key, self.origin, self.more = core, key, origin, more
        self.write_config()

    def write_config(self, core=None):
        self.daemon.write_config(
            f"{self.more}[records]\nfrom = {core or self.core}\norigin = {self.origin}\n"
            f"key = {self.key}\nevery_s = 1\n")

    def start(self):
        self.client = self.daemon.start()
        return self.client

    def state(self):
        return self.client.ok("status")["records"]

    def wait_for_all(self, heads):
        """Until each log is here up to the number."""
        def is_there():
            views = {view["table"]: view["n"] for view in self.client.ok("tables")["tables"]}
            return all(views.get(log) == n for log, n in heads.items()
                       if log not in ("house", "@checkpoints"))
        wait_for(is_there, "the records")

    def close(self):
        self.daemon.close()


def plain(verb, reply):
    """Without what says from where it comes."""
    del reply["id"]
    if verb == "tables":
        for view in reply["ok"]["tables"]:
            view.pop("away", None)
    reply.get("ok", {}).pop("missing", None)
    return reply


def own_machine(role):
    """Who runs the test, as a machine with this role."""
    return f"[machine reader]\nuid = {os.getuid()}\nrole = {role}\n"
