import { beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { UNKNOWN_ID, demo, get, givenInterfaceEvent, post, put, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const QUERIES = '/api/v2/targeting/queries'
const TARGETING = `/manage/${demo.group.id}/targeting`

let events: { id: string; path: string }[]
let organizer: Browser

/** Ana comes to all three that she RSVPs to, Ben to one of three, Cleo to none of two, Dan to two without a yes. */
const HABITS = {
  Ana: ['came', 'came', 'came'],
  Ben: ['came', 'yes', 'yes'],
  Cleo: ['yes', 'yes'],
  Dan: ['no, came', 'no, came', 'yes'],
}

async function rsvp({ path }: { path: string }, name: string, what: string) {
  const { body } = await post(`${path}/attendances`, {
    person: { given_name: name, email_addresses: [{ address: `${name.toLowerCase()}@habits.example` }] },
  })
  await put(new URL(body._links.self.href).pathname, {
    ...(what.startsWith('no') && { status: 'declined' }),
    'service:attended': what.endsWith('came'),
  })
}

beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
  events = []
  for (const title of ['Habit one', 'Habit two', 'Habit three'])
    events.push(await givenInterfaceEvent({ title, event_campaign_id: demo.event_campaign.id }))
  for (const [name, each] of Object.entries(HABITS))
    for (const [i, what] of each.entries()) await rsvp(events[i] as { path: string }, name, what)
})

const asked = (fields: object) => post(QUERIES, { title: 'Habits', include: events.map(({ id }) => id), ...fields })
const peopleOf = async (path: string) =>
  (await get(`${path}/people`)).body._embedded['osdi:people']
    .map((person: any) => person.given_name as string)
    .sort() as string[]
const found = async (fields: object) => peopleOf(new URL((await asked(fields)).body._links.self.href).pathname)

describe('a query for habits', () => {
  it('finds people by the least number of RSVPs and the most times that they came', async () => {
    expect(await found({ rsvps_at_least: 3 })).toEqual(['Ana', 'Ben'])
    expect(await found({ rsvps_at_least: 2 })).toEqual(['Ana', 'Ben', 'Cleo'])
    expect(await found({ rsvps_at_least: 2, attended_at_most: 1 })).toEqual(['Ben', 'Cleo'])
    expect(await found({ rsvps_at_least: 2, attended_at_most: 0 })).toEqual(['Cleo'])
    // Dan came twice without a yes, which counts against him.
    expect(await found({ attended_at_most: 1 })).toEqual(['Ben', 'Cleo'])
    expect(await found({ status: ['accepted', 'declined'], rsvps_at_least: 3, attended_at_most: 2 })).toEqual([
      'Ben',
      'Dan',
    ])
  })

  it('refuses a number that no one can reach, names every fault, and forgets a number by null', async () => {
    for (const rsvps_at_least of [0, 4, -1, 1.5, 'two']) expect((await asked({ rsvps_at_least })).status).toBe(400)
    const { body } = await asked({ rsvps_at_least: 'x', attended_at_most: -1 })
    expect(
      body['osdi:error'].resource_status[0].error_descriptions.map(({ properties }: any) => properties[0]),
    ).toEqual(['rsvps_at_least', 'attended_at_most'])
    const made = await asked({ rsvps_at_least: 3, attended_at_most: 1 })
    expect(made.body).toMatchObject({ rsvps_at_least: 3, attended_at_most: 1 })
    const path = new URL(made.body._links.self.href).pathname
    await put(path, { rsvps_at_least: null })
    expect(await peopleOf(path)).toEqual(['Ben', 'Cleo'])
  })

  it('takes all events of a campaign by its address, and of no campaign of others', async () => {
    const campaign = `/api/v2/event_campaigns/${demo.event_campaign.id}`
    const { body } = await asked({ include: [campaign], rsvps_at_least: 2, attended_at_most: 1 })
    expect(body.include).toEqual([expect.stringContaining(campaign)])
    expect(await peopleOf(new URL(body._links.self.href).pathname)).toEqual(['Ben', 'Cleo'])
    const { status } = await asked({ include: [`/api/v2/event_campaigns/${UNKNOWN_ID}`] })
    expect(status).toBe(400)
  })
})

describe('the form of a query', () => {
  it('finds events by words, and keeps the search for all of them, or a campaign', async () => {
    const path = `${TARGETING}/new`
    const narrowed = await organizer.send(path, { title: 'Typed', find: 'habit two', more: 'find' })
    expect(narrowed.html).toContain('>Habit two</option>')
    expect(narrowed.html).not.toContain('>Habit one</option>')
    expect(narrowed.html).toContain('value="Typed"')
    expect(narrowed.html).toContain('<option value="search">All events that match “habit two”')
    const all = await organizer.send(path, { find: 'habit', event: 'search', more: 'moreEvents' })
    expect(all.html).toContain('name="search" value="on" checked')
    expect(all.html).toContain('name="search.find" value="habit"')
    const source = `event_campaign:${demo.event_campaign.id}`
    const campaign = await organizer.send(path, { event: source, more: 'moreEvents' })
    expect(campaign.html).toMatch(new RegExp(`name="source ${source}"[^>]*><option value="include" selected`))
    const none = await organizer.send(path, { find: 'nothing at all', more: 'find' })
    expect(none.html).not.toContain('>Habit one</option>')
  })

  it('saves a search and a campaign, whose events are found when the query runs', async () => {
    const saved = await organizer.send(`${TARGETING}/new`, {
      title: 'Kept',
      match: 'any',
      status_accepted: 'on',
      search: 'on',
      'search.find': 'habit',
      [`source event_campaign:${demo.event_campaign.id}`]: 'include',
      [`action ${events[0]?.id}`]: 'exclude',
    })
    expect(saved.status).toBe(303)
    const id = saved.headers['location']?.split('/').at(-1)
    const { body } = await get(`${QUERIES}/${id}`)
    expect(body).toMatchObject({
      include: [expect.stringContaining(`/event_campaigns/${demo.event_campaign.id}`)],
      include_search: { find: 'habit' },
      exclude: [`service:${events[0]?.id}`],
    })
    const opened = await organizer.open(`${TARGETING}/${id}`)
    expect(opened.html).toContain('All events that match “habit”')
    expect(opened.html).toMatch(/<li>People who are coming to [^<]*All events in [^<]+<\/li>/)
    const form = await organizer.open(`${TARGETING}/${id}/edit`)
    expect(form.html).toContain('name="search.find" value="habit"')
    expect(form.html).toMatch(/name="source event_campaign:[^"]+"[^>]*><option value="include" selected/)
  })

  it('offers the unit of distances of the country of its owner', async () => {
    const selected = async () =>
      /<option value="(mi|km)" selected/.exec((await organizer.open(`${TARGETING}/new`)).html)?.[1]
    const owner = `group:${demo.group.id}` as const
    expect(await selected()).toBe('mi')
    await ownerStore(table).changeSettings(owner, { country: 'NO' })
    expect(await selected()).toBe('km')
    await ownerStore(table).changeSettings(owner, { country: null })
  })

  it('asks for people by tag, place and habit without any event, and forgets what is emptied', async () => {
    await post('/api/v2/tags', { name: 'Form <volunteer>' })
    const opened = await organizer.open(`${TARGETING}/new`)
    expect(opened.html).toContain('<option value="Form &lt;volunteer&gt;">')
    const fields = {
      title: 'Near',
      match: 'any',
      status_accepted: 'on',
      'tag Form <volunteer>': 'on',
      'near.location': 'denver co',
      'near.within': '10,5',
      'near.unit': 'km',
      attended_at_most: '1',
    }
    const saved = await organizer.send(`${TARGETING}/new`, fields)
    expect(saved.status).toBe(303)
    const path = saved.headers['location'] as string
    const id = path.split('/').at(-1)
    const { body } = await get(`${QUERIES}/${id}`)
    expect(body).toMatchObject({
      include: [],
      tags: ['Form <volunteer>'],
      attended_at_most: 1,
      near: { location: 'Denver, CO', within: 10.5, unit: 'km' },
    })
    expect((await organizer.open(path)).html).toContain('within 10.5 kilometers of Denver, CO')
    const { html } = await organizer.open(`${path}/edit`)
    expect(html).toContain('name="near.known" value="Denver, CO"')
    // The known point stays with its name, and a new name is looked up.
    const known = { 'near.known': 'HQ', 'near.latitude': '39.5', 'near.longitude': '-104.5' }
    await organizer.send(`${path}/edit`, { ...fields, ...known, 'near.location': 'HQ' })
    expect((await get(`${QUERIES}/${id}`)).body.near).toMatchObject({ location: 'HQ', latitude: 39.5 })
    const refused = await organizer.send(`${path}/edit`, {
      ...fields,
      ...known,
      'near.location': 'Qzxville Nowhere',
    })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('We do not know this town')
    const emptied = { title: 'Near', 'near.location': '', 'tag Form <volunteer>': 'on' }
    expect((await organizer.send(`${path}/edit`, emptied)).status).toBe(303)
    const after = (await get(`${QUERIES}/${id}`)).body
    expect(after).not.toHaveProperty('near')
    expect(after).not.toHaveProperty('attended_at_most')
    const nothing = await organizer.send(`${TARGETING}/new`, { title: 'Nothing' })
    expect(nothing.html).toContain('Choose an event.')
  })

  it('edits a query of the API, and loses nothing that it asks', async () => {
    const rsvp_from = '2020-01-01T10:30:00Z'
    const { body } = await asked({
      rsvps_at_least: 2,
      attended_at_most: 1,
      rsvp_from,
      status: ['accepted', 'declined'],
    })
    const id = body.identifiers[0].split(':')[1] as string
    const { html } = await organizer.open(`${TARGETING}/${id}/edit`)
    expect(html).toMatch(/value="2" id="rsvps_at_least"/)
    expect(html).toMatch(/value="1" id="attended_at_most"/)
    const fields = Object.fromEntries([
      ...events.map((event) => [`action ${event.id}`, 'include']),
      ['title', 'Renamed'],
      ['match', 'any'],
      ['status_accepted', 'on'],
      ['status_declined', 'on'],
      ['rsvps_at_least', '2'],
      ['attended_at_most', ''],
      ['rsvp_from', /value="([^"]*)" id="rsvp_from"/.exec(html)?.[1] ?? ''],
    ]) as Record<string, string>
    const saved = await organizer.send(`${TARGETING}/${id}/edit`, fields)
    expect([saved.status, saved.headers['location']]).toEqual([303, `${TARGETING}/${id}`])
    const after = (await get(`${QUERIES}/${id}`)).body
    expect(after).toMatchObject({ title: 'Renamed', rsvps_at_least: 2, rsvp_from: body.rsvp_from })
    expect(after).not.toHaveProperty('attended_at_most')
    const refused = await organizer.send(`${TARGETING}/${id}/edit`, { ...fields, rsvps_at_least: '9' })
    expect(refused.status).toBe(400)
  })

  it('damages nothing of a query by saving it as it was opened', async () => {
    const help = { id: 'help', title: 'Help?', type: 'multiple_choice' as const, choices: ['Table', 'Door'] }
    const asks = await givenInterfaceEvent({
      title: 'Habit asked',
      event_campaign_id: demo.event_campaign.id,
      questions: [help],
      location: { locality: 'Denver', region: 'CO', postal_code: '80202', country: 'US' },
    })
    const [first, second] = events.map(({ id }) => id) as [string, string]
    const campaign = `/api/v2/event_campaigns/${demo.event_campaign.id}`
    const near = { latitude: 39.8, longitude: -89.6, within: 12.5, unit: 'km' }
    const tags = ['Form <volunteer>']
    for (const fields of [
      { include: [campaign], exclude: [first], match: 'every', status: ['attended', 'declined'] },
      { include: [campaign], answers: { help: ['Door'] }, status: ['tentative'] },
      { include: [asks.id, second], answers: { help: ['Table'] } },
      { include: [], include_search: { find: 'habit', month: '2031-01', view: 'cancelled' } },
      { include: [first], near: { event: asks.id, within: 3, unit: 'mi' }, rsvp_before: '2030-01-01T10:30:00Z' },
      { include: [], tags },
      { include: [], tags, rsvps_at_least: 0, attended_at_most: 2 },
      { include: [], tags, rsvps_at_least: 3, near },
      { include: [], near, status: ['attended'] },
      { include: [], near, rsvps_at_least: 1 },
      { include: [], near, exclude: [second] },
      { include: [], tags, rsvp_from: '2020-01-01T00:00:00Z' },
    ]) {
      const { body, status } = await asked(fields)
      expect([fields, status]).toEqual([fields, 200])
      const id = body.identifiers[0].split(':')[1] as string
      const { html } = await organizer.open(`${TARGETING}/${id}/edit`)
      expect((await organizer.send(`${TARGETING}/${id}/edit`, inputsIn(html))).status).toBe(303)
      const kept = (query: object) => Object.fromEntries(Object.entries(query).filter(([name]) => isAsked(name)))
      expect(kept((await get(`${QUERIES}/${id}`)).body)).toEqual(kept(body))
    }
  })
})

/** Whether a field says who is asked for, and not when or how many. */
const isAsked = (name: string) => !/_date$|^total_|^_links/.test(name)

/** Returns what a browser sends of the form on a page. */
function inputsIn(html: string): Record<string, string> {
  const form = html.slice(html.indexOf('<h1'))
  const plain = (text = '') =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const of = (tag: string, name: string) => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1])
  const inputs = [...form.matchAll(/<input [^>]*>/g)].flatMap(([tag]) =>
    /type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag) ? [] : [[of(tag, 'name'), of(tag, 'value')] as const],
  )
  const selects = [...form.matchAll(/(<select [^>]*>)(.*?)<\/select>/gs)].map(([, tag = '', options = '']) => {
    const all = [...options.matchAll(/<option [^>]*>/g)].map(([option]) => option)
    return [of(tag, 'name'), of(all.find((option) => option.includes(' selected')) ?? all[0] ?? '', 'value')] as const
  })
  return Object.fromEntries([...inputs, ...selects].filter(([name]) => name !== ''))
}
