import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, assignPending, demo, get, givenEvent, givenInterfaceEvent, violations } from '../support/service.js'
import { sized, timeFor } from '../support/size.js'
import { adminOf } from './admin.js'

const admin = adminOf({
  TABLE_NAME: address.tableName,
  DYNAMODB_ENDPOINT: address.endpoint,
  PUBLIC_URL: 'https://events.example.org',
})
const group = ['--group', demo.group.id]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function fileOf(content: string | Uint8Array) {
  const path = join(folder, `${++files}.csv`)
  await writeFile(path, content)
  return path
}
const importCsv = async (kind: string, content: string | Uint8Array, ...more: string[]) =>
  admin('import', 'csv', kind, ...group, '--in', await fileOf(content), ...more, '--json')

const personWith = async (email: string) => {
  const { body } = await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${email}'`)}`)
  return body._embedded['osdi:people'][0]
}
const attendancesOf = async (path: string) => {
  await assignPending()
  return (await get(`${path}/attendances`)).body._embedded['osdi:attendances'] as any[]
}

describe('import csv people', () => {
  it('records people with the columns of Action Network, and is safe to repeat', async () => {
    const csv = [
      'Email,first_name,last_name,zip_code,can2_user_city,can2_state_abbreviated,can2_subscription_status,can2_phone,can2_user_tags,uuid,Shirt',
      'an@example.org,Ada,Lovelace,20009,Washington,DC,unsubscribed,(202) 555-0143,"Volunteer, Host",5f1c,L',
    ].join('\n')
    for (let i = 0; i < 2; i++) {
      const { code, json } = await importCsv('people', csv, '--custom-fields')
      expect([code, json.rows, json.recorded, json.ignored_columns]).toEqual([0, 1, 1, ['Shirt']])
    }
    const person = await personWith('an@example.org')
    expect(person).toMatchObject({
      given_name: 'Ada',
      family_name: 'Lovelace',
      email_addresses: [{ status: 'unsubscribed' }],
      phone_numbers: [{ number: '12025550143' }],
      postal_addresses: [{ postal_code: '20009', region: 'DC' }],
      custom_fields: { Shirt: 'L' },
    })
    expect(person.identifiers).toContain('action_network:5f1c')
    const { body } = await get('/api/v2/tags')
    expect(body._embedded['osdi:tags'].map(({ name }: any) => name)).toEqual(
      expect.arrayContaining(['Volunteer', 'Host']),
    )
  })

  it.each([
    [
      'UTF-8 with a byte order mark and semicolons',
      Buffer.from('\u{feff}Vorname;Nachname;E-Mail\nJürgen;Groß;bom@example.org\n'),
    ],
    ['UTF-16 with tabs', Buffer.from('\u{feff}Vorname\tNachname\tE-Mail\nJürgen\tGroß\tbom@example.org\n', 'utf16le')],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('Vorname,Nachname,E-Mail\r\nJürgen,Groß,bom@example.org\r\n', 'utf16le'),
    ],
    ['Windows-1252', Buffer.from('Vorname,Nachname,E-Mail\rJürgen,Groß,bom@example.org\r', 'latin1')],
  ])('reads %s', async (_, bytes) => {
    const { json } = await importCsv('people', bytes)
    expect(json).toMatchObject({ rows: 1, recorded: 1, refused: 0 })
    expect(await personWith('bom@example.org')).toMatchObject({ given_name: 'Jürgen', family_name: 'Groß' })
  })

  it('writes nothing in a dry run, and says what is wrong with every row by its heading', async () => {
    const csv = 'Name,Email Address,Mobile\nGood One,dry@example.org,\nBad One,nowhere,12\nNo One,,\n'
    const { code, json } = await importCsv('people', csv, '--dry-run')
    expect([code, json.rows, json.recorded, json.refused, json.dry_run]).toEqual([1, 3, 1, 2, true])
    expect(json.refusals[0]).toMatchObject({
      line: 3,
      problem: expect.stringMatching(/^Email Address: must be .*; Mobile: must be /),
    })
    expect(json.refusals[1].problem).toContain('An email address or a phone number is required')
    expect(await personWith('dry@example.org')).toBeUndefined()
  })

  it('writes a report that can be mended and imported', async () => {
    const report = join(folder, 'report.csv')
    const csv = 'email,phone\nfine@example.org,+12025550150\nwrong,+12025550151\n'
    await importCsv('people', csv, '--report', report)
    const refused = await readFile(report, 'utf8')
    expect(refused.split('\r\n')).toHaveLength(3)
    expect(refused).toContain('"email: must be')
    const { json } = await importCsv('people', refused.replace('"wrong"', '"mended@example.org"'))
    expect(json).toMatchObject({ rows: 1, recorded: 1 })
    expect((await personWith('mended@example.org')).phone_numbers[0].number).toBe('12025550151')
    const again = await importCsv('people', csv, '--report', report)
    expect([again.code, again.err]).toEqual([1, `The file ${report} exists already and is not overwritten.\n`])
  })

  it('takes rows of one person in their order, and counts them', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `Twice@Example.org,Name ${i}`)
    const { json } = await importCsv('people', ['email,first name', ...rows].join('\n'))
    expect(json).toMatchObject({ rows: 60, recorded: 60, repeated: 59 })
    expect((await personWith('twice@example.org')).given_name).toBe('Name 59')
  })

  it('takes columns that are named, quoted line breaks and doubled quotes', async () => {
    const csv = '"Kontakt","Anrede"\n"named@example.org","Dr. ""Who""\nThe Second"\n'
    const { json } = await importCsv('people', csv, '--map', 'email=Kontakt,given_name=Anrede')
    expect(json.recorded).toBe(1)
    expect((await personWith('named@example.org')).given_name).toBe('Dr. "Who"\nThe Second')
    const misused = await importCsv('people', csv, '--map', 'shoe=Kontakt')
    expect([misused.code, misused.err]).toEqual([2, expect.stringContaining('the fields are')])
  })

  it('refuses a file that is empty or missing, and an unknown group, in one sentence', async () => {
    expect((await importCsv('people', 'email\n')).err).toMatch(/has no rows\.\n$/)
    expect((await admin('import', 'csv', 'people', ...group, '--in', '/none.csv')).err).toBe(
      'There is no file /none.csv.\n',
    )
    const path = await fileOf('email\na@example.org\n')
    const unknown = await admin('import', 'csv', 'people', '--group', 'none', '--in', path)
    expect([unknown.code, unknown.err]).toEqual([1, 'There is no group with the id none.\n'])
  })

  it(
    `records ${MANY()} rows in bounded memory`,
    async () => {
      const rows = Array.from({ length: MANY() }, (_, i) => `rows${i}@example.org,"Person ${i}",${'x'.repeat(200)}`)
      const path = await fileOf(['email,name,notes', ...rows].join('\n'))
      const before = process.memoryUsage().heapUsed
      const { json } = await admin('import', 'csv', 'people', ...group, '--in', path, '--json')
      expect(json).toMatchObject({ rows: MANY(), recorded: MANY() })
      globalThis.gc?.()
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(250_000_000)
    },
    timeFor(60_000),
  )
})

function MANY() {
  return sized(300, 100_000)
}

describe('import csv events', () => {
  it('records events once, with dates as people write them', async () => {
    const csv = [
      'Event name,Start date,Start time,Venue,City,State,Country',
      'Kick-off,11/3/2026,6:30 PM,Town Hall,Springfield,IL,United States',
      'Picnic,2026-12-01 10:00,,Park,Springfield,IL,US',
      'Never,31.2.2026,,,,,',
    ].join('\n')
    const { json } = await importCsv('events', csv)
    expect(json).toMatchObject({ rows: 3, recorded: 2, refused: 1 })
    expect(json.refusals[0].problem).toContain('Start date: must be a date')
    await importCsv('events', csv)
    const { body } = await get(`/api/v2/events?filter=${encodeURIComponent("title eq 'Kick-off'")}`)
    expect(body.total_records).toBe(1)
    expect(body._embedded['osdi:events'][0]).toMatchObject({
      start_date: '2026-11-03T18:30:00Z',
      location: { venue: 'Town Hall', country: 'US', region: 'IL' },
    })
  })
})

describe('import csv attendances', () => {
  it('records RSVPs of Eventbrite, with who canceled and who was there', async () => {
    const { path } = await givenEvent({ title: 'From Eventbrite', identifiers: ['eventbrite:771'] })
    const csv = [
      'Order #,Attendee #,First Name,Last Name,Email,Ticket Type,Attendee Status,Event Name,Event ID',
      '1,11,Eve,One,eve1@example.org,Free,Attending,From Eventbrite,771',
      '1,12,Eve,Two,eve2@example.org,Free,Not Attending,From Eventbrite,771',
      '2,13,Eve,Three,eve3@example.org,Free,Checked In,From Eventbrite,771',
      '3,14,Eve,Four,eve4@example.org,Free,Attending,Elsewhere,772',
      '4,15,Eve,Five,eve5@example.org,Free,Maybe,From Eventbrite,771',
    ].join('\n')
    for (let i = 0; i < 2; i++) {
      const { json } = await importCsv('attendances', csv)
      expect(json).toMatchObject({ rows: 5, recorded: 3, refused: 2 })
      expect(json.refusals.map(({ problem }: any) => problem)).toEqual([
        'Event Name: No event has the title Elsewhere',
        'Attendee Status: Maybe is no answer to an invitation',
      ])
    }
    const found = await attendancesOf(path)
    expect(found.map(({ status }) => status).sort()).toEqual(['accepted', 'accepted', 'declined'])
    expect(found.filter((each) => each['service:attended'])).toHaveLength(1)
    expect(found.flatMap(({ identifiers }) => identifiers)).toContain('eventbrite:11')
  })

  it('records RSVPs of Luma for the event that is named, and lets later answers stand', async () => {
    const { path, id } = await givenEvent()
    const csv = 'api_id,name,email,approval_status,checked_in_at\ngst-1,Lu Ma,luma@example.org,approved,\n'
    await importCsv('attendances', csv, '--event', id)
    const [attendance] = await attendancesOf(path)
    const { put } = await import('../support/service.js')
    await put(`${path}/attendances/${attendance.identifiers[0].split(':')[1]}`, { status: 'declined' })
    await importCsv('attendances', csv, '--event', id)
    expect((await attendancesOf(path)).map(({ status }) => status)).toEqual(['declined'])
  })

  it('records people who declined at a full event, which refuses everyone else', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 1 })
    const csv = [
      'email,status,attended',
      'full1@example.org,accepted,',
      'full2@example.org,declined,',
      'full3@example.org,accepted,',
      'full4@example.org,declined,yes',
    ].join('\n')
    const refused: number[] = []
    for (let i = 0; i < 2; i++) {
      const { code, json } = await importCsv('attendances', csv, '--event', id, '--mail')
      expect([code, json.recorded, json.refused]).toEqual([1, 3, 1])
      expect(json.refusals[0].problem).toBe('All seats of this event are taken')
      refused.push(json.refusals[0].line)
    }
    // Rows of different people are recorded at the same time: either of the two may have the only place, and keeps it.
    expect([2, 4]).toContain(refused[0])
    expect(refused[1]).toBe(refused[0])
    const found = await attendancesOf(path)
    expect(found.map(({ status }) => status).sort()).toEqual(['accepted', 'declined', 'declined'])
    expect(found.filter((each) => each['service:attended'])).toHaveLength(1)
    const { body } = await get(path)
    expect(body).toMatchObject({
      total_accepted: 1,
      'service:totals': { accepted: 1, declined: 2, attended: 1 },
    })
    expect(await violations()).toEqual([])
  })

  it('finds events of Mobilize by their ids, and people by name and phone', async () => {
    const { path } = await givenEvent({ identifiers: ['mobilize:42'] })
    const csv =
      'user given_name,user family_name,user phone_number,event id,timeslot id,status\nMo,Bi,2025550177,42,7,REGISTERED\n'
    expect((await importCsv('attendances', csv)).json).toMatchObject({ recorded: 1 })
    expect(await attendancesOf(path)).toHaveLength(1)
  })
})

describe('import csv of files in which rows contradict each other', () => {
  const linesIn = async (path: string) =>
    (await readFile(path, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))

  it.each([
    ['Not Attending', 'Attending'],
    ['Attending', 'Not Attending'],
  ])('takes the row that says yes, of tickets that are %s and %s, and reports the other', async (...statuses) => {
    const { path } = await givenEvent()
    const rows = statuses.map((status, i) => `9,${i + 1},Ana,Ruiz,two-${statuses[0]?.length}@example.org,${status}`)
    const csv = ['Order #,Attendee #,First Name,Last Name,Email,Attendee Status', ...rows].join('\n')
    const report = join(folder, `conflict-${statuses[0]}.ndjson`)
    const event = ['--event', path.split('/').at(-1) as string]
    const { code, json, err } = await importCsv('attendances', csv, ...event, '--report', report)
    expect([code, json.recorded, json.changed]).toEqual([0, 2, 1])
    expect(err).toContain('Lines 2, 3 are answers of one person to one event')
    expect(await attendancesOf(path)).toMatchObject([{ status: 'accepted' }])
    const line = statuses.indexOf('Not Attending') + 2
    expect(await linesIn(report)).toMatchObject([{ kind: 'attendances', line, what: 'changed', fields: ['status'] }])
  })

  it('makes an event of each shift, by its id or its start', async () => {
    const csv = [
      'event id,event title,timeslot start,timeslot end',
      '771,Canvass,2026-11-03 09:00,2026-11-03 12:00',
      '771,Canvass,2026-11-03 13:00,2026-11-03 16:00',
    ].join('\n')
    for (let i = 0; i < 2; i++) {
      const { code, err } = await importCsv('events', csv, '--system', 'mobilize')
      expect([code, err]).toEqual([0, '1 events have several starts: each start becomes an event of its own.\n'])
    }
    const filter = encodeURIComponent("title eq 'Canvass'")
    const { body } = await get(`/api/v2/events?filter=${filter}`)
    const starts = body._embedded['osdi:events'].map((each: any) => each.start_date)
    expect(starts.toSorted()).toEqual(['2026-11-03T09:00:00Z', '2026-11-03T13:00:00Z'])
    const withIds =
      'event id,event title,timeslot id,timeslot start\n772,Shift,5,2026-11-04 09:00\n772,Shift,6,2026-11-05 09:00'
    await importCsv('events', withIds)
    const rsvp = 'event id,timeslot id,email,status\n772,6,shift@example.org,REGISTERED'
    expect((await importCsv('attendances', rsvp)).json).toMatchObject({ recorded: 1 })
    const { body: shift } = await get(`/api/v2/events?filter=${encodeURIComponent("identifier eq 'mobilize:772-6'")}`)
    await assignPending()
    const [found] = shift._embedded['osdi:events']
    expect(await attendancesOf(`/api/v2/events/${found.identifiers[0].split(':')[1]}`)).toHaveLength(1)
  })

  it('refuses a file of events without a column for their start, before anything is written', async () => {
    const csv = 'title,Beginn\nNo start,2026-11-03 09:00'
    const refused = await importCsv('events', csv)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Beginn')])
    expect((await importCsv('events', csv, '--map', 'start_date=Beginn')).code).toBe(0)
    expect((await importCsv('events', 'title\nReally none', '--undated')).code).toBe(0)
  })

  it('leaves a phone number with the person who has it, and reports the row', async () => {
    const csv = 'email,phone\nfirst-of@example.org,2025550777\nsecond-of@example.org,(202) 555-0777'
    const report = join(folder, 'shared.ndjson')
    expect((await importCsv('people', csv, '--report', report)).json).toMatchObject({
      recorded: 2,
      changed: 1,
    })
    expect((await personWith('first-of@example.org')).phone_numbers).toMatchObject([{ number: '12025550777' }])
    expect((await personWith('second-of@example.org')).phone_numbers).toEqual([])
    expect(await linesIn(report)).toMatchObject([{ line: 3, what: 'changed', fields: ['phone'] }])
  })

  it('takes the second phone column where the first is empty, and a name with a comma as it is meant', async () => {
    await importCsv('people', 'Email,Name,Phone,Mobile Number\ncomma@example.org,"Ruiz, Ana",,2025550778')
    expect(await personWith('comma@example.org')).toMatchObject({
      given_name: 'Ana',
      family_name: 'Ruiz',
      phone_numbers: [{ number: '12025550778' }],
    })
  })

  it.each([
    [
      'pretix',
      'Order code,Position ID,Status,Email,Attendee name: Given name,Attendee name: Family name',
      'A1B2C,1,paid,pretix@example.org,Ana,Ruiz',
      'pretix@example.org',
    ],
    [
      'Hi.Events',
      'ID,First Name,Last Name,Email,Status,Is Checked In,Public ID,Short ID',
      '7,Ana,Ruiz,hi@example.org,ACTIVE,Yes,A-1,x1',
      'hi@example.org',
    ],
  ])('reads the guests of %s', async (_, headings, row, email) => {
    const { path } = await givenEvent()
    const { json } = await importCsv('attendances', `${headings}\n${row}`, '--event', path.split('/').at(-1) as string)
    expect(json).toMatchObject({ recorded: 1, refused: 0 })
    expect(await personWith(email)).toMatchObject({ given_name: 'Ana', family_name: 'Ruiz' })
    expect(await attendancesOf(path)).toMatchObject([{ status: 'accepted' }])
  })
})
