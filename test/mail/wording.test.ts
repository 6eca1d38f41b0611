import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { admin, mails } from '../support/mail.js'
import { givenMailedEvent, rsvp } from '../support/mailed-events.js'
import { demo } from '../support/service.js'

const file = join(mkdtempSync(join(tmpdir(), 'mail-')), 'body.txt')
const body = (text: string) => {
  writeFileSync(file, text)
  return ['--body-file', file]
}
const word = (of: string[], ...more: string[]) =>
  admin('mail', 'word', '--kind', 'confirmation', ...of, ...more, '--json')
const group = ['--group', demo.group.id]

describe('the wording of a mail', () => {
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
    expect((await mails())[0]?.subject).toBe('You are coming: Rally <1>')
  })

  it('switches a mail off for a group, and on again for an event', async () => {
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
    [body('{nothing}'), 'body has unknown variables: nothing'],
  ])('is refused with what does not exist: %j', async (flags, reason) => {
    if (flags[0] === '--body-file') body('{nothing}')
    const { code, err } = await word(group, ...flags)
    expect(code).toBe(1)
    expect(err).toContain(reason)
  })
})
