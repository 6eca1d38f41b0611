import { beforeAll, describe, expect, it } from 'vitest'
import { mails } from '../support/mail/mail.js'
import { givenMailedEvent } from '../support/mail/mailed-events.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { assignPending, get } from '../support/service.js'

/** Strangers without a key or a link make the service mail within limits. */

beforeAll(() => rsvpSettings({ browser_rsvps: true }))

const recipientsOf = (all: { recipient: string }[]) => all.map(({ recipient }) => recipient)

describe('the RSVP form', () => {
  it('mails one mailbox five times an hour, at all events together, and every RSVP counts', async () => {
    const [one, other] = [await givenMailedEvent(), await givenMailedEvent()]
    for (let n = 0; n < 12; n++) {
      const { id } = n % 2 ? one : other
      expect((await submit(id, { email: `Stranger+${n}@example.com` })).status).toBe(200)
    }
    expect(await mails()).toHaveLength(5)
    await assignPending()
    for (const { path } of [one, other]) expect((await get(path)).body.total_accepted).toBe(6)
    await submit(one.id, { email: 'another.person@example.com' })
    expect(recipientsOf(await mails())).toEqual(['another.person@example.com'])
  })
})
