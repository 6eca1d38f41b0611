import sys

from parsons import MobilizeAmerica
from report import check

base, group = sys.argv[1:3]
client = MobilizeAmerica(api_key="none")
client.uri = f"{base}/mobilize/v1/"
has = lambda value: None if value else "no result"

check(
    "list events by their start",
    lambda: has(client.get_events_organization(group, timeslot_start=">= 2026-01-01")["title"][0]),
)
check(
    "list events with timeslots_table",
    lambda: has(client.get_events_organization(group, timeslots_table=True)),
)
