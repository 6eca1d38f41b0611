import { expect, it } from 'vitest'
import { withoutLinks } from '../../../lib/mail/kinds/host-mail.js'
import { get, put } from '../../support/service.js'
import { takeReceived } from '../../support/mail/mail.js'
import {
  givenHosted,
  givenHosting,
  givenLink,
  hostForm,
  mailTo,
  page,
  submitForm,
  typed,
} from '../../support/given/hosting.js'

it('asks a program that fills in what people do not see for a proof of work', async () => {
  const { id } = await givenHosting()
  const refused = await hostForm(id, typed({ website_2: 'x', confirmed: '1' }))
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('Wait a minute')
})

it('mails a mailbox three unanswered links at most, and answers the same', async () => {
  const { id } = await givenHosting()
  const answers = []
  for (const address of ['a@many.example', 'a+1@many.example', 'A@many.example', 'a+2@many.example'])
    answers.push(await hostForm(id, typed({ email: address, confirmed: '1' })))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  await givenLink(id, { email: 'other@one.example' })
  // The mails of the three were asked for before this one.
  const more = takeReceived().filter(({ recipient }) => recipient.endsWith('@many.example'))
  expect(more.length).toBeLessThanOrEqual(3)
})

it.each([
  ['Win at https://spam.example/x now', 'Win at … now'],
  ['buy.example and me@spam.example', '… and …'],
  ["St. Paul's at 5 p.m.", "St. Paul's at 5 p.m."],
])('writes the title %j into the mail as %j', (title, written) => {
  expect(withoutLinks(title)).toBe(written)
})

it('writes nothing into the mail that was typed but the title', async () => {
  const { id } = await givenHosting()
  await hostForm(
    id,
    typed({ email: 'victim@mail.example', given_name: 'Buy pills', description: 'SPAM', confirmed: '1' }),
  )
  const { text, mail } = await mailTo('victim@mail.example', 'host-verify')
  expect(text).not.toMatch(/pills|SPAM|Maple/)
  expect(mail.headers.has('x-turnout-event')).toBe(false)
})

it('shows the street of a home to no one without a place', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const hosted = await givenHosted(id, { email: 'home@host.example', address_shown: 'guests' })
  const { text } = await page(`/events/${hosted.id}`)
  expect(text).toContain('Chatham')
  expect(text).not.toContain('Maple')
  expect((await page(`/event_campaigns/${id}/events.json`)).text).not.toContain('Maple')
})

it('keeps an edit of the time by a host back until the team approves it', async () => {
  const { id } = await givenHosting()
  const hosted = await givenHosted(id, { email: 'later@host.example' })
  const path = `/api/v2/events/${hosted.id}`
  await put(path, { 'service:review': { state: 'approved' } })
  const edit = async (fields: Record<string, string>) => {
    const revision = /name="revision" value="(\d+)"/.exec((await page(`${hosted.link}?page=edit`)).text)?.[1]
    return submitForm(hosted.link, { ...typed(fields), action: 'edit', revision: revision ?? '' })
  }
  expect((await edit({ start: '2031-01-17T10:00', end: '', title: 'Soup' })).status).toBe(303)
  const waiting = (await get(path)).body
  expect(waiting).toMatchObject({
    title: 'Soup',
    status: 'confirmed',
    start_date: '2031-01-16T17:30:00Z',
    'service:review': { state: 'waiting', change: { start_date: '2031-01-17T10:00:00' } },
  })
  const approved = await put(path, { 'service:review': { state: 'approved' } })
  expect(approved.body).toMatchObject({ start_date: '2031-01-17T10:00:00Z' })
  expect(approved.body['service:review']).not.toHaveProperty('change')
  // Another edit, which the team declines.
  await edit({ start: '2031-01-18T10:00', end: '' })
  const declined = await put(path, { 'service:review': { state: 'declined', note: 'Too late' } })
  expect(declined.body).toMatchObject({ status: 'confirmed', start_date: '2031-01-17T10:00:00Z' })
})

it('opens nothing by a link of another event, or with another letter', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const { link } = await givenHosted(id, { email: 'link@host.example' })
  const other = link.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect((await page(other)).status).toBe(404)
  expect((await submitForm(other, { action: 'cancel' })).status).toBe(404)
})
