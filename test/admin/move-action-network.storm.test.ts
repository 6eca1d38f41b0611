import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScript } from '../support/children.js'
import { anotherInstallation } from '../support/given/installation.js'
import {
  type FakeService,
  type Records,
  fakeActionNetwork,
  numbersOf,
  oddRecords,
} from '../support/moving/fake-action-network.js'
import { sized } from '../support/size.js'

const SEED = 20_261_123
const SIZES = { people: sized(260, 2_000), events: sized(20, 60), attendances: sized(14, 45) }
const KILLS = sized(3, 12)
const TAKEN = 'elsewhere:taken'
const SYSTEM = 'action_network'

type Installation = Awaited<ReturnType<typeof anotherInstallation>>
interface Line {
  kind: string
  id: string
  what: string
  why: string
  fields?: string[]
  below?: Record<string, number>
}

let folder: string
let records: Records
let service: FakeService
let target: Installation
let report: Line[]
let outcome: any

const importing = (to: string) => [
  'import',
  'osdi',
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
  records = oddRecords(SEED, SIZES, TAKEN)
  service = await fakeActionNetwork(records)
  target = await anotherInstallation()
  await target.postAsAnother('events', { title: 'Theirs', origin_system: 'x', identifiers: [TAKEN] })
  const next = numbersOf(SEED + 1)
  for (let i = 0; i < KILLS; i++) {
    const env = { ...target.settings, IMPORT_KEY: 'k', AWS_REGION: 'us-east-1' }
    const child = runScript('admin/main.ts', importing('killed.ndjson'), {
      ...env,
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

/** Reads a whole collection here. */
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
        .filter((name: string) => name.startsWith(`${SYSTEM}:`))
        .map((name: string) => [name.slice(SYSTEM.length + 1), each]),
    ),
  )

const idOf = (record: any): string => record._links.self.path.split('/').at(-1)
const lineOf = (kind: string, id: string) => report.find((line) => line.kind === kind && line.id === id)

/** Names the differences that no line explains. */
const unexplained = (kind: string, id: string, differing: Record<string, boolean>) => {
  const line = lineOf(kind, id)
  return Object.entries(differing)
    .filter(([, differs]) => differs)
    .map(([field]) => field)
    .filter(
      (field) =>
        !line?.fields?.some((each) => each === field || each.startsWith(`${field}.`) || each.startsWith(`${field}[`)),
    )
    .filter(() => !/one record here/.test(line?.why ?? ''))
    .map((field) => `${kind} ${id} ${field}: ${line?.why ?? 'no line'}`)
}

const digits = (number = '') => number.replace(/\D/g, '')

describe('a list with oddities of every kind, moved by an import that was killed at random points', () => {
  it('has every person, and each difference has a line in the report', async () => {
    const here = byForeignId(await allOf('people', 'osdi:people'))
    const faults: string[] = []
    for (const person of records.get('people') as any[]) {
      const id = idOf(person)
      const copy = here.get(id)
      if (!copy) {
        if (!lineOf('people', id)) faults.push(`people ${id} is missing`)
        continue
      }
      const [email] = person.email_addresses
      const [phone] = person.phone_numbers
      const texts = Object.entries(person.custom_fields)
      faults.push(
        ...unexplained('people', id, {
          given_name: copy.given_name !== person.given_name,
          family_name: (copy.family_name ?? '') !== person.family_name,
          email_addresses:
            person.email_addresses.length > 1 ||
            copy.email_addresses[0]?.address?.toLowerCase() !== email?.address.toLowerCase() ||
            copy.email_addresses[0]?.status !== email?.status,
          phone_numbers: digits(copy.phone_numbers[0]?.number) !== digits(phone?.number),
          postal_addresses:
            (person.postal_addresses[0].address_lines?.length ?? 0) > 1 ||
            copy.postal_addresses?.[0]?.address_lines?.[0] !== person.postal_addresses[0].address_lines?.[0],
          identifiers: person.identifiers.some((each: string) => !copy.identifiers.includes(each)),
          created_date: copy.created_date !== person.created_date,
          modified_date: copy.modified_date !== person.modified_date,
        }),
        ...texts
          .filter(([name, value]) => value !== null && copy.custom_fields[name] !== value)
          .flatMap(([name]) => unexplained('people', id, { [`custom_fields.${name}`]: true })),
      )
    }
    expect(faults).toEqual([])
  })

  it('keeps each shared phone number with one person, and the same number in a custom field of the others', async () => {
    const here = byForeignId(await allOf('people', 'osdi:people'))
    const lost = (records.get('people') as any[]).filter((person) => {
      const copy = here.get(idOf(person))
      const number = digits(person.phone_numbers[0]?.number)
      const kept = [copy?.phone_numbers[0]?.number, copy?.custom_fields.other_phone_numbers].join(' ')
      return number && !digits(kept).includes(number) && !lineOf('people', idOf(person))?.why.includes('one record')
    })
    expect(lost.map(idOf)).toEqual([])
    expect(report.filter(({ fields }) => fields?.includes('phone_numbers')).length).toBeGreaterThan(0)
  })

  it('has every event or a line that refuses it with its attendances; undated beats refused', async () => {
    const here = byForeignId(await allOf('events', 'osdi:events'))
    const faults: string[] = []
    for (const event of records.get('events') as any[]) {
      const id = idOf(event)
      const copy = here.get(id)
      if (!copy) {
        const attendances = (records.get(`events/${id}/attendances`) as any[]).length
        expect(lineOf('events', id)).toMatchObject({ what: 'refused', below: { attendances } })
        continue
      }
      faults.push(
        ...unexplained('events', id, {
          title: copy.title !== event.title,
          name: copy.name !== event.name,
          start_date: copy.start_date !== event.start_date,
          status: copy.status !== event.status,
          visibility: copy.visibility !== event.visibility,
          guests_can_invite_others: copy.guests_can_invite_others !== event.guests_can_invite_others,
          capacity: copy.capacity !== event.capacity,
          modified_date: copy.modified_date !== event.modified_date,
          'location.address_lines': copy.location.address_lines?.[0] !== event.location?.address_lines[0],
          'location.location': event.location?.location.accuracy === 'Rooftop',
          identifiers: event.identifiers.some((each: string) => !copy.identifiers.includes(each)),
        }).filter((fault) => event.location || !fault.includes('location.')),
      )
      if (!event.location) expect(lineOf('events', id)?.fields).toContain('location')
      if (event.visibility === 'private') expect(copy['service:hidden']).toBe(true)
    }
    expect(faults).toEqual([])
    expect(report.filter(({ kind, what }) => kind === 'events' && what === 'refused')).toHaveLength(1)
  })

  it('has every answer as it was given, and invents none', async () => {
    const here = byForeignId(await allOf('events', 'osdi:events'))
    const faults: string[] = []
    let [compared, said] = [0, 0]
    for (const event of records.get('events') as any[]) {
      const copy = here.get(idOf(event))
      if (!copy) continue
      const id = copy.identifiers[0].split(':')[1]
      const copies = byForeignId(await allOf(`events/${id}/attendances`, 'osdi:attendances'))
      for (const attendance of records.get(`events/${idOf(event)}/attendances`) as any[]) {
        compared += 1
        const line = lineOf('attendances', idOf(attendance))
        const found = copies.get(idOf(attendance))
        const isAnswer = ['accepted', 'declined', undefined].includes(attendance.status)
        if (found && !isAnswer) faults.push(`${idOf(attendance)} is no answer`)
        if (!found && (!line || line.what === 'changed')) faults.push(`${idOf(attendance)} is missing`)
        if (found && found.status !== attendance.status && !line) faults.push(`${idOf(attendance)} differs`)
        if (line) said += 1
      }
    }
    expect(faults).toEqual([])
    expect(compared).toBeGreaterThan(said)
    const needs = report.filter(({ kind, what }) => kind === 'attendances' && what === 'left_out')
    expect(needs.length).toBeGreaterThan(0)
  })

  it('has the tags that each person has there', async () => {
    const people = byForeignId(await allOf('people', 'osdi:people'))
    const tags = await allOf('tags', 'osdi:tags')
    const faults: string[] = []
    for (const tag of records.get('tags') as any[]) {
      const copy = tags.find(({ name }) => name === tag.name.slice(0, 255))
      const taggings = await allOf(`tags/${copy.identifiers[0].split(':')[1]}/taggings`, 'osdi:taggings')
      const tagged = new Set(taggings.map((each) => each._links['osdi:person'].href.split('/').at(-1)))
      for (const tagging of records.get(`tags/${idOf(tag)}/taggings`) as any[]) {
        const person = people.get(tagging._links['osdi:person'].path.split('/').at(-1))
        if (!tagged.has(person.identifiers[0].split(':')[1])) faults.push(`${idOf(tagging)} is missing`)
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

  it('costs a repetition what has changed, and its report says the same', async () => {
    await target.admin(...importing('second.ndjson'), '--key', 'k')
    const people = records.get('people') as any[]
    people[7].given_name = 'Changed'
    people[7].modified_date = `${new Date(Date.now() + 1_000).toISOString().slice(0, 19)}Z`
    const before = service.requests()
    const { json, code } = await target.admin(...importing('third.ndjson'), '--key', 'k')
    expect(code).toBe(1)
    expect(json.records.people).toMatchObject({ changed: 1, new: 0 })
    // One for each collection, and those that were refused.
    expect(service.requests() - before).toBeLessThan(SIZES.events + 40)
    const sorted = (lines: Line[]) =>
      lines.toSorted((one, other) => `${one.kind} ${one.id}`.localeCompare(`${other.kind} ${other.id}`))
    expect(sorted(await linesIn('third.ndjson'))).toEqual(sorted(report))
  })
})
