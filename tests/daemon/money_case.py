"""Persons who write documents of table money, and shifts that are over."""
import datetime

from house_case import PINS, ROLES, House

# The gaming day begins so that no shift ends within the next three hours: none ends in a test.
BEGIN = (datetime.datetime.now(datetime.timezone.utc).hour - 4) % 8
CALENDAR = (f"[house]\ngaming_day = {BEGIN:02}:00\ntime_zone = UTC\n"
            f"shifts = day {BEGIN:02}:00, swing {BEGIN + 8:02}:00, night {BEGIN + 16:02}:00\n")
CHIPS = [{"chip": 2500, "count": 20}]
PEOPLE = {**ROLES, "Dora": "dealer", "Pat": "pit", "Sal": "shift", "Cleo": "cage", "Coy": "count"}
PINS.update(Dora="6072", Pat="5193", Sal="9274", Cleo="3851", Coy="7406")


def shift_of(moment):
    """The shift of the calendar above."""
    into = moment - datetime.timedelta(hours=BEGIN)
    return f"{into.date()}/{1 + into.hour // 8}"


def shift_ago(n_shifts):
    now = datetime.datetime.now(datetime.timezone.utc)
    return shift_of(now - datetime.timedelta(hours=8 * n_shifts))


class Money(House):
    """Each person acts on a connection of his own."""
    names = ()

    def setUp(self):
        super().setUp()
        ROLES.update(PEOPLE)
        self.populate(*self.names)
        self.client_of = {name: self.login(name) for name in ("Ada", *self.names)}

    def write(self, name, second=None, **event):
        claim = {"second": {"name": second, "pin": PINS[second]}} if second else {}
        event = {"table": "PB-01", **event}
        if not event["table"]:
            del event["table"]  # it is about none
        return self.client_of[name].ask("document", event=event, **claim)

    def done(self, *arguments, **event):
        reply = self.write(*arguments, **event)
        self.assertIn("ok", reply, (arguments, event))
        return reply["ok"]["out"][0]

    def fails(self, text, *arguments, **event):
        error = self.write(*arguments, **event).get("error", {})
        self.assertIn(text, error.get("text", ""), (arguments, event))
        return error["class"]

    def slip(self, kind="fill", name="Pia"):
        return self.done(name, ev="slip", do="request", kind=kind, chips=CHIPS)["number"]
