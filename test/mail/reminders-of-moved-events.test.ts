import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DeleteCommand } from '../../lib/table/client/commands.js'
import { planReminders } from '../../lib/repair/plan-reminders.js'
import { keyOf } from '../../lib/table/table.js'
import { adminOf } from '../admin/admin.js'
import { admin, mails, mailsDueAt, takeReceived } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { PUBLIC_URL, demo, givenInterfaceEvent, post, table } from '../support/service.js'
import { freshTable } from '../support/engine/tables.js'

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
  it('plans the reminder of a coming event that has none, which the audit misses', async () => {
    const { id, due } = await givenOldEvent('before@example.org')
    expect((await admin('audit')).out).toContain(`event:${id} has no reminder; run repair.`)
    expect((await admin('repair', '--json')).json).toMatchObject({ reminders: 1 })
    expect((await admin('repair', '--json')).json).toMatchObject({ reminders: 0 })
    expect((await admin('audit')).code).toBe(0)
    expect(await mine('before@example.org', new Date(due.getTime() - 1_000))).toEqual([])
    expect(await mine('before@example.org', due)).toEqual(['reminder before@example.org'])
    await planReminders(table)
    expect(await mine('before@example.org', due)).toEqual([])
  })

  it('plans none that was due already, of a cancelled event, without a date, or of the API', async () => {
    const soon = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 19)
    await givenOldEvent('soon@example.org', { wallClock: soon })
    const cancelled = await givenOldEvent('cancelled@example.org')
    await admin('event', 'cancel', cancelled.id)
    await givenInterfaceEvent({ title: 'Some day' })
    await post('/api/v2/events', { title: 'Program', origin_system: 'Test', start_date: noonIn(10) })
    expect(await planReminders(table)).toBe(0)
    expect((await admin('audit')).code).toBe(0)
  })

  it('gives an event no reminder whose date was taken away', async () => {
    const { id } = await givenOldEvent('undated@example.org')
    expect((await admin('event', 'update', id, '--start-date', 'none')).err).toBe('')
    expect(await planReminders(table)).toBe(0)
  })
})

describe('an import', () => {
  it('plans the reminders of coming events, once however often it is repeated', async () => {
    const wallClock = noonIn(15)
    const { path } = await givenMailedEvent({ timezone_identifier: 'UTC', start_date: { wallClock } })
    await rsvp(path, 'moved@example.org')
    await mails()
    const file = join(mkdtempSync(join(tmpdir(), 'mail-')), 'group.ndjson')
    await admin('export', '--group', demo.group.id, '--out', file)
    const { tableName, endpoint } = await freshTable()
    const target = adminOf({ TABLE_NAME: tableName, DYNAMODB_ENDPOINT: endpoint, PUBLIC_URL })
    await target('import', '--in', file)
    await target('import', '--in', file)
    expect((await target('audit')).code).toBe(0)
    expect((await target('repair', '--json')).json).toMatchObject({ reminders: 0 })
    const sentAt = async (at: Date) => {
      const { err } = await target('mail', 'due', '--at', at.toISOString())
      expect(err).toBe('')
      return recipientsOf(takeReceived()).filter((each) => each.endsWith('moved@example.org'))
    }
    expect(await sentAt(new Date(dueOf(wallClock).getTime() - 1_000))).toEqual([])
    expect(await sentAt(dueOf(wallClock))).toEqual(['reminder moved@example.org'])
    expect(await sentAt(dueOf(wallClock))).toEqual([])
  })

  it('of a file of RSVPs mails no one, and its people are reminded', async () => {
    const { id, due } = await givenOldEvent('before-file@example.org', { days: 20 })
    await planReminders(table)
    const file = join(mkdtempSync(join(tmpdir(), 'mail-')), 'rsvps.csv')
    writeFileSync(
      file,
      'name,email,approval_status\nLu Ma,file@example.org,approved\nNo,no@example.org,declined\n',
    )
    const answer = await admin(
      ...['import', 'csv', 'attendances', '--group', demo.group.id, '--event', id, '--in', file, '--json'],
    )
    expect(answer.json).toMatchObject({ recorded: 2, refused: 0 })
    expect(await mails()).toEqual([])
    const came = recipientsOf(await mailsDueAt(due)).filter((each) => each.includes('file@'))
    expect(came).toEqual(['reminder before-file@example.org', 'reminder file@example.org'])
  })
})
