import { describe, expect, it } from 'vitest'
import { recognise } from '../../../lib/imports/columns.js'
import { dateIn, statusIn, subscriptionIn } from '../../../lib/imports/values.js'

describe('the import', () => {
  it.each([
    ['11/3/2026', '', '2026-11-03'],
    ['11/3/2026 6:30 PM', '', '2026-11-03T18:30'],
    ['11/3/2026, 12:05am', '', '2026-11-03T00:05'],
    ['3.11.2026 18:30', '', '2026-11-03T18:30'],
    ['Nov 3, 2026', '7pm', '2026-11-03T19:00'],
    ['Tuesday, November 3rd, 2026 at 6:30 PM', '', '2026-11-03T18:30'],
    ['2026-11-03', '09:15', '2026-11-03T09:15'],
    ['2026-11-03T18:30:00-05:00', '', '2026-11-03T18:30:00-05:00'],
    ['1793730600', '', '2026-11-03T18:30:00.000+00:00'],
    ['soon', '', 'soon'],
  ])('reads the date %j %j as %s', (date, time, expected) => expect(dateIn(date, time)).toBe(expected))

  it.each([
    ['', 'accepted'],
    ['REGISTERED', 'accepted'],
    ['Not Attending', 'declined'],
    ['pending_approval', undefined],
    ['invited', undefined],
  ])('reads the answer %j as %s', (text, expected) => expect(statusIn(text)?.status).toBe(expected))

  it.each([
    ['Subscribed', 'subscribed'],
    ['bouncing', 'unsubscribed'],
    ['', undefined],
    ['perhaps', 'perhaps'],
  ])('reads the subscription %j as %s', (text, expected) => expect(subscriptionIn(text)).toBe(expected))
})

describe('the columns of a file', () => {
  it('are recognised whatever their spelling, and prefer the person who attends', () => {
    const { at, unknown } = recognise(
      'attendances',
      ['Buyer Email', 'Attendee E-Mail', ' First  Name '],
      new Map(),
    )
    expect(Object.fromEntries(at)).toEqual({ given_name: 2, email: 1 })
    expect(unknown).toEqual(['Buyer Email'])
  })

  it('belong to the service that alone has some of them', () => {
    const systemOf = (...headings: string[]) => recognise('people', headings, new Map()).system
    expect(systemOf('email', 'can2_phone')).toBe('action_network')
    expect(systemOf('Order #', 'Email')).toBe('eventbrite')
    expect(systemOf('email', 'id')).toBeUndefined()
  })
})
