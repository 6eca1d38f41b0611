import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherInstallation } from '../support/given/installation.js'

/*
 * The headings of files as the services write them, each with its public source. The rows are made up.
 */

type Installation = Awaited<ReturnType<typeof anotherInstallation>>

let folder: string
let target: Installation
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-'))
  target = await anotherInstallation()
})
afterAll(() => rm(folder, { recursive: true }))

/** A row under some headings, in the form of a CSV file. The cells that are not named are empty. */
const csvOf = (headings: string[], ...rows: Record<string, string>[]) =>
  [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')

async function importCsv(kind: string, text: string, ...more: string[]) {
  const path = join(folder, `${++files}.csv`)
  await writeFile(path, text)
  return target.admin('import', 'csv', kind, '--group', target.group, '--in', path, '--json', ...more)
}

async function givenEvent(fields: object = {}): Promise<{ id: string; path: string }> {
  const { _links } = await target.post('events', { title: 'Given', origin_system: 'Test', ...fields })
  const id = _links.self.href.split('/').at(-1)
  return { id, path: `events/${id}/attendances` }
}

const membersOf = async (path: string, rel: string): Promise<any[]> => (await target.read(path))._embedded[rel] ?? []

const personWith = async (email: string) =>
  (await membersOf(`people?filter=${encodeURIComponent(`email eq '${email}'`)}`, 'osdi:people'))[0]

const statusesOf = async (path: string) =>
  (await membersOf(path, 'osdi:attendances')).map(({ status }) => status).sort()

describe('import csv', () => {
  // action-network importers on GitHub that name the columns of an export of people, and its uploader's own names.
  it('knows the columns of people of Action Network', async () => {
    const headings =
      'uuid,first_name,last_name,email,Phone Number,can2_user_address,can2_user_city,can2_user_state,zip_code,County,can2_user_tags,can2_subscription_status,can2_sms_status'
    const { code, json } = await importCsv(
      'people',
      csvOf(headings.split(','), {
        uuid: '5f1c',
        first_name: 'Ada',
        last_name: 'Ruiz',
        email: 'an@example.org',
        'Phone Number': '12025550143',
        can2_user_city: 'Chicago',
        can2_user_state: 'IL',
        zip_code: '60614',
        can2_subscription_status: 'unsubscribed',
        can2_sms_status: 'subscribed',
        can2_user_address: '1 Main St',
        can2_user_tags: 'host,canvasser',
      }),
    )
    expect([code, json.recorded, json.ignored_columns]).toEqual([0, 1, ['County']])
    expect(await personWith('an@example.org')).toMatchObject({
      given_name: 'Ada',
      family_name: 'Ruiz',
      email_addresses: [{ status: 'unsubscribed' }],
      phone_numbers: [{ number: '12025550143', status: 'subscribed' }],
      postal_addresses: [{ address_lines: ['1 Main St'], locality: 'Chicago', region: 'IL' }],
    })
  })

  // The report of attendees that an importer for badges validates (Eventbrite CSV Processor for EZ Badge, on GitHub).
  it('knows the columns of the report of attendees of Eventbrite', async () => {
    const { id, path } = await givenEvent()
    const headings =
      'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Fees Paid,Eventbrite Fees,Eventbrite Payment Processing,Attendee Status,Home Address 1,Home Address 2,Home City,Home State,Home Zip,Home Country'
    const attendee = (number: string, more: Record<string, string>) => ({
      'Order #': '77',
      'Order Date': '2026-05-01 10:00:00',
      'Attendee #': number,
      Email: `eb${number}@example.org`,
      Quantity: '1',
      'Home Zip': '60614',
      'Home Country': 'US',
      ...more,
    })
    const { code, json } = await importCsv(
      'attendances',
      csvOf(
        headings.split(','),
        attendee('1', { 'Attendee Status': 'Attending' }),
        attendee('2', { 'Attendee Status': 'Not Attending' }),
        attendee('3', { 'Attendee Status': 'Checked In' }),
      ),
      '--event',
      id,
    )
    expect([code, json.recorded]).toEqual([0, 3])
    expect(await statusesOf(path)).toEqual(['accepted', 'accepted', 'declined'])
    expect(await personWith('eb1@example.org')).toMatchObject({
      postal_addresses: [{ postal_code: '60614' }],
    })
  })

  // The same report in its older form, as a reader of 2013 lists it (QR codes of attendees, on GitHub).
  it('knows the older columns of Eventbrite', async () => {
    const { id, path } = await givenEvent()
    const headings =
      'Attendee #,Date,Last Name,First Name,Email,QTY,Ticket Type,Date Attending,Order #,Order Type,Amount (USD),Fees Paid (USD),Attendee Status'
    const row = { 'Attendee #': '9', 'Last Name': 'Ruiz', 'First Name': 'Ana', Date: '2013-06-01' }
    const rest = { Email: 'old-eb@example.org', 'Attendee Status': 'Attending', 'Date Attending': '' }
    const { code } = await importCsv('attendances', csvOf(headings.split(','), { ...row, ...rest }), '--event', id)
    expect([code, await statusesOf(path)]).toEqual([0, ['accepted']])
    const [attendance] = await membersOf(path, 'osdi:attendances')
    expect(attendance.identifiers).toContain('eventbrite:9')
  })

  // Exports of events and of shifts, as two programs read them that move signups to Airtable and to Action Network.
  it('knows the columns of events and shifts of Mobilize, with ids of timeslots', async () => {
    const events =
      'id,name,description,event_type,organization_name,event_owner_email_address,tags,timeslot_id,start,url,updated_at'
    const shifts =
      'first name,last name,email,event id,timeslot id,signup created time,signup updated time,status,attended,rating,utm_source'
    const event = (timeslot_id: string, start: string) => ({
      id: '881',
      name: 'Canvass',
      event_type: 'CANVASS',
      timeslot_id,
      start,
      url: 'https://www.mobilize.us/org/event/881/',
    })
    const shift = (email: string, more: Record<string, string>) => ({
      'first name': 'Ana',
      'last name': 'Ruiz',
      email,
      'event id': '881',
      'signup created time': '2026-05-01 10:00:00',
      'signup updated time': '2026-05-01 10:00:00',
      ...more,
    })
    const imported = await importCsv(
      'events',
      csvOf(events.split(','), event('5', '2031-06-01 10:00:00'), event('6', '2031-06-02 10:00:00')),
    )
    expect([imported.code, imported.json.recorded]).toEqual([0, 2])
    const { code, json } = await importCsv(
      'attendances',
      csvOf(
        shifts.split(','),
        shift('m1@example.org', { 'timeslot id': '6', status: 'REGISTERED' }),
        shift('m2@example.org', { 'timeslot id': '6', status: 'CANCELLED' }),
        shift('m3@example.org', { 'timeslot id': '5', status: 'CONFIRMED', attended: 'true' }),
      ),
    )
    expect([code, json.recorded]).toEqual([0, 3])
    expect(await statusesOf(await pathOf('mobilize:881-6'))).toEqual(['accepted', 'declined'])
    expect(await membersOf(await pathOf('mobilize:881-5'), 'osdi:attendances')).toMatchObject([
      { 'service:attended': true },
    ])
  })

  it('knows the columns of Mobilize without ids of timeslots, by their start', async () => {
    const events = 'id,event_owner_email_address,event_type,organization_name,tags,start,url,name'
    const shifts =
      'First name,Last name,Email,ZIP,Mobile number,Event ID,Timeslot start,Attendance status,Event organization name'
    const event = (start: string) => ({ id: '882', name: 'Phone bank', start })
    await importCsv('events', csvOf(events.split(','), event('2031-07-01 10:00:00'), event('2031-07-02 10:00:00')))
    const { code, json } = await importCsv(
      'attendances',
      csvOf(shifts.split(','), {
        'First name': 'Bo',
        Email: 'start@example.org',
        ZIP: '60614',
        'Mobile number': '2025550199',
        'Event ID': '882',
        'Timeslot start': '2031-07-02 10:00:00',
        'Attendance status': 'REGISTERED',
      }),
    )
    expect([code, json.recorded, json.refused]).toEqual([0, 1, 0])
    const path = await pathOf('mobilize:882@2031-07-02T10:00:00')
    expect(await statusesOf(path)).toEqual(['accepted'])
  })

  // The positions of its list of orders: src/pretix/base/exporters/orderlist.py.
  it('knows the columns of the positions of orders of pretix, in which each order counts from 1', async () => {
    const { id, path } = await givenEvent()
    const headings =
      'Event slug,Order code,Position ID,Status,Email,Phone number,Order date,Order time,Product,Variation,Price,Tax rate,Tax rule,Tax value,Attendee name,Attendee name: Given name,Attendee name: Family name,Attendee email,Company,Address,ZIP code,City,Country,State,Voucher,Pseudonymization ID,Seat ID,Order comment,Company,Invoice address name,Address,ZIP code,City,Country,State,VAT ID,Sales channel,Order locale,E-mail address verified,Payment providers'
    const position = (order: string, number: string, more: Record<string, string>) => ({
      'Event slug': 'river',
      'Order code': order,
      'Position ID': number,
      Status: 'Paid',
      Email: 'buyer@example.org',
      'Pseudonymization ID': `${order}${number}X`,
      ...more,
    })
    const { code, json } = await importCsv(
      'attendances',
      csvOf(
        headings.split(','),
        position('A1B2C', '1', {
          'Attendee email': 'ana@pretix.example',
          'Attendee name: Given name': 'Ana',
        }),
        position('A1B2C', '2', {
          'Attendee email': 'ben@pretix.example',
          'Attendee name: Given name': 'Ben',
        }),
        position('D3E4F', '1', { Status: 'Canceled', 'Attendee email': 'cleo@pretix.example' }),
        position('G5H6I', '1', {}),
        position('K7L8M', '1', { Status: 'Pending' }),
      ),
      '--event',
      id,
    )
    expect([code, json.recorded, json.refusals.map(({ line }: any) => line)]).toEqual([1, 4, [6]])
    expect(await statusesOf(path)).toEqual(['accepted', 'accepted', 'accepted', 'declined'])
    expect(await personWith('ben@pretix.example')).toMatchObject({ given_name: 'Ben' })
    const found = await membersOf(path, 'osdi:attendances')
    expect(found.flatMap(({ identifiers }) => identifiers)).toContain('pretix:A1B2C2X')
  })

  // Its list for the door: src/tests/plugins/test_checkinlist.py.
  it('knows the columns of a check-in list of pretix', async () => {
    const { id, path } = await givenEvent()
    const headings =
      'Order code,Attendee name,Attendee name: Title,Attendee name: First name,Attendee name: Middle name,Attendee name: Family name,Product,Price,Checked in,Checked out,Automatically checked in,Secret,E-mail,Company,Voucher code,Order date,Requires special attention,Comment,Seat ID'
    const { code } = await importCsv(
      'attendances',
      csvOf(headings.split(','), {
        'Order code': 'FOO',
        'Attendee name': 'Mr Peter A Jones',
        'Checked in': '2031-02-22 14:00:00',
        'Attendee name: First name': 'Peter',
        'Attendee name: Family name': 'Jones',
        'E-mail': 'peter@pretix.example',
        'Automatically checked in': 'No',
        'Order date': '2031-02-22',
      }),
      '--event',
      id,
    )
    expect(code).toBe(0)
    expect(await personWith('peter@pretix.example')).toMatchObject({
      given_name: 'Peter',
      family_name: 'Jones',
    })
    expect(await membersOf(path, 'osdi:attendances')).toMatchObject([{ 'service:attended': true }])
  })

  // backend/app/Exports/AttendeesExport.php of Hi.Events.
  it('knows the columns of attendees of Hi.Events', async () => {
    const { id, path } = await givenEvent()
    const headings =
      'ID,First Name,Last Name,Email,Status,Is Checked In,Checked In At,Product ID,Product Name,Event ID,Public ID,Short ID,Created Date,Last Updated Date,Notes'
    const attendee = (number: string, more: Record<string, string>) => ({
      ID: number,
      'First Name': 'Ana',
      'Last Name': 'Ruiz',
      Email: `hi${number}@example.org`,
      'Event ID': '3',
      'Public ID': `A-${number}`,
      'Is Checked In': 'No',
      ...more,
    })
    const { code, json } = await importCsv(
      'attendances',
      csvOf(
        headings.split(','),
        attendee('1', { Status: 'ACTIVE', 'Is Checked In': 'Yes', 'Checked In At': '2031-02-22 14:00:00' }),
        attendee('2', { Status: 'CANCELLED' }),
        attendee('3', { Status: 'AWAITING_PAYMENT' }),
      ),
      '--event',
      id,
    )
    expect([code, json.recorded, json.refused]).toEqual([1, 2, 1])
    const found = await membersOf(path, 'osdi:attendances')
    const told = found.map((each) => [each.status, each['service:attended']])
    expect(told.toSorted()).toEqual([
      ['accepted', true],
      ['declined', false],
    ])
  })
})

// Facebook gives events as calendars alone; the form is that of the test of an importer (ls.joyous, on GitHub).
describe('import ics', () => {
  it('knows the calendars of Facebook', async () => {
    const path = join(folder, 'facebook.ics')
    const lines = [
      'BEGIN:VCALENDAR',
      'PRODID:-//Facebook//NONSGML Facebook Events V1.0//EN',
      'X-PUBLISHED-TTL:PT12H',
      'X-ORIGINAL-URL:https://www.facebook.com/events/771/',
      'VERSION:2.0',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'DTSTAMP:20310729T102010Z',
      'SEQUENCE:0',
      'ORGANIZER;CN=Ana Ruiz:MAILTO:noreply@facebookmail.com',
      'ATTENDEE;CN=Ben Okoro;PARTSTAT=ACCEPTED:https://www.facebook.com/ben',
      'DTSTART:20311031T070000Z',
      'DTEND:20311031T100000Z',
      'UID:e771@facebook.com',
      'SUMMARY:Prize giving',
      'LOCATION:TBC',
      'URL:https://www.facebook.com/events/771/',
      'DESCRIPTION:Bring a fr',
      ' iend.\\nSoon.',
      'CLASS:PUBLIC',
      'STATUS:CONFIRMED',
      'PARTSTAT:ACCEPTED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]
    await writeFile(path, lines.join('\r\n'))
    const days = ['--since', '2031-10-01', '--until', '2032-10-01', '--json']
    const { code } = await target.admin('import', 'ics', '--in', path, '--group', target.group, ...days)
    expect(code).toBe(0)
    const filter = encodeURIComponent("title eq 'Prize giving'")
    expect(await membersOf(`events?filter=${filter}`, 'osdi:events')).toMatchObject([
      { start_date: '2031-10-31T07:00:00Z', description: expect.stringContaining('Bring a friend.') },
    ])
  })
})

async function pathOf(identifier: string): Promise<string> {
  const filter = encodeURIComponent(`identifier eq '${identifier}'`)
  const [event] = await membersOf(`events?filter=${filter}`, 'osdi:events')
  return `events/${event._links.self.href.split('/').at(-1)}/attendances`
}
