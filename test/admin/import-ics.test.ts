import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anotherInstallation, listen } from '../support/given/installation.js'

type Installation = Awaited<ReturnType<typeof anotherInstallation>>

let folder: string
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ics-'))
})
afterAll(() => rm(folder, { recursive: true }))

const calendarOf = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:River', ...events, 'END:VCALENDAR', ''].join('\r\n')

const eventOf = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')

const IN_NEW_YORK = 'LOCATION:Office\\, 204 E 13th St\\, New York\\, NY 10003\\, USA'

/** Imports a calendar as it would be on 1 October 2031. */
async function importInto(target: Installation, text: string, ...more: string[]) {
  const path = join(folder, `${++files}.ics`)
  await writeFile(path, text)
  const report = `${path}.ndjson`
  const days = ['--since', '2031-10-01', '--until', '2032-10-01']
  const to = ['--group', target.group, '--report', report, '--json']
  const answer = await target.admin('import', 'ics', '--in', path, ...days, ...to, ...more)
  const lines = (await readFile(report, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return { ...answer, report: lines.map((line) => JSON.parse(line)) }
}

const eventsOf = async (target: Installation): Promise<any[]> =>
  (await target.read('events?per_page=100'))._embedded['osdi:events'].toSorted((one: any, other: any) =>
    String(one.start_date) < String(other.start_date) ? -1 : 1,
  )

const starts = (events: any[]) => events.map(({ start_date }) => start_date.slice(0, 16))

const weekly = (...more: string[]) =>
  eventOf(
    'UID:weekly@river',
    'DTSTART;TZID=America/New_York:20311020T183000',
    'DTEND;TZID=America/New_York:20311020T200000',
    'SUMMARY:Phone bank',
    IN_NEW_YORK,
    ...more,
  )

describe('import ics', () => {
  it.each([
    ['Woodruff Park\\, Atlanta\\, Georgia', { locality: 'Atlanta', region: 'GA', country: 'US' }, 'America/New_York'],
    ['Sameba\\, Tbilisi\\, Georgia', { locality: 'Tbilisi', country: 'GE' }, 'Asia/Tbilisi'],
    ['Rathaus\\, Hauptmarkt 18\\, 90403 Nürnberg\\, Germany', { locality: 'Nürnberg', country: 'DE' }, 'Europe/Berlin'],
    ['Community room\\, Library', { venue: 'Community room, Library', country: 'US' }, undefined],
  ])('places %s where it is', async (place, location, zone) => {
    const target = await anotherInstallation()
    await importInto(
      target,
      calendarOf(eventOf('UID:p', 'DTSTART:20311020T183000', 'SUMMARY:Meeting', `LOCATION:${place}`)),
    )
    const [event] = await eventsOf(target)
    expect(event.location).toMatchObject(location)
    expect(event.timezone_identifier).toBe(zone)
  })

  it('makes an event of a calendar an event with a page, at its clock and place', async () => {
    const target = await anotherInstallation()
    const { code, json, report } = await importInto(
      target,
      calendarOf(
        eventOf(
          'UID:one@river',
          'DTSTART;TZID=America/New_York:20311103T183000',
          'DURATION:PT90M',
          'SUMMARY:Teach-in\\, part 1',
          'DESCRIPTION:Bring a pen.\\nAnd <paper>.',
          'URL:https://river.example/teach-in',
          IN_NEW_YORK,
          'ATTENDEE:mailto:ana@example.org',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-PT15M',
          'END:VALARM',
        ),
      ),
    )
    expect([code, json.records.events]).toMatchObject([0, { read: 1, new: 1, refused: 0 }])
    const [event] = await eventsOf(target)
    expect(event).toMatchObject({
      title: 'Teach-in, part 1',
      start_date: '2031-11-03T18:30:00Z',
      end_date: '2031-11-03T20:00:00Z',
      timezone_identifier: 'America/New_York',
      identifiers: [expect.stringContaining('service:'), 'ical:one@river'],
      location: {
        venue: 'Office',
        address_lines: ['204 E 13th St'],
        locality: 'New York',
        postal_code: '10003',
      },
    })
    expect(event.description).toBe(
      '<p>Bring a pen.<br>And &lt;paper&gt;.</p>\n<p><a href="https://river.example/teach-in">https://river.example/teach-in</a></p>',
    )
    expect(event.browser_url).toContain('/events/')
    expect(report).toEqual([
      {
        kind: 'events',
        id: 'one@river',
        what: 'changed',
        why: expect.stringContaining('ATTENDEE'),
        fields: ['ATTENDEE'],
      },
    ])
  })

  it('makes a repeated event a series, with its exceptions, changed dates, and the clock across summer time', async () => {
    const target = await anotherInstallation()
    const changed = eventOf(
      'UID:weekly@river',
      'RECURRENCE-ID;TZID=America/New_York:20311110T183000',
      'DTSTART;TZID=America/New_York:20311111T190000',
      'DTEND;TZID=America/New_York:20311111T200000',
      'SUMMARY:Phone bank on a Tuesday',
    )
    const text = calendarOf(
      weekly('RRULE:FREQ=WEEKLY;UNTIL=20311125T000000Z', 'EXDATE;TZID=America/New_York:20311027T183000'),
      changed,
    )
    const { code, json } = await importInto(target, text)
    expect([code, json.records.events.new]).toEqual([0, 5])
    const events = await eventsOf(target)
    expect(starts(events)).toEqual([
      '2031-10-20T18:30',
      '2031-11-03T18:30',
      '2031-11-11T19:00',
      '2031-11-17T18:30',
      '2031-11-24T18:30',
    ])
    expect(events.map((each) => each['service:start_date_utc'].slice(11, 16))).toEqual([
      '22:30',
      '23:30',
      '00:00',
      '23:30',
      '23:30',
    ])
    const positions = events.map((each) => each['service:series'])
    expect(new Set(positions.map(({ id }) => id)).size).toBe(1)
    expect(positions.map(({ index, count }) => [index, count])).toEqual([1, 2, 3, 4, 5].map((i) => [i, 5]))
    expect(events[2].title).toBe('Phone bank on a Tuesday')
  })

  it('changes what it has imported, adds new dates, cancels those that are gone, and doubles nothing', async () => {
    const target = await anotherInstallation()
    await importInto(target, calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=3')))
    const same = await importInto(target, calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=3')))
    expect(same.json.records.events).toMatchObject({ read: 3, unchanged: 3, new: 0, changed: 0 })
    const [before] = await eventsOf(target)

    const longer = weekly('RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE;TZID=America/New_York:20311027T183000')
    const { json, report } = await importInto(target, calendarOf(longer.replace('Phone bank', 'Calls to voters')))
    expect(json.records.events).toMatchObject({ new: 2, changed: 3 })
    const events = await eventsOf(target)
    expect(events.map(({ title, status }) => [title, status])).toEqual([
      ['Calls to voters', 'confirmed'],
      ['Phone bank', 'cancelled'],
      ['Calls to voters', 'confirmed'],
      ['Calls to voters', 'confirmed'],
      ['Calls to voters', 'confirmed'],
    ])
    expect(events[0].identifiers).toEqual(before.identifiers)
    expect(events.map((each) => each['service:series'].index)).toEqual([1, 2, 3, 4, 5])
    expect(report.map(({ why }) => why)).toContainEqual(expect.stringContaining('does not have this date any more'))
  })

  it('doubles nothing of a feed whose UIDs change at each export, neither events nor dates of a series', async () => {
    const target = await anotherInstallation()
    const exported = (n: number, title = 'Rally') =>
      calendarOf(
        weekly('RRULE:FREQ=WEEKLY;COUNT=3').replace('UID:weekly@river', `UID:${n}-weekly@river`),
        eventOf(`UID:${n}-rally@river`, 'DTSTART:20311105T170000Z', `SUMMARY:${title}`, IN_NEW_YORK),
      )
    await importInto(target, exported(1))
    const before = await eventsOf(target)
    for (const n of [2, 3])
      expect((await importInto(target, exported(n))).json.records.events).toMatchObject({ unchanged: 4, new: 0 })
    const identifiersOf = (events: any[]) => events.map((event) => [event.identifiers, event['service:series']?.id])
    expect(identifiersOf(await eventsOf(target))).toEqual(identifiersOf(before))
    expect((await importInto(target, exported(4, 'Another rally'))).json.records.events).toMatchObject({ new: 1 })
  })

  it('keeps two events of one title, start and place apart while the calendar has both', async () => {
    const target = await anotherInstallation()
    const two = ['a@river', 'b@river'].map((uid) =>
      eventOf(`UID:${uid}`, 'DTSTART:20311105T170000Z', 'SUMMARY:Canvass', IN_NEW_YORK),
    )
    expect((await importInto(target, calendarOf(...two))).json.records.events).toMatchObject({ new: 2 })
    expect((await importInto(target, calendarOf(...two))).json.records.events).toMatchObject({ new: 0, unchanged: 2 })
  })

  it('keeps what was changed here after the calendar, and cancels what is canceled there', async () => {
    const target = await anotherInstallation()
    const one = (...more: string[]) => eventOf('UID:a', 'DTSTART:20311103T183000Z', 'SUMMARY:There', ...more)
    await importInto(target, calendarOf(one('LAST-MODIFIED:20200101T000000Z')))
    const [event] = await eventsOf(target)
    const id = event.identifiers[0].split(':')[1]
    await target.put(`events/${id}`, { title: 'Here' })
    await importInto(target, calendarOf(one('LAST-MODIFIED:20200102T000000Z')))
    expect((await eventsOf(target))[0].title).toBe('Here')
    await importInto(target, calendarOf(one('LAST-MODIFIED:20990102T000000Z', 'STATUS:CANCELLED')))
    expect(await eventsOf(target)).toMatchObject([{ title: 'Here', status: 'cancelled' }])
    await importInto(target, calendarOf(one('LAST-MODIFIED:20990103T000000Z')))
    expect(await eventsOf(target)).toMatchObject([{ status: 'cancelled' }])
  })

  it('makes one event and a series of it when it begins to repeat', async () => {
    const target = await anotherInstallation()
    await importInto(target, calendarOf(weekly()))
    await importInto(target, calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=2')))
    const events = await eventsOf(target)
    expect(events.map((each) => each['service:series']?.index)).toEqual([1, 2])
  })

  it('hides private events, leaves over ones out, and makes tentative ones drafts', async () => {
    const target = await anotherInstallation()
    const { json } = await importInto(
      target,
      calendarOf(
        eventOf('UID:p', 'DTSTART:20311103T183000Z', 'SUMMARY:P', 'CLASS:PRIVATE'),
        eventOf('UID:t', 'DTSTART:20311104T183000Z', 'SUMMARY:T', 'STATUS:TENTATIVE'),
        eventOf('UID:o', 'DTSTART:20301104T183000Z', 'SUMMARY:O'),
        eventOf('UID:d', 'DTSTART;VALUE=DATE:20311105', 'SUMMARY:D'),
      ),
    )
    expect(json.records.events).toMatchObject({ read: 4, new: 3, left_out: 1 })
    const [hidden, draft, day] = await eventsOf(target)
    expect(hidden['service:hidden']).toBe(true)
    expect(draft.status).toBe('tentative')
    expect([day.start_date, day.end_date]).toEqual(['2031-11-05T00:00:00Z', '2031-11-05T23:59:00Z'])
  })

  it('reads feeds, by the rules of every address that is fetched', async () => {
    const target = await anotherInstallation()
    let asked = 0
    const { server, base } = await listen((request, response) => {
      asked += 1
      if (request.url?.endsWith('/moved')) return response.writeHead(302, { location: '/feed.ics' }).end()
      return response.end(calendarOf(weekly('RRULE:FREQ=DAILY;COUNT=2')))
    })
    const importFrom = (address: string, settings: Record<string, string>) => {
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
      return target.admin(
        'import',
        'ics',
        '--from',
        address,
        '--group',
        target.group,
        '--json',
        '--since',
        '2031-10-01',
        '--until',
        '2032-10-01',
      )
    }
    const refused = await importFrom(`${base.replace('http:', 'https:')}/moved`, {})
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('not on the public internet')])
    expect((await importFrom(`${base}/moved`, {})).err).toContain('https://')
    expect(asked).toBe(0)
    const taken = await importFrom(`${base}/moved`, { WEBHOOK_ALLOW_PRIVATE: 'on' })
    vi.unstubAllEnvs()
    expect([taken.err, taken.json.records.events.new]).toEqual(['', 2])
    server.close()
  })

  it('writes nothing in a dry run, and refuses what is no calendar', async () => {
    const target = await anotherInstallation()
    const { json } = await importInto(target, calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=3')), '--dry-run')
    expect(json.records.events).toMatchObject({ new: 3 })
    expect(await eventsOf(target)).toEqual([])
    expect((await importInto(target, '<html>')).err).toContain('is no calendar')
    expect((await importInto(target, 'x'.repeat(10_000_001))).err).toContain('larger than 10 MB')
  })

  it('takes a file with only a changed date for the date of its series, before it and after it', async () => {
    const target = await anotherInstallation()
    const changed = (id: string, start: string, ...more: string[]) =>
      calendarOf(eventOf('UID:weekly@river', id, start, 'SUMMARY:Moved', ...more))
    const early = await importInto(
      target,
      changed('RECURRENCE-ID;TZID=America/New_York:20311103T183000', 'DTSTART;TZID=America/New_York:20311104T183000'),
    )
    expect(early.json.records.events).toMatchObject({ new: 1 })
    expect((await eventsOf(target))[0].identifiers[1]).toBe('ical:weekly@river/20311103T1830')

    const series = calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=5'))
    expect((await importInto(target, series)).json.records.events).toMatchObject({ new: 4, changed: 1 })
    const known = await eventsOf(target)
    expect(known[0].identifiers.slice(1)).toEqual(['ical:weekly@river', 'ical:weekly@river/20311020T1830'])

    for (const [id, start] of [
      ['RECURRENCE-ID;TZID=America/New_York:20311020T183000', 'DTSTART;TZID=America/New_York:20311021T183000'],
      ['RECURRENCE-ID:20311027T223000Z', 'DTSTART:20311028T223000Z'],
      ['RECURRENCE-ID;TZID=Europe/London:20311110T233000', 'DTSTART;TZID=Europe/London:20311111T233000'],
      ['RECURRENCE-ID;VALUE=DATE:20311117', 'DTSTART;TZID=America/New_York:20311118T183000'],
    ] as const)
      expect((await importInto(target, changed(id, start))).json.records.events).toMatchObject({
        read: 1,
        new: 0,
        changed: 1,
      })
    const moved = await eventsOf(target)
    expect(moved.map(({ identifiers }) => identifiers[0])).toEqual(known.map(({ identifiers }) => identifiers[0]))
    expect(moved.map((each) => each['service:start_date_utc'].slice(5, 16))).toEqual([
      '10-21T22:30',
      '10-28T22:30',
      '11-03T23:30',
      '11-11T23:30',
      '11-18T23:30',
    ])

    const canceled = changed('RECURRENCE-ID:20311103T233000Z', 'DTSTART:20311103T233000Z', 'STATUS:CANCELLED')
    await importInto(target, canceled)
    expect((await eventsOf(target)).map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'cancelled',
      'confirmed',
      'confirmed',
    ])
  })

  it('cancels all dates of a series that is canceled by mail, and takes no answers for events', async () => {
    const target = await anotherInstallation()
    const text = calendarOf(weekly('RRULE:FREQ=WEEKLY;COUNT=3'))
    await importInto(target, text)
    const answer = await importInto(target, text.replace('VERSION:2.0', 'METHOD:REPLY'))
    expect(answer.json.records.events).toMatchObject({ read: 1, left_out: 1, changed: 0 })
    expect(answer.report[0].why).toContain('METHOD:REPLY')
    expect((await eventsOf(target)).map(({ status }) => status)).toEqual(Array(3).fill('confirmed'))

    const since = ['--since', '2031-10-22']
    await importInto(target, calendarOf(weekly()).replace('VERSION:2.0', 'METHOD:CANCEL'), ...since)
    expect((await eventsOf(target)).map(({ status }) => status)).toEqual(['confirmed', 'cancelled', 'cancelled'])
    await importInto(target, calendarOf(weekly()).replace('VERSION:2.0', 'METHOD:CANCEL'))
    expect((await eventsOf(target)).map(({ status }) => status)).toEqual(Array(3).fill('cancelled'))
  })

  it('takes the same calendar for two groups', async () => {
    const target = await anotherInstallation()
    const text = calendarOf(eventOf('UID:shared', 'DTSTART:20311103T183000Z', 'SUMMARY:S'))
    await target.postAsAnother('events', { title: 'T', origin_system: 'x', identifiers: ['ical:shared'] })
    const { json, report } = await importInto(target, text)
    expect([json.records.events.new, report]).toEqual([1, [expect.objectContaining({ fields: ['UID'] })]])
    expect((await importInto(target, text)).json.records.events).toMatchObject({ new: 0, unchanged: 1 })
  })
})
