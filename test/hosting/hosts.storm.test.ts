import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostToken } from '../../lib/hosting/host-link.js'
import { audit } from '../../lib/app/audit.js'
import { scan } from '../../lib/table/scan.js'
import { ownerStore } from '../../lib/app/access.js'
import { waitingForReview } from '../../lib/hosting/store/hosting-store.js'
import { eventsOfHosts } from '../../lib/hosting/store/read-hosts.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { seedDemo } from '../../local/demo.js'
import { type DataEngine, openEngine, prepareTable } from '../../local/engine/data.js'
import { PUBLIC_URL, type StormProcess, startServerProcess } from '../../tools/storm/processes.js'
import { typed } from '../support/given/hosting.js'
import { isLong, sized } from '../support/size.js'
import { readKeys } from '../../lib/attendances/links/link-key-store.js'

/*
 * Supporters who host at once, at two server processes over one table: each sends the form, and presses the button of
 * the email twice, at both processes at the same time. A long run has 300 of them.
 */

const HOSTS = sized(40, 300)
const AT_ONCE = 8

let folder: string
let engine: DataEngine
let table: Table
let demo: Awaited<ReturnType<typeof seedDemo>>
const servers: StormProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-hosts-'))
  engine = await openEngine(folder, { shared: true })
  const { endpoint, tableName } = await prepareTable(engine.endpoint)
  demo = await seedDemo({ endpoint, tableName })
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  for (const name of ['one', 'two'])
    servers.push(await startServerProcess(name, endpoint, { DATA_DIR: join(folder, name) }))
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

const urlOf = (server: number) => (servers[server % servers.length] as StormProcess).url()

const api = async (path: string, body?: object) => {
  const headers = { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' }
  const response = await fetch(`${urlOf(0)}/api/v2/${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await response.json()) as any
}

const send = (server: number, path: string, inputs: Record<string, string>) =>
  fetch(urlOf(server) + path, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      origin: PUBLIC_URL,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(inputs).toString(),
    redirect: 'manual',
  })

async function inTurns<Each>(all: Each[], work: (each: Each, i: number) => Promise<void>): Promise<void> {
  const waiting = all.entries()
  const work1 = async () => {
    for (const [i, each] of waiting) await work(each, i)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work1))
}

/** Returns the ids of all requests of hosts. */
async function requested(): Promise<string[]> {
  const ids: string[] = []
  for await (const items of scan(table))
    ids.push(...items.filter(({ sk }) => sk === 'host_request').map(({ id }) => id as string))
  return ids
}

it(`a campaign gets one event from each of ${HOSTS} hosts who come at once to several processes`, async () => {
  await ownerStore(table).changeSettings(`group:${demo.group.id}`, {
    rsvps_per_network: 100_000,
    rsvps_per_event: 100_000,
  })
  const campaign = await api('event_campaigns', {
    title: 'Keep the Heat On',
    origin_system: 'Test',
    'service:hosting': 'reviewed',
  })
  const id = (campaign._links.self.href as string).split('/').at(-1) as string
  const began = Date.now()
  const hosts = Array.from({ length: HOSTS }, (_, i) => `host${i}@storm.example`)
  await inTurns(hosts, async (email, i) => {
    const where = `${i + 1} Main St, Chatham, IL 62629`
    const inputs = typed({ email, title: `Event of ${email}`, where, confirmed: '1' })
    const answer = await send(i, `/event_campaigns/${id}/host`, inputs)
    expect([email, answer.status]).toEqual([email, 200])
    await answer.text()
  })
  const ids = await requested()
  expect(ids).toHaveLength(HOSTS)
  const keys = await readKeys(table)
  await inTurns(ids, async (event) => {
    const path = `/host/${hostToken(keys, { event, generation: 1 })}`
    const answers = await Promise.all([0, 1].map((server) => send(server, path, { action: 'publish' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
  })
  if (isLong) console.log(`${HOSTS} hosts: ${Math.round((Date.now() - began) / 1000)} s`)

  const titles: string[] = []
  for (let page = 1; titles.length < HOSTS && page <= HOSTS / 25 + 1; page++) {
    const body = await api(`event_campaigns/${id}/events?per_page=25&page=${page}`)
    expect(body.total_records).toBe(HOSTS)
    titles.push(...body._embedded['osdi:events'].map(({ title }: { title: string }) => title))
  }
  expect(titles.sort()).toEqual(hosts.map((email) => `Event of ${email}`).sort())
  expect((await waitingForReview(table, id, 0)).total).toBe(HOSTS)
  const listed = await eventsOfHosts(table, id)
  expect(new Set(listed.map(({ person }) => person)).size).toBe(HOSTS)
  expect(listed).toHaveLength(HOSTS)
  const violations: string[] = []
  await audit(table, (violation) => violations.push(violation))
  expect(violations).toEqual([])
})
