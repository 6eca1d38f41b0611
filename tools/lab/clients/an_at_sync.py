import sys

import requests
from an_at_sync.actionnetwork import ActionNetworkApi
from an_at_sync.model import ActivistRepository, BaseActivist, BaseEvent, BaseRSVP, EventRepository, RSVPRepository
from an_at_sync.program import Program
from report import check

base, key, event, campaign, person, email = sys.argv[1:7]
# The client has its address in its code.
send = requests.Session.request
requests.Session.request = lambda self, method, url, **more: send(
    self, method, url.replace("https://actionnetwork.org/api/v2", base), **more
)


class Table:
    """In place of a table of Airtable, whose API is no part of this."""

    def __init__(self):
        self.records = []

    def first(self, formula):
        return next((each for each in self.records if each["pk"] in formula), None)

    def create(self, fields):
        self.records.append({"id": str(len(self.records)), "pk": fields["id"], "fields": fields})


def native(source):
    return source["identifiers"][0]


class Model:
    def display_name(self):
        return self.id

    def pk(self):
        return {"id": self.id}

    def to_airtable(self):
        return {"id": self.id}


class Activist(Model, BaseActivist):
    id: str

    @classmethod
    def from_actionnetwork(cls, source, **more):
        return cls(id=native(source))


class Event(Model, BaseEvent):
    id: str
    title: str

    @classmethod
    def from_actionnetwork(cls, source, **more):
        return cls(id=native(source), title=source["title"])


class RSVP(Model, BaseRSVP):
    id: str

    @classmethod
    def from_actionnetwork(cls, source, **more):
        return cls(id=native(source), activist=more["activist"], event=more["event"])

    def activist_column(self):
        return "activist"

    def event_column(self):
        return "event"


api = ActionNetworkApi(key)
program = Program.__new__(Program)
program.events = EventRepository(an=api, at=Table(), klass=Event)
program.activists = ActivistRepository(an=api, at=Table(), klass=Activist)
program.rsvps = RSVPRepository(an=api, at=Table(), klass=RSVP)


def synced(results):
    results = list(results)
    failed = [each for each in results if each.status == "failed"]
    return str(failed[0]) if failed else None if results else "nothing"


def sync_rsvps():
    found = program.events.from_actionnetwork_url(f"{base}/events/{event}")
    program.sync_event(found)
    for each in api.get_attendances_from_event(api.get_event(event)):
        activist = program.activists.from_actionnetwork_url(each["_links"]["osdi:person"]["href"])
        program.sync_activist(activist)
    return synced(program.sync_rsvps_from_event(found))


def webhook():
    attendance = next(iter(api.get_attendances_from_event(api.get_event(event))))
    return synced(program.handle_webhook([{"osdi:attendance": attendance}]))


check("find a person by email", lambda: None if api.get_person(search_string=email)["_embedded"]["osdi:people"] else "none")
check("sync events, and those of campaigns", lambda: synced(program.sync_events()))
check("sync people", lambda: synced(program.sync_activists()))
check("sync RSVPs of an event", sync_rsvps)
check("take the message of a webhook", webhook)
