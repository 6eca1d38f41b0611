import { expect, it } from 'vitest'
import { CONFIRMATION } from '../../bench/cost.js'
import { mails, sendAnnounced, takeReceived } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { table } from '../support/service.js'

/* The cost of a confirmation, in the units that the engine reports. docs/cost.md multiplies them. */

const MAILS = 20

it('a confirmation costs the units that docs/cost.md takes for it, in a row with others', async () => {
  const { path } = await givenMailedEvent()
  // The first one also makes the key of links.
  await rsvp(path, 'first@cost.example')
  await mails()
  for (let i = 0; i < MAILS; i++) await rsvp(path, `guest-${i}@cost.example`)
  const before = { ...table.consumedCapacity }
  await sendAnnounced()
  const { read, write } = table.consumedCapacity
  expect(takeReceived()).toHaveLength(MAILS)
  const each = { read: (read - before.read) / MAILS, write: (write - before.write) / MAILS }
  // All of them share the pace, for example, which is a part of a unit of each.
  for (const unit of ['read', 'write'] as const) expect(Math.floor(each[unit])).toBe(Math.floor(CONFIRMATION[unit]))
})
