import { describe, expect, it } from 'vitest'
import { type Attendance, newAttendance } from '../../../lib/attendances/attendance.js'
import { mergedAttendances } from '../../../lib/merging/merged-attendance.js'

const EVENT = '11111111-1111-4111-8111-111111111111'
const [KEEP, OTHER] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333']
const [EARLY, LATE] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-02T10:00:00Z')]

const of = (person: string, status: 'accepted' | 'tentative' | 'declined', at: Date): Attendance => ({
  ...newAttendance(EVENT, person, {}, at),
  ...(status !== 'accepted' && { status }),
  ...(status === 'tentative' && { waiting_since: `${at.toISOString()}#${person}` }),
})

describe('a merge of two people with an RSVP each', () => {
  it.each([
    ['declined', 'accepted', 'accepted'],
    ['accepted', 'declined', 'accepted'],
    ['tentative', 'accepted', 'accepted'],
    ['accepted', 'tentative', 'accepted'],
    ['declined', 'tentative', 'tentative'],
    ['tentative', 'declined', 'tentative'],
    ['declined', 'declined', 'declined'],
  ] as const)('of whom one %s early and the other %s late, leaves one who is %s', (early, late, result) => {
    for (const [keep, other] of [
      [of(KEEP, early, EARLY), of(OTHER, late, LATE)],
      [of(KEEP, late, LATE), of(OTHER, early, EARLY)],
    ] as [Attendance, Attendance][]) {
      const after = mergedAttendances({ keep, other }, KEEP, LATE)
      expect(after.keep.status ?? 'accepted').toBe(result)
      expect(after.other).toMatchObject({ status: 'declined', merged_into: KEEP })
    }
  })

  it.each([true, false])('keeps what a form said, whichever of them it was: %s', (isKeep) => {
    const typed = { given_name: 'Probe' }
    const [keep, other] = [of(KEEP, 'accepted', EARLY), of(OTHER, 'accepted', LATE)]
    const before = isKeep ? { keep: { ...keep, typed }, other } : { keep, other: { ...other, typed } }
    const after = mergedAttendances(before, KEEP, LATE)
    expect([after.keep.typed, after.other.typed]).toEqual([typed, undefined])
  })

  it('of whom both wait, leaves the place in front, in the name of the one who stays', () => {
    const [keep, other] = [of(KEEP, 'tentative', LATE), of(OTHER, 'tentative', EARLY)]
    const after = mergedAttendances({ keep, other }, KEEP, LATE)
    expect(after.keep.waiting_since).toBe(`${EARLY.toISOString()}#${KEEP}`)
    const reverse = { keep: of(KEEP, 'tentative', EARLY), other: of(OTHER, 'tentative', LATE) }
    expect(mergedAttendances(reverse, KEEP, LATE).keep.waiting_since).toBe(`${EARLY.toISOString()}#${KEEP}`)
  })
})
