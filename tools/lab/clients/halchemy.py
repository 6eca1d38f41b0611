import sys

from halchemy import Api
from report import check

base, key, event, campaign, person, email = sys.argv[1:7]
api = Api(base, headers={"OSDI-API-Token": key})
root = api.using_endpoint("/").get()

check("read the entry point", lambda: None if root["motd"] else "none")
check("follow a link", lambda: None if api.follow(root).to("osdi:events").get()["total_records"] else "none")
check("read an event", lambda: None if api.using_endpoint(f"/events/{event}").get()["title"] else "none")
