import { beforeAll, describe, expect, it } from 'vitest'
import { lists } from '../../lib/collections/numbered-list.js'
import { putIfAbsent } from '../../lib/table/transaction.js'
import { type Browser, request, signedInAs } from '../support/clients/organizer.js'
import { demo, gateway, get, givenInterfaceEvent, post, table } from '../support/service.js'

const { group, other_group: other } = demo
const base = `/manage/${group.id}`

let organizer: Browser
let member: Browser
let stranger: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  member = await signedInAs(group.member)
  stranger = await signedInAs(other.creator)
})

const guest = async (path: string, email: string, more: object = {}) => {
  const person = { given_name: 'Ada', family_name: email, email_addresses: [{ address: email }] }
  const { body } = await post(`${path}/attendances`, { person, ...more })
  return body['service:person_id'].replace('service:', '') as string
}

describe('tags, campaigns and calendars', () => {
  const SECTIONS = ['tags', 'campaigns', 'calendars']

  it('are pages for organizers, closed to members, and nothing to other groups', async () => {
    for (const section of SECTIONS) {
      const statuses = await Promise.all(
        [organizer, member, stranger].map(async (each) => (await each.open(`${base}/${section}`)).status),
      )
      expect([section, ...statuses]).toEqual([section, 200, 403, 404])
    }
    for (const section of ['tags', 'campaigns/new', 'calendars']) {
      expect((await member.send(`${base}/${section}`, { name: 'x', title: 'x' })).status).toBe(403)
      expect((await stranger.send(`${base}/${section}`, { name: 'x', title: 'x' })).status).toBe(404)
    }
  })

  it('say in an account what only groups have', async () => {
    const person = await signedInAs(demo.individual.person)
    for (const section of ['tags', 'campaigns'])
      expect((await person.open(`/manage/${demo.individual.person}/${section}`)).html).toContain('Only groups')
  })
})

describe('a tag', () => {
  it('is made by its name, and lists the people who have it', async () => {
    expect((await organizer.send(`${base}/tags`, { name: 'Volunteers' })).status).toBe(303)
    const { html } = await organizer.open(`${base}/tags`)
    const [, id] = new RegExp(`/tags/([0-9a-f-]{36})">Volunteers`).exec(html) ?? []
    expect((await organizer.open(`${base}/tags/${id}`)).html).toContain('No one has this tag yet')
    const { path } = await givenInterfaceEvent({ title: 'Tagged' })
    const person = await guest(path, 'tagged@collections.example.org', { add_tags: ['Volunteers'] })
    expect((await organizer.open(`${base}/tags/${id}`)).html).toContain(person)
    expect((await organizer.open(`${base}/people/${person}`)).html).toContain('Volunteers')
    expect((await organizer.send(`${base}/tags`, { name: ' ' })).status).toBe(400)
    expect((await stranger.open(`/manage/${other.id}/tags/${id}`)).status).toBe(404)
  })
})

describe('the tags of a person', () => {
  it('are given and taken off on the page of the person, who is one of the group', async () => {
    await organizer.send(`${base}/tags`, { name: 'Drivers' })
    const { path } = await givenInterfaceEvent({ title: 'To be tagged' })
    const person = `${base}/people/${await guest(path, 'untagged@collections.example.org')}`
    expect((await organizer.open(person)).html).toContain('<option value="Drivers">')
    for (let i = 0; i < 2; i++) expect((await organizer.send(`${person}/tag`, { tag: 'Drivers' })).status).toBe(303)
    const tagged = (await organizer.open(person)).html
    expect(tagged).toContain('Remove: Drivers')
    expect(tagged).not.toContain('<option value="Drivers">')
    for (let i = 0; i < 2; i++) expect((await organizer.send(`${person}/untag`, { tag: 'Drivers' })).status).toBe(303)
    expect((await organizer.open(person)).html).toContain('<option value="Drivers">')
    expect((await organizer.open(`${base}/log`)).html).toContain('Removed a tag from a person')
    expect((await organizer.send(`${person}/tag`, { tag: 'No such tag' })).status).toBe(404)
    for (const [browser, path, status] of [
      [member, person, 403],
      [stranger, person, 404],
      [stranger, person.replace(group.id, other.id), 404],
    ] as const)
      expect((await browser.send(`${path}/tag`, { tag: 'Drivers' })).status).toBe(status)
    expect((await organizer.open(person)).html).not.toContain('Remove')
  })

  it('are not for erased people', async () => {
    const { path } = await givenInterfaceEvent({ title: 'Erased and not tagged' })
    const person = `${base}/people/${await guest(path, 'erased@collections.example.org')}`
    await organizer.send(`${person}/erase`)
    expect((await organizer.send(`${person}/tag`, { tag: 'Volunteers' })).status).toBe(404)
    expect((await organizer.open(person)).html).not.toContain(`${person}/tag`)
  })
})

describe('a campaign', () => {
  it('is made once by a form that is sent twice, and is edited', async () => {
    const form = { title: 'Spring', description: 'Come all.', draft: 'spring' }
    for (let i = 0; i < 2; i++) expect((await organizer.send(`${base}/campaigns/new`, form)).status).toBe(303)
    const { html } = await organizer.open(`${base}/campaigns`)
    const ids = [...html.matchAll(/campaigns\/([0-9a-f-]{36})">Spring/g)].map(([, id]) => id)
    expect(ids).toHaveLength(1)
    await organizer.send(`${base}/campaigns/${ids[0]}/edit`, { title: 'Summer' })
    const { body } = await get(`/api/v2/event_campaigns/${ids[0]}`)
    expect(body).toMatchObject({ title: 'Summer' })
    expect(body).not.toHaveProperty('description')
    const refused = await organizer.send(`${base}/campaigns/${ids[0]}/edit`, { title: ' ', name: 'Kept' })
    expect([refused.status, refused.html.includes('value="Kept"')]).toEqual([400, true])
    expect((await stranger.open(`/manage/${other.id}/campaigns/${ids[0]}`)).status).toBe(404)
  })
})

describe('the events of a campaign', () => {
  it('stand on its page as they come, and past ones last', async () => {
    await organizer.send(`${base}/campaigns/new`, { title: 'In order', draft: 'in-order' })
    const [, id] = /campaigns\/([0-9a-f-]{36})">In order/.exec((await organizer.open(`${base}/campaigns`)).html) ?? []
    const days = { Later: '2041-03-02', Bygone: '2021-01-01', Sooner: '2041-01-02' }
    for (const [title, day] of Object.entries(days))
      await organizer.send(`${base}/actions/new`, { title, day, start_time: '10:00', campaign: id ?? '' })
    const { html } = await organizer.open(`${base}/campaigns/${id}`)
    expect([...html.matchAll(/>(Later|Bygone|Sooner)</g)].map(([, title]) => title)).toEqual([
      'Sooner',
      'Later',
      'Bygone',
    ])
  })

  it('are added by the form of events, and listed on the page of the campaign, those of the API, too', async () => {
    await organizer.send(`${base}/campaigns/new`, { title: 'Marches', draft: 'marches' })
    const [, id] = /campaigns\/([0-9a-f-]{36})">Marches/.exec((await organizer.open(`${base}/campaigns`)).html) ?? []
    const campaign = `${base}/campaigns/${id}`
    expect((await organizer.open(campaign)).html).toContain('No events in this campaign yet')
    const form = await organizer.open(`${base}/actions/new?campaign=${id}`)
    expect(form.html).toContain(`<option value="${id}" selected="">Marches</option>`)
    const made = await organizer.send(`${base}/actions/new`, { title: 'First march', campaign: id ?? '' })
    const event = made.headers['location'] ?? ''
    const { body } = await post(`/api/v2/event_campaigns/${id}/events`, {
      title: 'By API',
      origin_system: 'Test',
    })
    expect((await get(`/api/v2/event_campaigns/${id}/events`)).body._embedded['osdi:events']).toMatchObject([
      { title: 'By API' },
      { title: 'First march' },
    ])
    const { html } = await organizer.open(campaign)
    const [, ofApi] = body._links.self.href.split('/events/')
    for (const address of [event, `/manage/events/${ofApi}/guests`]) {
      expect(html).toContain(`href="${address}"`)
      expect((await organizer.open(address)).status).toBe(200)
    }
  })

  it('are counted in the list of campaigns while they are few; of very many, the list leads to their numbers', async () => {
    await organizer.send(`${base}/campaigns/new`, { title: 'Large', draft: 'large' })
    const listed = async () => (await organizer.open(`${base}/campaigns`)).html
    const [, id = ''] = /campaigns\/([0-9a-f-]{36})">Large/.exec(await listed()) ?? []
    const numbers = `<a href="${base}/campaigns/${id}/numbers">Count</a>`
    expect(await listed()).not.toContain(numbers)
    await putIfAbsent(table, lists.eventsOfCampaign(id).length, { length: 5_000 })
    expect(await listed()).toContain(numbers)
    expect((await organizer.open(`${base}/campaigns/${id}/numbers`)).status).toBe(200)
  })

  it('may be copies of others, which stay where they are', async () => {
    await organizer.send(`${base}/campaigns/new`, { title: 'Autumn', draft: 'autumn' })
    const page = (await organizer.open(`${base}/campaigns`)).html
    const [, campaign = ''] = /campaigns\/([0-9a-f-]{36})">Autumn/.exec(page) ?? []
    const { id } = await givenInterfaceEvent({ title: 'Alone' })
    const copy = await organizer.open(`${base}/actions/new?copy=${id}`)
    expect(copy.html).toMatch(/<option value="" selected="">No campaign<\/option>/)
    const made = await organizer.send(`${base}/actions/new`, { title: 'In it', campaign })
    const [, copied = ''] = /events\/([\w-]+)$/.exec(made.headers['location'] ?? '') ?? []
    const again = await organizer.open(`${base}/actions/new?copy=${copied}`)
    expect(again.html).toContain(`<option value="${campaign}" selected="">Autumn</option>`)
    expect((await organizer.open(`/manage/events/${copied}/edit`)).html).not.toContain('name="campaign"')
    const { body } = await get(`/api/v2/event_campaigns/${campaign}/events`)
    expect(body._embedded['osdi:events']).toMatchObject([{ title: 'In it' }])
  })

  it('cannot be added to the campaign of another group', async () => {
    const { body } = await post('/api/v2/event_campaigns', { title: 'Theirs', origin_system: 'x' }, { key: other.key })
    const theirs = body.identifiers[0].replace('service:', '')
    for (const campaign of [theirs, UNKNOWN, 'nonsense'])
      expect((await organizer.send(`${base}/actions/new`, { title: 'Lost', campaign })).status).toBe(404)
    expect((await organizer.open(`${base}/actions`)).html).not.toContain('Lost')
  })
})

describe('a calendar', () => {
  it('has an address that is on the page once, works, and is revoked', async () => {
    const { html } = await organizer.send(`${base}/calendars`, { title: 'For the wall' })
    const [, path = ''] = /<pre[^>]*>https:\/\/[^/]+(\/calendars\/[^<]+)<\/pre>/.exec(html) ?? []
    expect((await gateway.handle({ method: 'GET', path })).status).toBe(200)
    const listed = (await organizer.open(`${base}/calendars`)).html
    expect(listed).toContain('For the wall')
    expect(listed).not.toContain(path)
    const [, id] = /calendars\/([0-9a-f-]{36})\/revoke/.exec(listed) ?? []
    expect((await organizer.send(`${base}/calendars/${id}/revoke`)).status).toBe(303)
    expect((await organizer.open(`${base}/calendars`)).html).toContain('Revoked')
    for (const campaign of [UNKNOWN, 'nonsense', 'x'.repeat(20_000)])
      expect((await organizer.send(`${base}/calendars`, { campaign })).status).toBe(404)
  })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('two people', () => {
  it('are merged into one after a question', async () => {
    const { path } = await givenInterfaceEvent({ title: 'Merged' })
    const [keep, twin] = [await guest(path, 'keep@merge.example.org'), await guest(path, 'twin@merge.example.org')]
    const merge = `${base}/people/${keep}/merge`
    expect((await organizer.open(`${merge}?other=unknown@merge.example.org`)).html).toContain(
      'No one else has this name, email',
    )
    const { html } = await organizer.open(`${merge}?other=twin@merge.example.org`)
    expect(html).toContain(`name="other" value="${twin}"`)
    expect((await member.send(merge, { other: twin })).status).toBe(403)
    expect((await stranger.send(`/manage/${other.id}/people/${keep}/merge`, { other: twin })).status).toBe(404)
    expect((await organizer.send(merge, { other: twin })).status).toBe(303)
    expect((await get(`/api/v2/people/${twin}`)).body['service:merged_into']).toBeDefined()
    expect((await organizer.open(`${base}/log`)).html).toContain('Merged two people')
  })

  it('are not merged when one of them runs the group, and the page says why', async () => {
    const { path } = await givenInterfaceEvent({ title: 'Not merged' })
    const keep = await guest(path, 'stays@merge.example.org')
    const { status, html } = await organizer.send(`${base}/people/${keep}/merge`, { other: group.member })
    expect([status, html.includes('role="alert"')]).toEqual([409, true])
  })
})

describe('an address with a slash at its end', () => {
  it('is that without the slash', async () => {
    const { status, headers } = await request('GET', '/manage/')
    expect([status, headers['location']]).toEqual([308, 'https://events.example.org/manage'])
    expect((await organizer.open(`${base}/actions/`)).status).toBe(200)
  })
})
