import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isTimely } from '../../lib/mail/kinds-of-event-email.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { mailingStore } from '../../lib/mail/store/mailing-store.js'
import { demo, post, put, table } from '../support/service.js'

const HOUR_MS = 3_600_000
const FORM = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const clockAt = (time: number) => `${new Date(time).toISOString().slice(0, 16)}:00`

/** An event of the interface that ended some hours ago. */
const givenPastEvent = (hoursAgo: number, fields: Parameters<typeof givenMailedEvent>[0] = {}) =>
  givenMailedEvent({
    timezone_identifier: 'UTC',
    start_date: { wallClock: clockAt(Date.now() - (hoursAgo + 2) * HOUR_MS) },
    end_date: { wallClock: clockAt(Date.now() - hoursAgo * HOUR_MS) },
    ...fields,
  })

const comes = async ({ path }: { path: string }, address: string, more: object = {}) => {
  const attendance = await rsvp(path, address)
  if (Object.keys(more).length > 0) await put(attendance.path, more)
  return attendance
}
const cameTo = (event: { path: string }, address: string) => comes(event, address, { 'service:attended': true })
const link = ({ _links }: any) => new URL(_links['service:self_service'].href).pathname

async function run(...args: string[]) {
  const { code, err } = await admin(...args)
  if (code !== 0) throw new Error(err)
}

/** The mails that are due by now, to addresses of a domain. */
const told = async (domain: string, at = new Date()) =>
  (await mailsDueAt(at))
    .filter(({ recipient }) => recipient.endsWith(`@${domain}`))
    .map(({ kind, recipient, subject }) => `${kind} ${recipient} ${subject.split(':')[0]}`)
    .sort()

const switchGroup = (on: 'on' | 'off') => run('group', 'update', demo.group.id, '--follow-up', on)

describe('a follow-up', () => {
  beforeAll(() => switchGroup('on'))
  afterAll(() => switchGroup('off'))

  it('thanks the people who came, and says to the others that they were missed, once', async () => {
    const event = await givenPastEvent(2)
    await cameTo(event, 'here@followed.example')
    await comes(event, 'missed@followed.example')
    await comes(event, 'gone@followed.example', { status: 'declined' })
    await mails()
    const expected = [
      'follow-up here@followed.example Thank you for coming',
      'follow-up missed@followed.example We missed you',
    ]
    expect(await told('followed.example')).toEqual(expected)
    expect(await told('followed.example')).toEqual([])
    await run('event', 'update', event.id, '--end-date', clockAt(Date.now() - 3 * HOUR_MS))
    expect(await told('followed.example')).toEqual([])
  })

  it('comes one hour after the end, and not before', async () => {
    const event = await givenPastEvent(0.5)
    await cameTo(event, 'soon@hour.example')
    await mails()
    expect(await told('hour.example')).toEqual([])
    expect(await told('hour.example', new Date(Date.now() + HOUR_MS))).toHaveLength(1)
  })

  it('is sent by a command as if the event were over, and not again when it is', async () => {
    const event = await givenPastEvent(-2)
    await cameTo(event, 'early@command.example')
    await mails()
    const after = new Date(Date.now() + 3 * HOUR_MS + 60_000)
    expect(await told('command.example', after)).toEqual(['follow-up early@command.example Thank you for coming'])
    expect(await told('command.example', after)).toEqual([])
  })

  it('that comes too early, as the event has moved meanwhile, stays due', async () => {
    const event = await givenPastEvent(2)
    await cameTo(event, 'moved@later.example')
    await mails()
    expect(await mailingStore(table).due(new Date())).not.toEqual([])
    await run('event', 'update', event.id, '--end-date', clockAt(Date.now() + 2 * HOUR_MS))
    expect((await told('later.example')).filter((mail) => mail.startsWith('follow-up'))).toEqual([])
    expect(await told('later.example', new Date(Date.now() + 3 * HOUR_MS + 60_000))).toContain(
      'follow-up moved@later.example Thank you for coming',
    )
  })

  it('goes to no one where the door was not used, and of an event without an end or that was canceled', async () => {
    await comes(await givenPastEvent(2), 'door@none.example')
    const endless = await givenMailedEvent({
      timezone_identifier: 'UTC',
      start_date: { wallClock: clockAt(Date.now() - 60 * HOUR_MS) },
    })
    await cameTo(endless, 'endless@none.example')
    const canceled = await givenPastEvent(0)
    await cameTo(canceled, 'cancelled@none.example')
    await mails()
    await run('event', 'cancel', canceled.id)
    const kinds = (await told('none.example', new Date(Date.now() + 2 * HOUR_MS))).filter((each) =>
      each.startsWith('follow-up'),
    )
    expect(kinds).toEqual([])
  })

  it('goes to no one who left the mailing list or went quiet', async () => {
    const event = await givenPastEvent(2)
    const [left, quiet] = [
      await cameTo(event, 'left@quiet.example'),
      await cameTo(event, 'quiet@quiet.example'),
      await cameTo(event, 'stays@quiet.example'),
    ]
    await post(link(left), 'action=unsubscribe', FORM)
    await post(link(quiet), 'action=quiet', FORM)
    await mails()
    expect(await told('quiet.example')).toEqual(['follow-up stays@quiet.example Thank you for coming'])
  })

  it('is what an event says before what its group says', async () => {
    const event = await givenPastEvent(2)
    await cameTo(event, 'one@off.example')
    await mails()
    await run('event', 'update', event.id, '--follow-up', 'off')
    expect(await told('off.example')).toEqual([])

    await switchGroup('off')
    const [own, other] = [await givenPastEvent(2), await givenPastEvent(2)]
    await cameTo(own, 'two@on.example')
    await cameTo(other, 'three@on.example')
    await mails()
    await run('event', 'update', own.id, '--follow-up', 'on')
    expect(await told('on.example')).toEqual(['follow-up two@on.example Thank you for coming'])
    await switchGroup('on')
  })

  it('is not sent where it would come days late', () => {
    const event = {
      end_date: '2027-05-01T14:00:00',
      end_date_utc: '2027-05-01T14:00:00Z',
      timezone_identifier: 'UTC',
    }
    const isSent = (now: string) => isTimely('follow-up', event as OsdiEvent, new Date(now), 'follow-up')
    expect(['2027-05-01T13:00:00Z', '2027-05-01T15:00:00Z', '2027-05-05T15:00:00Z'].map(isSent)).toEqual([
      false,
      true,
      false,
    ])
  })
})
