# openapi-generator, -g python: creates an event, lists events, records an RSVP.
import sys
import turnout

url, key = sys.argv[1:]

config = turnout.Configuration(host=url, api_key={"OSDI-API-Token": key})
client = turnout.ApiClient(config)
event = turnout.EventsApi(client).create_event(turnout.EventDraft(title="Rally", origin_system="Example"))

listed = turnout.EventsApi(client).list_events()
assert event.links.var_self.href in [each.links.var_self.href for each in listed.embedded.osdi_events]
person = {"email_addresses": [{"address": "ana@example.org"}]}
body = turnout.AttendanceHelperOrAttendanceDraft(turnout.AttendanceHelper(person=person))
event_id = event.links.var_self.href.split("/")[-1]
recorded = turnout.AttendancesApi(client).create_attendance(event_id, body)
assert recorded.actual_instance.status == "accepted"
