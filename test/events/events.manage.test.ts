import { beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '../../lib/repair/index-names.js'
import { UNKNOWN_ID, demo, get, givenEvent, givenInterfaceEvent, post, table, visit } from '../support/service.js'
import { type Browser, request, signedInAs } from '../support/clients/organizer.js'

const { group, other_group: other } = demo
const ACTIONS = `/manage/${group.id}/actions`

let organizer: Browser
let member: Browser
let stranger: Browser

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  member = await signedInAs(group.member)
  stranger = await signedInAs(other.creator)
})

const DINNER = {
  title: 'Dinner',
  start_date: '2040-05-04T18:30',
  description: 'Bring friends.\n\nFood < drinks & fun',
  'location.venue': 'Town hall',
  'location.postal_code': '20009',
  'location.country': 'US',
  capacity: '20',
  featured_image_url: 'https://example.org/dinner.jpg',
}

const made = async (fields: Record<string, string> = {}, browser = organizer) => {
  const { status, headers } = await browser.send(`${ACTIONS}/new`, { ...DINNER, ...fields })
  expect(status).toBe(303)
  return headers['location']?.split('/').at(-1) as string
}
/** Makes an event that everybody can see. */
const published = async (...args: Parameters<typeof made>) => {
  const id = await made(...args)
  expect((await organizer.send(`/manage/events/${id}/publish`)).status).toBe(303)
  return id
}
const asApi = async (id: string) => (await get(`/api/v2/events/${id}`)).body

describe('an event that was canceled', () => {
  it('has people who signed up, not people who come, and nothing to share', async () => {
    const id = await published({ title: 'Called off', max_guests: '1' })
    const person = { email_addresses: [{ address: 'called-off@example.org' }] }
    await post(`/api/v2/events/${id}/attendances`, { person, 'service:guests': 1 })
    expect((await organizer.open(`/manage/events/${id}`)).html).toMatch(/<dt>Coming<\/dt>\s*<dd>2/)
    await organizer.send(`/manage/events/${id}/cancel`)
    const { html } = await organizer.open(`/manage/events/${id}`)
    expect(html).toMatch(/<dt>Signed up<\/dt>\s*<dd>2/)
    expect(html).not.toContain('WhatsApp')
    const list = await organizer.open(`${ACTIONS}?view=cancelled`)
    expect(list.html).toMatch(/<strong>2<\/strong> <span class="quiet">signed up/)
  })
})

describe('the form of an event', () => {
  it('reads a day and times, and ends two hours later by itself', async () => {
    const { start_date: _start, ...rest } = DINNER
    const at = { day: '2040-05-04', start_time: '23:00' }
    const { headers } = await organizer.send(`${ACTIONS}/new`, { ...rest, ...at })
    const id = headers['location']?.split('/').at(-1) as string
    expect(await asApi(id)).toMatchObject({
      start_date: '2040-05-04T23:00:00Z',
      end_date: '2040-05-05T01:00:00Z',
    })
  })

  it.each([
    ['day', { day: '', start_time: '18:00' }],
    ['start_time', { day: '2040-05-04', start_time: '' }],
    ['end_time', { day: '2040-05-04', start_time: '18:00', end_time: '17:00' }],
    ['end_time', { start_date: '2040-05-04T18:00', end_date: '2040-05-04T17:00' }],
  ])('refuses %s where the event would end before it starts, or has no day or no time', async (name, times) => {
    const { status, html } = await organizer.send(`${ACTIONS}/new`, { title: 'Wrong', ...times })
    expect([status, html.includes(`#${name}`)]).toEqual([400, true])
  })

  it('reads a venue and its address from one line', async () => {
    const where = 'Union Hall, 120 Main Street, Springfield, IL 62701'
    const { headers } = await organizer.send(`${ACTIONS}/new`, {
      title: 'One line',
      where,
      'location.country': 'US',
    })
    const id = headers['location']?.split('/').at(-1) as string
    expect((await asApi(id)).location).toMatchObject({
      venue: 'Union Hall',
      address_lines: ['120 Main Street'],
      locality: 'Springfield',
      region: 'IL',
      postal_code: '62701',
    })
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    expect(html).toContain(`value="${where}"`)
  })

  it('keeps Markdown, and what looks like a tag is HTML that is edited as HTML', async () => {
    const id = await made({ description: '**Bring** a friend\n\n- one\n- two' })
    expect((await asApi(id)).description).toBe(
      '<p><strong>Bring</strong> a friend</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
    )
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    expect(html).toContain('**Bring** a friend')
  })
})

describe('a new event', () => {
  it('is the one that the API would make, but for its origin', async () => {
    const event = await asApi(await published())
    const { body: ofApi } = await post('/api/v2/events', {
      title: 'Dinner',
      origin_system: 'Turnout',
      start_date: '2040-05-04T18:30',
      description: '<p>Bring friends.</p>\n<p>Food &lt; drinks &amp; fun</p>',
      location: { venue: 'Town hall', postal_code: '20009', country: 'US' },
      _links: event._links['osdi:creator'] && { 'osdi:creator': event._links['osdi:creator'] },
    })
    const own = [
      'identifiers',
      'created_date',
      'modified_date',
      'browser_url',
      'capacity',
      'featured_image_url',
      '_links',
    ]
    const rest = (each: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(each).filter(([name]) => !own.includes(name)))
    expect(rest(event)).toEqual(rest(ofApi))
    expect(event).toMatchObject({ capacity: 20, featured_image_url: 'https://example.org/dinner.jpg' })
  })

  it('is made once by a form that is sent twice, and twice by two forms', async () => {
    const [first, again] = [await made({ draft: 'one' }), await made({ draft: 'one' })]
    expect(again).toBe(first)
    expect(await made({ draft: 'another' })).not.toBe(first)
  })

  it('keeps what was typed, and says beside the fields what is wrong with them', async () => {
    const { status, html } = await organizer.send(`${ACTIONS}/new`, {
      title: ' ',
      name: 'Kept & "quoted"',
      capacity: 'many',
      start_date: 'tomorrow',
      'location.country': 'Nowhere',
    })
    expect(status).toBe(400)
    expect(html).toContain('value="Kept &amp; &quot;quoted&quot;"')
    expect(html).toContain('value="many"')
    expect(html).toMatch(/id="title-fault".*?<\/svg>Please fill this in\./)
    expect(html).toMatch(/id="capacity-fault".*?<\/svg>Enter a whole number/)
    expect(html).toMatch(/id="day-fault".*?<\/svg>Choose a day/)
    expect(html).toMatch(/<input[^>]*id="title"[^>]*aria-invalid="true"/)
  })

  it('is a copy of another at the same hour, without its dates', async () => {
    const id = await made({ title: 'Copied', capacity: '7' })
    const { html } = await organizer.open(`${ACTIONS}/new?copy=${id}`)
    expect(html).toContain('value="Copied"')
    expect(html).toContain('value="7"')
    expect(html).toContain('Food &lt; drinks &amp; fun')
    expect(html).not.toContain('2040-05-04')
    expect(html).toMatch(/<input[^>]*name="start_time"[^>]*value="18:30"|value="18:30"[^>]*name="start_time"/)
    expect(html).toMatch(/<input[^>]*name="day"[^>]*value=""|value=""[^>]*name="day"/)
  })

  it('is a copy whose window moves with its start, where it was not touched', async () => {
    const window = { rsvps_open: '2040-05-01T09:00:00', rsvps_close: '2040-05-03T20:00:00' }
    const { id } = await givenInterfaceEvent({
      ...window,
      title: 'Windowed',
      start_date: { wallClock: '2040-05-04T18:00:00' },
    })
    const { html } = await organizer.open(`${ACTIONS}/new?copy=${id}`)
    const value = (name: string) => {
      const input = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
      return / value="([^"]*)"/.exec(input)?.[1] ?? ''
    }
    const copied = Object.fromEntries(
      ['rsvps_open', 'copied_start_date', 'copied_rsvps_open', 'copied_rsvps_close'].map((name) => [name, value(name)]),
    )
    const { headers } = await organizer.send(`${ACTIONS}/new`, {
      title: 'Windowed',
      day: '2040-06-04',
      start_time: '19:00',
      ...copied,
      rsvps_close: '2040-06-01T12:00',
    })
    const { body } = await get(`/api/v2/events/${headers['location']?.split('/').at(-1)}`)
    expect([body['service:rsvps_open'], body['service:rsvps_close']]).toEqual([
      '2040-06-01T10:00:00Z',
      '2040-06-01T12:00:00Z',
    ])
  })

  it('names a window that closes before it opens', async () => {
    const { status, html } = await organizer.send(`${ACTIONS}/new`, {
      title: 'Never open',
      rsvps_open: '2040-06-02T10:00',
      rsvps_close: '2040-06-01T10:00',
    })
    expect(status).toBe(400)
    expect(html).toMatch(/id="rsvps_close-fault".*?<\/svg>Enter a date and a time after/)
  })
})

describe('the list of events', () => {
  const dated = (title: string, wallClock?: string, more: object = {}) =>
    givenInterfaceEvent({ title, ...(wallClock && { start_date: { wallClock } }), ...more })
  const list = async (query = '') => (await organizer.open(ACTIONS + query)).html

  it('has the events of the interface, the soonest first, and none of the API', async () => {
    const later = await dated('Later', '2041-01-02T10:00:00')
    const sooner = await dated('Sooner', '2041-01-01T10:00:00')
    const ofApi = await givenEvent({ start_date: '2041-01-01T11:00' })
    const html = await list()
    expect(html.indexOf(sooner.id)).toBeGreaterThan(0)
    expect(html.indexOf(sooner.id)).toBeLessThan(html.indexOf(later.id))
    expect(html).not.toContain(ofApi.id)
  })

  it('has past events and drafts apart, and events without a date among those that come', async () => {
    const past = await dated('Past', '2020-01-01T10:00:00')
    const undated = await dated('Undated')
    const draft = await made({ title: 'Not ready' })
    expect(await list('?find=undated')).toContain(undated.id)
    expect(await list('?find=past')).not.toContain(past.id)
    expect(await list('?view=past')).toContain(past.id)
    expect(await list('?view=past')).not.toContain(undated.id)
    expect(await list('?find=ready')).not.toContain(draft)
    expect(await list('?view=drafts&find=ready')).toContain(draft)
    const { headers } = await organizer.open(`${ACTIONS}/past`)
    expect(headers['location']).toBe(`${ACTIONS}?view=past`)
  })

  it('is read page by page, each event once, and says how many there are', async () => {
    for (let day = 10; day < 40; day++)
      await dated(`Rota ${day}`, `2050-01-${String((day % 28) + 1).padStart(2, '0')}T10:00:00`)
    await indexNames(table)
    const seen: string[] = []
    for (let page = 1; page < 3; page++) {
      const html = await list(`?find=rota&page=${page}`)
      expect(html).toContain('of 30<')
      seen.push(...[...html.matchAll(/>Rota (\d+)</g)].map(([, day]) => day as string))
    }
    expect(seen).toHaveLength(30)
    expect(new Set(seen).size).toBe(30)
  })

  it('finds events by words, town and month, also those that are not among the newest', async () => {
    const event = await dated('Soup kitchen', '2044-12-05T18:00:00', { location: { locality: 'Peoria' } })
    for (let i = 0; i < 26; i++) await dated(`Newer ${i}`)
    await indexNames(table)
    for (const query of ['?find=kitchen', '?find=peoria+december', '?location=peoria', '?month=2044-12'])
      expect([query, (await list(query)).includes(event.id)]).toEqual([query, true])
    for (const query of ['?find=peoria+november', '?location=chicago', '?month=2044-11', '?campaign=x'])
      expect([query, (await list(query)).includes(event.id)]).toEqual([query, false])
  })

  it('says that nothing fits, and leads back', async () => {
    expect(await list('?find=zzzz')).toContain('No events match.')
  })

  it.each(['?page=0', '?view=x&order=y&month=zz', `?find=${'x'.repeat(3000)}`, '?find=%00%23%27'])(
    'answers to %s',
    async (query) => {
      expect((await organizer.open(ACTIONS + query)).status).toBe(200)
    },
  )
})

describe('a change of an event', () => {
  const fields = async (id: string) => {
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    return { revision: /name="revision" value="(\d+)"/.exec(html)?.[1] as string, html }
  }

  it('changes what was typed, and clears what was emptied', async () => {
    const id = await published()
    const { revision, html } = await fields(id)
    expect(html).toContain('Food &lt; drinks &amp; fun')
    const changed = {
      ...DINNER,
      revision,
      title: 'Supper',
      description: '',
      start_date: '',
      featured_image_url: '',
    }
    expect((await organizer.send(`/manage/events/${id}/edit`, changed)).status).toBe(303)
    const event = await asApi(id)
    expect(event).toMatchObject({ title: 'Supper', location: { venue: 'Town hall' } })
    for (const name of ['description', 'start_date', 'featured_image_url']) expect(event).not.toHaveProperty(name)
  })

  it('does not overwrite a change that another organizer made meanwhile without saying so', async () => {
    const id = await published()
    const { revision } = await fields(id)
    const send = (title: string, of: string) =>
      organizer.send(`/manage/events/${id}/edit`, { ...DINNER, title, revision: of })
    expect((await send('First', revision)).status).toBe(303)
    const refused = await send('Second', revision)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('value="Second"')
    expect((await asApi(id)).title).toBe('First')
    const next = /name="revision" value="(\d+)"/.exec(refused.html)?.[1] as string
    expect((await send('Second', next)).status).toBe(303)
    expect((await asApi(id)).title).toBe('Second')
  })

  it('hides its page and its embed, and stops hiding them', async () => {
    const id = await published()
    const page = async () => (await visit(`/events/${id}`)).status
    const embed = async () => (await request('GET', `/embed/events/${id}`)).status
    expect([await page(), await embed()]).toEqual([200, 200])
    await organizer.send(`/manage/events/${id}/hide`)
    expect((await organizer.open(ACTIONS)).html).toContain('Hidden')
    expect(await page()).toBe(404)
    await organizer.send(`/manage/events/${id}/unhide`)
    expect((await asApi(id))['service:hidden']).toBe(false)
  })

  it('cancels it after a question', async () => {
    const id = await published()
    expect((await organizer.open(`/manage/events/${id}/cancel`)).html).toContain('can’t undo this')
    await post(`/api/v2/events/${id}/attendances`, { person: { email_addresses: [{ address: 'told@example.org' }] } })
    const { status, cookies } = await organizer.send(`/manage/events/${id}/cancel`)
    expect(status).toBe(303)
    expect(decodeURIComponent(cookies.join())).toContain('1 person gets an email.')
    expect((await asApi(id)).status).toBe('cancelled')
  })

  it('is in the log, with who made it', async () => {
    const id = await published({ title: 'Logged' })
    await organizer.send(`/manage/events/${id}/hide`)
    const { html } = await organizer.open(`/manage/${group.id}/log`)
    expect(html).toMatch(/Lucia Fernandez<\/td><td>Hid an event: Logged/)
    expect(html).toMatch(/Lucia Fernandez<\/td><td>Created an event: Logged/)
  })
})

describe('the pages of an event', () => {
  it('show exact counts and the public page', async () => {
    const id = await published()
    await post(`/api/v2/events/${id}/attendances`, {
      person: { email_addresses: [{ address: 'guest@example.org' }] },
    })
    const { html } = await organizer.open(`/manage/events/${id}`)
    expect(html).toMatch(/Coming<\/dt><dd>1 <small>of 20/)
    expect(html).toContain('19 spots left')
    expect(html).not.toContain('<dt>Waiting list')
    const lined = await givenInterfaceEvent({ capacity: 8, waitlist: true })
    await post(`${lined.path}/attendances`, { person: { email_addresses: [{ address: 'lined@example.org' }] } })
    expect((await organizer.open(`/manage/events/${lined.id}`)).html).toMatch(
      /Waiting list<\/dt><dd>0 <\/dd><dd>7 spots left/,
    )
    const { headers } = await get(`/events/${id}`, { key: null })
    expect(html).toContain(headers['location'])
    expect(html).toContain('<svg')
    expect(html).toContain('A line of RSVPs over time, up to 1')
  })

  it('give the six embeds, each with a preview that may load the widget and send nothing', async () => {
    const id = await published()
    const { html } = await organizer.open(`/manage/events/${id}/embed`)
    const previews = [...html.matchAll(/src="([^"]*preview\?snippet=[^"]*)"/g)].map(([, src]) => src as string)
    expect(previews).toHaveLength(6)
    const code = await request('GET', `/events/${id}/qr.svg`)
    expect(html).toContain(`/events/${id}/qr.svg`)
    expect(code).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } })
    await organizer.send(`/manage/events/${id}/hide`)
    expect((await request('GET', `/events/${id}/qr.svg`)).status).toBe(404)
    await organizer.send(`/manage/events/${id}/unhide`)
    for (const src of previews) {
      const { status, headers, html } = await organizer.open(src)
      expect(status).toBe(200)
      expect(html).toContain('data-turnout-embed')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
      expect(headers['content-security-policy']).not.toContain('/api/')
    }
    expect((await organizer.open(`/manage/events/${id}/embed/preview?snippet=__proto__`)).status).toBe(404)
  })

  it('are, for an event of the API, its embeds alone', async () => {
    const { id } = await givenEvent()
    expect((await organizer.open(`/manage/events/${id}`)).status).toBe(404)
    expect((await organizer.open(`/manage/events/${id}/edit`)).status).toBe(404)
    expect((await organizer.open(`/manage/events/${id}/embed`)).status).toBe(200)
  })
})

describe('another group', () => {
  it('meets at every address of an event what it meets at an unknown one, and changes nothing', async () => {
    const id = await published()
    for (const page of ['', '/edit', '/embed', '/embed/preview', '/cancel']) {
      const [foreign, unknown] = [
        await stranger.open(`/manage/events/${id}${page}`),
        await stranger.open(`/manage/events/${UNKNOWN_ID}${page}`),
      ]
      expect([page, foreign.status]).toEqual([page, 404])
      expect(foreign.html).toBe(unknown.html)
    }
    for (const page of ['edit', 'hide', 'unhide', 'cancel'])
      expect((await stranger.send(`/manage/events/${id}/${page}`, DINNER)).status).toBe(404)
    expect((await stranger.send(`${ACTIONS}/new`, DINNER)).status).toBe(404)
    expect((await stranger.open(`/manage/${other.id}/actions/new?copy=${id}`)).status).toBe(404)
    expect(await asApi(id)).toMatchObject({ title: 'Dinner', status: 'confirmed', 'service:hidden': false })
  })
})

describe('a member', () => {
  it('sees actions and statistics, and nothing else', async () => {
    const id = await published()
    expect((await member.open(ACTIONS)).html).not.toContain('actions/new')
    expect((await member.open(`/manage/events/${id}`)).status).toBe(200)
    for (const page of ['/edit', '/embed', '/embed/preview', '/cancel'])
      expect([page, (await member.open(`/manage/events/${id}${page}`)).status]).toEqual([page, 403])
    for (const page of ['edit', 'hide', 'cancel'])
      expect((await member.send(`/manage/events/${id}/${page}`, DINNER)).status).toBe(403)
    expect((await member.send(`${ACTIONS}/new`, DINNER)).status).toBe(403)
    expect(await asApi(id)).toMatchObject({ title: 'Dinner', status: 'confirmed' })
  })
})
