import { describe, expect, it } from 'vitest'
import { addToCalendar } from '../../../lib/calendars/add-to-calendar.js'

const site = { publicUrl: 'https://events.example.org', nativePrefix: 'service' }
const event = {
  id: 'e1',
  title: 'Tea & cake',
  origin: 'interface' as const,
  hidden: false,
  location: { venue: 'Hall', region: '', country: 'US' } as never,
}
const inDenver = {
  ...event,
  start_date: '2030-05-04T18:00:00',
  start_date_utc: '2030-05-05T00:00:00.000Z',
  location_timezone: 'America/Denver',
}

describe('the links that add an event to a calendar', () => {
  it('say its times as instants, its title, its location and its page', () => {
    const ended = { ...inDenver, end_date: '2030-05-04T19:30:00', end_date_utc: '2030-05-05T01:30:00.000Z' }
    expect(addToCalendar(site, ended)).toEqual({
      google:
        'https://calendar.google.com/calendar/render?action=TEMPLATE&text=Tea+%26+cake' +
        '&dates=20300505T000000Z%2F20300505T013000Z&location=Hall' +
        '&details=https%3A%2F%2Fevents.example.org%2Fevents%2Fe1',
      outlook:
        'https://outlook.live.com/calendar/0/deeplink/compose?path=%2Fcalendar%2Faction%2Fcompose&rru=addevent' +
        '&subject=Tea+%26+cake&startdt=2030-05-05T00%3A00%3A00Z&enddt=2030-05-05T01%3A30%3A00Z' +
        '&location=Hall&body=https%3A%2F%2Fevents.example.org%2Fevents%2Fe1',
      icalendar: 'https://events.example.org/events/e1/calendar.ics',
    })
  })

  it.each([
    ['without an end', {}],
    ['with an end before the start', { end_date: '2030-05-04T17:00:00', end_date_utc: '2030-05-04T23:00:00Z' }],
  ])('last two hours for an event %s', (_, end) => {
    expect(addToCalendar(site, { ...inDenver, ...end })?.google).toContain('dates=20300505T000000Z%2F20300505T020000Z')
  })

  it('say the wall clock where the time zone is unknown', () => {
    const { location_timezone: _unknown, ...floating } = inDenver
    expect(addToCalendar(site, floating)?.google).toContain('dates=20300504T180000%2F20300504T200000&')
  })

  it('are not there without a date', () => {
    expect(addToCalendar(site, event)).toBeUndefined()
  })
})
