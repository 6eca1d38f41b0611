import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { ownerStore } from '../../lib/app/access.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { demo, get, givenInterfaceEvent, idOf, post, put, service, table } from '../support/service.js'
import { submit } from '../support/clients/visitors.js'
import { sized, timeFor } from '../support/size.js'

/* Page, embed, JSON-LD, the answer of the form and the API, compared in random states of an event. */

const owner = `group:${demo.group.id}` as const

beforeAll(() => ownerStore(table).changeSettings(owner, { browser_rsvps: true }))

const submitParty = (id: string, email: string, guests: number) =>
  submit(id, { email, ...(guests > 0 && { guests: String(guests) }) })

const rsvp = (id: string, email: string, guests: number) =>
  post(`/api/v2/events/${id}/attendances`, {
    person: { email_addresses: [{ address: email }] },
    ...(guests > 0 && { 'service:guests': guests }),
  })

type Step =
  | { kind: 'rsvp'; guests: number }
  | { kind: 'cancel'; number: number }
  | { kind: 'capacity'; to: number }
  | { kind: 'waitlist'; on: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('rsvp' as const), guests: fc.constantFrom(0, 0, 1, 2) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), number: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('capacity' as const), to: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('waitlist' as const), on: fc.boolean() }) },
)

const history = fc.record({
  capacity: fc.integer({ min: 1, max: 5 }),
  waitlist: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 9 }),
  /** The guests of the RSVP that every surface has foretold. */
  guests: fc.constantFrom(0, 0, 1, 2, 3),
  isCanceled: fc.constantFrom(false, false, false, true),
})

const dependencies = () => eventDependencies(service)

async function play({ capacity, waitlist, steps }: { capacity: number; waitlist: boolean; steps: Step[] }) {
  const { id } = await givenInterfaceEvent({ capacity, max_guests: 3, ...(waitlist && { waitlist }) })
  const all: { path: string; email: string; guests: number; hasCanceled?: true }[] = []
  for (const each of steps) {
    if (each.kind === 'capacity') await updateInterfaceEvent(owner, id, { capacity: each.to }, dependencies())
    else if (each.kind === 'waitlist') await updateInterfaceEvent(owner, id, { waitlist: each.on }, dependencies())
    else if (each.kind === 'cancel') {
      const one = all[each.number % Math.max(1, all.length)]
      if (one) await put(one.path, { status: 'declined' })
      if (one) one.hasCanceled = true
    } else {
      const email = `${randomUUID()}@agree.example`
      const reply = await rsvp(id, email, each.guests)
      if (reply.status === 200)
        all.push({ path: `/api/v2/events/${id}/attendances/${idOf(reply)}`, email, guests: each.guests })
    }
  }
  return { id, all }
}

/** The answer of the form without the reference of a refusal. */
const toldBy = ({ body }: { body: any }): unknown =>
  body['osdi:error']?.resource_status[0].error_descriptions[0].error_code ?? body

/** Reads what each surface says of the event. */
async function surfacesOf(id: string) {
  const [page, embed] = await Promise.all([
    get(`/events/${id}`, { key: null }),
    get(`/embed/events/${id}`, { key: null }),
  ])
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.text) ?? []
  return { page: page.text, embed: embed.body, data: JSON.parse(json) }
}

describe('page, embed, JSON-LD, form and API', () => {
  it('agree on whether one more party comes, waits or is refused', { timeout: timeFor(120_000) }, async () => {
    const property = fc.asyncProperty(history, async ({ guests, isCanceled, ...given }) => {
      const { id, all } = await play(given)
      if (isCanceled) await cancelEvent(owner, id, dependencies())
      const { page, embed, data } = await surfacesOf(id)
      const { state, places_left: left } = embed
      const says = {
        to_come: `${left} spot`,
        waitlist: 'You can join the waiting list',
        full: 'This event is full',
        cancelled: 'This event is canceled',
      }[state as 'full']
      expect(page).toContain(says)
      expect(page.includes('data-turnout-form')).toBe(state === 'to_come' || state === 'waitlist')
      expect(data.offers.availability.endsWith('InStock')).toBe(state === 'to_come' || left > 0)
      expect(data.remainingAttendeeCapacity).toBe(left)

      // People who have answered hear what a new person hears.
      const known = all.find((each) => each.guests === guests && !each.hasCanceled)
      const repeated = known && (await submitParty(id, known.email, guests))
      const form = await submitParty(id, `${randomUUID()}@agree.example`, guests)
      if (repeated) expect([repeated.status, toldBy(repeated)]).toEqual([form.status, toldBy(form)])
      const party = 1 + guests
      if (state === 'cancelled') {
        expect(form.status).toBe(409)
        return
      }
      if (form.status === 200) {
        const isPlace = form.body['service:standing'] === 'place'
        expect(isPlace).toBe(party <= left)
        if (!isPlace) expect(embed.waitlist).toBe(true)
      } else {
        expect(form.status).toBe(409)
        const { capacity } = (await get(`/api/v2/events/${id}`)).body
        if (embed.waitlist) expect(party).toBeGreaterThan(capacity)
        else expect(party).toBeGreaterThan(left)
      }
      const { state: next, places_left: rest } = (await surfacesOf(id)).embed
      const api = await rsvp(id, `${randomUUID()}@agree.example`, 0)
      expect(api.status).toBe(next === 'full' ? 409 : 200)
      if (api.status === 200) expect(api.body.status).toBe(rest >= 1 ? 'accepted' : 'tentative')
    })
    await fc.assert(property, { numRuns: sized(12, 300) })
  })
})
