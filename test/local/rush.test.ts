import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { demo } from '../../local/demo.js'
import { type Child, runScript } from '../support/children.js'
import { sized, timeFor } from '../support/size.js'

let folder: string
let server: Child | undefined

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'turnout-rush-'))))
afterEach(async () => {
  await server?.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the server on a port, on the data that the one before left. */
async function start(port: string): Promise<string> {
  server = runScript('local/start.ts', [], { PORT: port, DATA_DIR: folder })
  const [, url] = await server.says(/API\s+(http:\S+)\/api\/v2/)
  return url as string
}

const headers = { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' }

async function call(url: string, body?: object): Promise<any> {
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
  return response.ok ? response.json() : Promise.reject(new Error(String(response.status)))
}

const RSVPS = sized(400, 10_000)
const CALLERS = sized(16, 64)

it(
  'a server that is killed twice in a rush keeps every RSVP that was acknowledged, once',
  async () => {
    const url = await start('0')
    const port = new URL(url).port
    const event = await call(`${url}/api/v2/events`, { title: 'Rush', origin_system: 'Test' })
    const attendances = `${event._links.self.href}/attendances`

    const acknowledged = new Set<string>()
    let next = 0
    const caller = async () => {
      while (next < RSVPS) {
        const body = { person: { email_addresses: [{ address: `rush-${next++}@example.org` }] } }
        for (let answered = false; !answered;) {
          try {
            const { 'service:person_id': person } = await call(attendances, body)
            acknowledged.add(person as string)
            answered = true
          } catch {
            await pause(100)
          }
        }
      }
    }
    const killer = async () => {
      for (const enough of [RSVPS / 4, RSVPS / 2]) {
        while (acknowledged.size < enough) await pause(10)
        server?.process.kill('SIGKILL')
        await server?.ended
        await start(port)
      }
    }
    await Promise.all([killer(), ...Array.from({ length: CALLERS }, caller)])

    // The count of an event with a contended list is exact soon after, not at once.
    const listed: string[] = []
    for (let page: string | undefined = `${attendances}?per_page=100`; page;) {
      const { total_accepted } = await call(event._links.self.href as string)
      if (total_accepted < acknowledged.size) {
        await pause(50)
        continue
      }
      const document: any = await call(page)
      listed.push(...document._embedded['osdi:attendances'].map((each: any) => each['service:person_id']))
      page = document._links.next?.href
    }
    expect(listed).toHaveLength(RSVPS)
    expect(new Set(listed)).toEqual(acknowledged)
  },
  timeFor(300_000),
)
