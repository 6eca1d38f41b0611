import { describe, expect, it } from 'vitest'
import { mails } from '../support/mail.js'
import { givenMailedEvent, rsvp } from '../support/mailed-events.js'
import { invoke, post, put } from '../support/service.js'

/** What Amazon SES says of a mail, by its event destination. */
const say = (mail: string, notice: object) =>
  invoke('queues/note-bounces', {
    Records: [{ messageId: '1', body: JSON.stringify({ ...notice, mail: { tags: { mail: [mail] } } }) }],
  })

const bounceOf = (emailAddress: string, bounceType = 'Permanent') => ({
  eventType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: [{ emailAddress }] },
})
const complaintOf = (emailAddress: string) => ({
  eventType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress }] },
})

/** A person with a confirmation. @returns the id of the mail, and what to do next */
async function givenMail(address: string) {
  const { path } = await givenMailedEvent()
  const attendance = await rsvp(path, address)
  const [mail] = await mails()
  return {
    id: (mail?.mail.messageId ?? '').replace(/[<>]|@.*/g, ''),
    statusOf: async () =>
      (await post('/api/v2/people', { person: { email_addresses: [{ address }] } })).body.email_addresses[0]
        .status,
    again: async () => {
      await put(attendance.path, { status: 'declined' })
      await rsvp(path, address)
      return mails()
    },
  }
}

describe('a notice of Amazon SES', () => {
  it.each([
    ['a bounce', bounceOf, 'bouncing'],
    ['a complaint', complaintOf, 'spam complaint'],
  ])('about %s sets the status of the address, and nothing goes there', async (_, noticeOf, status) => {
    const address = `${status.replace(' ', '')}@example.com`
    const { id, statusOf, again } = await givenMail(address)
    await say(id, noticeOf(address))
    await say(id, noticeOf(address))
    expect(await statusOf()).toBe(status)
    expect(await again()).toEqual([])
  })

  it('about a bounce that may pass changes nothing', async () => {
    const { id, statusOf, again } = await givenMail('full@example.com')
    await say(id, bounceOf('full@example.com', 'Transient'))
    await say(id, { eventType: 'Delivery' })
    expect(await statusOf()).toBe('subscribed')
    expect(await again()).toHaveLength(1)
  })

  it('about a mail that is not known keeps the address from mail', async () => {
    const { again } = await givenMail('unknown@example.com')
    await say('00000000-0000-4000-8000-000000000000', bounceOf('unknown@example.com'))
    expect(await again()).toEqual([])
  })
})
