import { describe, expect, it } from 'vitest'
import { overAt, upcomingOrAll } from '../../../lib/events/upcoming.js'

const NOW = new Date('2030-05-04T12:00:00Z')
const of = (...events: Parameters<typeof overAt>[0][]) => upcomingOrAll(events, NOW)

describe('the events to come', () => {
  it('are those that are not over, soonest first, and then those without a date', () => {
    const undated = {}
    const later = { start_date: '2030-06-01T10:00:00' }
    const under_way = { start_date: '2030-05-01T10:00:00', end_date: '2030-05-05T10:00:00' }
    const over = { start_date: '2030-05-01T10:00:00', end_date: '2030-05-02T10:00:00' }
    expect(of(undated, later, over, under_way)).toEqual([under_way, later, undated])
  })

  it('stand in the order of their instants, whatever their clocks show', () => {
    const hilo = { start_date: '2030-06-01T09:00:00', start_date_utc: '2030-06-01T19:00:00.000Z' }
    const tokyo = { start_date: '2030-06-01T23:00:00', start_date_utc: '2030-06-01T14:00:00.000Z' }
    expect(of(hilo, tokyo)).toEqual([tokyo, hilo])
  })

  it('are all of them, as they came, when all are over', () => {
    const [newer, older] = [{ start_date: '2029-01-01T00:00:00' }, { start_date: '2028-01-01T00:00:00' }]
    expect(of(older, newer)).toEqual([older, newer])
    expect(of()).toEqual([])
  })
})

describe('an event is over', () => {
  const timezone_identifier = 'America/New_York'
  const start = { start_date: '2030-05-04T18:00:00', start_date_utc: '2030-05-04T22:00:00.000Z' }

  it('at the instant at which it ends', () => {
    const end = { end_date: '2030-05-04T20:00:00', end_date_utc: '2030-05-05T00:00:00.000Z' }
    expect(overAt({ ...start, ...end, timezone_identifier })).toBe('2030-05-05T00:00:00.000Z')
    expect(overAt({ ...end, timezone_identifier })).toBe('2030-05-05T00:00:00.000Z')
  })

  it('a day after it starts, when its end is missing or before its start', () => {
    expect(overAt({ ...start, location_timezone: 'America/New_York' })).toBe('2030-05-05T22:00:00.000Z')
    const before = { end_date: '2030-05-04T17:00:00', end_date_utc: '2030-05-04T21:00:00.000Z' }
    expect(overAt({ ...start, ...before, timezone_identifier })).toBe('2030-05-05T22:00:00.000Z')
  })

  it('when it is over in the far west too, if its time zone is unknown', () => {
    const times = { start_date: '2030-05-04T18:00:00', end_date: '2030-05-04T20:00:00' }
    expect(overAt(times)).toBe('2030-05-05T08:00:00.000Z')
  })

  it('never, without a date, and at the end of time at the latest', () => {
    expect(overAt({})).toBeUndefined()
    expect(overAt({ start_date: '9999-12-31T23:00:00' })).toBe('9999-12-31T23:59:59.999Z')
  })
})
