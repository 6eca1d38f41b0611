import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { type Browser, type Shown, signedInAs } from '../support/clients/organizer.js'
import { assignPending, demo, get, givenEvent, givenInterfaceEvent, post, service } from '../support/service.js'
import { fieldsOf } from '../support/clients/import-page.js'

const { group, other_group: other } = demo
const base = `/manage/${group.id}/import`

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'file.csv', { type: 'text/csv' })
const check = (text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
  organizer.upload(base, { kind: 'people', upload: file(text), ...fields })

const send = (page: Shown, action: string, more: Record<string, string> = {}) =>
  organizer.send(base, { ...fieldsOf(page), action, ...more })
const reportOf = async ({ html }: Shown) => {
  const [, report = ''] = /import\/report".*?name="report" value="([^"]*)"/s.exec(html) ?? []
  return organizer.send(`${base}/report`, { report })
}
const personWith = async (email: string) => {
  const { body } = await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${email}'`)}`)
  return body._embedded['osdi:people'][0]
}

describe('a file with more columns than people fill in', () => {
  it.each([20_000, 100_000])('with %i of them is refused with a sentence', async (count) => {
    const row = Array<string>(count).fill('a').join(',')
    const { status, html } = await check(`${row}\n${row}`)
    expect(status).toBe(400)
    expect(html).toContain('at most 200 columns')
  })
})

describe('a file of people', () => {
  const CSV = 'Mail,First,Last,Shirt\nada@import.example.org,Ada,Lovelace,L\nnowhere,Bob,Doe,M\n'

  it('is checked before anything is written, and then recorded, with a report of what was not', async () => {
    const checked = await check(CSV, { tags: 'Imported' })
    expect(checked.status).toBe(200)
    expect(checked.html).toContain('2 of 2 rows checked')
    expect(checked.html).toContain('replaces theirs')
    expect(checked.html).toMatch(/>First<.*?>Ada · Bob</s)
    expect(checked.html).toMatch(/Line 3:.*email/i)
    expect(fieldsOf(checked)).toMatchObject({
      'column-0': 'email',
      'column-1': 'given_name',
      'column-2': 'family_name',
      'column-3': '',
    })
    expect(await personWith('ada@import.example.org')).toBeUndefined()
    const done = await send(checked, 'import')
    expect(done.html).toContain('Import done')
    expect(done.html).toContain('1 row imported. 1 row needs fixing.')
    expect(await personWith('ada@import.example.org')).toMatchObject({
      given_name: 'Ada',
      family_name: 'Lovelace',
    })
    const { headers, html } = await reportOf(done)
    expect(headers['content-disposition']).toBe('attachment; filename="rows.csv"')
    expect(html).toMatch(
      /^\ufeff"import_problem","Mail","First","Last","Shirt"\r\n"[^"]+","nowhere","Bob","Doe","M"\r\n$/,
    )
    expect((await organizer.open(`/manage/${group.id}/log`)).html).toMatch(
      /Imported a file.*\(People, rows 1–2 of 2\)/s,
    )
  })

  it('is recorded with the columns that a person chooses, and with the others as custom fields', async () => {
    const text = 'A,B,C\nchosen@import.example.org,Grace,Blue\n'
    const checked = await check(text, { custom_fields: 'on' })
    expect(checked.html).toContain('1 row needs fixing')
    expect(checked.html).not.toContain('Import 0 rows')
    const assigned = { 'column-0': 'email', 'column-1': 'given_name', 'column-2': '' }
    const again = await send(checked, 'check', assigned)
    expect(again.html).toContain('No rows need fixing')
    await send(again, 'import')
    expect(await personWith('chosen@import.example.org')).toMatchObject({
      given_name: 'Grace',
      custom_fields: { C: 'Blue' },
    })
  })

  it('may be imported again, and in the encodings of spreadsheets', async () => {
    const text = new Uint8Array(Buffer.from('\uFEFFemail;first name\r\nzoe@import.example.org;Zoë\r\n', 'utf16le'))
    for (let i = 0; i < 2; i++) await send(await check(text), 'import')
    expect(await personWith('zoe@import.example.org')).toMatchObject({ given_name: 'Zoë' })
  })

  it.each([
    ['no file', ''],
    ['a file without rows', 'email,first\n'],
    ['a quote that nothing closes', `email\n"${'x'.repeat(20)}`],
    ['a file above the limit', `email\n${'ada@example.org\n'.repeat(70_000)}`],
  ])('is refused beside its field: %s', async (_, text) => {
    const { status, html } = await check(text, { tags: 'Kept' })
    expect([status, html.includes('id="upload-fault"'), html.includes('value="Kept"')]).toEqual([400, true, true])
  })

  it('is refused where a page was tampered with, and no more is unpacked than a file may have', async () => {
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(50_000_000)).toString('base64url')
    for (const packed of ['nonsense', bomb])
      expect((await organizer.send(base, { kind: 'people', action: 'import', packed })).status).toBe(400)
    expect((await organizer.send(`${base}/report`, { report: 'nonsense' })).html).toBe('\u{feff}')
  })
})

describe('a file of RSVPs', () => {
  it('names what was left out of rows that were recorded, and has them in a file', async () => {
    const ride = {
      id: 'ride',
      type: 'single_choice',
      title: 'A ride?',
      choices: ['Yes please', 'I offer one'],
    }
    const { id, path } = await givenEvent({ title: 'Asked', 'service:questions': [ride] })
    await post('/api/v2/people', {
      person: {
        email_addresses: [{ address: 'first@left.example.org' }],
        phone_numbers: [{ number: '+13125550177', number_type: 'Mobile' }],
      },
    })
    const text =
      'Email,Phone,A ride?\n' +
      'one@left.example.org,,Yes please\n' +
      'two@left.example.org,+13125550177,By submarine\n'
    const checked = await check(text, { kind: 'attendances', event: id })
    expect(checked.html).toContain('No rows need fixing')
    const done = await send(checked, 'import')
    expect(done.html).toContain('2 rows imported.')
    expect(done.html).toContain('1 row was imported only in part.')
    expect(done.html).toMatch(
      /Line 3: Phone: Another person has this phone number, and keeps it. A ride\?: This isn’t an answer to the question./,
    )
    expect((await reportOf(done)).html).toMatch(
      /^\ufeff"import_problem","Email","Phone","A ride\?"\r\n"[^"]+","two@left.example.org",[^\r]*\r\n$/,
    )
    await assignPending()
    const recorded = (await get(`${path}/attendances`)).body._embedded['osdi:attendances']
    expect(recorded.map((each: any) => each['service:answers'] ?? {})).toEqual(
      expect.arrayContaining([{ ride: 'Yes please' }, {}]),
    )
  })

  it('is recorded for the event that is chosen', async () => {
    const { id, path } = await givenEvent({ title: 'Imported to' })
    const text = 'Email,Status\nana@rsvp.example.org,Going\nben@rsvp.example.org,perhaps\n'
    const without = await check(text, { kind: 'attendances' })
    expect(without.html).toContain('2 rows need fixing')
    const checked = await check(text, { kind: 'attendances', event: id })
    expect(checked.html).toContain('1 row needs fixing')
    await send(checked, 'import')
    await assignPending()
    expect((await get(`${path}/attendances`)).body.total_records).toBe(1)
  })

  it('is not recorded for an event of another group', async () => {
    const { id, path } = await givenEvent({ title: 'Theirs' }, { key: other.key })
    const checked = await check('Email\nana@rsvp.example.org\n', { kind: 'attendances', event: id })
    expect(checked.html).toContain('1 row needs fixing')
    expect((await send(checked, 'import')).html).toContain('0 rows imported.')
    await assignPending()
    expect((await get(`${path}/attendances`, { key: other.key })).body.total_records).toBe(0)
  })
})

describe('a file of events', () => {
  it('makes events as programs make them', async () => {
    const checked = await check('Title,Start date\nFrom a file,2040-05-06 19:00\n', { kind: 'events' })
    await send(checked, 'import')
    const { body } = await get(`/api/v2/events?filter=${encodeURIComponent(`title eq 'From a file'`)}`)
    expect(body._embedded['osdi:events']).toMatchObject([{ start_date: '2040-05-06T19:00:00Z' }])
    expect((await organizer.open(`/manage/${group.id}/actions`)).html).not.toContain('From a file')
  })
})

describe('a fault of a row', () => {
  const problems = async (text: string, fields: Record<string, string>, language: string) => {
    const upload = file(text)
    const { html } = await organizer.upload(
      base,
      { kind: 'people', upload, ...fields },
      { 'accept-language': language },
    )
    return [...html.matchAll(/<li>(?:Line|Línea) \d+: ([^<]+)<\/li>/g)].map(([, problem]) => problem)
  }
  const LONG = 'x'.repeat(6_000)
  const PEOPLE = [
    'email,first,last,phone,email status,zip,country,languages,tags,Shirt',
    'nowhere,,,,,,,,,',
    'a@example.org,,,12,,,,,,',
    'a@example.org,,,,perhaps,,,,,',
    'a@example.org,,,,,,Atlantis,,,',
    `a@example.org,,,,,,,,${'x'.repeat(300)},`,
    `a@example.org,,,,,,,,,${LONG}`,
    ',Ada,,,,,,,,',
  ].join('\n')

  it('is said in the language of the page, with the headings of the file', async () => {
    expect(await problems(PEOPLE, { custom_fields: 'on' }, 'es')).toEqual([
      'email: Escribe un correo, como ada@example.org.',
      'phone: Escribe un teléfono con su prefijo.',
      'email status: Escribe «subscribed» o «unsubscribed».',
      'country: Escribe dos letras, como US.',
      'tags: Escribe como máximo 255 caracteres.',
      'Shirt: Escribe como máximo 5000 caracteres.',
      'email: Hace falta un correo o un teléfono.',
    ])
    expect(await problems(PEOPLE, { custom_fields: 'on' }, 'en')).toContain('Shirt: Write at most 5,000 characters.')
  })

  it('is said of the event that a row names', async () => {
    await givenEvent({ title: 'Twice' })
    await givenEvent({ title: 'Twice' })
    const { id } = await givenEvent({ title: 'Once' }, { key: other.key })
    const rows = ['a@example.org,perhaps,', 'a@example.org,yes,', 'a@example.org,yes,Twice']
    const text = ['email,status,event name', ...rows, 'a@example.org,yes,Never'].join('\n')
    expect(await problems(text, { kind: 'attendances' }, 'es')).toEqual([
      'status: Esto no es una respuesta, como «accepted» o «canceled».',
      'Ninguna columna nombra el evento: elige uno arriba o añade una columna «event id».',
      'event name: Varios eventos tienen este título: nombra el evento por su id.',
      'event name: Ningún evento tiene este título.',
    ])
    const foreign = { kind: 'attendances', event: id }
    expect(await problems('email\na@example.org', foreign, 'es')).toEqual(['No existe ese evento.'])
  })

  it('is said of events in a file', async () => {
    const text = 'title,start date,time zone,url\nA,soon,,\nA,,Mars,\nA,,,here\n,2040-01-01,,'
    expect(await problems(text, { kind: 'events' }, 'es')).toEqual([
      'start date: Escribe una fecha y una hora, como 2026-11-03 18:30.',
      'time zone: Escribe el nombre de una zona horaria, como America/New_York.',
      'url: Escribe una dirección que empiece por https://.',
      'title: Falta este dato.',
    ])
  })

  it('is said of a canceled event, and not of the column with the status', async () => {
    const event = await givenInterfaceEvent({ title: 'Off' })
    await cancelEvent(`group:${group.id}`, event.id, eventDependencies(service))
    const fields = { kind: 'attendances', event: event.id }
    const checked = await check('email,status\na@example.org,yes\n', fields)
    expect((await send(checked, 'import')).html).toContain('Line 2: The event is canceled.')
  })
})

describe('importing', () => {
  it('is for organizers, closed to members, and nothing to other groups', async () => {
    for (const [person, status] of [
      [group.creator, 200],
      [group.administrator, 200],
      [group.organizer, 200],
      [group.member, 403],
      [other.creator, 404],
    ] as const) {
      const browser = await signedInAs(person)
      expect([person, (await browser.open(base)).status]).toEqual([person, status])
      if (status === 200) continue
      const upload = file('email\nintruder@import.example.org\n')
      expect((await browser.upload(base, { kind: 'people', upload, action: 'import' })).status).toBe(status)
      expect((await browser.send(`${base}/report`, { report: '' })).status).toBe(status)
    }
    expect(await personWith('intruder@import.example.org')).toBeUndefined()
  })
})
