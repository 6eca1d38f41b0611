import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sized } from '../support/size.js'

/*
 * The samples of docs/api/sync.md as they are, each with a database of its own, against one local server, while the
 * server and both databases are written to.
 */

const RUNS = sized(3, 20)
const CHANGES = sized(25, 100)
const KEY = 'demo-group-key'

const SAMPLES = {
  python: ['python3', 'docs/samples/sync.py'],
  node: [process.execPath, 'docs/samples/sync.ts'],
}
type Language = keyof typeof SAMPLES
const languages = Object.keys(SAMPLES) as Language[]

let folder: string
let server: ChildProcess
let url: string
const databases = {} as Record<Language, DatabaseSync>

const run = (language: Language) => {
  const [command, file] = SAMPLES[language] as [string, string]
  const settings = [`TURNOUT_URL=${url}`, `TURNOUT_KEY=${KEY}`]
  return promisify(execFile)('env', [...settings, command, file, join(folder, language)])
}

async function send(method: string, path: string, body?: object): Promise<any> {
  const headers = { 'OSDI-API-Token': KEY, 'Content-Type': 'application/json' }
  const answer = await fetch(path.startsWith('http') ? path : `${url}/api/v2${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return answer.json()
}

const admin = (...words: string[]) =>
  promisify(execFile)('env', [
    `DATA_DIR=${join(folder, 'data')}`,
    process.execPath,
    '--import',
    'tsx',
    'admin/main.ts',
    ...words,
  ])

/** All attendances as the service has them, in the form of a row. */
async function there(): Promise<string[]> {
  const rows: string[] = []
  for (let next = '/attendances?per_page=100&embed=person'; next;) {
    const { _embedded, _links } = await send('GET', next)
    for (const each of _embedded['osdi:attendances']) {
      const email = each._embedded['osdi:person'].email_addresses[0]?.address ?? null
      rows.push(JSON.stringify([each._links.self.href, each._links['osdi:event'].href, email, each.status]))
    }
    next = _links.next?.href
  }
  return rows.sort()
}

const here = (language: Language): string[] =>
  databases[language]
    .prepare('SELECT href, event, email, status FROM rsvps')
    .all()
    .map(({ href, event, email, status }) => JSON.stringify([href, event, email, status]))
    .sort()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-way-'))
  const settings = ['PORT=0', `DATA_DIR=${join(folder, 'data')}`]
  server = spawn('env', [...settings, process.execPath, '--import', 'tsx', 'local/start.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  url = await new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error('The server did not start')))
    server.stdout?.on('data', (data: Buffer) => {
      const [found] = /http:\/\/localhost:\d+/.exec(data.toString()) ?? []
      if (found) resolve(found)
    })
  })
  for (const language of languages) {
    await run(language)
    databases[language] = new DatabaseSync(join(folder, language), { timeout: 30_000 })
  }
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.on('exit', resolve))
  server.kill('SIGTERM')
  await ended
  Object.values(databases).forEach((each) => each.close())
  await rm(folder, { recursive: true })
})

describe('the samples of a sync in both directions', () => {
  it('have at most a hundred lines', async () => {
    for (const [, file] of Object.values(SAMPLES))
      expect((await readFile(file as string, 'utf8')).split('\n').length - 1).toBeLessThanOrEqual(100)
  })

  it('end a storm of writes from all sides with equal databases', async () => {
    const events: string[] = []
    for (const title of ['One', 'Two', 'Three'])
      events.push((await send('POST', '/events', { title, origin_system: 'Test' }))._links.self.href)
    const made: string[] = []
    let names = 0
    const eventAt = (i: number) => events[i % events.length] as string

    const writeThere = async (i: number) => {
      const known = made[(i * 7919) % made.length]
      if (known !== undefined && i % 2 === 0)
        await send('PUT', known, { status: i % 4 === 0 ? 'declined' : 'accepted' })
      else {
        const person = { email_addresses: [{ address: `there-${++names}@example.org` }] }
        made.push((await send('POST', `${eventAt(i)}/attendances`, { person }))._links.self.href)
      }
    }
    const writeHere = (language: Language, i: number) => {
      const db = databases[language]
      const status = i % 4 < 2 ? 'declined' : 'accepted'
      if (i % 2 === 0)
        db.prepare(
          `UPDATE rsvps SET status = ?, version = version + 1 WHERE rowid =
            (SELECT rowid FROM rsvps WHERE email LIKE '%here-%' ORDER BY random() LIMIT 1)`,
        ).run(status)
      else
        db.prepare('INSERT INTO rsvps (event, email, status) VALUES (?, ?, ?)').run(
          eventAt(i),
          `${language}-here-${++names}@example.org`,
          status,
        )
    }

    for (let round = 0; round < RUNS; round++) {
      let isOver = false
      const storm = (async () => {
        for (let i = 0; i < CHANGES || !isOver; i++) {
          await writeThere(i)
          for (const language of languages) writeHere(language, i)
        }
      })()
      await Promise.all(languages.map(run))
      isOver = true
      await storm
    }
    // One sends the last of its own; the other may have sent something since.
    for (let i = 0; i < 2; i++) for (const language of languages) await run(language)

    const all = await there()
    expect(names).toBeGreaterThan(RUNS * CHANGES)
    for (const language of languages) {
      expect(here(language)).toEqual(all)
      const open = databases[language].prepare('SELECT count(*) AS open FROM rsvps WHERE pushed < version').get()
      expect(open).toEqual({ open: 0 })
    }
  })

  it('follow people who get another email, are merged or are erased, also after a plain RSVP', async () => {
    const event = (await send('POST', '/events', { title: 'Four', origin_system: 'Test' }))._links.self.href
    const signUp = async (name: string) =>
      send('POST', '/people', { email_addresses: [{ address: `${name}@people.example` }] })
    const [moved, heir, kept, merged, erased] = await Promise.all(
      ['moved', 'heir', 'kept', 'merged', 'erased'].map(signUp),
    )
    const plain = (person: any) =>
      send('POST', `${event}/attendances`, { _links: { 'osdi:person': person._links.self } })
    for (const each of [moved, heir, kept, merged, erased]) await plain(each)
    for (const language of languages) await run(language)

    // The email of one goes on to another person at the same event.
    await send('PUT', moved._links.self.href, { email_addresses: [{ address: 'new@people.example' }] })
    await send('PUT', heir._links.self.href, { email_addresses: [{ address: 'moved@people.example' }] })
    const idOf = (person: any) => person._links.self.href.split('/').at(-1) as string
    await admin('person', 'merge', idOf(kept), idOf(merged))
    await admin('person', 'erase', idOf(erased))
    // What a program writes for the new email meanwhile is about the same RSVP.
    for (const language of languages)
      databases[language]
        .prepare('INSERT INTO rsvps (event, email, status) VALUES (?, ?, ?)')
        .run(event, 'new@people.example', 'declined')
    for (let i = 0; i < 2; i++) for (const language of languages) await run(language)

    const all = await there()
    const at = (rows: string[]) => rows.map((row) => JSON.parse(row)).filter(([, of]) => of === event)
    expect(at(all).map(([, , email, status]) => `${email} ${status}`)).toEqual(
      expect.arrayContaining(['new@people.example declined', 'moved@people.example accepted', 'null accepted']),
    )
    for (const language of languages) expect(here(language)).toEqual(all)
  })
})
