import fc from 'fast-check'
import { anyCharacter } from '../../support/characters.js'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { get, givenEvent, post, put } from '../../support/service.js'
import { isLong, sized } from '../../support/size.js'

type Document = Record<string, any>
type Evaluate = (document: Document) => boolean

/** Evaluates filters over the fields of answers, without code of the service. */
const fields = {
  events: {
    identifier: ({ identifiers }: Document) => identifiers,
    title: ({ title }: Document) => [title],
    origin_system: ({ origin_system }: Document) => [origin_system],
    created_date: ({ created_date }: Document) => [created_date],
    modified_date: ({ modified_date }: Document) => [modified_date],
    start_date: ({ start_date }: Document) => [start_date],
    end_date: ({ end_date }: Document) => [end_date],
  },
  people: {
    identifier: ({ identifiers }: Document) => identifiers,
    given_name: ({ given_name }: Document) => [given_name],
    family_name: ({ family_name }: Document) => [family_name],
    email_address: ({ email_addresses }: Document) => [email_addresses[0]?.address.toLowerCase()],
    postal_code: ({ postal_addresses }: Document) => [postal_addresses[0]?.postal_code],
    modified_date: ({ modified_date }: Document) => [modified_date],
  },
}
type Kind = keyof typeof fields

const compare = {
  eq: (one: unknown, other: unknown) => one === other,
  gt: (one: any, other: any) => one > other,
  ge: (one: any, other: any) => one >= other,
  lt: (one: any, other: any) => one < other,
  le: (one: any, other: any) => one <= other,
}

const all: Record<Kind, Document[]> = { events: [], people: [] }

const TITLES = ['Rally', 'rally', "O'Neil's", 'Ümlaut + 1', '50%', 'and', '']
const DATES = ['2026-05-01', '2026-05-01T10:00:00Z', '2026-06-01 09:30', '1970-01-01', '2100-01-01']

/** The lead of this file's clock over the machine's, in milliseconds. */
let ahead = 0
function later(ms: number): void {
  ahead += ms
  vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + ahead, shouldAdvanceTime: true })
}

beforeAll(async () => {
  for (let i = 0; i < 36; i++) {
    const event = await givenEvent({
      title: TITLES[i % 6],
      origin_system: i % 2 ? 'A' : 'B',
      ...(i % 3 && { start_date: DATES[i % 3] }),
      ...(i % 5 === 0 && { end_date: '2026-06-01T09:30:00Z' }),
      identifiers: [`r:${i}`],
    })
    if (i % 4 === 0) await put(event.path, { identifiers: [`x:${i}`] })
    if (i % 12 === 11) later(1_000)
  }
  for (let i = 0; i < 12; i++)
    await post('/api/v2/people', {
      person: {
        ...(i % 2 && { given_name: 'Kim' }),
        family_name: TITLES[i % 6],
        email_addresses: [{ address: `P${i}@example.org` }],
        ...(i % 3 === 0 && { postal_addresses: [{ postal_code: '20009', country: 'US' }] }),
      },
    })
  later(2_600)
  for (const kind of ['events', 'people'] as const)
    all[kind] = (await get(`/api/v2/${kind}?per_page=100`)).body._embedded[`osdi:${kind}`]
  DATES.push(...all.events.flatMap(({ modified_date }) => modified_date))
  vi.useRealTimers()
})

beforeEach(() => later(0))

/** A clause, and what it says. */
const clause = (kind: Kind) =>
  fc
    .record({
      field: fc.constantFrom(...Object.keys(fields[kind])),
      operator: fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
      text: fc.oneof(fc.constantFrom(...TITLES, 'A', 'B', 'r:3', 'x:4', 'p3@example.org', '20009'), fc.string()),
      date: fc.nat(1_000).map((i) => DATES[i % DATES.length] as string),
      isQuoted: fc.boolean(),
    })
    .map(({ field, operator, text, date, isQuoted }) => {
      const isDate = field.endsWith('_date')
      const literal = isDate ? date : text
      const plain = !isQuoted && /^[^\s'"]\S*$/.test(literal)
      const valuesOf = fields[kind][field as never] as (document: Document) => (string | undefined)[]
      const normal = field === 'email_address' ? literal.toLowerCase() : literal
      const wanted = isDate ? utc(literal) : normal
      const test = (value: string | undefined, by: keyof typeof compare) =>
        value !== undefined && compare[by](isDate ? utc(value) : value, wanted)
      const holds: Evaluate = (document) =>
        operator === 'ne'
          ? !valuesOf(document).some((value) => test(value, 'eq'))
          : valuesOf(document).some((value) => test(value, operator))
      return { text: `${field} ${operator} ${plain ? literal : `'${literal.replaceAll("'", "''")}'`}`, holds }
    })

const utc = (date: string) => Date.parse(/\d\d:\d\d/.test(date) ? `${date.replace(/Z$/, '').replace(' ', 'T')}Z` : date)

const RUNS = sized(120, 10_000)
const SEED = isLong ? {} : { seed: 1 }

describe(`${RUNS} filters at random`, () => {
  it.each(['events', 'people'] as const)('find of %s exactly what they say', { timeout: 1_200_000 }, async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(clause(kind), { maxLength: 3 }), async (clauses) => {
        const filter = clauses.map(({ text }) => text).join(' and ')
        const reply = await get(`/api/v2/${kind}?per_page=100&filter=${encodeURIComponent(filter)}`)
        expect(reply.status, reply.text).toBe(200)
        const found = reply.body._embedded[`osdi:${kind}`] as Document[]
        const expected = all[kind].filter((document) => clauses.every(({ holds }) => holds(document)))
        const hrefs = (documents: Document[]) => documents.map(({ _links }) => _links.self.href).sort()
        expect(hrefs(found)).toEqual(hrefs(expected))
        expect(reply.body.total_records).toBe(expected.length)
      }),
      { numRuns: RUNS / 2, ...SEED },
    )
  })

  it('are answered or refused as invalid, whatever they are', { timeout: 1_200_000 }, async () => {
    const words = fc.constantFrom("'", "''", ' ', 'and', 'eq', 'gt', 'title', 'modified_date', 'start_date', '2026')
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(fc.oneof(words, fc.string()), { maxLength: 8 }).map((parts) => parts.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.string(), async (filter, after) => {
        const query = new URLSearchParams({ filter, after }).toString()
        const { status } = await get(`/api/v2/events?${query}`)
        expect([200, 400]).toContain(status)
        const changes = new URLSearchParams({ filter: "modified_date gt '2020-01-01'", after: `${after}x` })
        expect([200, 400]).toContain((await get(`/api/v2/events?${changes.toString()}`)).status)
      }),
      { numRuns: RUNS / 4, ...SEED },
    )
  })
})
