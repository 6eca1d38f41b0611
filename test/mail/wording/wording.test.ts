import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MailRefused } from '../../../lib/mail/mail.js'
import { compose } from '../../../lib/mail/sending/compose.js'
import { write } from '../../../lib/mail/sending/wording.js'
import { admin, mails } from '../../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../../support/mail/mailed-events.js'
import { demo } from '../../support/service.js'

const file = join(mkdtempSync(join(tmpdir(), 'mail-')), 'body.txt')
const body = (text: string) => {
  writeFileSync(file, text)
  return ['--body-file', file]
}
const word = (of: string[], ...more: string[]) =>
  admin('mail', 'word', '--kind', 'confirmation', ...of, ...more, '--json')
const group = ['--group', demo.group.id]

describe('the wording of an email', () => {
  it('is that of the event, else that of its group, else the default one', async () => {
    const event = await givenMailedEvent({ title: 'Rally <1>' })
    await word(group, '--subject', 'Welcome, {given_name}', ...body('See you at {event}.\n\n{event_page}'))
    await rsvp(event.path, 'group@example.org')
    const [mail] = await mails()
    expect(mail?.subject).toBe('Welcome, Ada')
    expect(mail?.text).toContain(`See you at Rally <1>.\n\nhttps://events.example.org/events/${event.id}`)
    expect(mail?.mail.html).toContain('See you at Rally &lt;1&gt;.')
    await word(['--event', event.id], '--subject', 'Only here')
    await rsvp(event.path, 'event@example.org')
    expect((await mails())[0]).toMatchObject({ subject: 'Only here', text: mail?.text })
    await word(['--event', event.id], '--subject', 'default')
    await word(group, '--subject', 'default', '--body-file', 'default')
    await rsvp(event.path, 'default@example.org')
    expect((await mails())[0]?.subject).toBe('You’re in: Rally <1>')
  })

  it('leads on by a button that says where, while the text has the link', async () => {
    const event = await givenMailedEvent()
    await rsvp(event.path, 'button@example.org')
    const [mail] = await mails()
    const [, link] = /Change or cancel your RSVP:\n(https:\S+)/.exec(mail?.text ?? '') ?? []
    expect(mail?.mail.html).toMatch(new RegExp(`<a class="btn" href="${link}" style="[^"]*">See your RSVP</a>`))
    expect(mail?.mail.html).toMatch(/<a [^>]*href="[^"]*\/events\/[^"]*"[^>]*>Event page<\/a>/)
  })

  it('switches an email off for a group, and on again for an event', async () => {
    const [on, off] = [await givenMailedEvent(), await givenMailedEvent()]
    await word(group, '--sent', 'off')
    await word(['--event', on.id], '--sent', 'on')
    await rsvp(on.path, 'on@example.org')
    await rsvp(off.path, 'off@example.org')
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['on@example.org'])
    await word(group, '--sent', 'on')
  })

  it.each([
    [['--subject', 'Hi {surname}, {town}'], 'subject has unknown variables: surname, town'],
    [['--subject', 'a\nb'], 'subject must be one line'],
    [['--subject', 's'.repeat(201)], 'subject must have at most 200 characters'],
  ])('is refused with a subject that is none: %j', async (flags, reason) => {
    const { code, err } = await word(group, ...flags)
    expect(code).toBe(1)
    expect(err).toContain(reason)
  })

  it.each([
    ['{nothing}', 'body has unknown variables: nothing'],
    ['b'.repeat(10_001), 'body must have at most 10000 characters'],
    ['{instructions}'.repeat(51), 'body must have at most 50 variables'],
  ])('is refused with a body that cannot be filled in', async (text, reason) => {
    const { code, err } = await word(group, ...body(text))
    expect(code).toBe(1)
    expect(err).toContain(reason)
  })
})

describe('a text that is filled in', () => {
  const values = { instructions: { html: `<p>${'é'.repeat(200_000)}</p>` }, event: 'x'.repeat(100_000) }

  it('makes no email that is larger than servers take, and says so', async () => {
    const composed = (times: number) => {
      const content = write({ subject: 'x', body: '{instructions}\n'.repeat(times) }, values, {
        language: 'en',
      })
      const mail = { id: 'x', kind: 'confirmation' as const, to: { address: 'ada@example.org' }, ...content }
      return compose(mail, 'Turnout <events@example.net>')
    }
    await expect(composed(30)).rejects.toThrow('The email has 12')
    await expect(composed(30)).rejects.toBeInstanceOf(MailRefused)
    await expect(composed(20)).rejects.toThrow(/The email has \d+ bytes or more; it may have 10485760/)
    expect((await composed(1)).raw.length).toBeGreaterThan(1_000_000)
  })

  it('is cut in a subject, between characters', () => {
    const { subject } = write({ subject: '{event}', body: 'x' }, values, { language: 'en' })
    expect(subject).toBe(`${'x'.repeat(249)}…`)
    const faces = { event: `x${'😀'.repeat(200)}` }
    const cut = write({ subject: '{event}', body: 'x' }, faces, { language: 'en' }).subject
    expect(cut).toBe(`x${'😀'.repeat(124)}…`)
  })
})
