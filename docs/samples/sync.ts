/*
 * Keeps a table of RSVPs and Turnout equal, whichever side changes: node sync.ts rsvps.db (Node.js 24)
 *
 * Your programs write to the table alone: INSERT INTO rsvps (event, email, status), or
 * UPDATE rsvps SET status = 'declined', version = version + 1. A change here that Turnout has not got yet takes
 * precedence over one there. TURNOUT_URL and TURNOUT_KEY say where Turnout is.
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const { TURNOUT_URL = 'http://localhost:3000', TURNOUT_KEY = 'demo-group-key' } = process.env
const db = new DatabaseSync(process.argv[2] ?? 'rsvps.db', { timeout: 30_000 })
db.exec(`
  CREATE TABLE IF NOT EXISTS rsvps (event TEXT NOT NULL, email TEXT, status TEXT NOT NULL, href TEXT UNIQUE,
    version INTEGER NOT NULL DEFAULT 1, pushed INTEGER NOT NULL DEFAULT 0, UNIQUE (event, email));
  CREATE TABLE IF NOT EXISTS run (newest TEXT NOT NULL);
`)

// A row whose version was not pushed keeps its own status.
const THEIRS = 'status = CASE WHEN pushed = version THEN :status ELSE status END'
const update = db.prepare(`UPDATE rsvps SET email = :email, ${THEIRS} WHERE href = :href`)
update.setAllowUnknownNamedParameters(true)
const insert = db.prepare(`INSERT INTO rsvps (event, email, status, href, pushed)
  VALUES (:event, :email, :status, :href, 1) ON CONFLICT (event, email) DO UPDATE SET href = :href, ${THEIRS}`)

class Refusal extends Error {
  status: number
  constructor(status: number, body: string) {
    super(body)
    this.status = status
  }
}

async function send(method: string, url: string, body?: object): Promise<any> {
  const headers = { 'OSDI-API-Token': TURNOUT_KEY, 'Content-Type': 'application/json' }
  for (;;) {
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (answer.ok) return answer.json()
    // Nothing is lost by sending these again.
    if (![429, 503].includes(answer.status)) throw new Refusal(answer.status, await answer.text())
    await pause(1_000 * Number(answer.headers.get('Retry-After') ?? 1))
  }
}

/** Reads what was changed since the newest date of the last whole run. */
async function pull(): Promise<void> {
  const before = String(db.prepare('SELECT max(newest) AS newest FROM run').get()?.['newest'] ?? '1970-01-01T00:00:00Z')
  let newest = before
  const query = new URLSearchParams({
    per_page: '100',
    embed: 'person',
    filter: `modified_date gt '${before}'`,
  })
  for (let url = `${TURNOUT_URL}/api/v2/attendances?${query}`; url;) {
    const page = await send('GET', url)
    for (const { _links, _embedded, status, modified_date } of page._embedded['osdi:attendances']) {
      // Nothing is left of the addresses of people who were erased.
      const email = _embedded['osdi:person'].email_addresses[0]?.address ?? null
      const row = { href: _links.self.href, event: _links['osdi:event'].href, email, status }
      if (update.run(row).changes === 0) insert.run(row)
      if (modified_date > newest) newest = modified_date
    }
    url = page._links.next?.href
  }
  // Not before the last page: the newest change comes first.
  if (newest > before) db.prepare('INSERT INTO run VALUES (?)').run(newest)
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
      taken = (await send('PUT', href, { status })).status
    } catch (refusal) {
      // Refused there, as by a full event: so it stays as it is there.
      if (refusal instanceof Refusal && refusal.status === 409 && href) taken = (await send('GET', href)).status
      else {
        console.error(`${event} ${email}: ${refusal}`)
        continue
      }
    }
    db.prepare('UPDATE rsvps SET href = ?, pushed = ? WHERE rowid = ?').run(href, version!, rowid!)
    db.prepare('UPDATE rsvps SET status = ? WHERE rowid = ? AND version = ?').run(taken, rowid!, version!)
  }
}

await pull()
await push()
