import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarWindow } from '../../../../lib/imports/calendar/calendar-window.js'
import { planDates } from '../../../../lib/imports/calendar/plan-dates.js'
import { readCalendar } from '../../../../lib/imports/calendar/read-calendar.js'
import { zoneNamed } from '../../../../lib/imports/calendar/zones.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (...lines: string[]) => readCalendar(bytesOf(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\n')))
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u', 'SUMMARY:S', ...lines, 'END:VEVENT'].join('\n')
const window = calendarWindow(new Date('2031-10-01T00:00:00Z'))

async function datesOf(...lines: string[]) {
  const calendar = await read(event(...lines))
  return planDates(calendar?.entries[0] as never, window).dates.map(({ instant }) => instant.slice(0, 16))
}

describe('a calendar', () => {
  it('takes no time for a line with very many parameters, whose event is refused alone', async () => {
    const begun = performance.now()
    const many = Array.from({ length: 40_000 }, (_, i) => `;P${i}=1`).join('')
    const calendar = await read(event(`SUMMARY${many}:Long`), event('DTSTART:20311101T100000Z'))
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(calendar?.faults.map(({ what }) => what)).toEqual(['refused'])
    expect(calendar?.entries).toHaveLength(1)
    const few = Array.from({ length: 100 }, (_, i) => `;P${i}="a;b:c"`).join('')
    const taken = await read(event(`COMMENT${few}:Short`, 'DTSTART:20311101T100000Z'))
    expect(taken?.faults).toEqual([])
  })

  it('is read with any ends of lines, folded lines and encodings', async () => {
    const text =
      'BEGIN:VCALENDAR\rBEGIN:VEVENT\rUID:u\rDTSTART:20311103T183000\rSUMMARY:Caf\r é\rEND:VEVENT\rEND:VCALENDAR'
    expect((await readCalendar(bytesOf(text)))?.entries[0]?.first.title).toBe('Café')
    expect((await readCalendar(Buffer.from(text, 'latin1')))?.entries[0]?.first.title).toBe('Café')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect((await readCalendar(wide))?.entries[0]?.first.title).toBe('Café')
  })

  it.each(['', '\n\n', '  \n\t', '\r\n ', '\uFEFF', '\uFEFF\n'])('is read after blanks: %j', async (blanks) => {
    const text = ['BEGIN:VCALENDAR', event('DTSTART:20311103T183000'), 'END:VCALENDAR'].join('\n')
    for (const bytes of [bytesOf(blanks + text), Buffer.from(`\uFEFF${blanks}${text}`, 'utf16le')])
      expect((await readCalendar(bytes))?.entries).toHaveLength(1)
  })

  it.each([
    ['an empty rule', 'RRULE:', ['2031-11-03T18:30']],
    ['an empty date', 'RDATE:\nEXDATE;VALUE=DATE:', ['2031-11-03T18:30']],
    ['a line of a program without a colon', 'X-APPLE-RADIUS=49.9', ['2031-11-03T18:30']],
    ['no count', 'RRULE:FREQ=WEEKLY;UNTIL=20311112T000000Z;COUNT=-1', ['2031-11-03T18:30', '2031-11-10T18:30']],
  ])('passes over what says nothing: %s', async (_, line, dates) => {
    expect(await datesOf('DTSTART:20311103T183000', line)).toEqual(dates)
  })

  it('refuses an event that is malformed alone', async () => {
    const calendar = await read(
      event('DTSTART:20311103T183000'),
      'BEGIN:VEVENT\nUID:v\nno line\nEND:VEVENT',
      'BEGIN:VEVENT\nUID:w\nEND:VEVENT',
      'BEGIN:VEVENT\nUID:x\nDTSTART:20310230T100000\nEND:VEVENT',
      'BEGIN:VEVENT\nUID:cut',
    )
    expect(calendar?.entries.map(({ uid }) => uid)).toEqual(['u'])
    expect(calendar?.faults.map(({ id }) => id)).toEqual(['v', 'w', 'x', 'cut'])
    for (const { why } of calendar?.faults ?? []) expect(why).toMatch(/^It cannot be read/)
  })

  it('never throws, whatever it holds', async () => {
    const lines = fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VALARM',
      'END:VALARM',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      'DTSTART:20311103T183000Z',
      'DTSTART;VALUE=DATE:20311103',
      'DTSTART;TZID=Nowhere:20311103T183000',
      'RRULE:FREQ=SECONDLY',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'RRULE:',
      'DURATION:-P1D',
      'DURATION:P99999999D',
      'EXDATE:20311103T183000Z',
      'RDATE;VALUE=PERIOD:20311103T183000Z/PT1H',
      'RECURRENCE-ID:20311103',
      'UID:u',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(lines, fc.string())), async (all) => {
        for (const entry of (await read(...all))?.entries ?? [])
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
  it('are those of a year, of a rule without an end', async () => {
    expect(await datesOf('DTSTART:20200101T120000Z', 'RRULE:FREQ=WEEKLY')).toHaveLength(53)
    expect(await datesOf('DTSTART:20200101T120000Z', 'RRULE:FREQ=DAILY')).toHaveLength(367)
    expect(await datesOf('DTSTART:20310101T120000Z', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1TU')).toEqual([
      '2031-11-04T12:00',
    ])
  })

  it('include the first one, further ones and changed ones', async () => {
    expect(
      await datesOf('DTSTART:20311103T100000', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2', 'RDATE:20311120T100000'),
    ).toEqual(['2031-11-03T10:00', '2031-11-04T10:00', '2031-11-11T10:00', '2031-11-20T10:00'])
  })

  it.each([
    ['is finer than a day', 'FREQ=SECONDLY'],
    ['has no frequency', 'COUNT=3'],
    ['has conditions that never hold', 'FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30'],
    ['is by hours within days', 'FREQ=DAILY;BYHOUR=1,2,3'],
  ])('are none where the rule %s', async (_, rule) => {
    await expect(datesOf('DTSTART:20311103T100000', `RRULE:${rule}`)).rejects.toThrow()
  })

  it('end soon where the conditions of months or years never hold', async () => {
    expect(await datesOf('DTSTART:20311103T100000', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')).toEqual([
      '2031-11-03T10:00',
    ])
    expect(await datesOf('DTSTART:20311103T100000', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2')).toHaveLength(1)
  })
})

describe('a changed date', () => {
  const series = (...lines: string[]) => ({
    read: (...changed: string[]) => read(event(...lines), event(...changed)),
  })
  const plan = async (calendar: ReturnType<typeof read>) =>
    planDates((await calendar)?.entries[0] as never, window).dates.map(({ instant, isCanceled }) =>
      [instant.slice(0, 16), ...(isCanceled ? ['canceled'] : [])].join(' '),
    )
  const weekly = series('DTSTART;TZID=America/New_York:20311201T180000', 'RRULE:FREQ=WEEKLY;COUNT=2')

  it.each([
    ['the zone of the series', 'RECURRENCE-ID;TZID=America/New_York:20311208T180000'],
    ['another zone', 'RECURRENCE-ID;TZID=Europe/London:20311208T230000'],
    ['UTC', 'RECURRENCE-ID:20311208T230000Z'],
    ['a day', 'RECURRENCE-ID;VALUE=DATE:20311208'],
    ['a clock without a zone', 'RECURRENCE-ID:20311208T180000'],
  ])('replaces the one that it names, in %s, whatever the zone of its new start', async (_, id) => {
    for (const start of ['DTSTART;TZID=Europe/London:20311209T000000', 'DTSTART:20311209T000000Z'])
      expect(await plan(weekly.read(id, start))).toEqual(['2031-12-01T23:00', '2031-12-09T00:00'])
    expect(await plan(weekly.read(id, 'DTSTART:20311208T230000Z', 'STATUS:CANCELED'))).toEqual([
      '2031-12-01T23:00',
      '2031-12-08T23:00 canceled',
    ])
  })

  it('is left out by a later exception of its series, not by an earlier one', async () => {
    const change = (stamp: string) => [
      'RECURRENCE-ID;TZID=America/New_York:20311208T180000',
      `DTSTAMP:${stamp}`,
      'DTSTART;TZID=America/New_York:20311209T180000',
    ]
    const excepted = series(
      'DTSTART;TZID=America/New_York:20311201T180000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'EXDATE;TZID=America/New_York:20311208T180000',
      'DTSTAMP:20310102T000000Z',
    )
    expect(await plan(excepted.read(...change('20310101T000000Z')))).toEqual(['2031-12-01T23:00'])
    expect(await plan(excepted.read(...change('20310103T000000Z')))).toHaveLength(2)
  })
})

describe('a rule', () => {
  it('counts on the clock of its start, also where the calendar shows another zone', async () => {
    const utc = (zone: string, start: string, rule: string) =>
      read(`X-WR-TIMEZONE:${zone}`, event(`DTSTART:${start}`, `RRULE:${rule}`)).then((calendar) =>
        planDates(calendar?.entries[0] as never, window).dates.map((date) => [date.instant.slice(0, 16), date.zone]),
      )
    expect(await utc('America/New_York', '20311007T020000Z', 'FREQ=WEEKLY;BYDAY=TU;COUNT=3')).toEqual([
      ['2031-10-07T02:00', 'America/New_York'],
      ['2031-10-14T02:00', 'America/New_York'],
      ['2031-10-21T02:00', 'America/New_York'],
    ])
    expect(await utc('Pacific/Auckland', '20311031T200000Z', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2')).toEqual([
      ['2031-10-31T20:00', 'Pacific/Auckland'],
      ['2031-11-30T20:00', 'Pacific/Auckland'],
    ])
    expect(
      await datesOf('DTSTART;TZID=America/New_York:20311028T220000', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2'),
    ).toEqual(['2031-10-29T02:00', '2031-11-05T03:00'])
  })

  it.each([
    ['in small letters', 'freq=weekly;byday=mo,tu;count=3', ['11-03', '11-04', '11-10']],
    ['with positions in a week', 'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=3', ['11-03', '11-04', '11-11', '11-18']],
    ['by days of the month', 'FREQ=DAILY;BYMONTHDAY=3,5;COUNT=3', ['11-03', '11-05', '12-03']],
    ['with the time of its start', 'FREQ=DAILY;COUNT=2;BYHOUR=10;BYMINUTE=0;BYSECOND=0', ['11-03', '11-04']],
    ['that ends with a semicolon', 'FREQ=DAILY;COUNT=2;', ['11-03', '11-04']],
  ])('%s is read', async (_, rule, days) => {
    const found = await datesOf('DTSTART:20311103T100000', `RRULE:${rule}`)
    expect(found).toEqual(days.map((day) => `2031-${day}T10:00`))
  })

  it.each(['FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2', 'FREQ=DAILY;INTERVAL=2;BYMONTHDAY=30', 'FREQ=DAILY;BYHOUR=9'])(
    '%s is refused: it may never hold, or is finer than a day',
    (rule) => expect(datesOf('DTSTART:20311103T100000', `RRULE:${rule}`)).rejects.toThrow(),
  )
})

describe('what is mailed about an event', () => {
  const mailed = (method: string, ...lines: string[]) => read(`METHOD:${method}`, event(...lines))

  it.each(['CANCEL', 'cancel'])('cancels it with METHOD:%s', async (method) => {
    const calendar = await mailed(method, 'DTSTART:20311103T100000Z')
    expect(calendar?.entries[0]?.first.status).toBe('CANCELLED')
    expect((await mailed(method, 'RECURRENCE-ID:20311103T100000Z'))?.entries[0]?.first.start.clock).toBe(
      '2031-11-03T10:00:00',
    )
  })

  it.each(['CANCELLED', 'CANCELED', 'cancelled'])('cancels it with STATUS:%s', async (status) => {
    const calendar = await mailed('REQUEST', 'DTSTART:20311103T100000Z', `STATUS:${status}`)
    expect(calendar?.entries[0]?.first.status).toBe('CANCELLED')
  })

  it.each(['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH'])('is no event with METHOD:%s', async (method) => {
    const calendar = await mailed(method, 'DTSTART:20311103T100000Z')
    expect(calendar).toMatchObject({
      entries: [],
      faults: [{ id: 'u', what: 'left_out', why: expect.stringContaining(method) }],
    })
  })

  it.each(['PUBLISH', 'REQUEST'])('is an event with METHOD:%s', async (method) => {
    const calendar = await mailed(method, 'DTSTART:20311103T100000Z')
    expect(calendar).toMatchObject({ faults: [], entries: [{ first: { status: '' } }] })
  })
})

describe('events of one UID', () => {
  it('with several starts are several events, each with a line', async () => {
    const calendar = await read(event('DTSTART:20311103T100000Z'), event('DTSTART:20311104T100000Z'))
    expect(calendar?.entries.map(({ uid }) => uid)).toEqual(['u/20311103T1000', 'u/20311104T1000'])
    for (const { first } of calendar?.entries ?? [])
      expect(first.losses).toContainEqual({ field: 'UID', why: expect.stringContaining('Other events') })
  })

  it('that are versions of one are the newest, with a line for each older one', async () => {
    const calendar = await read(
      event('DTSTART:20311104T100000Z', 'SEQUENCE:2'),
      event('DTSTART:20311103T100000Z', 'SEQUENCE:1'),
      event('DTSTART:20311104T100000Z', 'SEQUENCE:2', 'DTSTAMP:20310101T000000Z', 'LOCATION:Here'),
    )
    expect(calendar?.entries).toMatchObject([{ uid: 'u', first: { location: 'Here' } }])
    expect(calendar?.faults.map(({ what }) => what)).toEqual(['left_out', 'left_out'])
  })

  it('in several calendars of one file have the zone of their own', async () => {
    const one = (zone: string, uid: string) =>
      `X-WR-TIMEZONE:${zone}\n${event('DTSTART:20311103T100000').replace('UID:u', `UID:${uid}`)}`
    const calendar = await read(
      one('America/New_York', 'a'),
      'END:VCALENDAR',
      'BEGIN:VCALENDAR',
      one('Asia/Tokyo', 'b'),
    )
    expect(calendar?.entries.map(({ uid, first }) => [uid, first.start.zone])).toEqual([
      ['a', 'America/New_York'],
      ['b', 'Asia/Tokyo'],
    ])
  })
})

describe('a text', () => {
  const bytes = (folded: string) => Buffer.from(folded, 'latin1')
  const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  const title = async (line: string, other = '') =>
    (
      await readCalendar(
        bytes(
          `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTART:20311103T100000\r\nSUMMARY:${line}\r\n${other}END:VEVENT\r\nEND:VCALENDAR`,
        ),
      )
    )?.entries[0]?.first.title

  it.each(['é', '€', '🎉'])('is read where a line is folded within %s', async (letter) => {
    const [first, ...rest] = utf8(letter)
    expect(await title(`Caf${first}\r\n ${rest.join('')} ${utf8('ü')}`)).toBe(`Caf${letter} ü`)
    expect(await title(`Caf${first}\n\t${rest.join('')}`)).toBe(`Caf${letter}`)
  })

  it('in another encoding leaves the other lines as they are', async () => {
    expect(await title(utf8('Café'), 'LOCATION:Stra\xdfe\r\n')).toBe('Café')
    expect(await title('Caf\xe9', `LOCATION:${utf8('Straße')}\r\n`)).toBe('Café')
  })
})

describe('a time in a form of its own', () => {
  const times = async (...lines: string[]) => {
    const [entry] = (await read(event(...lines)))?.entries ?? []
    const [date] = planDates(entry as never, window).dates
    return [date?.start, date?.end, entry?.first.start.isDay].map((each) =>
      each instanceof Object ? String(Object.values(each)[0]).slice(0, 16) : each,
    )
  }

  it.each([
    ['VALUE=DATE with a time', ['DTSTART;VALUE=DATE:20311201T200000Z'], ['2031-12-01T20:00', undefined, false]],
    ['a day without VALUE=DATE', ['DTSTART:20311206'], ['2031-12-06T00:00', '2031-12-06T23:59', true]],
    [
      'a day that ends on itself',
      ['DTSTART:20311206', 'DTEND:20311206'],
      ['2031-12-06T00:00', '2031-12-06T23:59', true],
    ],
    [
      'a day that ends before it',
      ['DTSTART:20311206', 'DTEND:20311205'],
      ['2031-12-06T00:00', '2031-12-06T23:59', true],
    ],
    [
      'two days',
      ['DTSTART;VALUE=DATE:20311206', 'DTEND;VALUE=DATE:20311208'],
      ['2031-12-06T00:00', '2031-12-07T23:59', true],
    ],
    ['no seconds', ['DTSTART:20311206T1830'], ['2031-12-06T18:30', undefined, false]],
    ['dashes and colons', ['DTSTART:2031-12-06T18:30:00'], ['2031-12-06T18:30', undefined, false]],
    [
      'hours over a change of clocks',
      ['DTSTART;TZID=America/New_York:20311101T220000', 'DURATION:PT8H'],
      ['2031-11-01T22:00', '2031-11-02T05:00', false],
    ],
    [
      'a day over a change of clocks',
      ['DTSTART;TZID=America/New_York:20311101T220000', 'DURATION:P1D'],
      ['2031-11-01T22:00', '2031-11-02T22:00', false],
    ],
    [
      'hours',
      ['DTSTART;TZID=America/New_York:20311201T220000', 'DURATION:PT8H'],
      ['2031-12-01T22:00', '2031-12-02T06:00', false],
    ],
    [
      'a zone together with UTC',
      ['DTSTART;TZID=America/New_York:20311206T180000Z'],
      ['2031-12-06T18:00', undefined, false],
    ],
  ])('is read: %s', async (_, lines, expected) => expect(await times(...lines)).toEqual(expected))

  it('with a zone together with UTC is reported', async () => {
    const [entry] = (await read(event('DTSTART;TZID=America/New_York:20311206T180000Z')))?.entries ?? []
    expect(entry?.first).toMatchObject({
      start: { isUtc: true, zone: 'America/New_York' },
      losses: [{ field: 'DTSTART', why: expect.stringContaining('UTC with a time zone') }],
    })
  })

  it('is refused in words for people where it is none', async () => {
    for (const line of ['DTSTART:soon', 'DTSTART:', 'RRULE:FREQ', 'no line', 'DTSTART;TZID=:x']) {
      const { faults } = (await read(event('DTSTART:20311206T100000', line))) ?? {}
      for (const { why } of faults ?? []) expect(why).not.toMatch(/operator|undefined|null|"\w+-\w+"|NaN/)
    }
  })
})

describe('a time zone', () => {
  it('is known by the database, with a path before it, by Windows, and by its offsets', async () => {
    expect((await zoneNamed('America/New_York', undefined, 2031)).zone).toBe('America/New_York')
    expect((await zoneNamed('/mozilla.org/20050126_1/Europe/Berlin', undefined, 2031)).zone).toBe('Europe/Berlin')
    expect((await zoneNamed('Eastern Standard Time', undefined, 2031)).zone).toBe('America/New_York')
    const definition = [
      'BEGIN:STANDARD',
      'DTSTART:16011104T020000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0600',
      'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010311T020000',
      'TZOFFSETFROM:-0600',
      'TZOFFSETTO:-0500',
      'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
      'END:DAYLIGHT',
    ].join('\n')
    expect(await zoneNamed('Customized Time Zone', definition, 2031)).toMatchObject({
      zone: 'America/Chicago',
      why: expect.stringContaining('by its offsets'),
    })
  })

  const definition = (standard: string[], daylight?: string[]) => {
    const part = (kind: string, [from, to, rule]: string[]) => [
      `BEGIN:${kind}`,
      'DTSTART:16010101T020000',
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      ...(rule ? [`RRULE:FREQ=YEARLY;${rule}`] : []),
      `END:${kind}`,
    ]
    return [...part('STANDARD', standard), ...(daylight ? part('DAYLIGHT', daylight) : [])].join('\r\n')
  }
  const EASTERN = definition(['-0400', '-0500', 'BYDAY=1SU;BYMONTH=11'], ['-0500', '-0400', 'BYDAY=2SU;BYMONTH=3'])
  const SYDNEY = definition(['+1100', '+1000', 'BYDAY=1SU;BYMONTH=4'], ['+1000', '+1100', 'BYDAY=1SU;BYMONTH=10'])
  const CHILE = definition(['-0300', '-0400', 'BYDAY=1SU;BYMONTH=4'], ['-0400', '-0300', 'BYDAY=1SU;BYMONTH=9'])
  const TOKYO = definition(['+0900', '+0900'])

  it.each([
    ['Eastern Standard Time', undefined, 'America/New_York'],
    ['eastern standard time 1', undefined, 'America/New_York'],
    ['Tasmania Standard Time', undefined, 'Australia/Hobart'],
    ['Nepal Standard Time', undefined, 'Asia/Katmandu'],
    ['Sao Tome Standard Time', undefined, 'Africa/Sao_Tome'],
    ['West Bank Standard Time', undefined, 'Asia/Hebron'],
    ['Line Islands Standard Time', undefined, 'Pacific/Kiritimati'],
    ['(UTC-05:00) Eastern Time (US & Canada)', undefined, 'America/New_York'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', undefined, 'Europe/Amsterdam'],
    ['(GMT-08:00) Pacific Time (US & Canada)', undefined, 'America/Los_Angeles'],
    ['(UTC+05:00) Amsterdam', undefined, undefined],
    ['(UTC-05:00) Eastern Time (US & Canada)', EASTERN, 'America/New_York'],
    ['Our zone 2', SYDNEY, 'Australia/Sydney'],
    ['Santiago', CHILE, 'America/Santiago'],
    ['Customized Time Zone', TOKYO, 'Asia/Tokyo'],
    ['AST', EASTERN, 'America/New_York'],
    ['Pacific Standard Time', SYDNEY, 'Australia/Sydney'],
    ['EST', EASTERN, 'America/New_York'],
    ['US-Eastern', undefined, 'US/Eastern'],
    ['US-Eastern', EASTERN, 'US/Eastern'],
    ['US-Eastern', SYDNEY, 'Australia/Sydney'],
    ['America-Chicago', undefined, 'America/Chicago'],
    ['US-Atlantis', undefined, undefined],
    ['EST', undefined, 'EST'],
    ['America/Chicago', EASTERN, 'America/Chicago'],
    ['Customized Time Zone', EASTERN.replace('YEARLY', 'SECONDLY'), undefined],
  ])('"%s" is understood, by the definition in the file first', async (name, defined, zone) =>
    expect((await zoneNamed(name, defined, 2031)).zone).toBe(zone),
  )

  it('is unknown by a name of a megabyte, whose parts are not tried one by one', async () => {
    for (const part of ['a/', 'a,'])
      expect((await zoneNamed(part.repeat(500_000), undefined, 2031)).zone).toBeUndefined()
  })

  it('of every name that Windows has is known', async () => {
    const { WINDOWS_TO_IANA_MAP } = await import('windows-iana')
    const names = new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName))
    expect(names.size).toBeGreaterThan(130)
    for (const name of names) expect([name, (await zoneNamed(name, undefined, 2031)).zone]).not.toContain(undefined)
  })

  it('that is unknown leaves the clock as it is, and says so', async () => {
    const [entry] = (await read(event('DTSTART;TZID=Middle-earth/Shire:20311103T100000')))?.entries ?? []
    expect(entry?.first).toMatchObject({ start: { clock: '2031-11-03T10:00:00', zone: undefined } })
    expect(entry?.first.losses).toEqual([{ field: 'DTSTART', why: expect.stringContaining('Middle-earth') }])
  })
})
