import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, demo, get, givenEvent, post, put } from '../support/service.js'
import { adminOf } from './admin.js'

/* Files as spreadsheets and other services write them: consents, dates, separators, headings. */

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
async function importCsv(kind: string, content: string, ...more: string[]) {
  const path = join(folder, `${++files}.csv`)
  await writeFile(path, content)
  return admin('import', 'csv', kind, ...group, '--in', path, ...more, '--json')
}
const personWith = async (email: string) => {
  const { body } = await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${email}'`)}`)
  return body._embedded['osdi:people'][0]
}
const statusOf = async (email: string) => (await personWith(email)).email_addresses[0].status

describe('the consent of a person', () => {
  it('who has unsubscribed since stays so when the file is imported again, which says it', async () => {
    const csv = 'email,email_status,phone,phone_status\nleft@example.org,subscribed,+12025550190,subscribed'
    expect((await importCsv('people', csv)).json).toMatchObject({ recorded: 1, changed: 0 })
    const person = await personWith('left@example.org')
    expect([person.email_addresses[0].status, person.phone_numbers[0].status]).toEqual(['subscribed', 'subscribed'])
    const path = new URL(person._links.self.href).pathname
    await put(path, {
      email_addresses: [{ status: 'unsubscribed' }],
      phone_numbers: [{ status: 'unsubscribed' }],
    })
    expect((await importCsv('people', csv)).json).toMatchObject({ recorded: 1, changed: 1 })
    const after = await personWith('left@example.org')
    expect([after.email_addresses[0].status, after.phone_numbers[0].status]).toEqual(['unsubscribed', 'unsubscribed'])
    // A program with a key may subscribe people.
    await put(path, { email_addresses: [{ status: 'subscribed' }] })
    expect(await statusOf('left@example.org')).toBe('subscribed')
  })

  it('is lowered by a file', async () => {
    await post('/api/v2/people', { person: { email_addresses: [{ address: 'lower@example.org' }] } })
    await importCsv('people', 'email,unsubscribed\nlower@example.org,2026-01-31')
    expect(await statusOf('lower@example.org')).toBe('unsubscribed')
  })

  it.each([
    ['Opt-Out', 'TRUE', 'unsubscribed'],
    ['Opt-Out', '', 'subscribed'],
    ['Do Not Email', 'x', 'unsubscribed'],
    ['email_opt_in', 'no', 'unsubscribed'],
    ['email_opt_in', '', 'unsubscribed'],
    ['email_opt_in', 'yes', 'subscribed'],
  ])('of a column %s with %j is %s', async (heading, cell, status) => {
    const email = `consent-${++files}@example.org`
    await importCsv('people', `Email,${heading}\n${email},${cell}`)
    expect(await statusOf(email)).toBe(status)
  })
})

it('reads a column of dates as a whole, by the rows that leave no choice', async () => {
  const csv = ['title;id;start', 'March or April;shop:d1;03/04/2027 18:30', 'April;shop:d2;15/04/2027 18:30'].join('\n')
  expect((await importCsv('events', csv)).json).toMatchObject({ recorded: 2, refused: 0 })
  const { body } = await get(`/api/v2/events?filter=${encodeURIComponent("title eq 'March or April'")}`)
  expect(body._embedded['osdi:events'][0].start_date).toContain('2027-04-03T18:30')
})

it('says how it reads dates that leave a choice', async () => {
  const { err } = await importCsv('events', 'title,id,start\nEither,shop:d3,03/04/2027')
  expect(err).toContain('Dates such as 03/04/2027 are read with the month first.')
})

it.each([
  ['a line for Excel', 'sep=;\n'],
  ['empty lines', '\n\n'],
  ['lines of separators', ';;\n\r\n'],
])('reads a file with %s before the headings, and counts lines as an editor does', async (_, before) => {
  const email = `before-${++files}@example.org`
  const { json } = await importCsv('people', `${before}Email;Vorname;Tags\n${email};Jörg;"a, b"\nnone;x;y`)
  expect(json).toMatchObject({ rows: 2, recorded: 1 })
  expect((await personWith(email)).given_name).toBe('Jörg')
  expect(json.refusals[0].line).toBe(before.split('\n').length + 2)
})

it('gives postal codes the zeros back that a sheet has lost, and drops formulas around texts', async () => {
  const rows = [
    'z1@example.org,2134,',
    'z2@example.org,"=""02134""",',
    'z3@example.org,2134,NO',
    'z4@example.org,601,US',
  ]
  await importCsv('people', ['email,zip,country', ...rows].join('\n'))
  const codes = await Promise.all(
    [1, 2, 3, 4].map(async (i) => (await personWith(`z${i}@example.org`)).postal_addresses[0].postal_code),
  )
  expect(codes).toEqual(['02134', '02134', '2134', '00601'])
})

it.each([
  ['Google Contacts', 'First Name,E-mail 1 - Value,Phone 1 - Value,Address 1 - Postal Code'],
  ['EveryAction', 'FirstName,PreferredEmail,Preferred Phone,ZipOrPostal'],
  ['Outlook', 'First Name,E-mail Address,Home Phone,Home Postal Code'],
])('knows the headings of %s', async (_, headings) => {
  const email = `headings-${++files}@example.org`
  const { json } = await importCsv('people', `${headings}\nKim,${email},+47 22 12 99 5${files % 10},20009`)
  expect(json).toMatchObject({ recorded: 1, ignored_columns: [] })
  expect(await personWith(email)).toMatchObject({
    given_name: 'Kim',
    phone_numbers: [{ number: expect.stringMatching(/^472212995/) }],
    postal_addresses: [{ postal_code: '20009' }],
  })
})

it('says that the answer which a person has given here counts', async () => {
  const { path, id } = await givenEvent()
  const person = { email_addresses: [{ address: 'answers@example.org' }] }
  const { body } = await post(`${path}/attendances`, { person })
  await put(new URL(body._links.self.href).pathname, { status: 'declined' })
  const csv = (status: string) => `email,status\nanswers@example.org,${status}`
  const [other, same] = [
    await importCsv('attendances', csv('accepted'), '--event', id),
    await importCsv('attendances', csv('declined'), '--event', id),
  ]
  expect([other.json.changed, same.json.changed]).toEqual([1, 0])
  expect((await get(new URL(body._links.self.href).pathname)).body.status).toBe('declined')
})
