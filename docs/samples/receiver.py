"""Receives the messages of a webhook: verifies each as Standard Webhooks says, and prints it. SECRET is its secret."""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))


def is_genuine(headers, body):
    """Whether a signature fits, and the message is no older than five minutes. After a rotation there are two."""
    sent = headers["webhook-timestamp"]
    signed = f"{headers['webhook-id']}.{sent}.".encode() + body
    fitting = b"v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256))
    signatures = headers["webhook-signature"].encode().split()
    return abs(time.time() - int(sent)) < 300 and any(hmac.compare_digest(each, fitting) for each in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            genuine = is_genuine(self.headers, body)
        except (AttributeError, TypeError, ValueError):  # A header is missing, or no number.
            genuine = False
        if genuine:
            message = json.loads(body)
            print(message["type"], json.dumps(message["data"]), flush=True)
        self.send_response(204 if genuine else 400)
        self.end_headers()


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 4000))), Receiver)
print(f"Listening on port {server.server_port}", flush=True)
server.serve_forever()
