"""Keeps a table of RSVPs and Turnout equal, whichever side changes: python3 sync.py rsvps.db

Your programs write only to this table: INSERT INTO rsvps (event, email, status), or
UPDATE rsvps SET status = 'declined', version = version + 1. A change here that Turnout has not got yet takes
precedence over one there. TURNOUT_URL and TURNOUT_KEY say where Turnout is.
"""
import json, os, sqlite3, sys, time
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

API = os.environ.get("TURNOUT_URL", "http://localhost:3000") + "/api/v2"
KEY = os.environ.get("TURNOUT_KEY", "demo-group-key")

TABLES = """CREATE TABLE IF NOT EXISTS rsvps (event TEXT NOT NULL, email TEXT, status TEXT NOT NULL, href TEXT UNIQUE,
  person TEXT, version INTEGER NOT NULL DEFAULT 1, pushed INTEGER NOT NULL DEFAULT 0, UNIQUE (event, email));
CREATE INDEX IF NOT EXISTS person ON rsvps (person);
CREATE TABLE IF NOT EXISTS run (path TEXT NOT NULL, newest TEXT NOT NULL)"""
# A row with unsent changes keeps its status.
THEIRS = "status = CASE WHEN pushed = version THEN :status ELSE status END"


def send(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"OSDI-API-Token": KEY, "Content-Type": "application/json"}
    while True:
        try:
            with urlopen(Request(url, data, headers, method=method)) as answer:
                return json.load(answer)
        except HTTPError as refusal:
            if refusal.code not in (429, 503):  # Nothing is lost by sending these again.
                raise
            time.sleep(int(refusal.headers.get("Retry-After", "1")))


def store_person(db, person):
    """Stores a changed email. People who were erased, or merged into others, have none."""
    emails = person["email_addresses"]
    row = {"person": person["_links"]["self"]["href"], "email": emails[0]["address"] if emails else None}
    # The person who had this email before is changed, too, and gets another one or none.
    db.execute("UPDATE rsvps SET email = NULL WHERE email = :email AND person <> :person", row)
    # Where an unsent row has the email already, sending it joins the two.
    db.execute("UPDATE OR IGNORE rsvps SET email = :email WHERE person = :person", row)
    return row


def store_attendance(db, attendance):
    links = attendance["_links"]
    row = {"href": links["self"]["href"], "event": links["osdi:event"]["href"], "status": attendance["status"],
           **store_person(db, attendance["_embedded"]["osdi:person"])}
    if db.execute(f"UPDATE rsvps SET {THEIRS} WHERE href = :href", row).rowcount == 0:
        db.execute(f"""INSERT INTO rsvps (event, email, status, href, person, pushed)
            VALUES (:event, :email, :status, :href, :person, 1)
            ON CONFLICT (event, email) DO UPDATE SET href = :href, person = :person, {THEIRS}""", row)


def pull(db, path, store):
    """Reads what was changed since the newest date of the last whole run."""
    before = db.execute("SELECT max(newest) FROM run WHERE path = ?", (path,)).fetchone()[0] or "1970-01-01T00:00:00Z"
    newest, url = before, f"{API}/{path}?per_page=100&embed=person&filter=" + quote(f"modified_date gt '{before}'")
    while url:
        page = send("GET", url)
        with db:
            for member in page["_embedded"][f"osdi:{path}"]:
                store(db, member)
                newest = max(newest, member["modified_date"])
        url = page["_links"].get("next", {}).get("href")
    # Not before the last page: the newest change may come first.
    with db:
        db.execute("INSERT INTO run SELECT ?, ? WHERE ? > ?", (path, newest, newest, before))


def push(db):
    """Sends what was changed here. A row that changes meanwhile is sent again by the next run."""
    rows = db.execute("SELECT rowid, event, email, status, href, version FROM rsvps WHERE pushed < version").fetchall()
    for rowid, event, email, status, href, version in rows:
        try:
            if not href:
                person = {"email_addresses": [{"address": email}]}
                href = send("POST", f"{event}/attendances", {"person": person})["_links"]["self"]["href"]
            taken = send("PUT", href, {"status": status})
        except HTTPError as refusal:
            if refusal.code != 409 or not href:  # Refused there, as by a full event: it stays as it is.
                print(f"{event} {email}: {refusal.read().decode()}", file=sys.stderr)
                continue
            taken = send("GET", href)
        row = (href, taken["_links"]["osdi:person"]["href"], version, rowid)
        with db:
            db.execute("UPDATE OR REPLACE rsvps SET href = ?, person = ?, pushed = ? WHERE rowid = ?", row)
            db.execute("UPDATE rsvps SET status = ? WHERE rowid = ? AND version = ?", (taken["status"], rowid, version))


if __name__ == "__main__":
    database = sqlite3.connect(sys.argv[1], timeout=30)
    for table in TABLES.split(";"):
        database.execute(table)
    pull(database, "attendances", store_attendance)
    pull(database, "people", store_person)
    push(database)
