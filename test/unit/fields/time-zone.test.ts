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

  it('of a calendar is that of its definition, where its name is none', () => {
    const definition = `BEGIN:VTIMEZONE\nTZID:BST\nBEGIN:STANDARD\nTZOFFSETTO:+0000\nEND:STANDARD\nBEGIN:DAYLIGHT
TZOFFSETTO:+0100\nEND:DAYLIGHT\nEND:VTIMEZONE`
    expect(zoneNamed('BST', definition).zone).toBe('Europe/London')
    expect(zoneNamed('BST', undefined).zone).toBeUndefined()
  })
})
