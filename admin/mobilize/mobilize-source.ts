import { mobilizeAttendance, mobilizeEvents, mobilizePerson, mobilizeSeries } from './mobilize-documents.js'
import { type Document, type Source, hrefOf, openSource } from '../osdi/source/source.js'

/*
 * Mobilize as a service of the OSDI family: its documents in the forms and under the paths that an import reads. The
 * facts about Mobilize are from its public documentation.
 */

/** The system of its identifiers. */
export const MOBILIZE = 'mobilize'

const PER_PAGE = 100

/** Lists of attendances that are kept: those of the events that are imported at the same time. */
const KEPT_LISTS = 8

/** Pages of one list; a list without an end is left. */
const MOST_PAGES = 10_000

/** An organization of Mobilize. Without a key, only its public events can be read. */
export interface Organization {
  base: string
  organization: string
  key: string | undefined
  perSecond: number
}

export interface Mobilize extends Source {
  /** The events with several timeslots. */
  series: () => Promise<{ id: string; dates: string[] }[]>
}

/** Opens an organization of Mobilize. */
export function openMobilize({ base, organization, key, perSecond }: Organization): Mobilize {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const raw = openSource(base, headers, perSecond)
  const root = `organizations/${encodeURIComponent(organization)}`
  const listOf = (path: string) => wholeList(raw, `${root}/${path}`)
  let own: Promise<Document[]> | undefined
  const ownEvents = () => (own ??= listOf('events').then((all) => ownOf(all, organization)))
  let events: Promise<Document[]> | undefined
  const allEvents = () => (events ??= ownEvents().then(documentsOf))
  const attendances = new Map<string, Promise<Document[]>>()
  const attendancesOf = (event: string) => {
    const known = attendances.get(event) ?? listOf(`events/${event}/attendances`)
    attendances.delete(event)
    attendances.set(event, known)
    if (attendances.size > KEPT_LISTS) attendances.delete(attendances.keys().next().value as string)
    return known
  }
  const people = (query: URLSearchParams) =>
    key === undefined ? pageOf([], query) : peoplePage(raw, `${root}/people`, query)

  async function attendancesAt(shift: string): Promise<Document[]> {
    if (key === undefined) return []
    const [event = '', timeslot] = shift.split('-')
    const own = (await ownEvents()).find(({ id }) => String(id) === event)
    const timeslots = new Set(((own?.['timeslots'] ?? []) as Document[]).map(({ id }) => String(id)))
    const [first] = timeslots
    // An RSVP to a timeslot that is gone stands with those of the first one, and says so.
    return (await attendancesOf(event)).flatMap((each) => {
      const of = String((each['timeslot'] as Document | undefined)?.['id'])
      if (of === timeslot) return [mobilizeAttendance(each, shift)]
      if (timeslots.has(of) || timeslot !== first) return []
      return [mobilizeAttendance({ ...each, status: `of the timeslot ${of}, which is gone` }, shift)]
    })
  }

  /** People come with their attendances, also where the list of people lacks them. */
  async function person(id: string): Promise<Document | undefined> {
    for (const list of attendances.values())
      for (const each of await list) {
        const found = each['person'] as Document | undefined
        if (String(found?.['id']) === id) return mobilizePerson(found as Document)
      }
    return undefined
  }

  return {
    requests: raw.requests,
    series: async () => (await ownEvents()).flatMap(mobilizeSeries),
    async get(path) {
      const url = new URL(path, 'http://localhost/')
      const [kind = '', id = '', list, member] = url.pathname.split('/').filter(Boolean)
      if (kind === '') return entry(key !== undefined)
      if (kind === 'people') return id === '' ? people(url.searchParams) : person(id)
      if (kind !== 'events') return undefined
      if (id === '') return pageOf(await allEvents(), url.searchParams)
      const isThere = (document: Document) => nativeIdOf(document) === (member ?? id)
      if (list === undefined) return (await allEvents()).find(isThere)
      const all = await attendancesAt(id)
      return member === undefined ? pageOf(all, url.searchParams) : all.find(isThere)
    },
  }
}

const entry = (hasPeople: boolean): Document => ({
  namespace: MOBILIZE,
  product_name: 'Mobilize',
  _links: {
    'osdi:events': { href: 'http://localhost/events' },
    ...(hasPeople && { 'osdi:people': { href: 'http://localhost/people' } }),
  },
})

const nativeIdOf = (document: Document) => hrefOf(document, 'self')?.split('/').at(-1)

/** Its own events. Others are those that it only promotes. */
const ownOf = (all: Document[], organization: string): Document[] =>
  all.filter(({ sponsor }) => sponsor === undefined || String((sponsor as Document)['id']) === organization)

/** Each timeslot of some events as an event, oldest first. */
const documentsOf = (own: Document[]): Document[] =>
  own
    .flatMap(mobilizeEvents)
    .sort((one, other) => (String(one['created_date']) < String(other['created_date']) ? -1 : 1))

async function wholeList(raw: Source, path: string): Promise<Document[]> {
  const all: Document[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await raw.get(`${path}?page=${page}&per_page=${PER_PAGE}`)
    const data: unknown = answer?.['data']
    if (!Array.isArray(data) || data.length === 0) return all
    all.push(...(data as Document[]))
    if (!answer?.['next']) return all
  }
  throw new Error(`Mobilize has no end of ${path}.`)
}

async function peoplePage(raw: Source, path: string, query: URLSearchParams): Promise<Document> {
  const page = Number(query.get('page') ?? 1)
  const since = sinceIn(query)
  const filter = since === undefined ? '' : `&updated_since=${Math.floor(Date.parse(since) / 1_000)}`
  const answer = await raw.get(`${path}?page=${page}&per_page=${PER_PAGE}${filter}`)
  const data = (answer?.['data'] ?? []) as Document[]
  const next = new URLSearchParams(query)
  next.set('page', String(page + 1))
  // It may have smaller pages than it is asked for: a page before others is full.
  const per_page = Boolean(answer?.['next']) && data.length > 0 ? data.length : PER_PAGE
  return {
    page,
    per_page,
    total_records: Number(answer?.['count'] ?? data.length),
    _embedded: { 'osdi:people': data.map(mobilizePerson) },
    _links: {
      ...(Boolean(answer?.['next']) && { next: { href: `http://localhost/people?${next.toString()}` } }),
    },
  }
}

const sinceIn = (query: URLSearchParams) => /modified_date gt '([^']*)'/.exec(query.get('filter') ?? '')?.[1]

/** A page of documents that are all here. */
function pageOf(all: Document[], query: URLSearchParams): Document {
  const since = sinceIn(query)
  const found = since === undefined ? all : all.filter((each) => String(each['modified_date']) > since)
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const next = new URLSearchParams(query)
  next.set('page', String(page + 1))
  return {
    page,
    per_page: PER_PAGE,
    total_records: found.length,
    total_pages: Math.ceil(found.length / PER_PAGE),
    _embedded: { 'osdi:records': found.slice((page - 1) * PER_PAGE, page * PER_PAGE) },
    _links: {
      ...(page * PER_PAGE < found.length && { next: { href: `http://localhost/?${next.toString()}` } }),
    },
  }
}
