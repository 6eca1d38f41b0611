import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { UNKNOWN_ID, post } from '../../support/service.js'

// A process of Lambda ends with a promise that failed and that nobody awaits: its caller gets 502 and no answer.
const failed: unknown[] = []
const note = (reason: unknown) => failed.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))
beforeEach(() => failed.splice(0))

/** All work that a request has begun ends within so long. */
const SOON_MS = 200

describe('an RSVP with a phone number whose country is that of the event', () => {
  const rsvp = {
    person: { email_addresses: [{ address: 'home@example.org' }], phone_numbers: [{ number: '(202) 555-0142' }] },
  }
  it.each([`/api/v2/events/${UNKNOWN_ID}`, `/api/v2/event_campaigns/${UNKNOWN_ID}/events/${UNKNOWN_ID}`])(
    'leaves no failure behind where there is no event: %s',
    async (path) => {
      expect((await post(`${path}/attendances`, rsvp)).status).toBe(404)
      await setTimeout(SOON_MS)
      expect(failed).toEqual([])
    },
  )
})
