import { describe, expect, it } from 'vitest'
import { newAttendance } from '../../../lib/attendances/attendance.js'
import { canBeAbsentFrom, countedBy } from '../../../lib/targeting/select-people.js'

const NOW = new Date('2030-05-04T12:00:00Z')
const [NONE, ONE] = [{ attended: 0 }, { attended: 1 }]

describe('people can be absent from an event', () => {
  const timezone_identifier = 'America/New_York'
  const at = (instant: string) => ({
    start_date: '2030-05-04T08:00:00',
    start_date_utc: instant,
    timezone_identifier,
  })

  it('from the instant at which it begins', () => {
    expect(canBeAbsentFrom(at('2030-05-04T12:00:00.000Z'), NONE, NOW)).toBe(true)
    expect(canBeAbsentFrom(at('2030-05-04T12:00:00.001Z'), ONE, NOW)).toBe(false)
  })

  it('twelve hours later where its time zone is unknown', () => {
    expect(canBeAbsentFrom({ start_date: '2030-05-04T00:00:00' }, NONE, NOW)).toBe(true)
    expect(canBeAbsentFrom({ start_date: '2030-05-04T00:00:01' }, NONE, NOW)).toBe(false)
  })

  it('from its end where that is all that is known', () => {
    const end = { end_date: '2030-05-04T20:00:00', timezone_identifier }
    expect(canBeAbsentFrom({ ...end, end_date_utc: '2030-05-04T12:00:00.000Z' }, NONE, NOW)).toBe(true)
    expect(canBeAbsentFrom({ ...end, end_date_utc: '2030-05-04T13:00:00.000Z' }, NONE, NOW)).toBe(false)
  })

  it('without a date once someone attended it', () => {
    expect(canBeAbsentFrom({}, NONE, NOW)).toBe(false)
    expect(canBeAbsentFrom({}, ONE, NOW)).toBe(true)
  })

  it('unless it is canceled', () => {
    const past = at('2030-01-01T00:00:00.000Z')
    expect(canBeAbsentFrom({ ...past, status: 'confirmed' }, NONE, NOW)).toBe(true)
    expect(canBeAbsentFrom({ ...past, status: 'cancelled' }, ONE, NOW)).toBe(false)
  })
})

describe('an attendance that was merged into another one', () => {
  it('counts for no query', () => {
    const moved = { ...newAttendance('event', 'person', {}, NOW), status: 'declined' as const }
    expect(countedBy({ status: ['declined'] }, true)(moved)).toBe(true)
    expect(countedBy({ status: ['declined'] }, true)({ ...moved, merged_into: 'other' })).toBe(false)
  })
})
