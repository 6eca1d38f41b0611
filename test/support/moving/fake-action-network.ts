import { listen } from '../given/installation.js'

/*
 * A service that answers as the public documentation of Action Network says: pages of 25, people without totals,
 * filters by date. Its records are as odd as those of old lists.
 */

/** Returns numbers from 0 up to 1, the same for the same seed (Park and Miller). */
export function numbersOf(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

export interface Sizes {
  people: number
  events: number
  /** For each event, on average. */
  attendances: number
}

/** The records of the service by collection, oldest first. */
export type Records = Map<string, any[]>

const SYSTEM = 'action_network'
const uuid = (kind: number, i: number) => `0000000${kind}-0000-4000-8000-${String(i).padStart(12, '0')}`
const dateAt = (i: number) => `${new Date(Date.UTC(2021, 0, 1) + i * 3_600_000).toISOString().slice(0, 19)}Z`

/**
 * Makes the records of a list with oddities of every kind.
 * @param taken an identifier that another owner's event has
 */
export function oddRecords(seed: number, sizes: Sizes, taken: string): Records {
  const next = numbersOf(seed)
  const some = (share: number) => next() < share
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value
  const records: Records = new Map()
  const base = { href: '' }
  const dates = (i: number) => ({
    created_date: dateAt(i),
    modified_date: some(0.5) ? dateAt(i) : dateAt(i + 2_000),
  })
  const people = Array.from({ length: sizes.people }, (_, i) => {
    const email = `p${some(0.03) ? Math.floor(i / 2) : i}@example.org`
    const hasEmail = !some(0.05)
    const hasPhone = !hasEmail || some(0.5)
    // Households share a number.
    const phone = `+1 (202) 555-${String(some(0.2) ? i % 20 : 1_000 + i).padStart(4, '0')}`
    return {
      identifiers: [
        `${SYSTEM}:${uuid(1, i)}`,
        ...(some(0.2) ? [`crm:${i}`] : []),
        ...(some(0.03) ? [`old crm:with a blank ${i}`] : []),
      ],
      ...dates(i),
      given_name: some(0.01) ? 'N'.repeat(5_000) : `Given${i}`,
      family_name: pick(['Ruiz', 'O’Hara', '李', '']),
      languages_spoken: ['en'],
      email_addresses: hasEmail
        ? [
            {
              primary: true,
              address: some(0.02) ? 'not an address' : some(0.1) ? email.toUpperCase() : email,
              status: pick(['subscribed', 'unsubscribed', 'bouncing']),
            },
            ...(some(0.05) ? [{ primary: false, address: `second${i}@example.org`, status: 'subscribed' }] : []),
          ]
        : [],
      phone_numbers: hasPhone ? [{ primary: true, number: phone, number_type: 'Mobile', status: 'subscribed' }] : [],
      postal_addresses: [
        some(0.3)
          ? {
              primary: true,
              address_lines: some(0.4) ? [`${i} Main St`, 'Apt 4'] : [`${i} Main St`],
              region: '',
              country: 'US',
              location: { latitude: 38.9, longitude: -77, accuracy: 'Rooftop' },
            }
          : { primary: true, region: '', country: 'US', location: { latitude: null, longitude: null } },
      ],
      custom_fields: {
        ...(some(0.3) && { shirt: pick(['S', 'M', 'L']) }),
        ...(some(0.04) && { nested: { a: 1, b: ['x'] }, words: ['one', 'two'], nothing: null }),
        ...(some(0.02) && Object.fromEntries(Array.from({ length: 300 }, (_each, j) => [`field ${j}`, `${j}`]))),
      },
      _links: { self: { ...base, path: `people/${uuid(1, i)}` } },
    }
  })
  const events = Array.from({ length: sizes.events }, (_, i) => ({
    identifiers: [`${SYSTEM}:${uuid(2, i)}`, ...(i === 3 ? [taken] : [])],
    ...dates(i),
    origin_system: 'Action Network',
    title: i === 5 ? '' : `Event ${i}`,
    name: `Internal ${i}`,
    description: '<p>Come</p>',
    start_date: i % 7 === 2 ? '0000-00-00T00:00:00Z' : dateAt(60_000 + i),
    status: i === 8 ? 'cancelled' : i === 9 ? 'weird' : 'confirmed',
    visibility: i % 4 === 1 ? 'private' : 'public',
    transparence: 'opaque',
    guests_can_invite_others: i % 6 !== 4,
    total_accepted: 1,
    ...(i % 5 === 0 && { capacity: 50 }),
    ...(i % 5 !== 1 && {
      location: {
        venue: `Hall ${i}`,
        address_lines: i % 3 === 0 ? ['1 Main St', 'Floor 2'] : ['1 Main St'],
        locality: 'Washington',
        region: 'DC',
        postal_code: i % 8 === 6 ? 20_009 : '20009',
        country: 'US',
        location: { latitude: 38.91, longitude: -77.03, accuracy: i % 2 === 0 ? 'Rooftop' : 'Approximate' },
      },
    }),
    _links: { self: { ...base, path: `events/${uuid(2, i)}` } },
  }))
  let made = 0
  for (const [i, event] of events.entries()) {
    const chosen = new Set(
      Array.from({ length: Math.round(next() * 2 * sizes.attendances) }, () =>
        Math.floor(next() * (sizes.people + sizes.people / 30)),
      ),
    )
    records.set(
      `events/${uuid(2, i)}/attendances`,
      [...chosen].map((person) => {
        const id = uuid(3, made++)
        const status = pick(['accepted', 'accepted', 'accepted', 'declined', 'needs action', 'tentative', ''])
        return {
          identifiers: [`${SYSTEM}:${id}`],
          ...dates(made),
          ...(status && { status }),
          [`${SYSTEM}:person_id`]: uuid(1, person),
          [`${SYSTEM}:event_id`]: uuid(2, i),
          [`${SYSTEM}:referrer_data`]: { source: 'none', referrer: 'group', website: 'api' },
          _links: {
            self: { ...base, path: `${event._links.self.path}/attendances/${id}` },
            // People beyond the last one were deleted there.
            'osdi:person': { ...base, path: `people/${uuid(1, person)}` },
          },
        }
      }),
    )
  }
  const tags = ['Marcher', 'Donor', 'Marcher', 'x'.repeat(300)].map((name, i) => ({
    identifiers: [`${SYSTEM}:${uuid(4, i)}`],
    ...dates(i),
    name,
    _links: { self: { ...base, path: `tags/${uuid(4, i)}` } },
  }))
  for (const [i] of tags.entries())
    records.set(
      `tags/${uuid(4, i)}/taggings`,
      people
        .filter((_, j) => (j + i) % 4 === 0)
        .map((person, j) => ({
          identifiers: [`${SYSTEM}:${uuid(5, i * 100_000 + j)}`],
          ...dates(j),
          item_type: 'osdi:person',
          _links: {
            self: { ...base, path: `tags/${uuid(4, i)}/taggings/${uuid(5, i * 100_000 + j)}` },
            'osdi:person': { ...base, path: person._links.self.path },
            'osdi:tag': { ...base, path: `tags/${uuid(4, i)}` },
          },
        })),
    )
  records.set('people', people).set('events', events).set('tags', tags)
  return records
}

export interface FakeService {
  base: string
  /** Number of requests that were answered. */
  requests: () => number
  /** Calls back when so many requests have been answered. */
  after: (requests: number, then: () => void) => void
  close: () => void
}

/** Serves records as Action Network does. */
export async function fakeActionNetwork(records: Records): Promise<FakeService> {
  let answered = 0
  const callbacks = new Map<number, () => void>()
  const { server, base } = await listen((request, response) => {
    callbacks.get(++answered)?.()
    const url = new URL(request.url as string, 'http://x')
    const path = url.pathname.replace(/^\/api\/v2\/?/, '').replace(/\/$/, '')
    const body = path === '' ? entry() : documentAt(records, path, url.searchParams)
    const text = JSON.stringify(body ?? { error: 'Not found' }, (_name, value: unknown) =>
      isPath(value) ? { href: `${base}/${value.path}` } : value,
    )
    return response.writeHead(body ? 200 : 404, { 'content-type': 'application/hal+json' }).end(text)
  })
  const entry = () => ({
    motd: 'Welcome',
    max_page_size: 25,
    namespace: SYSTEM,
    _links: Object.fromEntries(
      ['people', 'events', 'tags'].map((name) => [`osdi:${name}`, { href: `${base}/${name}` }]),
    ),
  })
  return {
    base,
    requests: () => answered,
    after: (requests, then) => void callbacks.set(answered + requests, then),
    close: () => void server.close(),
  }
}

const isPath = (value: unknown): value is { path: string } =>
  typeof value === 'object' && value !== null && 'path' in value && 'href' in value

function documentAt(records: Records, path: string, query: URLSearchParams): object | undefined {
  const collection = records.get(path)
  if (collection) return pageOf(collection, path, query)
  const of = /^people\/([^/]+)\/taggings$/.exec(path)
  if (of) {
    const all = [...records].filter(([name]) => name.endsWith('/taggings')).flatMap(([, each]) => each)
    return pageOf(
      all.filter((each) => each._links['osdi:person'].path === `people/${of[1]}`),
      path,
      query,
    )
  }
  const [, parent = '', id] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  return records.get(parent)?.find((each) => each._links.self.path.endsWith(`/${id}`))
}

function pageOf(collection: any[], path: string, query: URLSearchParams) {
  const [, since = ''] = /modified_date gt '([^']*)'/.exec(query.get('filter') ?? '') ?? []
  const found = collection.filter(({ modified_date = '' }) => modified_date > since).toReversed()
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const members = found.slice((page - 1) * 25, page * 25)
  const totals = { total_records: found.length, total_pages: Math.ceil(found.length / 25) }
  const filter = query.get('filter')
  const more = filter ? `&filter=${encodeURIComponent(filter)}` : ''
  const hasNext = path === 'people' ? members.length > 0 : page * 25 < found.length
  return {
    per_page: 25,
    page,
    ...(path !== 'people' && totals),
    _embedded: { 'osdi:records': members },
    _links: {
      self: { href: '', path },
      ...(hasNext && { next: { href: '', path: `${path}?page=${page + 1}${more}` } }),
    },
  }
}
