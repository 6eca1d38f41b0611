import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScript } from '../support/children.js'
import { anotherInstallation } from '../support/given/installation.js'
import { numbersOf } from '../support/moving/fake-action-network.js'
import {
  type FakeMobilize,
  type MobilizeRecords,
  ORGANIZATION,
  fakeMobilize,
  oddOrganization,
} from '../support/moving/fake-mobilize.js'
import { sized } from '../support/size.js'

const SEED = 20_261_124
const SIZES = { people: sized(220, 2_000), events: sized(25, 60), attendances: sized(14, 45) }
const KILLS = sized(3, 12)

type Installation = Awaited<ReturnType<typeof anotherInstallation>>
interface Line {
  kind: string
  id: string
  what: string
  why: string
  fields?: string[]
}

let folder: string
let records: MobilizeRecords
let service: FakeMobilize
let target: Installation
let report: Line[]
let outcome: any

const importing = (to: string) => [
  'import',
  'mobilize',
  '--organization',
  String(ORGANIZATION),
  '--from',
  service.base,
  '--group',
  target.group,
  '--rate',
  '1000',
  '--progress-file',
  join(folder, 'progress.json'),
  '--report',
  join(folder, to),
  '--json',
]

const linesIn = async (name: string): Promise<Line[]> =>
  (await readFile(join(folder, name), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moves-'))
  records = oddOrganization(SEED, SIZES)
  service = await fakeMobilize(records)
  target = await anotherInstallation()
  const next = numbersOf(SEED + 1)
  for (let i = 0; i < KILLS; i++) {
    const child = runScript('admin/main.ts', importing('killed.ndjson'), {
      ...target.settings,
      IMPORT_KEY: 'k',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    })
    service.after(3 + Math.floor(next() * 25), () => void child.kill())
    await child.ended
  }
  const { json, err, code } = await target.admin(...importing('report.ndjson'), '--key', 'k')
  expect([err, code]).toEqual(['', 1])
  outcome = json
  report = await linesIn('report.ndjson')
})

afterAll(async () => {
  service.close()
  await rm(folder, { recursive: true })
})

async function allOf(path: string, relation: string): Promise<any[]> {
  const all: any[] = []
  for (let page = 1; ; page++) {
    const { _embedded, total_pages } = await target.read(`${path}?page=${page}&per_page=100`)
    all.push(..._embedded[relation])
    if (page >= total_pages) return all
  }
}

const byForeignId = (all: any[]) =>
  new Map<string, any>(
    all.flatMap((each) =>
      each.identifiers
        .filter((name: string) => name.startsWith('mobilize:'))
        .map((name: string) => [name.slice('mobilize:'.length), each]),
    ),
  )

const lineOf = (kind: string, id: unknown) => report.find((line) => line.kind === kind && line.id === String(id))

/** Names the differences that no line explains. */
const unexplained = (kind: string, id: unknown, differing: Record<string, boolean>) => {
  const line = lineOf(kind, id)
  return Object.entries(differing)
    .filter(([, differs]) => differs)
    .filter(([field]) => !line?.fields?.some((each) => each === field || each.startsWith(`${field}.`)))
    .filter(() => !/one record here/.test(line?.why ?? ''))
    .map(([field]) => `${kind} ${String(id)} ${field}: ${line?.why ?? 'no line'}`)
}

const isoOf = (seconds: number) => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`
const own = () => records.events.filter(({ sponsor }) => sponsor.id === ORGANIZATION)

describe('an organization of Mobilize, moved by an import that was killed at random points', () => {
  it('has every person, and each difference has a line in the report', async () => {
    const here = byForeignId(await allOf('people', 'osdi:people'))
    const faults = records.people.flatMap((person) => {
      const copy = here.get(String(person.id))
      if (!copy) return [`people ${person.id} is missing`]
      const [email] = copy.email_addresses
      const number = person.phone_numbers[0].number
      return unexplained('people', person.id, {
        given_name: copy.given_name !== person.given_name,
        family_name: (copy.family_name ?? '') !== person.family_name,
        email_addresses: email?.address.toLowerCase() !== person.email_addresses[0].address.toLowerCase(),
        phone_numbers: number !== '' && !copy.phone_numbers[0]?.number.endsWith(number),
        postal_addresses:
          person.postal_addresses[0].postal_code !== '' &&
          copy.postal_addresses?.[0]?.postal_code !== person.postal_addresses[0].postal_code,
        created_date: copy.created_date !== isoOf(person.created_date),
        modified_date: copy.modified_date !== isoOf(person.modified_date),
        blocked_date: person.blocked_date !== null,
      })
    })
    expect(faults).toEqual([])
  })

  it('has an event for each timeslot, and one series for each event with several', async () => {
    const here = byForeignId(await allOf('events', 'osdi:events'))
    const faults: string[] = []
    for (const event of own()) {
      const copies = event.timeslots.map(({ id }: any) => here.get(`${event.id}-${id}`))
      const positions = copies.map((copy: any) => copy?.['service:series'])
      if (event.timeslots.length > 1) {
        expect(new Set(positions.map((each: any) => each.id)).size).toBe(1)
        expect(positions.map(({ index, count }: any) => [index, count])).toEqual(
          copies.map((_copy: any, i: number) => [i + 1, copies.length]),
        )
      } else expect(positions).toEqual([undefined])
      for (const [i, timeslot] of event.timeslots.entries()) {
        const [copy, id] = [copies[i], `${event.id}-${timeslot.id}`]
        const hasZone = String(event.timezone).startsWith('America')
        faults.push(
          ...unexplained('events', id, {
            title: copy.title !== event.title,
            name: (copy.name ?? '') !== event.summary,
            description: copy.description !== event.description,
            start_date: hasZone && copy['service:start_date_utc'] !== isoOf(timeslot.start_date),
            end_date: hasZone && copy['service:end_date_utc'] !== isoOf(timeslot.end_date),
            timezone_identifier: event.timezone !== null && copy.timezone_identifier !== event.timezone,
            capacity: copy.capacity !== timeslot.max_attendees,
            visibility: copy['service:hidden'] !== (event.visibility === 'PRIVATE'),
            browser_url: copy.browser_url !== event.browser_url,
            featured_image_url: (copy.featured_image_url ?? '') !== event.featured_image_url,
            location: event.location === null,
            'location.address_lines': Boolean(event.location?.address_lines[1]),
            contact: event.contact !== null,
            instructions: event.instructions !== null && copy.instructions !== event.instructions,
            accessibility_notes: event.accessibility_notes !== null,
            created_date: copy.created_date !== isoOf(event.created_date),
            modified_date: copy.modified_date !== isoOf(event.modified_date),
          }),
        )
      }
    }
    expect(faults).toEqual([])
    const promoted = records.events.find(({ sponsor }) => sponsor.id !== ORGANIZATION)
    expect(here.get(`${promoted.id}-${promoted.timeslots[0].id}`)).toBeUndefined()
  })

  it('has every answer as it was given, and invents none', async () => {
    const here = byForeignId(await allOf('events', 'osdi:events'))
    const faults: string[] = []
    for (const event of own()) {
      const copies = new Map<string, any>()
      for (const { id } of event.timeslots) {
        const native = here.get(`${event.id}-${id}`).identifiers[0].split(':')[1]
        const found = byForeignId(await allOf(`events/${native}/attendances`, 'osdi:attendances'))
        for (const [name, copy] of found) copies.set(name, copy)
      }
      for (const attendance of records.attendances.get(event.id) ?? []) {
        const [copy, line] = [copies.get(String(attendance.id)), lineOf('attendances', attendance.id)]
        const isThere = event.timeslots.some(({ id }: any) => id === attendance.timeslot.id)
        const isAnswer = isThere && attendance.status !== 'PENDING'
        const status = attendance.status === 'CANCELLED' ? 'declined' : 'accepted'
        if (copy && !isAnswer) faults.push(`${attendance.id} is no answer`)
        if (!copy && line?.what !== 'refused') faults.push(`${attendance.id} is missing`)
        if (copy && copy.status !== status && !line) faults.push(`${attendance.id} has ${copy.status}`)
        if (copy && attendance.attended === true && !copy['service:attended'] && !line)
          faults.push(`${attendance.id} was there`)
        if (copy && attendance.custom_signup_field_values.length > 0 && !line)
          faults.push(`${attendance.id} has lost answers`)
      }
    }
    expect(faults).toEqual([])
  })

  it('counts as many records there as here, left out and refused', () => {
    for (const [kind, { there, here }] of Object.entries<any>(outcome.counts)) {
      const { left_out, refused } = outcome.records[kind]
      expect([kind, there]).toEqual([kind, here + left_out + refused])
    }
    expect(outcome.agree).toBe(true)
  })

  it('changes nothing by a repetition, whose report says the same, and takes a new timeslot into the series', async () => {
    const { json } = await target.admin(...importing('second.ndjson'), '--key', 'k')
    for (const counts of Object.values<any>(json.records)) expect(counts).toMatchObject({ new: 0, changed: 0 })
    const sorted = (lines: Line[]) =>
      lines.toSorted((one, other) => `${one.kind} ${one.id}`.localeCompare(`${other.kind} ${other.id}`))
    expect(sorted(await linesIn('second.ndjson'))).toEqual(sorted(report))
    const event = own().find(({ timeslots }) => timeslots.length === 2)
    const last = event.timeslots[1]
    event.timeslots.push({
      ...last,
      id: 88_888,
      start_date: last.start_date + 86_400,
      end_date: last.end_date + 86_400,
    })
    event.modified_date = Math.floor(Date.now() / 1_000) + 5
    await target.admin(...importing('third.ndjson'), '--key', 'k')
    const here = byForeignId(await allOf('events', 'osdi:events'))
    const dates = event.timeslots.map(({ id }: any) => here.get(`${event.id}-${id}`)['service:series'])
    expect(dates.map(({ index, count }: any) => [index, count])).toEqual([1, 2, 3].map((i) => [i, 3]))
  })
})
