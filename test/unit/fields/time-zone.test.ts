import { describe, expect, it } from 'vitest'
import { isTimeZone } from '../../../lib/fields/time-zone.js'
import { zoneNamed } from '../../../lib/imports/calendar/zones.js'

const LETTERS = ['BST', 'AST', 'CST', 'PST', 'IST', 'SST', 'ACT', 'ECT', 'bst', 'SystemV/EST5']

describe('a time zone', () => {
  it.each(LETTERS)('is not the legacy name %s, which the runtime takes for some place', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })

  it.each(['Europe/London', 'UTC', 'GMT', 'CET', 'EST', 'EST5EDT', 'GB', 'NZ', 'US/Eastern', 'europe/oslo'])(
    'is the name %s of the database',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it('of a calendar is that of its definition, where its name is none', async () => {
    const part = (kind: string, from: string, to: string, month: number) => [
      `BEGIN:${kind}`,
      'DTSTART:19700101T010000',
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`,
      `END:${kind}`,
    ]
    const definition = ['TZID:BST', ...part('STANDARD', '+0100', '+0000', 10), ...part('DAYLIGHT', '+0000', '+0100', 3)]
    expect(await zoneNamed('BST', definition.join('\r\n'), 2031)).toMatchObject({ zone: 'Europe/London' })
    expect((await zoneNamed('BST', undefined, 2031)).zone).toBeUndefined()
  })
})
