import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { event as en } from '../../lib/texts/en.json'
import {
  UNKNOWN_ID,
  PUBLIC_URL,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  send,
} from '../support/service.js'

const CAMPAIGN = demo.event_campaign.id

/** The event that a key of the organizers sees, and the rest of the world does not. */
const hiddenEvent = () => givenInterfaceEvent({ title: 'Secret', hidden: true, event_campaign_id: CAMPAIGN })

const inCampaign = async (fields: object) =>
  idOf(
    await post(`/api/v2/event_campaigns/${CAMPAIGN}/events`, {
      title: 'x',
      origin_system: 'Test',
      ...fields,
    }),
  )

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe.each(['/api/v2', '/api/v1'])('GET %s/events/{id}/embed and /event_campaigns/{id}/embed', (api) => {
  it('answers six snippets and its links, and nothing else', async () => {
    const { id } = await givenEvent({ title: 'Tea <b>& cake</b>' })
    const link = `<a href="${PUBLIC_URL}/events/${id}/frame">Tea &lt;b&gt;&amp; cake&lt;/b&gt;</a>`
    for (const [type, of, instead] of [
      ['events', id, link],
      ['event_campaigns', CAMPAIGN, ''],
    ]) {
      const { status, body, headers } = await get(`${api}/${type}/${of}/embed`)
      expect([status, headers['content-type']]).toEqual([200, 'application/hal+json'])
      const script = `<script src="${PUBLIC_URL}/embed/widget.js" async></script>`
      const target = (view: string) =>
        `<div data-turnout-embed="${PUBLIC_URL}/embed/${type}/${of}" data-turnout-view="${view}">${instead}</div>`
      const style = (name: string) => `<link rel="stylesheet" href="${PUBLIC_URL}/embed/${name}.css">`
      const { curies, ...links } = body._links
      expect(curies).toHaveLength(2)
      expect({ ...body, _links: links }).toEqual({
        embed_standard_default_styles: [style('styles'), script, target('standard')].join('\n'),
        embed_standard_layout_only_styles: [style('layout'), script, target('standard')].join('\n'),
        embed_standard_no_styles: [script, target('standard')].join('\n'),
        embed_full_default_styles: [style('styles'), script, target('full')].join('\n'),
        embed_full_layout_only_styles: [style('layout'), script, target('full')].join('\n'),
        embed_full_no_styles: [script, target('full')].join('\n'),
        _links: { self: { href: `${PUBLIC_URL}${api}/${type}/${of}/embed` } },
      })
    }
  })

  it('is where the link of an event leads', async () => {
    const { id } = await givenEvent()
    const { body } = await get(`${api}/events/${id}`)
    expect(body._links['service:embed'].href).toBe(`${PUBLIC_URL}${api}/events/${id}/embed`)
  })

  it('needs a key, and is 404 for another principal and for nothing', async () => {
    const { id } = await givenEvent()
    for (const of of [`events/${id}`, `event_campaigns/${CAMPAIGN}`]) {
      expect((await get(`${api}/${of}/embed`, { key: null })).status).toBe(403)
      expect((await get(`${api}/${of}/embed`, { key: demo.other_group.key })).status).toBe(404)
    }
    expect((await get(`${api}/events/${UNKNOWN_ID}/embed`)).status).toBe(404)
    expect((await get(`${api}/event_campaigns/x/embed`)).status).toBe(404)
  })

  it('takes nothing but GET and HEAD', async () => {
    const { id } = await givenEvent()
    const { status, headers } = await send('PUT', `${api}/events/${id}/embed`, {})
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('GET /embed/events/{id}', () => {
  const everything = {
    title: 'Rally',
    name: 'internal name',
    description: '<p onclick="x()">Come</p>',
    instructions: 'bring a key',
    identifiers: ['crm:secret'],
    browser_url: 'https://example.org/rally',
    start_date: '2030-05-01T18:00',
    end_date: '2030-05-01T20:00',
    location: { venue: 'Town Hall', address_lines: ['1 Main St'], locality: 'Denver', postal_code: '80202' },
  }

  it('answers what anybody may know, without a key and to any page', async () => {
    const { id } = await givenEvent(everything)
    const { status, body, headers } = await get(`/embed/events/${id}`, { key: null })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      'content-type': 'application/hal+json',
      'x-content-type-options': 'nosniff',
    })
    expect(body).toEqual({
      title: 'Rally',
      description: '<p>Come</p>',
      browser_url: 'https://example.org/rally',
      start_date: '2030-05-01T18:00:00Z',
      end_date: '2030-05-01T20:00:00Z',
      start_date_utc: '2030-05-02T00:00:00Z',
      end_date_utc: '2030-05-02T02:00:00Z',
      timezone_identifier: 'America/Denver',
      location: {
        venue: 'Town Hall',
        address_lines: ['1 Main St'],
        locality: 'Denver',
        region: expect.any(String),
        postal_code: '80202',
        country: 'US',
      },
      where: 'Town Hall, 1 Main St, Denver, CO 80202',
      language: 'en',
      direction: 'ltr',
      texts_language: 'en',
      texts: expect.objectContaining({ more: en.more }),
      state: 'to_come',
      add_to_calendar: {
        google: expect.stringContaining('dates=20300502T000000Z%2F20300502T020000Z&location=Town+Hall'),
        outlook: expect.stringContaining('startdt=2030-05-02T00%3A00%3A00Z&enddt=2030-05-02T02%3A00%3A00Z'),
        icalendar: `${PUBLIC_URL}/events/${id}/calendar.ics`,
      },
      browser_rsvps: false,
      _links: { self: { href: `${PUBLIC_URL}/embed/events/${id}` } },
    })
  })

  it.each([
    ['US', 'Hall, 1 Street, Springfield, IL 62701', 'Springfield', '62701', 'IL'],
    ['CA', 'Hall, 1 Street, Toronto, ON M5H 2N2, Canada', 'Toronto', 'M5H 2N2', 'ON'],
    ['NO', 'Hall, 1 Street, 8300 Svolvær, Norway', 'Svolvær', '8300'],
    ['DE', 'Hall, 1 Street, 90403 Nürnberg, Germany', 'Nürnberg', '90403'],
    ['FR', 'Hall, 1 Street, 69001 Lyon, France', 'Lyon', '69001'],
    ['IT', 'Hall, 1 Street, 00186 Roma RM, Italy', 'Roma', '00186', 'RM'],
    ['GB', 'Hall, 1 Street, London, SW1A 2AA, United Kingdom', 'London', 'SW1A 2AA'],
  ])(
    'says where an event in %s is as the page of the event does',
    async (country, where, locality, postal_code, region?) => {
      const address = { venue: 'Hall', address_lines: ['1 Street'], locality, postal_code, ...(region && { region }) }
      const { id } = await givenEvent({ location: { ...address, country } })
      expect((await get(`/embed/events/${id}`, { key: null })).body.where).toBe(where)
    },
  )

  it.each([
    ['online', undefined, 'Online'],
    ['online', 'Hall', 'Online'],
    ['mixed', undefined, 'Online'],
    ['mixed', 'Hall', 'Hall, and online'],
    ['in_person', 'Hall', 'Hall'],
    ['in_person', undefined, undefined],
  ])('says where an event that is %s at %s is', async (attendance_mode, venue, where) => {
    const { id } = await givenEvent({
      'service:attendance_mode': attendance_mode,
      ...(venue && { location: { venue } }),
    })
    expect((await get(`/embed/events/${id}`, { key: null })).body.where).toBe(where)
  })

  it('leaves out what the event has not', async () => {
    const { id } = await givenEvent()
    const { body } = await get(`/embed/events/${id}`, { key: null })
    expect(Object.keys(body)).toEqual([
      'title',
      'location',
      'language',
      'direction',
      'texts_language',
      'texts',
      'state',
      'browser_rsvps',
      '_links',
    ])
  })

  it('has the texts of the form where there is one, and no text that the widget does not say', async () => {
    const widget = await readFile('lib/embeds/widget.browser.js', 'utf8')
    const said = [...widget.matchAll(/texts\.(\w+)/g)].map(([, name]) => name as string)
    const { id: asking } = await givenInterfaceEvent({
      questions: [{ id: 'role', title: 'Role?', type: 'text' }],
    })
    const { id: approving } = await givenInterfaceEvent({ approval: true })
    const textsOf = async (id: string) => Object.keys((await get(`/embed/events/${id}`, { key: null })).body.texts)
    const ofForm = [...(await textsOf(asking)), ...(await textsOf(approving))]
    const ofEvent = Object.keys((await get(`/embed/events/${(await givenEvent()).id}`, { key: null })).body.texts)
    const ofCampaign = Object.keys(
      (await get(`/embed/event_campaigns/${demo.event_campaign.id}`, { key: null })).body.texts,
    )
    expect([...ofForm, ...ofCampaign]).toEqual(expect.arrayContaining(said))
    // By the state of an event, by the status of a refusal, and by the name of an input.
    const chosen = [
      'over',
      'not_open',
      'closed',
      'opens_at',
      'closed_at',
      'full',
      'waitlist',
      'places_left',
      'check_entries',
      'too_many',
      'terms_changed',
      'wrong_email',
      'wrong_guests',
      'full_for_guests',
    ]
    for (const name of [...ofForm, ...ofCampaign]) expect([...said, ...chosen]).toContain(name)
    expect(ofEvent).not.toContain('rsvp')
    expect(ofCampaign).not.toContain('more')
  })

  it('is 404 for a hidden event, an unknown one and an odd id, and says so to any page', async () => {
    const { id } = await hiddenEvent()
    for (const each of [id, UNKNOWN_ID, 'x', '..', '__proto__']) {
      const { status, headers } = await get(`/embed/events/${each}`, { key: null })
      expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([404, '*', 'no-store'])
    }
  })

  it('is the same address with a slash at the end, and for HEAD', async () => {
    const { id } = await givenEvent()
    expect((await get(`/embed/events/${id}/`, { key: null })).body.title).toBe('Phone bank')
    const head = await send('HEAD', `/embed/events/${id}`, undefined, { key: null })
    expect([head.status, head.headers['access-control-allow-origin'], head.text]).toEqual([200, '*', ''])
  })
})

describe('GET /embed/event_campaigns/{id}', () => {
  it('answers the events to come, soonest first, then those without a date, without the hidden', async () => {
    await hiddenEvent()
    await inCampaign({ title: 'long over', start_date: day(-30), end_date: day(-29) })
    await inCampaign({ title: 'later', start_date: day(20), description: 'x', instructions: 'y' })
    await inCampaign({ title: 'undated' })
    await inCampaign({ title: 'soon', start_date: day(2), browser_url: 'https://example.org/soon' })
    await inCampaign({ title: 'on now', start_date: day(-2), end_date: day(1) })
    const { status, body, headers } = await get(`/embed/event_campaigns/${CAMPAIGN}`, { key: null })
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(body.title).toBe('Days of Action')
    expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['on now', 'soon', 'later', 'undated'])
    expect(body.events[1]).toEqual({
      title: 'soon',
      browser_url: 'https://example.org/soon',
      start_date: `${day(2)}T00:00:00Z`,
      location: { region: expect.any(String), country: 'US' },
      _links: { self: { href: expect.stringContaining(`${PUBLIC_URL}/embed/events/`) } },
    })
  })

  it('is 404 for an unknown campaign', async () => {
    expect((await get(`/embed/event_campaigns/${UNKNOWN_ID}`, { key: null })).status).toBe(404)
  })
})

describe('GET /embed/{file}', () => {
  it.each([
    ['widget.js', 'text/javascript; charset=utf-8', 'data-turnout-embed'],
    ['styles.css', 'text/css; charset=utf-8', '#2b4fd6'],
    ['layout.css', 'text/css; charset=utf-8', 'max-width'],
  ])('answers %s to any page, which may keep it', async (file, type, part) => {
    const { status, headers, text } = await get(`/embed/${file}`, { key: null })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(text).toContain(part)
  })

  it('gives a layout that paints nothing', async () => {
    expect((await get('/embed/layout.css', { key: null })).text).not.toMatch(/(color|font|border|background)[\w-]*:/)
  })

  it.each(['widget.ts', 'constructor', '..%2fwidget.js'])('is 404 for %s', async (file) => {
    expect((await get(`/embed/${file}`, { key: null })).status).toBe(404)
  })
})
