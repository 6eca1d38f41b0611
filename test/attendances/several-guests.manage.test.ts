import { beforeAll, describe, expect, it } from 'vitest'
import { demo, get, givenInterfaceEvent, post, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { changeItem } from '../../lib/table/transaction.js'

const { group } = demo
const base = `/manage/${group.id}`

let organizer: Browser
let member: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  member = await signedInAs(group.member)
})

const guestsOf = (id: string) => `/manage/events/${id}/guests`

async function rsvp(event: string, given_name: string, more: object = {}): Promise<string> {
  const email_addresses = [{ address: `${given_name.toLowerCase()}@several.example` }]
  const { body } = await post(`/api/v2/events/${event}/attendances`, {
    person: { given_name, email_addresses },
    ...more,
  })
  return (body._links.self.href as string).split('/').at(-1) as string
}

const totals = async (id: string) => (await get(`/api/v2/events/${id}`)).body['service:totals']

/** Sends a form with a field for each guest. */
const act = (by: Browser, event: string, ids: string[], fields: Record<string, string>) =>
  by.send(`${guestsOf(event)}/several`, { attendance: ids, ...fields })

describe('several guests', () => {
  it('are canceled together, once, also by a form that is sent twice', async () => {
    const { id } = await givenInterfaceEvent()
    const [ana, ben] = [await rsvp(id, 'Ana'), await rsvp(id, 'Ben'), await rsvp(id, 'Cleo')]
    const { html } = await organizer.open(guestsOf(id))
    expect(html).toContain(`form="several" name="attendance" value="${ana}" aria-label="Choose Ana"`)
    for (let i = 0; i < 2; i++) {
      const { headers } = await act(organizer, id, [ana, ben], { action: 'cancel', view: '?sort=name' })
      expect(headers['location']).toBe(`${guestsOf(id)}?sort=name`)
      expect(await totals(id)).toMatchObject({ accepted: 1, declined: 2 })
    }
  })

  it('get a tag together, from a page that is asked for', async () => {
    const { id } = await givenInterfaceEvent()
    const [ana, ben] = [await rsvp(id, 'Anatag'), await rsvp(id, 'Bentag')]
    await organizer.send(`${base}/tags`, { name: 'Drivers' })
    const asked = await act(organizer, id, [ana, ben], { action: 'tag' })
    expect(asked.html).toContain('Tag 2 people')
    expect(asked.html).toContain('<option value="Drivers"')
    expect((await act(organizer, id, [ana, ben], { action: 'tag', tag: 'Drivers' })).status).toBe(303)
    const tags = (await organizer.open(`${base}/tags`)).html
    const [, tag] = /tags\/([0-9a-f-]{36})">Drivers/.exec(tags) ?? []
    const { html } = await organizer.open(`${base}/tags/${tag}`)
    expect(html).toContain('anatag@several.example')
    expect(html).toContain('bentag@several.example')
  })

  it('are chosen first, are guests of the event, and are changed by who may change guests', async () => {
    const { id } = await givenInterfaceEvent()
    const other = await givenInterfaceEvent()
    const [ana, their] = [await rsvp(id, 'Ana'), await rsvp(other.id, 'Ben')]
    const none = await act(organizer, id, [], { action: 'cancel' })
    expect([none.status, none.html.includes('Select at least one person.')]).toEqual([409, true])
    expect((await act(organizer, id, [ana, their], { action: 'cancel' })).status).toBe(404)
    expect((await act(organizer, id, [ana], { action: 'erase' })).status).toBe(404)
    expect((await act(member, id, [ana], { action: 'cancel' })).status).toBe(403)
    expect(await totals(id)).toMatchObject({ accepted: 1, declined: 0 })
  })
})

describe('the order of guests', () => {
  const namesIn = (html: string) => [...html.matchAll(/>(\w+)@several\.example</g)].map(([, name]) => name)

  it('is the newest first, or by name, or by party', async () => {
    const { id } = await givenInterfaceEvent({ max_guests: 5 })
    await rsvp(id, 'Zoe', { 'service:guests': 1 })
    await rsvp(id, 'Ébba', { 'service:guests': 4 })
    await rsvp(id, 'Ana')
    const listed = async (query: string) =>
      namesIn((await organizer.open(`${guestsOf(id)}${query}`)).html).map((n) => n?.[0])
    expect(await listed('')).toHaveLength(2)
    expect(await listed('?sort=name')).toEqual(['a', 'z'])
    expect((await organizer.open(`${guestsOf(id)}?sort=party`)).html).toMatch(/Ébba.*Zoe.*Ana/s)
    expect((await organizer.open(`${guestsOf(id)}?sort=party&status=cancelled`)).html).toContain('No guests here.')
  })

  it('is said to be the newest first where an event has more than 300 guests', async () => {
    const { id } = await givenInterfaceEvent()
    await rsvp(id, 'Ana')
    expect((await organizer.open(guestsOf(id))).html).toContain('name="sort"')
    await changeItem(table, lists.attendancesOf(id).length, { set: { length: 301 } })
    const { html } = await organizer.open(`${guestsOf(id)}?sort=name`)
    expect(html).not.toContain('name="sort"')
    expect(html).toContain('Lists of up to 300 guests can be sorted.')
  })
})

describe('a guest in the list', () => {
  it('has the source of the RSVP, and the notes of the team about the person', async () => {
    const { id } = await givenInterfaceEvent()
    await rsvp(id, 'Nora', { 'service:referrer_data': { source: 'newsletter' } })
    const { html } = await organizer.open(guestsOf(id))
    expect(html).toContain('Came by: newsletter')
    const [, person] = /people\/([0-9a-f-]{36})">Nora/.exec(html) ?? []
    const form = { given_name: 'Nora', email_addresses: 'nora@several.example', notes: 'Needs a ramp' }
    await organizer.send(`${base}/people/${person}/edit`, form)
    expect((await organizer.open(guestsOf(id))).html).toContain('Needs a ramp')
  })
})
