import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { setWordings } from '../../lib/mail/store/mail-wordings.js'
import { clockIn, rsvp } from '../support/mail/mailed-events.js'
import { admin, mails, mailsDueAt, takeReceived } from '../support/mail/mail.js'
import { demo, get, table } from '../support/service.js'

let title = ''
beforeEach(async () => {
  title = `Canvass ${randomUUID()}`
  await mails()
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A series of daily events from ten days on. @returns the ids of its events */
async function givenSeries(count: number): Promise<string[]> {
  const { json } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    title,
    '--origin-system',
    'Turnout',
    '--start-date',
    clockIn(10),
    '--timezone',
    'America/New_York',
    '--repeat',
    'daily',
    '--count',
    String(count),
    '--json',
  )
  return json.events
}

/** An answer to some of the dates. */
async function answers(address: string, ids: string[]) {
  for (const id of ids) await rsvp(`/api/v2/events/${id}`, address)
}

const idsIn = ({ mail }: { mail: { headers: Map<string, unknown> } }) =>
  String(mail.headers.get('x-turnout-event')).split(',')

const update = (id: string, ...flags: string[]) => admin('event', 'update', id, ...flags, '--json')
const startOf = async (id: string) => (await get(`/api/v2/events/${id}`)).body.start_date as string

describe('an edit of several dates', () => {
  it('is told to each person by one email with their dates, each in the calendar file', async () => {
    const ids = await givenSeries(5)
    await answers('both@example.org', [ids[2] as string, ids[4] as string])
    await answers('early@example.org', [ids[0] as string, ids[3] as string])
    await answers('before@example.org', [ids[0] as string])
    await mails()
    const later = clockIn(12).replace(
      /T(..)/,
      (_, hour: string) => `T${String((Number(hour) + 1) % 24).padStart(2, '0')}`,
    )
    const { json } = await update(ids[2] as string, '--start-date', later, '--series', 'following')
    expect(json).toEqual({ events: ids.slice(2) })
    expect(await mailsDueAt(inMinutes(5))).toEqual([])
    const told = await mailsDueAt(inMinutes(11))
    expect(told.map((mail) => [mail.kind, mail.recipient, idsIn(mail)]).sort()).toEqual([
      ['changed', 'both@example.org', [ids[2], ids[4]]],
      ['changed', 'early@example.org', [ids[3]]],
    ])
    const both = told.find(({ recipient }) => recipient === 'both@example.org')
    const parts = both?.calendar?.getAllSubcomponents('vevent') ?? []
    expect(parts.map((part) => part.getFirstPropertyValue('uid'))).toEqual([ids[2], ids[4]])
    expect(await mailsDueAt(inMinutes(40))).toEqual([])
    await mails()
    expect(takeReceived()).toEqual([])
  })

  it('is not told of the dates that have switched the email off', async () => {
    const ids = await givenSeries(3)
    const [first = '', second = '', third = ''] = ids
    await answers('two@example.org', [first, second, third])
    await answers('one@example.org', [first])
    await mails()
    await setWordings(table, first, 'changed', { is_sent: false })
    await update(first, '--start-date', clockIn(12), '--series', 'all')
    const told = await mailsDueAt(inMinutes(11))
    expect(told.map((mail) => [mail.kind, mail.recipient, idsIn(mail)])).toEqual([
      ['changed', 'two@example.org', [second, third]],
    ])
  })

  it('is not told when it was taken back', async () => {
    const ids = await givenSeries(3)
    await answers('back@example.org', ids)
    await mails()
    const [first = ''] = ids
    const before = await startOf(first)
    await update(first, '--start-date', clockIn(11), '--series', 'all')
    await update(first, '--start-date', before.replace('Z', ''), '--series', 'all')
    expect(await startOf(first)).toBe(before)
    expect(await mailsDueAt(inMinutes(30))).toEqual([])
  })

  it('is not told to people who answered after it, nor of instructions to people who wait', async () => {
    const ids = await givenSeries(2)
    const [first = '', second = ''] = ids
    await update(first, '--start-date', clockIn(13), '--series', 'all')
    await answers('after@example.org', [first, second])
    await mails()
    expect(await mailsDueAt(inMinutes(11))).toEqual([])
  })
})

describe('a cancellation of several dates', () => {
  it('is told at once, by one email to each person with their dates', async () => {
    const ids = await givenSeries(4)
    const [first = '', second = '', third = '', fourth = ''] = ids
    await answers('two@example.org', [second, fourth])
    await answers('none@example.org', [first])
    await mails()
    const { json } = await admin('event', 'cancel', second, '--series', 'following', '--json')
    expect(json).toEqual({ events: [second, third, fourth] })
    const told = await mails()
    expect(told.map((mail) => [mail.kind, mail.recipient, idsIn(mail)])).toEqual([
      ['cancelled', 'two@example.org', [second, fourth]],
    ])
    const file = told[0]?.calendar
    expect(file?.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(file?.getAllSubcomponents('vevent')).toHaveLength(2)
    expect((await admin('event', 'cancel', second, '--series', 'all', '--json')).json).toEqual({
      events: [first],
    })
    expect((await mails()).map((mail) => [mail.recipient, idsIn(mail)])).toEqual([['none@example.org', [first]]])
    expect((await admin('event', 'cancel', second, '--series', 'all', '--json')).json).toEqual({ events: [] })
  })
})
