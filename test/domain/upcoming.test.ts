import { describe, expect, it } from 'vitest'
import { upcomingOrAll } from '../../lib/domain/upcoming.js'

const NOW = new Date('2030-05-04T12:00:00Z')
const of = (...events: { start_date?: string; end_date?: string }[]) => upcomingOrAll(events, NOW)

describe('the events to come', () => {
  it('are those that are not over, soonest first, and then those without a date', () => {
    const undated = {}
    const later = { start_date: '2030-06-01T10:00:00' }
    const under_way = { start_date: '2030-05-01T10:00:00', end_date: '2030-05-05T10:00:00' }
    const over = { start_date: '2030-05-01T10:00:00', end_date: '2030-05-02T10:00:00' }
    expect(of(undated, later, over, under_way)).toEqual([under_way, later, undated])
  })

  it('hold an event as long as its venue may still have it, however far west that is', () => {
    const last = { start_date: '2030-05-04T00:00:00' }
    const missed = { start_date: '2030-05-03T23:59:59' }
    expect(of(missed, last)).toEqual([last])
  })

  it('are all of them, as they came, when all are over', () => {
    const [newer, older] = [{ start_date: '2029-01-01T00:00:00' }, { start_date: '2028-01-01T00:00:00' }]
    expect(of(older, newer)).toEqual([older, newer])
    expect(of()).toEqual([])
  })
})
