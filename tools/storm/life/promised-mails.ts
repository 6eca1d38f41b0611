import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ScanCommand } from '../../../lib/table/client/commands.js'
import { openTable } from '../../../lib/table/table.js'
import { LOCAL_TABLE } from '../../../local/engine/data.js'
import type { Scene } from './life-storm.js'

/** An email in the outbox. */
interface Mail {
  kind: string
  event: string
  to: string
  /** Its message id: an email that is sent twice for one cause has the same. */
  id: string
}

/** Reads the emails that were sent. */
export async function sentMails(outbox: string): Promise<Mail[]> {
  const files = await readdir(outbox).catch(() => [] as string[])
  const texts = await Promise.all(
    files.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(outbox, name), 'utf8')),
  )
  const header = (text: string, name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  return texts.map((text) => ({
    kind: header(text, 'X-Turnout-Kind'),
    event: header(text, 'X-Turnout-Event'),
    to: /[\w.+-]+@[\w.-]+/.exec(header(text, 'To'))?.[0] ?? '',
    id: header(text, 'Message-ID'),
  }))
}

/** An attendance as the table holds it. */
interface Kept {
  event: string
  person: string
  status?: string
  mails?: string
  merged_into?: string
}

async function attendancesIn(engine: string, { events }: Scene): Promise<Kept[]> {
  const table = openTable({ tableName: LOCAL_TABLE, dynamodbEndpoint: engine })
  const all: Kept[] = []
  for (let from: Record<string, unknown> | undefined; ;) {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    )
    all.push(...((page.Items ?? []) as unknown as Kept[]))
    from = page.LastEvaluatedKey
    if (!from) break
  }
  table.client.destroy()
  return all.filter(
    (item) =>
      item.person !== undefined &&
      events.includes(item.event) &&
      (item as { referrer_data?: unknown }).referrer_data !== undefined,
  )
}

/** The time within which an email follows its cause, kills included. */
const WITHIN_MS = 60_000

/** The time after which an email that is missing counts as lost, and not as late. */
const LOST_AFTER_MS = 300_000

/** Waits until nothing is missing. @returns what was late, and what never came */
async function untilNone(find: () => Promise<string[]>): Promise<string[]> {
  const begin = Date.now()
  const late = new Map<string, number>()
  for (;;) {
    const missing = await find()
    const passed = Date.now() - begin
    if (passed > WITHIN_MS) for (const each of missing) late.set(each, passed)
    if (missing.length === 0 || passed > LOST_AFTER_MS)
      return [...late].map(([each, ms]) =>
        missing.includes(each) ? `${each} It never came.` : `${each} It came after ${Math.round(ms / 1000)} s.`,
      )
    await pause(500)
  }
}

/** Finds people whose last change has promised an email that was not sent. */
export const missingMails = (engine: string, scene: Scene, outbox: string) =>
  untilNone(async () => {
    const [attendances, mails] = await Promise.all([attendancesIn(engine, scene), sentMails(outbox)])
    const emails = new Map(scene.people.map(({ id, email }) => [id, email]))
    return attendances
      .filter(({ status, mails: cause, merged_into }) => {
        const [kind = ''] = (cause ?? '').split(' ')
        const expected = status === undefined ? ['confirmation', 'promoted'] : ['waitlisted']
        return merged_into === undefined && status !== 'declined' && expected.includes(kind)
      })
      .filter(({ event, person, mails: cause = '' }) => {
        const [kind] = cause.split(' ')
        return !mails.some((mail) => mail.kind === kind && mail.event === event && mail.to === emails.get(person))
      })
      .map(({ event, person, mails: cause }) => `${person} was not mailed "${cause}" of ${event}.`)
  })

/**
 * Cancels all events, and waits for the emails to people who come or wait.
 * @param cancel cancels one of them
 */
export async function mailsAfterCanceling(
  engine: string,
  scene: Scene,
  outbox: string,
  cancel: (event: string) => Promise<void>,
) {
  const emails = new Map(scene.people.map(({ id, email }) => [id, email]))
  const due = (await attendancesIn(engine, scene)).filter(({ status }) => status !== 'declined')
  const begin = Date.now()
  for (const event of scene.events) await cancel(event)
  const missing = await untilNone(async () => {
    const mails = (await sentMails(outbox)).filter(({ kind }) => kind === 'cancelled')
    return due
      .filter(({ event, person }) => !mails.some((mail) => mail.event === event && mail.to === emails.get(person)))
      .map(({ event, person }) => `${person} was not told within a minute that ${event} is canceled.`)
  })
  return { people: due.length, seconds: Math.round((Date.now() - begin) / 1000), missing }
}
