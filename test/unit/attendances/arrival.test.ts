import { partySize } from '../../../lib/events/capacity.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OsdiError } from '../../../lib/runtime/errors.js'
import { peopleThere, readArrival } from '../../../lib/attendances/arrival.js'
import { type Attendance, changedAttendance, newAttendance } from '../../../lib/attendances/attendance.js'

const NOW = new Date('2026-11-23T18:00:00Z')
const [EVENT, PERSON] = ['0b6d6b9e-4a3b-4a53-9d0a-6f1c2b3d4e5f', '1c7e7caf-5b4c-4b64-8e1b-7a2d3c4e5f60']

const partyOf = (people: number) => newAttendance(EVENT, PERSON, { guests: people - 1 }, NOW)
const arrive = (attendance: Attendance, id: string, people: number) =>
  changedAttendance(attendance, { arrival: { id, people } }, NOW)

describe('a party that arrives', () => {
  it('comes in parts, and no larger than it is', () => {
    const two = arrive(partyOf(3), 'first-01', 2)
    expect([two.attended, two.attended_guests, peopleThere(two)]).toEqual([true, 1, 2])
    const three = arrive(two, 'second-2', 1)
    expect(peopleThere(three)).toBe(3)
    expect(peopleThere(arrive(three, 'third-03', 3))).toBe(3)
    const none = arrive(three, 'fourth-4', -3)
    expect([none.attended, none.attended_guests, none.attended_date]).toEqual([undefined, undefined, undefined])
  })

  it('is there as a whole when only that it came is known', () => {
    const whole = changedAttendance(partyOf(4), { attended: true }, NOW)
    expect(peopleThere(whole)).toBe(4)
    expect(peopleThere(changedAttendance(whole, { attendedGuests: 1 }, NOW))).toBe(2)
    expect(changedAttendance(whole, { attendedGuests: 4 }, NOW)).toBe(whole)
    expect(peopleThere(changedAttendance(whole, { attended: false }, NOW))).toBe(0)
    expect(peopleThere(changedAttendance(partyOf(4), { attendedGuests: 2 }, NOW))).toBe(0)
  })

  it('has no more people there than it has people, when it becomes smaller', () => {
    const whole = changedAttendance(partyOf(4), { attended: true }, NOW)
    const smaller = changedAttendance(whole, { guests: 1 }, NOW)
    expect([peopleThere(smaller), smaller.revision]).toEqual([2, whole.revision + 1])
  })

  it('is counted once by each arrival, in any order and however often they are sent', () => {
    const arrivals = fc.uniqueArray(
      fc.record({ id: fc.stringMatching(/^[a-z]{8}$/), people: fc.integer({ min: 1, max: 3 }) }),
      { selector: ({ id }) => id, maxLength: 5 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), arrivals, fc.infiniteStream(fc.nat()), (size, sent, random) => {
        const twice = [...sent, ...sent]
          .map((each) => ({ each, at: random.next().value ?? 0 }))
          .sort((one, other) => one.at - other.at)
        let attendance = partyOf(size)
        for (const { each } of twice) attendance = arrive(attendance, each.id, each.people)
        const came = sent.reduce((sum, { people }) => sum + people, 0)
        expect(peopleThere(attendance)).toBe(Math.min(size, came))
        expect(peopleThere(attendance)).toBeLessThanOrEqual(partySize(attendance))
      }),
    )
  })

  it('is read from a form, and every fault of it is named', () => {
    expect(readArrival({ id: 'a1b2c3d4', people: '-2' })).toEqual({ id: 'a1b2c3d4', people: -2 })
    const faultsOf = (sent: Record<string, string>) => {
      try {
        return readArrival(sent)
      } catch (error) {
        return (error as OsdiError).faults.map(({ error_code }) => error_code)
      }
    }
    expect(faultsOf({})).toEqual(['invalid_id', 'invalid_people'])
    for (const people of ['0', '1.5', 'two', '99999'])
      expect(faultsOf({ id: 'a1b2c3d4', people })).toEqual(['invalid_people'])
  })
})
