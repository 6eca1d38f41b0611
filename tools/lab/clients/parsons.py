import sys

import parsons.action_network.action_network as module
from report import check

base, key, event, campaign, person, email = sys.argv[1:7]
module.API_URL = base
client = module.ActionNetwork(key)
has = lambda value: None if value else "no result"

check("list events", lambda: has(client.get_events().num_rows))
check("read an event", lambda: has(client.get_event(event)["identifiers"]))
check("create an event", lambda: has(client.create_event("Parsons", start_date="2026-12-01 18:00")["identifiers"]))
check("update an event", lambda: has(client.update_event(event, {"title": "By Parsons"})["title"] == "By Parsons"))
check("list event campaigns", lambda: has(client.get_event_campaigns().num_rows))
check(
    "create an event campaign",
    lambda: has(client.create_event_campaign({"title": "Parsons", "origin_system": "Parsons"})["identifiers"]),
)
check(
    "create an event in a campaign",
    lambda: has(
        client.create_event_in_event_campaign(campaign, {"title": "Parsons", "origin_system": "Parsons"})["identifiers"]
    ),
)
check("list people", lambda: has(client.get_people().num_rows))
check("read a person", lambda: has(client.get_person(person)["identifiers"]))
check("sign up a person", lambda: has(client.upsert_person(email_address="parsons@example.org", given_name="P")))
check("list attendances of an event", lambda: has(client.get_event_attendances(event).num_rows))
check(
    "record an attendance",
    lambda: has(
        client.create_attendance(event, {"_links": {"osdi:person": {"href": f"{base}/people/{person}"}}})["identifiers"]
    ),
)
check("create a tag", lambda: has(client.add_tag("By Parsons")))
check("list tags", lambda: has(client.get_tags().num_rows))
check("read custom fields", lambda: has(client.get_custom_fields()))
