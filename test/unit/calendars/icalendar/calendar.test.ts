import { describe, expect, it } from 'vitest'
import type { CalendarEvent } from '../../../../lib/calendars/calendar.js'
import { MOST_BEFORE, MOST_TO_COME } from '../../../../lib/calendars/calendar.js'
import { calendarText } from '../../../../lib/calendars/icalendar/calendar.js'
import { RESULT_LIMIT_BYTES } from '../../../../local/http/gateway.js'
import { readCalendar, readEntry } from '../../../support/clients/calendar.js'

const anEvent = (fields: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: '0b3c8a52-8a2f-4a4e-9f0e-0c6d1c7e9a11',
  owner: 'group:1',
  origin: 'api',
  identifiers: [],
  origin_system: 'Test',
  title: 'Phone bank',
  start_date: '2030-05-04T18:30:00',
  start_date_utc: '2030-05-04T22:30:00.000Z',
  location_timezone: 'America/New_York',
  location: {
    region: '',
    country: 'US',
    language: 'en',
    location: { latitude: 38, longitude: -97, accuracy: 'Approximate' },
  },
  hidden: false,
  creator: '1',
  organizer: '1',
  explicit_creator: false,
  created_date: '2029-01-01T10:00:00.123Z',
  modified_date: '2029-02-01T11:00:00.456Z',
  revision: 3,
  ...fields,
})

const entryOf = (fields: Partial<CalendarEvent>) => readEntry(calendarText('Events', [anEvent(fields)]))

describe('an event in a calendar', () => {
  it('says who it is, when it was made and changed, and by a growing number how often', () => {
    const event = entryOf({})
    expect(event).toMatchObject({
      uid: '0b3c8a52-8a2f-4a4e-9f0e-0c6d1c7e9a11',
      summary: 'Phone bank',
      sequence: 2,
      start: '2030-05-04T22:30:00Z',
      hasEnd: false,
    })
    expect(['created', 'last-modified', 'dtstamp', 'status', 'transp'].map(event.value)).toEqual([
      '2029-01-01T10:00:00Z',
      '2029-02-01T11:00:00Z',
      '2029-02-01T11:00:00Z',
      'CONFIRMED',
      'OPAQUE',
    ])
    expect(entryOf({ revision: 4 }).sequence).toBe(3)
  })

  it('has no organizer, no attendees and no address of the API', () => {
    const { properties } = entryOf({
      instructions: 'Secret',
      identifiers: ['mobil:1'],
      total_accepted: 3,
    } as object)
    expect(properties.sort()).toEqual(
      ['created', 'dtstamp', 'dtstart', 'last-modified', 'sequence', 'status', 'summary', 'transp', 'uid'].sort(),
    )
  })

  it('stands in UTC where its time zone is known, and as its digits where it is not', () => {
    const end = { end_date: '2030-05-04T20:00:00', end_date_utc: '2030-05-05T00:00:00.000Z' }
    expect(entryOf(end)).toMatchObject({ start: '2030-05-04T22:30:00Z', end: '2030-05-05T00:00:00Z' })
    const nowhere = calendarText('Events', [{ ...withoutZone(anEvent(end)) }])
    expect(nowhere).toContain('DTSTART:20300504T183000\r\n')
    expect(readEntry(nowhere)).toMatchObject({ start: '2030-05-04T18:30:00', end: '2030-05-04T20:00:00' })
  })

  it('stands as its digits when it is from before instants were kept', () => {
    const { start_date_utc: _none, ...old } = anEvent()
    expect(readEntry(calendarText('Events', [old])).start).toBe('2030-05-04T18:30:00')
  })

  it('has an end only where that follows its start', () => {
    for (const end_date_utc of ['2030-05-04T22:30:00.000Z', '2030-05-04T21:30:00.000Z'])
      expect(entryOf({ end_date: '2030-05-04T17:30:00', end_date_utc })).toMatchObject({
        start: '2030-05-04T22:30:00Z',
        hasEnd: false,
      })
  })

  it('has its address as text, and its coordinates only if a building was found', () => {
    const { location } = anEvent()
    const hall = {
      ...location,
      venue: 'Union Hall, "big" room; east',
      address_lines: ['1 Main St'],
      locality: 'Springfield',
      region: 'IL',
      postal_code: '62701',
    }
    const approximate = entryOf({ location: hall })
    expect(approximate.location).toBe('Union Hall, "big" room; east, 1 Main St, Springfield, IL 62701, US')
    expect(approximate.properties).not.toContain('geo')
    const point = { latitude: 39.8, longitude: -89.65, accuracy: 'Rooftop' as const }
    expect(entryOf({ location: { ...hall, location: point } }).value('geo')).toBe('39.8,-89.65')
    expect(entryOf({ location: { ...location, locality: 'Hilo' } }).location).toBe('Hilo, US')
  })

  it('has its description as text, and its page', () => {
    const event = entryOf({
      description: '<p>Bring <b>water</b>;</p><p>and, well\\, friends</p>',
      browser_url: 'https://example.org/a;b,c?x=1,2;3#d',
    })
    expect(event.description).toBe('Bring water;\n\nand, well\\, friends')
    // A comma and a semicolon would be read as escapes of a text, which an address is not.
    expect(event.value('url')).toBe('https://example.org/a%3Bb%2Cc?x=1%2C2%3B3#d')
  })
})

describe('a calendar', () => {
  it('holds what callers wrote as text: nothing in it becomes a property of its own', () => {
    const evil = 'x\r\nBEGIN:VEVENT\nUID:evil\u2028\u0000\u0007;,\\n'
    const text = calendarText(evil, [
      anEvent({ title: evil, description: evil, location: { ...anEvent().location, venue: evil } }),
    ])
    const calendar = readCalendar(text)
    expect(calendar.name).toBe('x BEGIN:VEVENT UID:evil ;,\\n')
    expect(calendar.events).toHaveLength(1)
    expect(calendar.events[0]).toMatchObject({
      uid: anEvent().id,
      summary: 'x BEGIN:VEVENT UID:evil ;,\\n',
      location: 'x BEGIN:VEVENT UID:evil ;,\\n, US',
    })
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
  })

  it('has lines of at most 75 bytes, each of which ends as RFC 5545 says', () => {
    const title = 'Größe 🎉 '.repeat(25).trim()
    const text = calendarText(title, [anEvent({ title, description: 'Ж'.repeat(500) })])
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n]/)
    }
    expect(readEntry(text)).toMatchObject({ summary: title, description: 'Ж'.repeat(500) })
  })

  it('cuts texts that are too long, between characters, and leaves out an address that is too long', () => {
    const event = entryOf({
      title: '🎉'.repeat(400),
      browser_url: `https://example.org/${'a'.repeat(2_000)}`,
    })
    expect(event.summary).toBe(`${'🎉'.repeat(124)}…`)
    expect(event.properties).not.toContain('url')
  })

  it('is brief where anybody may ask for many, without a part of a tag', () => {
    const brief = (description: string) =>
      readEntry(calendarText('Events', [anEvent({ description })], { length: 'brief' }))
    expect(brief('Bring a <b>dish</b>').description).toBe('Bring a dish')
    expect(brief('word '.repeat(1_000)).description).toMatch(/^word word .{289}…$/)
    const tagged = brief(`Begin ${'<b></b>'.repeat(170)}<a href="https://example.org/">link</a> end`).description
    expect(tagged).toBe('Begin…')
  })

  it('is the same text for the same events, whenever it is asked for', () => {
    const events = [anEvent(), anEvent({ id: '1', title: 'Other' })]
    expect(calendarText('Events', events)).toBe(calendarText('Events', structuredClone(events)))
  })

  it('fits the answer of a Lambda at its fullest', () => {
    const event = anEvent({
      title: '\\'.repeat(10_000),
      description: '\\'.repeat(10_000),
      browser_url: `https://example.org/${'a'.repeat(970)}`,
      location: { ...anEvent().location, venue: '\\'.repeat(10_000) },
    })
    const text = calendarText(
      'Events',
      Array.from({ length: MOST_TO_COME + MOST_BEFORE }, () => event),
    )
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(RESULT_LIMIT_BYTES)
  })
})

function withoutZone({ location_timezone: _none, ...event }: CalendarEvent): CalendarEvent {
  return { ...event, start_date_utc: '2030-05-04T18:30:00.000Z', end_date_utc: '2030-05-04T20:00:00.000Z' }
}
