import { Command } from 'commander'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { newAttendance } from '../lib/domain/attendances/attendance.js'
import { enteredPerson } from '../lib/domain/people/person.js'
import { recordEvent } from '../lib/domain/events/record-event.js'
import type { Owner } from '../lib/domain/access/principal.js'
import { BatchWriteCommand } from '../lib/dynamodb/client/commands.js'
import { inParallel, inPieces } from '../lib/dynamodb/in-parallel.js'
import { lists } from '../lib/dynamodb/lists/numbered-list.js'
import { cutIntoSegments, putSegment } from '../lib/dynamodb/lists/segments.js'
import { ownerStore } from '../lib/dynamodb/stores/access/owner-store.js'
import { signInStore } from '../lib/dynamodb/stores/access/sign-in-store.js'
import { keyOf } from '../lib/dynamodb/table.js'
import { signInPath } from '../lib/manage/paths.js'
import { computeWaiting } from '../lib/service/computing.js'
import { eventDependencies } from '../lib/service/events.js'
import type { Results } from './publish.js'
import { type Row, printTable } from './print-table.js'
import { startService } from './service.js'

/*
 * `npm run bench:pages`: each page of the organiser's interface, and what its queues do for it, for an owner with very
 * much: calls to DynamoDB, units, and milliseconds of the whole request in this process. Calls and units do not depend
 * on the machine. The results go to bench/results/pages.json.
 */

const program = new Command()
  .option('--people <number>', 'people of the owner, who all sent an RSVP to one event', '100000')
  .option('--events <number>', 'events of the owner', '2000')
  .parse()
const options = program.opts<{ people: string; events: string }>()
const [people, events] = [Number(options.people), Number(options.events)]

/** Requests of a page. The table has the calls and units of the first, and the median of the milliseconds. */
const TIMES = 5

/** The budget of a page. */
const MOST_MS = 300

// Bundles hold styles and scripts as texts, which Node does not import.
registerHooks({
  load: (url, context, next) =>
    (context.importAttributes as Record<string, string> | undefined)?.['type'] === 'text'
      ? {
          format: 'module',
          source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))}`,
          shortCircuit: true,
        }
      : next(url, context),
})

const { engine, service, table, gateway, demo } = await startService({ stream: false })
const group = demo.group.id
const owner: Owner = `group:${group}`
const event = await fill()
const open = await signedIn()
const rows: Row[] = []

const of = `/manage/events/${event}`
const to = `/manage/${group}`
await page('home', to)
for (const name of ['actions', 'people', 'tags', 'lists', 'targeting', 'campaigns', 'calendars', 'log'])
  await page(name, `${to}/${name}`)
await page('actions, page 20', `${to}/actions?page=20`)
await page('people, page 1,000', `${to}/people?page=1000`)
await page('settings', `${to}/settings`)
await page('statistics, nothing counted yet', of, 1)
await work('the count of statistics', keyOf.rsvpSources(event))
await page('statistics, all counted', of)
await page('guests', `${of}/guests`)
await page('guests, page 500', `${of}/guests?page=500`)
await page('guests who cancelled', `${of}/guests?status=cancelled`)
await page('door', `${of}/door`)
await page('share', `${of}/embed`)
await page('edit', `${of}/edit`)
await page('the file of guests, asked for', `${of}/guests/file`, 1, 'POST')
await work('the file of all guests', keyOf.guestsFile(event))
await page('the file of guests, downloaded', `${of}/guests/file/1`)
const api = (path: string) => `/api/v2/${path}`
const filter = (text: string) => `filter=${encodeURIComponent(text)}`
await page('API: people by family_name', `${api('people')}?${filter("family_name eq 'X'")}`)
await page(
  'API: attendances by status',
  `${api(`events/${event}/attendances`)}?${filter("status eq 'declined'")}`,
)
await engine.stop()

printTable(`Pages, with ${people} people, ${events} events, an event of ${people}`, rows)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const results: Results & { load: number } = {
  ...{ commit, date: new Date().toISOString(), tables: { pages: rows }, load: Math.round(loadavg()[0] ?? 0) },
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/pages.json', JSON.stringify(results, undefined, 2))

/** Fills the owner's lists as a rush leaves them. @returns the id of the event that all people come to */
async function fill(): Promise<string> {
  const principal = { ...(await ownerStore(table).principalOf(owner)), key_id: 'none' }
  const made = await inParallel(
    Array.from({ length: events }, (_, i) => i),
    8,
    (i) =>
      recordEvent(
        principal,
        {
          draft: { title: `Event ${i}`, origin_system: 'Bench' },
          made_in_interface: { hidden: false },
          event_campaign_id: undefined,
        },
        [],
        eventDependencies(service),
      ),
  )
  const { id } = made.at(-1) as { id: string }
  const start = Date.now() - 3_600_000
  const ids = Array.from({ length: people }, () => randomUUID())
  const persons = ids.map((person, i) =>
    enteredPerson(
      {
        ...{ id: person, owner, given_name: 'Kim', family_name: `Number ${i}` },
        email: `${i}@bench.example`,
      },
      new Date(start + i),
    ),
  )
  const attendances = ids.map((person, i) =>
    newAttendance(id, person, { referrer_data: { source: `source ${i % 7}` } }, new Date(start + i)),
  )
  const asNew = attendances.map(({ person, created_date }) => ({ person, created_date }))
  const segments = [lists.peopleOf(owner), lists.attendancesOf(id)].flatMap((list) =>
    cutIntoSegments(list, 1, asNew).flatMap((each) => putSegment(table, list, each)),
  )
  const lengthOf = { length: people, counted_from: 1 }
  const items = [
    { ...lists.peopleOf(owner).length, ...lengthOf },
    { ...keyOf.attendancesLength(id), ...lengthOf },
    ...segments.map(({ Put }) => Put?.Item as object),
    ...persons.map((each, i) => ({ ...keyOf.person(each.id), ...each, numbered: i + 1 })),
    ...attendances.map((each, i) => ({ ...keyOf.attendance(each.person, id), ...each, numbered: i + 1 })),
  ]
  await inParallel(inPieces(items, 25), 8, (some) =>
    table.client.send(
      new BatchWriteCommand({
        RequestItems: { [table.name]: some.map((Item) => ({ PutRequest: { Item } })) },
      }),
    ),
  )
  return id
}

/** Signs the creator of the group in. @returns what sends a request of the session, or with the key of the group */
async function signedIn() {
  const access = await ownerStore(table).accessOf(demo.group.creator)
  if (!access) throw new Error('The creator has no role')
  const { secret } = await signInStore(table).createLink(access.address, new Date())
  const host = { host: 'events.example.org', origin: 'https://events.example.org' }
  const form = { ...host, 'content-type': 'application/x-www-form-urlencoded' }
  const { cookies } = await gateway.handle({
    method: 'POST',
    path: signInPath(secret),
    headers: form,
    body: 'x=',
  })
  const cookie = cookies[0]?.split(';')[0] ?? ''
  const you = await gateway.handle({ method: 'GET', path: '/manage/you', headers: { ...host, cookie } })
  const token = /name="form_token" value="([^"]+)"/.exec(you.body.toString())?.[1] ?? ''
  return (method: string, path: string) =>
    gateway.handle({
      method,
      path,
      headers: path.startsWith('/api') ? { 'OSDI-API-Token': demo.group.key } : { ...form, cookie },
      ...(method === 'POST' && { body: new URLSearchParams({ form_token: token }).toString() }),
    })
}

/** Measures work: its calls, units and milliseconds. */
async function measured<Result>(run: () => Promise<Result>) {
  const before = { ...table.consumedCapacity }
  const started = performance.now()
  const result = await run()
  const ms = performance.now() - started
  const { read, write, requests } = table.consumedCapacity
  return {
    ...{ result, ms, calls: requests - before.requests },
    ...{ read: read - before.read, write: write - before.write },
  }
}

async function page(name: string, path: string, times = TIMES, method = 'GET'): Promise<void> {
  const runs = []
  for (let i = 0; i < times; i++) runs.push(await measured(() => open(method, path)))
  const { result, calls, read, write } = runs[0] as (typeof runs)[0]
  add(
    name,
    String(result.status),
    runs.map(({ ms }) => ms).sort((one, other) => one - other)[times >> 1] ?? 0,
    {
      ...{ calls, read, write },
    },
  )
}

/** Does what a queue does with an item that waits. */
async function work(name: string, key: { pk: string; sk: string }): Promise<void> {
  const { ms, calls, read, write } = await measured(() =>
    computeWaiting(service, { ...key, waits_for_people: owner }),
  )
  add(name, 'queue', ms, { calls, read, write })
}

function add(
  name: string,
  answer: string,
  ms: number,
  { calls, read, write }: Record<'calls' | 'read' | 'write', number>,
) {
  const isLate = answer !== 'queue' && ms > MOST_MS
  rows.push({
    ...{ page: name, answer, calls, 'read units': read, 'write units': write, ms: Math.round(ms) },
    ...{ budget: answer === 'queue' ? '-' : `${MOST_MS} ms`, 'over budget': isLate },
  })
}
