"""Says which dates recurring_ical_events finds in files of calendars: those of the year that begins with their first."""

import datetime
import json
import signal
import sys
import warnings

import icalendar
import recurring_ical_events

warnings.filterwarnings("ignore")


def clock(start):
    if not isinstance(start, datetime.datetime):
        return start.strftime("%Y-%m-%d")
    return (start.astimezone(datetime.timezone.utc) if start.tzinfo else start).strftime("%Y-%m-%dT%H:%M")


# A rule by seconds has more dates than anybody waits for.
def too_long(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, too_long)

for path in sys.argv[1:]:
    try:
        signal.alarm(60)
        with open(path, "rb") as file:
            calendars = icalendar.Calendar.from_ical(file.read(), multiple=True)
        starts = [clock(event["DTSTART"].dt)[:10] for all in calendars for event in all.walk("VEVENT") if "DTSTART" in event]
        begin = datetime.datetime.fromisoformat(min(starts)) - datetime.timedelta(days=2)
        end = begin + datetime.timedelta(days=366)
        found = [event for all in calendars for event in recurring_ical_events.of(all).between(begin, end)]
        dates = [clock(event["DTSTART"].dt) for event in found if str(event.get("STATUS", "")).upper() != "CANCELLED"]
        print(json.dumps({"path": path, "begin": f"{begin.isoformat()}Z", "end": f"{end.isoformat()}Z", "dates": dates}))
    except Exception:  # It has no events, or the library does not read it.
        pass
