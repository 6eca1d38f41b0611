"""A receiver that verifies messages with the published library of Standard Webhooks."""

import json
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue

from report import check
from standardwebhooks import Webhook

base, key, event, campaign, person, email = sys.argv[1:7]
requests = Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        requests.put((body, dict(self.headers)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def ask(method, path, body=None):
    request = urllib.request.Request(
        base + path,
        method=method,
        data=json.dumps(body or {}).encode(),
        headers={"OSDI-API-Token": key, "content-type": "application/json"},
    )
    return json.load(urllib.request.urlopen(request))


def next_of(type):
    while True:
        body, headers = requests.get(timeout=30)
        if json.loads(body)["type"] == type:
            return body, headers


def test_message():
    ask("POST", f"/webhooks/{id}/test")
    verified = Webhook(webhook["secret"]).verify(*next_of("webhook.test"))
    return None if verified["type"] == "webhook.test" else "another message"


def message_of_a_change():
    title = ask("POST", "/events", {"title": "Öffentlich", "origin_system": "Lab"})["title"]
    verified = Webhook(webhook["secret"]).verify(*next_of("event.created"))
    return None if verified["data"]["title"] == title else "another event"


def changed_message():
    ask("POST", f"/webhooks/{id}/test")
    body, headers = next_of("webhook.test")
    try:
        Webhook(webhook["secret"]).verify(body + b" ", headers)
    except Exception as error:
        return None if type(error).__name__ == "WebhookVerificationError" else str(error)
    return "was verified"


def rotated_secret():
    rotated = ask("PUT", f"/webhooks/{id}", {"rotate_secret": True})["secret"]
    ask("POST", f"/webhooks/{id}/test")
    body, headers = next_of("webhook.test")
    for secret in (webhook["secret"], rotated):
        Webhook(secret).verify(body, headers)


server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/"
webhook = ask("POST", "/webhooks", {"url": url, "types": ["event.created"]})
id = webhook["_links"]["self"]["href"].split("/")[-1]
check("verify a test message", test_message)
check("verify a message of a change", message_of_a_change)
check("refuse a message that was changed", changed_message)
check("verify with both secrets after a rotation", rotated_secret)
