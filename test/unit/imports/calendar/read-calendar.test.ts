import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarWindow } from '../../../../lib/imports/calendar/calendar-window.js'
import { planDates } from '../../../../lib/imports/calendar/plan-dates.js'
import { readCalendar } from '../../../../lib/imports/calendar/read-calendar.js'
import { zoneNamed } from '../../../../lib/imports/calendar/zones.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (...lines: string[]) =>
  readCalendar(bytesOf(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\n')))
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:u', 'SUMMARY:S', ...lines, 'END:VEVENT'].join('\n')
const window = calendarWindow(new Date('2031-10-01T00:00:00Z'))

function datesOf(...lines: string[]) {
  const calendar = read(event(...lines))
  return planDates(calendar?.entries[0] as never, window).dates.map(({ instant }) => instant.slice(0, 16))
}

describe('a calendar', () => {
  it('is read with any ends of lines, folded lines and encodings', () => {
    const text =
      'BEGIN:VCALENDAR\rBEGIN:VEVENT\rUID:u\rDTSTART:20311103T183000\rSUMMARY:Caf\r é\rEND:VEVENT\rEND:VCALENDAR'
    expect(readCalendar(bytesOf(text))?.entries[0]?.first.title).toBe('Café')
    expect(readCalendar(Buffer.from(text, 'latin1'))?.entries[0]?.first.title).toBe('Café')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect(readCalendar(wide)?.entries[0]?.first.title).toBe('Café')
  })

  it('refuses an event that is malformed alone', () => {
    const calendar = read(
      event('DTSTART:20311103T183000'),
      'BEGIN:VEVENT\nUID:v\nno line\nEND:VEVENT',
      'BEGIN:VEVENT\nUID:w\nEND:VEVENT',
      'BEGIN:VEVENT\nUID:x\nDTSTART:20310230T100000\nEND:VEVENT',
      'BEGIN:VEVENT\nUID:cut',
    )
    expect(calendar?.entries.map(({ uid }) => uid)).toEqual(['u'])
    expect(calendar?.faults.map(({ uid }) => uid)).toEqual(['v', 'w', 'x', 'cut'])
    for (const { why } of calendar?.faults ?? []) expect(why).toMatch(/^It cannot be read/)
  })

  it('never throws, whatever it holds', () => {
    const lines = fc.constantFrom(
      ...['BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VALARM', 'END:VALARM', 'BEGIN:VTIMEZONE', 'END:VTIMEZONE'],
      ...['DTSTART:20311103T183000Z', 'DTSTART;VALUE=DATE:20311103', 'DTSTART;TZID=Nowhere:20311103T183000'],
      ...[
        'RRULE:FREQ=SECONDLY',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'RRULE:',
        'DURATION:-P1D',
        'DURATION:P99999999D',
      ],
      ...[
        'EXDATE:20311103T183000Z',
        'RDATE;VALUE=PERIOD:20311103T183000Z/PT1H',
        'RECURRENCE-ID:20311103',
        'UID:u',
      ],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(lines, fc.string())), (all) => {
        for (const entry of read(...all)?.entries ?? [])
          try {
            planDates(entry, window)
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid' })
          }
      }),
    )
  })
})

describe('the dates of a repeated event', () => {
  it('are those of a year, of a rule without an end', () => {
    expect(datesOf('DTSTART:20200101T120000Z', 'RRULE:FREQ=WEEKLY')).toHaveLength(53)
    expect(datesOf('DTSTART:20200101T120000Z', 'RRULE:FREQ=DAILY')).toHaveLength(367)
    expect(datesOf('DTSTART:20310101T120000Z', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1TU')).toEqual([
      '2031-11-04T12:00',
    ])
  })

  it('include the first one, further ones and changed ones', () => {
    expect(
      datesOf('DTSTART:20311103T100000', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2', 'RDATE:20311120T100000'),
    ).toEqual(['2031-11-03T10:00', '2031-11-04T10:00', '2031-11-11T10:00', '2031-11-20T10:00'])
  })

  it.each([
    ['is finer than a day', 'FREQ=SECONDLY'],
    ['has no frequency', 'COUNT=3'],
    ['has conditions that never hold', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['is by hours within days', 'FREQ=DAILY;BYHOUR=1,2,3'],
  ])('are none where the rule %s', (_, rule) => {
    expect(() => datesOf('DTSTART:20311103T100000', `RRULE:${rule}`)).toThrow()
  })

  it('end soon where the conditions of months or years never hold', () => {
    expect(datesOf('DTSTART:20311103T100000', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')).toEqual([
      '2031-11-03T10:00',
    ])
    expect(datesOf('DTSTART:20311103T100000', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2')).toHaveLength(1)
  })
})

describe('a time zone', () => {
  it('is known by the database, with a path before it, by Windows, and by its offsets', () => {
    expect(zoneNamed('America/New_York', undefined).zone).toBe('America/New_York')
    expect(zoneNamed('/mozilla.org/20050126_1/Europe/Berlin', undefined).zone).toBe('Europe/Berlin')
    expect(zoneNamed('Eastern Standard Time', undefined).zone).toBe('America/New_York')
    const definition = [
      ...['BEGIN:STANDARD', 'TZOFFSETTO:-0600', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'TZOFFSETTO:-0500', 'END:DAYLIGHT'],
    ].join('\n')
    expect(zoneNamed('Customized Time Zone', definition)).toMatchObject({
      zone: 'America/Chicago',
      why: expect.stringContaining('by its offsets'),
    })
  })

  it('that is unknown leaves the clock as it is, and says so', () => {
    const [entry] = read(event('DTSTART;TZID=Middle-earth/Shire:20311103T100000'))?.entries ?? []
    expect(entry?.first).toMatchObject({ start: { clock: '2031-11-03T10:00:00', zone: undefined } })
    expect(entry?.first.losses).toEqual([{ field: 'DTSTART', why: expect.stringContaining('Middle-earth') }])
  })
})
