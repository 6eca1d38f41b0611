import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DeleteCommand, PutCommand } from '../../lib/table/client/commands.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { adminOf } from '../admin/admin.js'
import { admin, mails, mailsDueAt, takeReceived } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { PUBLIC_URL, demo, table } from '../support/service.js'
import { freshTable } from '../support/engine/tables.js'

const recipientsOf = (all: { kind: string; recipient: string }[]) =>
  all.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()

const noonIn = (days: number) => `${clockIn(days).slice(0, 10)}T12:00:00`
const dueOf = (wallClock: string) => new Date(Date.parse(`${wallClock}Z`) - 1_440 * 60_000)

/** An event that starts at a time in UTC, with a person who comes. */
async function givenEvent(wallClock: string, email: string) {
  const event = await givenMailedEvent({ timezone_identifier: 'UTC', start_date: { wallClock } })
  await rsvp(event.path, email)
  await mails()
  return event
}

describe('the audit', () => {
  it('misses the reminder of a coming event that has none', async () => {
    const { id } = await givenEvent(noonIn(10), 'before@example.org')
    const reminder = keyOf.eventMail(id, 'reminder')
    const item = await getOne(table, reminder)
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: reminder }))
    expect((await admin('audit')).out).toContain(`event:${id} has no reminder.`)
    await table.client.send(new PutCommand({ TableName: table.name, Item: item }))
    expect((await admin('audit')).code).toBe(0)
  })
})

describe('an import', () => {
  it('plans the reminders of coming events, once however often it is repeated', async () => {
    const wallClock = noonIn(15)
    await givenEvent(wallClock, 'moved@example.org')
    const file = join(mkdtempSync(join(tmpdir(), 'mail-')), 'group.ndjson')
    await admin('export', '--group', demo.group.id, '--out', file)
    const { tableName, endpoint } = await freshTable()
    const target = adminOf({ TABLE_NAME: tableName, DYNAMODB_ENDPOINT: endpoint, PUBLIC_URL })
    await target('import', '--in', file)
    await target('import', '--in', file)
    expect((await target('audit')).code).toBe(0)
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
    const wallClock = noonIn(20)
    const { id } = await givenEvent(wallClock, 'before-file@example.org')
    const file = join(mkdtempSync(join(tmpdir(), 'mail-')), 'rsvps.csv')
    writeFileSync(file, 'name,email,approval_status\nLu Ma,file@example.org,approved\nNo,no@example.org,declined\n')
    const answer = await admin(
      'import',
      'csv',
      'attendances',
      '--group',
      demo.group.id,
      '--event',
      id,
      '--in',
      file,
      '--json',
    )
    expect(answer.json).toMatchObject({ recorded: 2, refused: 0 })
    expect(await mails()).toEqual([])
    const came = recipientsOf(await mailsDueAt(dueOf(wallClock))).filter((each) => each.includes('file@'))
    expect(came).toEqual(['reminder before-file@example.org', 'reminder file@example.org'])
  })
})
