import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, PAGE_HEADERS, request, signedInAs } from '../support/clients/organizer.js'
import { givenTeamLink, openedOn } from '../support/given/team-links.js'
import { admin } from '../support/mail/mail.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { demo, get, givenInterfaceEvent, post } from '../support/service.js'
import { has } from '../support/rooms.js'

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
})

const SOON = {
  start_date: { wallClock: '2041-06-01T18:00:00' },
  end_date: { wallClock: '2041-06-01T20:00:00' },
}
const given = (fields: Parameters<typeof givenInterfaceEvent>[0] = {}) =>
  givenInterfaceEvent({ title: 'Dinner', ...SOON, ...fields })
const guest = async (path: string, email: string, names: object = {}) => {
  const { body } = await post(`${path}/attendances`, {
    person: { email_addresses: [{ address: email }], ...names },
  })
  return new URL(body._links.self.href).pathname.split('/').at(-1) as string
}
const page = (id: string, of = '') => `/manage/events/${id}${of && `/${of}`}`

describe.runIf(has('door'))('a link for the door', () => {
  it('opens the door on a device once its button is pressed, and not when a scanner of mail follows it', async () => {
    const { id } = await given()
    const link = await givenTeamLink(id, 'door')
    const shown = await request('GET', link.path)
    expect([shown.status, shown.cookies]).toEqual([200, []])
    expect(shown.html).toContain('Open on this device')
    expect((await request('GET', page(id, 'door'))).headers['location']).toBe('/manage/sign-in')
    const steward = await openedOn(link.path)
    expect([steward.opened.status, steward.opened.headers['location']]).toEqual([303, page(id)])
    expect((await steward.open(page(id))).headers['location']).toBe(page(id, 'door'))
    const door = await steward.open(page(id, 'door'))
    expect(door.status).toBe(200)
    expect(door.html).not.toContain('/manage/you')
    expect(door.html).not.toContain(`/manage/${demo.group.id}`)
    expect((await steward.open(link.path)).headers['location']).toBe(page(id))
  })

  it('shows no contact: neither in place of a name, nor to the script, nor sensitive answers', async () => {
    const { id, path } = await given({
      questions: [{ id: 'diet', type: 'text', title: 'Allergies', sensitive: true }] as never,
    })
    const { path: link } = await givenTeamLink(id, 'door')
    const nameless = await guest(path, 'nameless@steward.example')
    await guest(path, 'ana@steward.example', { given_name: 'Ana' })
    const steward = await openedOn(link)
    const pages = await Promise.all([
      steward.open(page(id, 'door')),
      steward.open(page(id, `door?guest=${nameless}`)),
      steward.open(page(id, 'door/guests?from=1')),
      steward.open(page(id, 'door?find=nameless@steward.example')),
    ])
    for (const { status, html } of pages) {
      expect(status).toBe(200)
      expect(html.replaceAll('value="nameless@steward.example"', '')).not.toContain('@steward.example')
    }
    expect(pages[0]?.html).toContain('Ana')
    expect(pages[0]?.html).toContain('No name given')
    expect(pages[0]?.html).not.toContain('Sensitive answers')
    expect((await organizer.open(page(id, 'door'))).html).toContain('nameless@steward.example')
  })

  it('checks guests in, which the log tells by the name of the link', async () => {
    const { id, path } = await given()
    const { path: link } = await givenTeamLink(id, 'door', '--label', 'Ana, north door')
    const ana = await guest(path, 'ana@log.example', { given_name: 'Ana' })
    const steward = await openedOn(link)
    const sent = await steward.send(page(id, 'door'), page(id, `door/${ana}`), {
      id: 'a'.repeat(32),
      people: '1',
    })
    expect(sent.status).toBe(303)
    expect((await get(path)).body['service:totals'].attended).toBe(1)
    const { html } = await organizer.open(`/manage/${demo.group.id}/log`)
    expect(html).toContain('Helper: Ana, north door')
    expect(html).toContain('Opened the link of a helper on a device')
  })

  it('lets in nobody who is blocked, and does not say who is, here and among the guests', async () => {
    const { id } = await given()
    await admin('person', 'block', '--group', demo.group.id, '--email', 'loud@steward.example')
    const steward = await openedOn((await givenTeamLink(id, 'door,guests')).path)
    const added = { given_name: 'Max', email_addresses: 'loud@steward.example' }
    for (const of of ['door', 'guests']) {
      const { html } = await steward.send(page(id, of), page(id, of), added)
      expect([of, html.includes('This person can’t be added. Ask an organizer.')]).toEqual([of, true])
      expect(html).not.toContain('blocked')
    }
  })

  it.runIf(has('approval'))('adds nobody whom the team has declined', async () => {
    const { id, path } = await given({ approval: true })
    await rsvpSettings({ browser_rsvps: true })
    await submit(id, { given_name: 'Dee', email: 'dee@steward.example' })
    const asked = /name="attendance" value="([^"]+)"/.exec((await organizer.open(page(id, 'guests'))).html)?.[1] ?? ''
    await organizer.send(page(id, 'guests/requests'), { attendance: asked, decision: 'decline' })
    const other = await openedOn((await givenTeamLink(id, 'guests')).path)
    const noted = { attendance: asked, decision: 'approve', note: 'See evil.example' }
    const { html: told } = await other.send(page(id, 'guests'), page(id, 'guests/requests'), noted)
    expect(told).toContain('Leave links, addresses and phone numbers out of the note.')
    const both = await openedOn((await givenTeamLink(id, 'door,guests')).path)
    const typed = { given_name: 'Foo', email_addresses: 'dee@steward.example' }
    const { html } = await both.send(page(id, 'door'), page(id, 'door'), typed)
    expect(html).toContain('Someone else has already answered this request.')
    expect((await get(path)).body['service:totals'].accepted).toBe(0)
  })

  it('finds nobody by a contact', async () => {
    const { id, path } = await given()
    const steward = await openedOn((await givenTeamLink(id, 'door')).path)
    await guest(path, 'plain@steward.example', { given_name: 'Plainname' })
    const found = async (search: string) =>
      (await steward.open(`${page(id, 'door')}?find=${encodeURIComponent(search)}`)).html.includes('Plainname')
    expect([await found('Plain'), await found('plain@steward.example')]).toEqual([true, false])
  })

  it('takes no email at the door, by which a typed one would say whose it is', async () => {
    const { id, path } = await given()
    const ana = await guest(path, 'ana@walk-in.example', { given_name: 'Ana', family_name: 'Known' })
    const steward = await openedOn((await givenTeamLink(id, 'door')).path)
    expect((await steward.open(page(id, 'door'))).html).not.toContain('name="email_addresses"')
    const typed = { given_name: 'Foo', email_addresses: 'ana@walk-in.example' }
    const { headers } = await steward.send(page(id, 'door'), page(id, 'door'), typed)
    expect(headers['location']).toMatch(/\?in=/)
    expect(headers['location']).not.toContain(ana)
    expect((await get(path)).body['service:totals']).toMatchObject({ accepted: 2, attended: 1 })
    expect((await organizer.open(page(id, 'door'))).html).toContain('name="email_addresses"')
  })

  it.each(['', 'guests', 'guests.csv', 'edit', 'team', 'mails', 'messages', 'calls', 'embed', 'cancel'])(
    'refuses the page "%s" of the event with 403, but for the way to the door',
    async (of) => {
      const { id } = await given()
      const { path } = await givenTeamLink(id, 'door')
      const { status, html } = await (await openedOn(path)).open(page(id, of))
      expect(status).toBe(of === '' ? 303 : 403)
      if (of) expect(html).toContain('This link doesn’t allow this')
    },
  )

  it('opens neither another event nor the group, and no form of another page is taken', async () => {
    const [one, other] = [await given(), await given()]
    const { path } = await givenTeamLink(one.id, 'door')
    const steward = await openedOn(path)
    for (const of of [page(other.id, 'door'), '/manage', `/manage/${demo.group.id}/people`])
      expect((await steward.open(of)).headers['location']).toBe('/manage/sign-in')
    const foreign = await request(
      'POST',
      page(one.id, 'door'),
      { ...PAGE_HEADERS, cookie: steward.cookie },
      'given_name=Eve',
    )
    expect(foreign.status).toBe(403)
  })
})
