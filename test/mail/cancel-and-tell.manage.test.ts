import { beforeAll, describe, expect, it } from 'vitest'
import { departingIn } from '../../lib/app/merging.js'
import { erasePerson } from '../../lib/merging/erase-person.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { mails } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { demo, get, givenEvent, post, put, table } from '../support/service.js'

/* Who is told of a canceled RSVP: an organizer cancels it and says so, or the guest does. */

let organizer: Browser
let member: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
  member = await signedInAs(demo.group.member)
})

const tell = (event: string, { path }: { path: string }, note?: string, by = organizer) =>
  by.send(`/manage/events/${event}/guests/${path.split('/').at(-1)}/tell`, note === undefined ? {} : { note })
const personOf = ({ _links }: any) => _links['osdi:person'].href.split('/').at(-1) as string

describe('canceling and telling', () => {
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
    expect(mail?.text).toContain('have canceled your RSVP')
    expect(mail?.text).toContain('The room is <b>small</b>.')
    expect(mail?.mail.html).not.toContain('<b>small')
    expect(mail?.calendar?.getFirstPropertyValue('method')).toBe('CANCEL')
    expect((await organizer.open(`/manage/${demo.group.id}/log`)).html).toContain('Canceled an RSVP and told the guest')
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

  it('is no email where an RSVP is canceled without it, or where the person comes again before it is sent', async () => {
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

describe('canceling by the link of an RSVP', () => {
  const FORM = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const linkIn = (text = '') => new URL(/http\S+\/rsvp\/\S+/.exec(text)?.[0] ?? '').pathname
  const press = (link: string, action: string) => post(link, `action=${action}`, FORM)

  it('mails the guest once, takes the event out of their calendar, and leads back', async () => {
    const { path } = await givenMailedEvent()
    await rsvp(path, 'own@told.example')
    const [confirmation] = await mails()
    const link = linkIn(confirmation?.text)
    for (let i = 0; i < 2; i++) expect((await press(link, 'decline')).status).toBe(303)
    const [mail, ...others] = await mails()
    expect([mail?.kind, mail?.recipient, others]).toEqual(['rsvp-withdrawn', 'own@told.example', []])
    expect(mail?.text).toContain('canceled your RSVP')
    expect(mail?.calendar?.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(linkIn(mail?.text)).toBe(link)
    await press(link, 'accept')
    expect((await mails()).map(({ kind }) => kind)).toEqual(['confirmation'])
  })

  it('is no email for a guest who waited, who comes again at once, or of an event of the API', async () => {
    const { path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    await rsvp(path, 'comes@told.example')
    await rsvp(path, 'waited@told.example')
    const sent = await mails()
    const links = sent.map(({ text }) => linkIn(text))
    const waits = links[sent.findIndex(({ recipient }) => recipient === 'waited@told.example')] as string
    await press(waits, 'decline')
    expect(await mails()).toEqual([])
    const comes = links.find((link) => link !== waits) as string
    await press(comes, 'decline')
    await press(comes, 'accept')
    expect((await mails()).map(({ kind }) => kind)).toEqual(['confirmation'])
    const ofApi = await givenEvent()
    const own = await post(`${ofApi.path}/attendances`, {
      person: { email_addresses: [{ address: 'api@told.example' }] },
    })
    await press(new URL(own.body._links['service:self_service'].href).pathname, 'decline')
    expect(await mails()).toEqual([])
  })
})

describe('canceling an event', () => {
  it('says why to those who come, on its page and on theirs, in the lines that were typed, and as no markup', async () => {
    const { id, path } = await givenMailedEvent()
    const guest = await rsvp(path, 'why@told.example')
    const own = new URL(guest._links['service:self_service'].href).pathname
    await mails()
    expect((await organizer.open(`/manage/events/${id}/cancel`)).html).toContain('what happens now (optional)')
    const note = ' The hall has <b>no</b> heat.\nWe’ll find a new date. '
    expect((await organizer.send(`/manage/events/${id}/cancel`, { note })).status).toBe(303)
    const [told] = await mails()
    expect([told?.kind, told?.recipient]).toEqual(['cancelled', 'why@told.example'])
    expect(told?.text).toContain('The hall has <b>no</b> heat.\nWe’ll find a new date.')
    for (const page of [`/events/${id}`, own])
      expect((await get(page, { key: null })).text).toContain('The hall has &lt;b&gt;no&lt;/b&gt; heat.')
    expect((await get(path)).body['service:cancellation_note']).toBe(note.trim())
  })

  it('needs no reason', async () => {
    const { id, path } = await givenMailedEvent()
    await rsvp(path, 'bare@told.example')
    await mails()
    await organizer.send(`/manage/events/${id}/cancel`, { note: ' ' })
    const [told] = await mails()
    expect(told?.text).toMatch(/is canceled\. We’re sorry\.\n\n\S/)
    expect((await get(path)).body).not.toHaveProperty('service:cancellation_note')
  })
})
