import { describe, expect, it } from 'vitest'
import { DeleteCommand } from '../../lib/table/client/commands.js'
import { planReminders } from '../../lib/repair/plan-reminders.js'
import { keyOf } from '../../lib/table/table.js'
import { admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { table } from '../support/service.js'

/*
 * Events that no release with reminders has written: they were there before, or they were imported.
 */

const recipientsOf = (all: { kind: string; recipient: string }[]) =>
  all.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()

/** An event that starts at noon in UTC in some days, with a person who comes, as an earlier release has left it. */
async function givenOldEvent(email: string, { days = 10, wallClock = noonIn(days) } = {}) {
  const event = await givenMailedEvent({ timezone_identifier: 'UTC', start_date: { wallClock } })
  await rsvp(event.path, email)
  await mails()
  await forgetReminder(event.id)
  return { ...event, due: dueOf(wallClock) }
}

const noonIn = (days: number) => `${clockIn(days).slice(0, 10)}T12:00:00`
const dueOf = (wallClock: string) => new Date(Date.parse(`${wallClock}Z`) - 1_440 * 60_000)

const forgetReminder = (event: string) =>
  table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf.eventMail(event, 'reminder') }))

const mine = async (email: string, at: Date) =>
  recipientsOf(await mailsDueAt(at)).filter((each) => each.endsWith(email))

describe('the repair', () => {
  it('takes back no edit that comes at the same time', async () => {
    for (let i = 0; i < 8; i++) {
      const email = `edited${i}@example.org`
      const { id, due } = await givenOldEvent(email)
      const moved = noonIn(12 + i)
      await Promise.all([
        planReminders(table),
        admin('event', 'update', id, '--start-date', moved),
        planReminders(table),
      ])
      expect(await mine(email, due)).toEqual([`changed ${email}`])
      expect(await mine(email, dueOf(moved))).toEqual([`reminder ${email}`])
      expect(await mine(email, dueOf(moved))).toEqual([])
    }
  })
})
