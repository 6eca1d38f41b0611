# openapi-python-client: creates an event, lists events, records an RSVP.
import sys
from turnout.api.attendances import create_attendance
from turnout.api.events import create_event, list_events
from turnout.client import AuthenticatedClient
from turnout.models import AttendanceHelper, EventDraft

url, key = sys.argv[1:]

client = AuthenticatedClient(url, key, prefix="", auth_header_name="OSDI-API-Token")
event = create_event.sync(client=client, body=EventDraft(title="Rally", origin_system="Example"))

listed = list_events.sync(client=client)
assert event.field_links.self_.href in [each.field_links.self_.href for each in listed.field_embedded.osdievents]
body = AttendanceHelper.from_dict({"person": {"email_addresses": [{"address": "bea@example.org"}]}})
recorded = create_attendance.sync(event.field_links.self_.href.split("/")[-1], client=client, body=body)
assert recorded.status == "accepted"
