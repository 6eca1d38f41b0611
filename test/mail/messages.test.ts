import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { departingIn } from '../../lib/app/merging.js'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { admin, mails, mailsDueAt, takeReceived } from '../support/mail/mail.js'
import { rsvp } from '../support/mail/mailed-events.js'
import { PUBLIC_URL, demo, get, givenEvent, idOf, post, send, table } from '../support/service.js'

const folder = mkdtempSync(join(tmpdir(), 'mail-'))
const recipientsOf = (all: { recipient: string }[]) => all.map(({ recipient }) => recipient).sort()

function fileOf(html: string): string {
  const file = join(folder, 'message.html')
  writeFileSync(file, html)
  return file
}

/** A query for the people of an event of the API. */
async function givenQuery(...emails: string[]) {
  const { path, id } = await givenEvent()
  for (const email of emails) await rsvp(path, email)
  const { err, json } = await admin(
    'target',
    'create',
    '--group',
    demo.group.id,
    '--title',
    'Came',
    '--include',
    id,
    '--json',
  )
  if (!json) throw new Error(err)
  return { query: json.id as string, path, id }
}

const write = (query: string, ...more: string[]) =>
  admin(
    'mail',
    'send',
    '--query',
    query,
    '--subject',
    'Thank you, {given_name}',
    '--html-file',
    fileOf('<p>{greeting}</p><p>See <a href="https://example.org/next">what comes</a>.</p>'),
    ...more,
    '--json',
  )

describe('a message to a selection', () => {
  it('goes to each person who is subscribed, once, with the address of the group and a way out', async () => {
    const { query } = await givenQuery('one@example.org', 'two@example.org', 'off@example.org')
    await post('/api/v2/people', {
      person: { email_addresses: [{ address: 'off@example.org', status: 'unsubscribed' }] },
    })
    await admin('group', 'update', demo.group.id, '--mail-address', '1 Main Street, Springfield')
    const { json } = await write(query)
    expect(json).toMatchObject({ total: 2, sent: 2 })
    const received = takeReceived()
    expect(recipientsOf(received)).toEqual(['one@example.org', 'two@example.org'])
    const [mail] = received
    expect(mail).toMatchObject({ kind: 'message', subject: 'Thank you, Ada' })
    expect(mail?.text).toContain('Hi Ada,\n\nSee what comes (https://example.org/next).')
    expect(mail?.text).toContain('1 Main Street, Springfield')
    expect(mail?.mail.html).toContain('1 Main Street, Springfield')
    expect(mail?.mail.html).toContain('<title>Thank you, Ada</title>')
    expect(await mails()).toEqual([])
    expect(await mailsDueAt(new Date(Date.now() + 3_600_000))).toEqual([])
  })

  it('is left by one click of a mail program, or by the page that the link shows', async () => {
    const { query } = await givenQuery('leaves@example.org', 'stays@example.org')
    await write(query)
    const mail = takeReceived().find(({ recipient }) => recipient === 'leaves@example.org')
    const { url } = (mail?.mail.headers.get('list') as any).unsubscribe
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/unsubscribe/`))
    expect((mail?.mail.headers.get('list') as any)['unsubscribe-post'].name).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(url)
    const path = new URL(url as string).pathname
    const options = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const page = (await get(path, { key: null })).text
    expect(page).toContain('Unsubscribe')
    // A message that was passed on does not tell to whom it went.
    expect(page).toMatch(/>.…@example\.org</)
    expect(page).toContain(`<h1>${demo.group.title}</h1>`)
    await admin('group', 'update', demo.group.id, '--language', 'es')
    expect((await get(path, { key: null })).text).toContain('Darme de baja')
    await admin('group', 'update', demo.group.id, '--language', 'default')
    const answer = await send('POST', path, 'List-Unsubscribe=One-Click', options)
    expect(answer.status).toBe(200)
    expect((await get(path, { key: null })).text).toContain('You’re not on the mailing list')
    await admin('target', 'run', query, '--group', demo.group.id)
    await write(query)
    expect(recipientsOf(takeReceived())).toEqual(['stays@example.org'])
  })

  it('is left by its link after a merge, too: the person who stays leaves', async () => {
    const { query } = await givenQuery('merged@example.org')
    await write(query)
    const [mail] = takeReceived()
    const path = new URL((mail?.mail.headers.get('list') as any).unsubscribe.url as string).pathname
    const stays = await post('/api/v2/people', { phone_numbers: [{ number: '+13035550191' }] })
    const found = await get(`/api/v2/people?filter=${encodeURIComponent("email eq 'merged@example.org'")}`)
    const [goes] = found.body._embedded['osdi:people']
    const keep = idOf(stays)
    const options = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    await mergePeople(departingIn(table), `group:${demo.group.id}`, keep, goes._links.self.href.split('/').at(-1))
    expect((await send('POST', path, 'List-Unsubscribe=One-Click', options)).status).toBe(200)
    const { body } = await get(`/api/v2/people/${keep}`)
    expect(body.email_addresses).toMatchObject([{ address: 'merged@example.org', status: 'unsubscribed' }])
  })

  it.each(['x', 'A'.repeat(60)])('is left by no made-up link: %s', async (token) => {
    expect((await get(`/unsubscribe/${token}`, { key: null })).status).toBe(404)
    expect((await send('POST', `/unsubscribe/${token}`, '', { key: null })).status).toBe(404)
  })

  it('goes to one address as a test', async () => {
    const { query } = await givenQuery('not-yet@example.org')
    const { json } = await write(query, '--test-to', 'me@example.org')
    expect(json).toEqual({ test_to: 'me@example.org', sent: 1 })
    expect(recipientsOf(takeReceived())).toEqual(['me@example.org'])
  })

  it('waits for its time', async () => {
    const { query } = await givenQuery('later@example.org')
    const at = new Date(Date.now() + 3_600_000)
    await write(query, '--at', at.toISOString())
    expect(await mails()).toEqual([])
    expect(await mailsDueAt(new Date(at.getTime() - 1_000))).toEqual([])
    expect(recipientsOf(await mailsDueAt(at))).toEqual(['later@example.org'])
  })

  it.each([
    ['a line break in its subject', ['--subject', 'Thanks\nBcc: all@example.org'], 'subject must be one line'],
    ['an unknown variable', ['--subject', 'Dear {surname} of {town}'], 'unknown variables: surname, town'],
    ['no subject', ['--subject', ' '], 'It is blank'],
  ])('is refused with %s', async (_, flags, reason) => {
    const { query } = await givenQuery('refused@example.org')
    const { code, err } = await admin('mail', 'send', '--query', query, ...flags, '--html-file', fileOf('<p>Hello</p>'))
    expect(code).not.toBe(0)
    expect(err).toContain(reason)
    expect(takeReceived()).toEqual([])
  })

  it.each([
    ['more than 10 MB', 'x'.repeat(10 * 1024 * 1024 + 1), 'html must have at most 300000 bytes, and has 10485761'],
    ['too many variables', '{given_name}'.repeat(51), 'html must have at most 50 variables'],
  ])('is refused with %s', async (_, html, reason) => {
    const { query } = await givenQuery()
    const { code, err } = await admin(
      'mail',
      'send',
      '--query',
      query,
      '--subject',
      'Large',
      '--html-file',
      fileOf(html),
    )
    expect(code).not.toBe(0)
    expect(err).toContain(reason)
  })

  it('is an email of less than 10 MB when it is as large as it may be', async () => {
    const { query } = await givenQuery('large@example.org')
    const html = `<p>${'é'.repeat(149_900)}</p>`
    const { code, err } = await admin(
      'mail',
      'send',
      '--query',
      query,
      '--subject',
      'é'.repeat(200),
      '--html-file',
      fileOf(html),
    )
    expect(`${code} ${err}`).toBe('0 ')
    const [mail] = takeReceived()
    expect(mail?.mail.html).toContain('é'.repeat(149_900))
    expect(mail?.subject).toBe('é'.repeat(200))
  })
})
