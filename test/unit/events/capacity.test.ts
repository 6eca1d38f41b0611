import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stateOf, takesAnswers } from '../../../lib/events/event-state.js'
import { admissionOf, openSeats, refusalOf } from '../../../lib/events/capacity.js'

const seats = fc.nat(12)
const limits = fc.record({ capacity: seats, waitlist: fc.boolean() })
const party = fc.integer({ min: 1, max: 12 })

describe('a party', () => {
  it.each([
    [{}, Infinity, 9, 'comes'],
    [{ capacity: 4 }, 2, 2, 'comes'],
    [{ capacity: 4 }, 2, 3, 'event_full'],
    [{ capacity: 4, waitlist: false }, 0, 1, 'event_full'],
    [{ capacity: 4, waitlist: true }, 2, 3, 'waits'],
    [{ capacity: 4, waitlist: true }, 0, 4, 'waits'],
    [{ capacity: 4, waitlist: true }, 4, 5, 'party_too_large'],
    [{ capacity: 4 }, 0, 5, 'party_too_large'],
    [{ waitlist: true }, 0, 1, 'waits'],
  ] as const)('at an event with %j and %d open seats, of %d, %s', (event, open, size, admission) => {
    expect(admissionOf(event, open, size)).toBe(admission)
  })

  it('comes only where the event can hold it, and waits only where there is a list', () => {
    fc.assert(
      fc.property(limits, seats, party, (event, open, size) => {
        const admission = admissionOf(event, open, size)
        if (admission === 'comes') expect(size).toBeLessThanOrEqual(Math.min(open, event.capacity))
        if (admission === 'waits') expect([event.waitlist, size <= event.capacity]).toEqual([true, true])
        expect(refusalOf(admission, event)?.faults[0]?.error_code).toBe(
          ['comes', 'waits'].includes(admission) ? undefined : admission,
        )
      }),
    )
  })

  it('that is smaller is admitted wherever a larger one is', () => {
    const ranks = ['party_too_large', 'event_full', 'waits', 'comes']
    fc.assert(
      fc.property(limits, seats, party, (event, open, size) => {
        const [smaller, larger] = [size, size + 1].map((each) => ranks.indexOf(admissionOf(event, open, each)))
        expect(smaller).toBeGreaterThanOrEqual(larger as number)
      }),
    )
  })
})

describe('the open seats of an event', () => {
  it.each([
    [{ capacity: 4 }, { taken: 1, isAwaited: false }, 3],
    [{ capacity: 4 }, { taken: 1, isAwaited: true }, 0],
    [{ capacity: 4 }, { taken: 6, isAwaited: false }, 0],
    [{}, { taken: 6, isAwaited: false }, Infinity],
  ])('with %j and %j are %d', (event, seating, open) => {
    expect(openSeats(event, seating)).toBe(open)
  })
})

describe('the state of an event', () => {
  const now = new Date('2026-05-04T12:00:00Z')
  const dates = { start_date: '2026-05-04T18:00:00', start_date_utc: '2026-05-04T18:00:00Z' }

  it('takes answers exactly where one person would come or wait', () => {
    fc.assert(
      fc.property(limits, seats, (event, open) => {
        const admission = admissionOf(event, open, 1)
        const state = stateOf({ ...event, ...dates }, open, now)
        expect(takesAnswers(state)).toBe(admission === 'comes' || admission === 'waits')
        expect(state === 'waitlist').toBe(admission === 'waits')
      }),
    )
  })

  it('takes no answers once the event is canceled or over', () => {
    const later = new Date('2026-05-07T12:00:00Z')
    expect(stateOf({ ...dates, status: 'cancelled' }, 3, now)).toBe('cancelled')
    expect(stateOf({ ...dates, status: 'cancelled' }, 3, later)).toBe('cancelled')
    expect(stateOf(dates, 3, later)).toBe('over')
    expect(['cancelled', 'over'].map((each) => takesAnswers(each as 'over'))).toEqual([false, false])
  })
})
