import { describe, expect, it } from 'vitest'
import type { Attendance } from '../../../lib/attendances/attendance.js'
import { cameWithoutBox } from '../../../lib/consent/without-box.js'
import { blankPerson } from '../../../lib/people/person.js'

const MADE = new Date('2026-11-27T12:00:00.000Z')
const person = blankPerson('p', 'group:g', MADE)
const rsvp = (date: string, consent?: object) => [{ created_date: date, consent } as unknown as Attendance]

describe('a person whom an RSVP subscribed without a box', () => {
  it.each([
    ['at the same instant', '2026-11-27T12:00:00.000Z'],
    ['some milliseconds later, as a busy machine dates it', '2026-11-27T12:00:00.007Z'],
  ])('is one whose form was recorded %s', (_, date) => {
    expect(cameWithoutBox(person, rsvp(date, {}))).toBe(true)
  })

  it.each([
    ['a minute later', '2026-11-27T12:01:00.000Z', {}],
    ['by a key, which shows no terms', '2026-11-27T12:00:00.000Z', undefined],
    ['with the box ticked', '2026-11-27T12:00:00.000Z', { opt_in: true }],
  ])('is none whose RSVP came %s', (_, date, consent) => {
    expect(cameWithoutBox(person, rsvp(date, consent))).toBe(false)
  })
})
