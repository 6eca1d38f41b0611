import { PUBLIC_URL, get, idOf, post, type Reply, type Sending } from '../service.js'

/** The names in a version of the API for things that both versions have. */
export interface Vocabulary {
  version: 'v1' | 'v2'
  /** The path in front of every resource. */
  api: string
  origin_system: string
  title: string
  created_date: string
  modified_date: string
  instructions: string
  start_date: string
  /** In paths, and after `osdi:` in what a list embeds. */
  attendances: string
  /** The least location of a POST. */
  location: { postal_code?: string }
}

export const vocabularies: Vocabulary[] = [
  {
    version: 'v1',
    api: '/api/v1',
    origin_system: 'originating_system',
    title: 'summary',
    created_date: 'created_at',
    modified_date: 'modified_at',
    instructions: 'service:event_instructions',
    start_date: 'start',
    attendances: 'attendance',
    location: { postal_code: '20009' },
  },
  {
    version: 'v2',
    api: '/api/v2',
    origin_system: 'origin_system',
    title: 'title',
    created_date: 'created_date',
    modified_date: 'modified_date',
    instructions: 'instructions',
    start_date: 'start_date',
    attendances: 'attendances',
    location: {},
  },
]

/** Fields under the names of a version; they are given under those of version 2. */
export const named = (vocabulary: Vocabulary, fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name in vocabulary ? vocabulary[name as 'title'] : name, value]),
  )

/** The requests of events in one version. Fields are given under the names of version 2. */
export function eventsIn(vocabulary: Vocabulary) {
  const events = `${vocabulary.api}/events`
  /** A valid body, with what the test is about. */
  const body = ({ location, ...fields }: { location?: object; [field: string]: unknown } = {}) => ({
    ...named(vocabulary, { title: 'Phone bank', origin_system: 'Test', ...fields }),
    ...((location ?? vocabulary.version === 'v1') && { location: { ...vocabulary.location, ...location } }),
  })
  return {
    events,
    body,
    /** The address of a person, as a link has it. */
    person: (id: string) => `${PUBLIC_URL}${vocabulary.api}/people/${id}`,
    create: (fields?: object, sending?: Sending): Promise<Reply> =>
      post(events, body(fields as Parameters<typeof body>[0]), sending),
    /** Creates an event that the test begins with. */
    given: async (fields?: object, sending?: Sending) => {
      const reply = await post(events, body(fields as Parameters<typeof body>[0]), sending)
      if (reply.status !== 200) throw new Error(`The event was refused: ${reply.text}`)
      return { document: reply.body, id: idOf(reply), path: `${events}/${idOf(reply)}` }
    },
    totalOf: async (path: string) => (await get(path)).body.total_accepted as number,
  }
}
