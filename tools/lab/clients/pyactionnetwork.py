import sys

import requests
from pyactionnetwork import ActionNetworkApi
from report import check

base, key, event, campaign, person, email = sys.argv[1:7]
# The client has its address in its code.
send = requests.Session.request
requests.Session.request = lambda self, method, url, **more: send(
    self, method, url.replace("https://actionnetwork.org/api/v2", base), **more
)
client = ActionNetworkApi(key)

check("list people", lambda: None if client.get_resource("people")["_embedded"]["osdi:people"] else "none")
check("list events", lambda: None if client.get_resource("events")["_embedded"]["osdi:events"] else "none")
check("read a person", lambda: None if client.get_person(person)["identifiers"] else "none")
check(
    "find a person by email",
    lambda: None if client.get_person(search_string=email)["_embedded"]["osdi:people"] else "none",
)
check(
    "sign up a person",
    lambda: None if client.create_person(email="py@example.org", given_name="Py")["identifiers"] else "none",
)
check(
    "update a person",
    lambda: None if client.update_person(person_id=person, given_name="Py")["given_name"] == "Py" else "not changed",
)
