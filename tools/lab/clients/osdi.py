import sys

from osdi.action_network.service import ActionNetworkService
from osdi.action_network.person import ANPerson
from report import check

base, key, event, campaign, person, email = sys.argv[1:7]
service = ActionNetworkService(base, key)


def read():
    found = ANPerson(service, service._get_request(f"people/{person}"))
    return None if found.email else "no email"


check("list tags", lambda: None if service.tags_by_name else "none")
check("read a person with taggings", read)
check("sign up a person", lambda: None if service.create_person("O", "S", "osdi@example.org") else "none")
