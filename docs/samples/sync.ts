/*
 * Keeps a table of RSVPs and Turnout equal, whichever side changes: node sync.ts rsvps.db (Node.js 24)
 *
 * Your programs write only to this table: INSERT INTO rsvps (event, email, status), or
 * UPDATE rsvps SET status = 'declined', version = version + 1. A change here that Turnout has not got yet takes
 * precedence over one there. TURNOUT_URL and TURNOUT_KEY say where Turnout is.
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const { TURNOUT_URL = 'http://localhost:3000', TURNOUT_KEY = 'demo-group-key' } = process.env
const db = new DatabaseSync(process.argv[2] ?? 'rsvps.db', { timeout: 30_000 })
db.exec(`
  CREATE TABLE IF NOT EXISTS rsvps (event TEXT NOT NULL, email TEXT, status TEXT NOT NULL, href TEXT UNIQUE,
    person TEXT, version INTEGER NOT NULL DEFAULT 1, pushed INTEGER NOT NULL DEFAULT 0, UNIQUE (event, email));
  CREATE INDEX IF NOT EXISTS person ON rsvps (person);
  CREATE TABLE IF NOT EXISTS run (path TEXT NOT NULL, newest TEXT NOT NULL);
`)

// A row with unsent changes keeps its status.
const THEIRS = 'status = CASE WHEN pushed = version THEN :status ELSE status END'
const update = db.prepare(`UPDATE rsvps SET ${THEIRS} WHERE href = :href`)
update.setAllowUnknownNamedParameters(true)
const insert = db.prepare(`INSERT INTO rsvps (event, email, status, href, person, pushed)
  VALUES (:event, :email, :status, :href, :person, 1)
  ON CONFLICT (event, email) DO UPDATE SET href = :href, person = :person, ${THEIRS}`)

async function send(method: string, url: string, body?: object): Promise<any> {
  const headers = { 'OSDI-API-Token': TURNOUT_KEY, 'Content-Type': 'application/json' }
  for (;;) {
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (answer.ok) return answer.json()
    // Sending these again loses nothing.
    if (![429, 503].includes(answer.status))
      throw Object.assign(new Error(await answer.text()), { status: answer.status })
    await pause(1_000 * Number(answer.headers.get('Retry-After') ?? 1))
  }
}

/** Stores a changed email. People who were erased, or merged into others, have none. */
function storePerson({ _links, email_addresses }: any) {
  const row = { person: _links.self.href, email: email_addresses[0]?.address ?? null }
  // The person who had this email before is changed, too, and gets another one or none.
  db.prepare('UPDATE rsvps SET email = NULL WHERE email = :email AND person <> :person').run(row)
  // Where an unsent row has the email already, sending it joins the two.
  db.prepare('UPDATE OR IGNORE rsvps SET email = :email WHERE person = :person').run(row)
  return row
}

function storeAttendance({ _links, _embedded, status }: any) {
  const person = storePerson(_embedded['osdi:person'])
  const row = { href: _links.self.href, event: _links['osdi:event'].href, status, ...person }
  if (update.run(row).changes === 0) insert.run(row)
}

/** Reads what was changed since the newest date of the last whole run. */
async function pull(path: string, store: (member: any) => unknown): Promise<void> {
  const last = db.prepare('SELECT max(newest) AS newest FROM run WHERE path = ?').get(path)
  const before = String(last?.['newest'] ?? '1970-01-01T00:00:00Z')
  let newest = before
  const query = new URLSearchParams({ per_page: '100', embed: 'person', filter: `modified_date gt '${before}'` })
  for (let url = `${TURNOUT_URL}/api/v2/${path}?${query}`; url;) {
    const page = await send('GET', url)
    for (const member of page._embedded[`osdi:${path}`]) {
      store(member)
      if (member.modified_date > newest) newest = member.modified_date
    }
    url = page._links.next?.href
  }
  // Not before the last page: the newest change may come first.
  if (newest > before) db.prepare('INSERT INTO run VALUES (?, ?)').run(path, newest)
}

/** Sends what was changed here. A row that changes meanwhile is sent again by the next run. */
async function push(): Promise<void> {
  for (const row of db.prepare('SELECT rowid, * FROM rsvps WHERE pushed < version').all()) {
    const { rowid, event, email, status, version } = row as Record<string, string>
    let href = row['href'] as string | null
    let taken
    try {
      const person = { email_addresses: [{ address: email }] }
      href ??= (await send('POST', `${event}/attendances`, { person }))._links.self.href as string
      taken = await send('PUT', href, { status })
    } catch (refusal: any) {
      // Refused there, as by a full event: so it stays as it is there.
      if (refusal.status === 409 && href) taken = await send('GET', href)
      else console.error(`${event} ${email}: ${refusal}`)
    }
    if (!taken) continue
    db.prepare('UPDATE OR REPLACE rsvps SET href = ?, person = ?, pushed = ? WHERE rowid = ?').run(
      ...[href, taken._links['osdi:person'].href, version!, rowid!],
    )
    db.prepare('UPDATE rsvps SET status = ? WHERE rowid = ? AND version = ?').run(taken.status, rowid!, version!)
  }
}

await pull('attendances', storeAttendance)
await pull('people', storePerson)
await push()
