import { expect, it } from 'vitest'
import { mails } from '../support/mail/mail.js'
import { rsvp } from '../support/mail/mailed-events.js'
import { givenInterfaceEvent } from '../support/service.js'

it('mails of an event say what its location has, and nothing of what is unknown', async () => {
  const { path } = await givenInterfaceEvent({
    start_date: { wallClock: '2035-05-05T18:00:00' },
    accessibility: { step_free: 'yes', captions: 'unknown', seating: 'no', notes: 'Ring at the gate' },
  })
  await rsvp(path, 'access@example.org')
  expect((await mails())[0]?.text).toContain('Accessibility: Step-free access, Ring at the gate')
  const plain = await givenInterfaceEvent({ start_date: { wallClock: '2035-05-05T18:00:00' } })
  await rsvp(plain.path, 'plain@example.org')
  expect((await mails())[0]?.text).not.toContain('Accessibility')
})
