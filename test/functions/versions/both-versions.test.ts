import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { get, idOf, post, put } from '../../support/service.js'
import { sized } from '../../support/size.js'

/** The rename table of the version 1 document ("Versioning", 3), and what version 1 does not have. */
const RENAMED = {
  originating_system: 'origin_system',
  summary: 'title',
  created_at: 'created_date',
  modified_at: 'modified_date',
  start: 'start_date',
  'service:event_instructions': 'instructions',
  guestsCanInviteOthers: 'guests_can_invite_others',
} as Record<string, string>
const ONLY_IN_V2 = [
  'name',
  'end_date',
  'capacity',
  'browser_url',
  'featured_image_url',
  'service:hidden',
  'timezone_identifier',
  'service:start_date_utc',
  'service:end_date_utc',
]
const V1_NAMES = Object.fromEntries(Object.entries(RENAMED).map(([v1, v2]) => [v2, v1]))

const renamed = (body: object, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]))

/** The state of a version 1 document under the names of version 2. */
function inV2({ _links, _embedded, 'service:sponsor': sponsor, ...state }: any) {
  return {
    ...renamed(state, RENAMED),
    'service:sponsor': { title: sponsor.summary, browser_url: sponsor.url },
  }
}

/** The state of a version 2 document without what version 1 lacks. */
function commonState({ _links, ...state }: any) {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !ONLY_IN_V2.includes(name)))
}

let unique = 0
const text = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((each) => each.trim() !== '' && !each.includes('\0'))
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 19))
const optional = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
const location = fc.record(
  {
    venue: optional(text),
    locality: optional(text),
    postal_code: text,
    country: fc.constantFrom('US', 'CA', 'GB'),
  },
  { requiredKeys: [] },
)
/** A change in the names of version 2; sent to version 1 it is translated first. */
const change = fc.record(
  {
    title: text,
    origin_system: text,
    description: optional(text),
    instructions: optional(text),
    start_date: optional(day),
    name: optional(text),
    end_date: optional(day),
    identifiers: fc.constant(undefined).map(() => [`both:${++unique}`]),
    location,
  },
  { requiredKeys: [] },
)
const steps = fc.array(fc.tuple(fc.constantFrom('v1', 'v2'), change), { minLength: 1, maxLength: 6 })

describe('any sequence of a creation and changes through both versions', () => {
  it('reads the same in both, but for the vocabulary', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('v1', 'v2'), change, steps, async (version, first, changes) => {
        const complete = {
          title: 'x',
          origin_system: 'y',
          ...first,
          location: { postal_code: '20009', ...first.location },
        }
        const created = await post(`/api/${version}/events`, version === 'v1' ? renamed(complete, V1_NAMES) : complete)
        expect(created.status).toBe(200)
        const expected: Record<string, unknown> = {}
        for (const [at, fields] of [[version, complete] as const, ...changes]) {
          if (fields !== complete) {
            const body = at === 'v1' ? renamed(fields, V1_NAMES) : fields
            expect((await put(`/api/${at}/events/${idOf(created)}`, body)).status).toBe(200)
          }
          for (const name of ['title', 'origin_system', 'description', 'instructions', 'name'] as const)
            if (fields[name] !== undefined && !(at === 'v1' && name === 'name')) expected[name] = fields[name]
        }
        const [v1, v2] = await Promise.all([
          get(`/api/v1/events/${idOf(created)}`),
          get(`/api/v2/events/${idOf(created)}`),
        ])
        expect(inV2(v1.body)).toEqual(commonState(v2.body))
        for (const [name, value] of Object.entries(expected)) expect(v2.body[name] ?? null).toBe(value)

        const [page1, page2] = await Promise.all([get('/api/v1/events'), get('/api/v2/events')])
        expect(page1.body._embedded['osdi:events'].map(inV2)).toEqual(
          page2.body._embedded['osdi:events'].map(commonState),
        )
      }),
      { numRuns: sized(15, 400) },
    )
  })
})
