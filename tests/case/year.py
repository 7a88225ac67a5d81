"""Some weeks of one pit, made up once for a test program, and what an audit says of them."""
import json
import os
import subprocess


class Year:
    """A database in `directory`, and what an audit of each of its logs says."""

    def __init__(self, sabotctl, make_year, directory, *options):
        self.sabotctl, self.directory = sabotctl, directory
        self.path = os.path.join(directory, "sabot.db")
        made = subprocess.run([make_year, directory, *options], check=True, capture_output=True,
                              text=True, timeout=300)
        self.key = made.stdout.splitlines()[-1]
        with open(os.path.join(directory, "disputes.json"), encoding="utf-8") as file:
            self.disputes = json.load(file)

    def run(self, *args, status=0, language="C"):
        """Standard output of sabotctl, which must end with `status`."""
        run = subprocess.run([self.sabotctl, *args], capture_output=True, text=True, check=False,
                             env=dict(os.environ, LANGUAGE=language), timeout=300)
        assert run.returncode == status, (args, run.returncode, run.stderr)
        return run.stdout if status != 2 else run.stderr

    def find(self, *args, **named):
        """What `sabotctl log FILE` finds, as objects."""
        status = 0 if named.get("found", True) else 1
        out = self.run("log", self.path, "--json", "--limit", "1000000", *args, status=status)
        return [json.loads(line) for line in out.splitlines()]

    def events(self):
        """Every event of the database, from its proof."""
        for line in self.run("proof", "--state", self.directory).splitlines():
            event = json.loads(line)
            if "seq" in event:
                yield event

    def parts(self):
        """(table, [events]) of each part, the house log left out."""
        parts, current = [], {}
        for event in self.events():
            if event["table"] == "house":
                continue
            if "part" in event:
                current[event["table"]] = [event]
                parts.append((event["table"], current[event["table"]]))
            else:
                current[event["table"]].append(event)
        return parts

    def audit(self, table, events, rules=None):
        """What an audit of a part says, with other `rules`; `event` is the one behind a line."""
        part = events[0]["part"]
        header = {"log": "sabot/1", "table": table, "rules": part["rules"],
                  "from": {"load": part["from_load"], "round": part["from_round"],
                           "incident": part["from_incident"]}}
        if rules:
            header["set"] = rules
        text = "\n".join([json.dumps(header)] + [event["line"] for event in events]) + "\n"
        run = subprocess.run([self.sabotctl, "audit", "-"], input=text, capture_output=True,
                             text=True, check=False, timeout=300)
        assert run.returncode in (0, 1), run.stderr
        for line in run.stdout.splitlines():
            told = json.loads(line)
            if "line" in told:
                told["event"] = events[min(told["line"] - 2, len(events) - 1)]
            yield told
