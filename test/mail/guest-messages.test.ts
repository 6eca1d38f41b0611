import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { signedInAs } from '../support/clients/organizer.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { mails, mailsDueAt } from '../support/mail/mail.js'
import { demo, post, put } from '../support/service.js'

/** Somebody who comes and is not on the mailing list, and one who is. */
async function givenGuests(days: number) {
  const event = await givenMailedEvent({
    start_date: { wallClock: clockIn(days) },
    end_date: { wallClock: clockIn(days + 0.1) },
  })
  const [off, on] = [randomUUID(), randomUUID()].map((name) => `${name}@guests.example`) as [string, string]
  await rsvp(event.path, on)
  await rsvp(event.path, off)
  await post('/api/v2/people', { person: { email_addresses: [{ address: off, status: 'unsubscribed' }] } })
  await mails()
  return { event, on, off }
}

/** Writes a message, and sends what is due in a minute, or later. */
async function written(event: { id: string }, guests: string, inDays = 0, meanwhile?: () => Promise<unknown>) {
  const organizer = await signedInAs(demo.group.organizer)
  const path = `/manage/events/${event.id}/messages`
  const message = { subject: 'Another door', text: 'Come by the side.', guests, draft: randomUUID() }
  const asked = await organizer.send(path, { ...message, action: 'check' })
  await organizer.send(path, { ...message, action: 'send' })
  await meanwhile?.()
  const all = [...(await mails()), ...(await mailsDueAt(new Date(Date.now() + 61_000 + inDays * 86_400_000)))]
  return { asked, received: all.filter(({ kind }) => kind === 'message') }
}

it('what is written before an event reaches everybody who comes, also without the mailing list', async () => {
  const { event, on, off } = await givenGuests(3)
  const { asked, received } = await written(event, 'coming')
  expect(asked.html).toContain('Send to 2 people')
  expect(received.map(({ recipient }) => recipient).sort()).toEqual([on, off].sort())
  for (const { text } of received) expect(text).toContain(`because you RSVP’d to ${event.title}.`)
})

it('what is written after it reaches the mailing list alone', async () => {
  const { event, on } = await givenGuests(-1)
  const { received } = await written(event, 'coming')
  expect(received.map(({ recipient }) => recipient)).toEqual([on])
  expect(received[0]?.text).toContain('because you’re on the mailing list')
})

it('what was written before it, and is sent after it, reaches the mailing list alone', async () => {
  const { event, on } = await givenGuests(3)
  const { asked, received } = await written(event, 'coming', 5)
  expect(asked.html).toContain('Send to 2 people')
  expect(received.map(({ recipient }) => recipient)).toEqual([on])
  expect(received[0]?.text).toContain('because you’re on the mailing list')
})

it('what waits for its time does not reach who has canceled meanwhile', async () => {
  const { event, off } = await givenGuests(3)
  const goes = await rsvp(event.path, 'goes@guests.example')
  const { received } = await written(event, 'coming', 0, () => put(goes.path, { status: 'declined' }))
  const recipients = received.map(({ recipient }) => recipient)
  expect([recipients.length, recipients.includes(off)]).toEqual([2, true])
  expect(recipients).not.toContain('goes@guests.example')
})
