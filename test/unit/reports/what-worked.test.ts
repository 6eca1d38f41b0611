import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_OUTCOME, type Outcome, sumOf, tallyOf, together } from '../../../lib/reports/what-worked.js'

const EVENT = { start_date: '2031-05-10T19:00:00', timezone_identifier: 'America/New_York' }

const attendance = fc.record({
  person: fc.constantFrom('a', 'b', 'c', 'd'),
  status: fc.constantFrom(undefined, 'declined' as const, 'tentative' as const),
  request: fc.constantFrom(undefined, { state: 'waiting' }, { state: 'approved' }),
  attended: fc.boolean(),
  confirmed_date: fc.option(fc.constant('2031-05-01T00:00:00Z'), { nil: undefined }),
  created_date: fc
    .date({ min: new Date('2031-03-01'), max: new Date('2031-05-12'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  merged_into: fc.option(fc.constant('z'), { nil: undefined, freq: 8 }),
  referrer_data: fc.record(
    {
      source: fc.constantFrom('none', 'poster', 'newsletter'),
      website: fc.constant('api'),
      referrer: fc.constantFrom('code a', 'code b', 'a text of a program'),
    },
    { requiredKeys: ['source', 'website'] },
  ),
})

const friendOf = (code: string) => (code.startsWith('code ') ? code.slice(5) : undefined)

function tally(all: any[], event = EVENT) {
  const counting = tallyOf(event, friendOf)
  for (const each of all) counting.add(each)
  return counting.result()
}

const sumOfAll = (all: Record<string, Outcome>) => Object.values(all).reduce(sumOf, NO_OUTCOME)

describe('the report of what worked', () => {
  it('counts each RSVP once in all, by source and by time, whatever the order, and friends who have not declined: a request that waits is none', () => {
    fc.assert(
      fc.property(fc.array(attendance, { maxLength: 40 }), (all) => {
        const { total, by_source, by_time, by_friend } = tally(all)
        const isAsked = (each: (typeof all)[number]) => each.status === 'tentative' && each.request?.state === 'waiting'
        const counted = all.filter((each) => each.merged_into === undefined && !isAsked(each))
        expect(total).toEqual({
          rsvps: counted.length,
          confirmed: counted.filter((each) => each.confirmed_date && each.status === undefined).length,
          attended: counted.filter((each) => each.attended).length,
        })
        expect(sumOfAll(by_source)).toEqual(total)
        expect(sumOfAll(by_time as Record<string, Outcome>)).toEqual(total)
        for (const friend of ['a', 'b'])
          expect(by_friend[friend]?.rsvps ?? 0).toBe(
            counted.filter(
              ({ person, status, referrer_data: { referrer } }) =>
                referrer === `code ${friend}` && person !== friend && status !== 'declined',
            ).length,
          )
        expect(tally(all.toReversed())).toEqual({ ...tally(all) })
        expect(together([tally(all), tally([])])).toEqual(tally(all))
      }),
    )
  })

  it('tells times apart by the days of the event’s clock', () => {
    const timeOf = (created_date: string) =>
      Object.keys(tally([{ person: 'a', created_date, referrer_data: { source: 'none', website: 'api' } }]).by_time)
    expect(timeOf('2031-05-10T22:59:00Z')).toEqual(['day'])
    expect(timeOf('2031-05-10T23:01:00Z')).toEqual(['after'])
    expect(timeOf('2031-05-10T03:59:00Z')).toEqual(['1'])
    expect(timeOf('2031-05-10T04:01:00Z')).toEqual(['day'])
    expect(timeOf('2031-05-03T12:00:00Z')).toEqual(['7-13'])
    expect(timeOf('2031-04-12T12:00:00Z')).toEqual(['28'])
  })

  it('keeps the sources with most RSVPs, and the others together', () => {
    const all = Array.from({ length: 130 }, (_, i) => ({
      person: 'a',
      created_date: '2031-05-01T00:00:00Z',
      referrer_data: { source: `source ${i % 120}`, website: 'api' },
    }))
    const { by_source, further_sources } = tally(all)
    expect(Object.keys(by_source)).toHaveLength(100)
    expect(sumOf(sumOfAll(by_source), further_sources).rsvps).toBe(130)
    expect(by_source['source 3']?.rsvps).toBe(2)
  })
})
