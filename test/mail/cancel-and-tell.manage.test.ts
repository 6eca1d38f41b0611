import { beforeAll, describe, expect, it } from 'vitest'
import { departingIn } from '../../lib/app/merging.js'
import { erasePerson } from '../../lib/merging/erase-person.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { type Browser, signedInAs } from '../support/clients/organiser.js'
import { mails } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { demo, get, put, table } from '../support/service.js'

/* An organiser cancels an RSVP and says so. */

let organizer: Browser
let member: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
  member = await signedInAs(demo.group.member)
})

const tell = (event: string, { path }: { path: string }, note?: string, by = organizer) =>
  by.send(`/manage/events/${event}/guests/${path.split('/').at(-1)}/tell`, note === undefined ? {} : { note })
const personOf = ({ _links }: any) => _links['osdi:person'].href.split('/').at(-1) as string

describe('cancelling and telling', () => {
  it('cancels one RSVP and mails its person the reason, once, and is in the log', async () => {
    const { id, path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const one = await rsvp(path, 'one@told.example')
    await rsvp(path, 'next@told.example')
    await mails()
    expect((await organizer.open(`/manage/events/${id}/guests`)).html).toContain('Cancel and email')
    expect((await tell(id, one, ' The room is <b>small</b>. ')).status).toBe(303)
    expect((await tell(id, one, 'Again')).status).toBe(303)
    expect((await get(one.path)).body.status).toBe('declined')
    const came = await mails()
    expect(came.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()).toEqual([
      'promoted next@told.example',
      'rsvp-cancelled one@told.example',
    ])
    const mail = came.find(({ kind }) => kind === 'rsvp-cancelled')
    expect(mail?.text).toContain('have cancelled your RSVP')
    expect(mail?.text).toContain('The room is <b>small</b>.')
    expect(mail?.mail.html).not.toContain('<b>small')
    expect(mail?.calendar?.getFirstPropertyValue('method')).toBe('CANCEL')
    expect((await organizer.open(`/manage/${demo.group.id}/log`)).html).toContain(
      'Cancelled an RSVP and told the guest',
    )
    expect(JSON.stringify((await get(one.path)).body)).not.toContain('small')
  })

  it('needs no reason, and works for a person who waits', async () => {
    const { id, path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    await rsvp(path, 'first@told.example')
    const waits = await rsvp(path, 'waits@told.example')
    await mails()
    await tell(id, waits)
    expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['rsvp-cancelled', 'waits@told.example'],
    ])
    expect((await get(path)).body['service:totals']).toMatchObject({ accepted: 1, declined: 1, waitlisted: 0 })
  })

  it('is no mail where an RSVP is cancelled without it, or where the person comes again before it is sent', async () => {
    const { id, path } = await givenMailedEvent()
    const silent = await rsvp(path, 'silent@told.example')
    const back = await rsvp(path, 'back@told.example')
    await mails()
    await organizer.send(`/manage/events/${id}/guests/${silent.path.split('/').at(-1)}/cancel`, {})
    await tell(id, back, 'Sorry')
    await put(back.path, { status: 'accepted' })
    expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['confirmation', 'back@told.example'],
    ])
    const item = await getOne(table, keyOf.attendance(personOf(back), id))
    expect(item).not.toHaveProperty('cancellation')
  })

  it('is refused to members, and its reason goes with the person', async () => {
    const { id, path } = await givenMailedEvent()
    const one = await rsvp(path, 'gone@told.example')
    expect((await tell(id, one, 'No', member)).status).toBe(403)
    await tell(id, one, 'Because of Ana')
    await erasePerson(departingIn(table), `group:${demo.group.id}`, personOf(one))
    expect(JSON.stringify(await getOne(table, keyOf.attendance(personOf(one), id)))).not.toContain('Ana')
  })
})
