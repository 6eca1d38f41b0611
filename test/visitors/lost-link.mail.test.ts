import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mails } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { signedInAs } from '../support/clients/organizer.js'
import { demo } from '../support/service.js'

/** A person who has lost the link of an RSVP gets it again: by the form, or by an organizer. */

beforeAll(() => rsvpSettings({ browser_rsvps: true }))
// The clock of this file runs forward alone: a turn to send that was taken ahead of it would be waited for.
let now = Date.now()
beforeEach(() => later(0))
afterEach(() => vi.useRealTimers())

function later(minutes: number) {
  now += minutes * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now })
}

const told = async () => (await mails()).map(({ kind, recipient }) => `${kind} ${recipient}`)

describe('the form of somebody who has answered before', () => {
  it('mails how they stand, with the link, and answers as it answers everybody', async () => {
    const { id, path } = await givenMailedEvent()
    const { _links } = await rsvp(path, 'lost@example.com')
    await mails()
    later(2)
    const [known, unknown] = [
      await submit(id, { email: 'lost@example.com' }),
      await submit(id, { email: 'new@example.com' }),
    ]
    expect(known).toMatchObject({ status: 200, body: unknown.body })
    const sent = await mails()
    expect(sent.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
      'confirmation lost@example.com',
      'confirmation new@example.com',
    ])
    const again = sent.find(({ recipient }) => recipient === 'lost@example.com')
    expect(again?.text).toContain(_links['service:self_service'].href)
  })

  it('mails a place in the line as one', async () => {
    const { id, path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    await rsvp(path, 'has@example.com')
    await rsvp(path, 'waits@example.com')
    await mails()
    later(2)
    for (const email of ['has@example.com', 'waits@example.com']) expect((await submit(id, { email })).status).toBe(200)
    expect((await told()).toSorted()).toEqual(['confirmation has@example.com', 'waitlisted waits@example.com'])
  })

  it('mails once for several at once, and in some minutes', async () => {
    const { id } = await givenMailedEvent()
    for (let n = 0; n < 2; n++) await submit(id, { email: 'double@example.com' })
    expect(await told()).toEqual(['confirmation double@example.com'])
    later(11)
    for (let n = 0; n < 3; n++) await submit(id, { email: 'double@example.com' })
    expect(await told()).toEqual(['confirmation double@example.com'])
  })

  it('mails also where the event has a capacity and no line', async () => {
    const { id, path } = await givenMailedEvent({ capacity: 5 })
    await rsvp(path, 'within@example.com')
    await mails()
    later(2)
    await submit(id, { email: 'within@example.com' })
    expect(await told()).toEqual(['confirmation within@example.com'])
  })
})

describe('the guest list', () => {
  it('sends the link again at the press of a button', async () => {
    const { id, path } = await givenMailedEvent()
    const { path: attendance } = await rsvp(path, 'asks@example.com')
    await mails()
    later(1)
    const organizer = await signedInAs(demo.group.organizer)
    const guests = `/manage/events/${id}/guests`
    expect((await organizer.open(guests)).html).toContain('Send the link again')
    const guest = attendance.split('/').at(-1)
    expect((await organizer.send(`${guests}/${guest}/link`, {})).status).toBe(303)
    expect(await told()).toEqual(['confirmation asks@example.com'])
  })

  it('says before each button whether it sends an email', async () => {
    const { id, path } = await givenMailedEvent()
    const { path: attendance } = await rsvp(path, 'said@example.com')
    const guest = attendance.split('/').at(-1)
    const organizer = await signedInAs(demo.group.organizer)
    const guests = `/manage/events/${id}/guests`
    const buttons = async () =>
      [...(await organizer.open(guests)).html.matchAll(/aria-label="([^"]*): Ada"/g)].map(([, label]) => label)
    expect(await buttons()).toEqual(expect.arrayContaining(['Cancel without email', 'Cancel and email']))
    await mails()
    await organizer.send(`${guests}/${guest}/cancel`)
    expect(await told()).toEqual([])
    expect(await buttons()).toContain('Restore and email')
    await organizer.send(`${guests}/several`, { attendance: [guest as string], action: 'tell' })
    expect(await told()).toEqual([])
    await organizer.send(`${guests}/${guest}/restore`)
    expect(await told()).toEqual(['confirmation said@example.com'])
    await organizer.send(`${guests}/several`, {
      attendance: [guest as string],
      action: 'tell',
      note: 'The hall is flooded',
    })
    expect(await told()).toEqual(['rsvp-cancelled said@example.com'])
  })
})
