import type { Operation, Operations } from '../../hal/descriptions/operation.js'

const answer = { mediaType: 'text/calendar', description: 'iCalendar (RFC 5545)' }
const calendar = (summary: string): Operation => ({
  tag: 'Calendars',
  summary,
  answer,
  isFile: true,
  validated: true,
})

/** Returns the operation of a version, with a key. */
export const calendarOperations = (version: 'v1' | 'v2'): Operations => ({
  [`${version}/get-calendar`]: calendar('Reads the events of your key around today as a calendar'),
  [`${version}/get-campaign-calendar`]: calendar('Reads the events of a campaign around today as a calendar'),
  [`${version}/get-event-calendar`]: calendar('Reads an event that has a date as a calendar'),
})

/** Operations at the address that calendar programs subscribe to. */
export const subscribedOperations: Operations = {
  'calendars/get-calendar': {
    ...calendar('Reads a calendar at the address that its owner gave away'),
    description: 'Without hidden events. An address that was revoked answers as one that never was.',
  },
}
