import { parse } from 'parse5'
import { beforeAll, describe, expect, it } from 'vitest'
import { demo, gateway, get, givenInterfaceEvent, visit } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { comment, jpeg, png } from '../support/given/pictures.js'

const { group } = demo
const NEW = `/manage/${group.id}/actions/new`

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const asApi = async (id: string) => (await get(`/api/v2/events/${id}`)).body
const idIn = (location = '') => location.split('/').at(-1) as string

/** The elements of a document or of a part of it. */
const elementsIn = (node: any): any[] => [
  ...(node.tagName ? [node] : []),
  ...(node.childNodes ?? []).flatMap((child: any) => elementsIn(child)),
]

/** What a browser sends of the form of an event that nobody has changed. */
function untouchedIn(html: string): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const element of elementsIn(parse(html))) {
    const attributes = (of: any) => Object.fromEntries(of.attrs.map(({ name, value }: any) => [name, value]))
    const { name, type, value = 'on', checked } = attributes(element)
    if (name === undefined) continue
    const isBox = type === 'checkbox' || type === 'radio'
    if (element.tagName === 'input' && type !== 'file' && (!isBox || checked !== undefined)) sent[name] = value
    if (element.tagName === 'textarea') sent[name] = element.childNodes[0]?.value ?? ''
    if (element.tagName === 'select') {
      const options = elementsIn(element).filter(({ tagName }) => tagName === 'option')
      const chosen = options.find((option) => 'selected' in attributes(option)) ?? options[0]
      sent[name] = attributes(chosen)['value']
    }
  }
  return sent
}

const file = (bytes: Uint8Array, type = 'image/jpeg') => new File([Uint8Array.from(bytes)], 'photo', { type })
const pathOf = (url: string) => new URL(url).pathname

it('the log has who chose the address that gets the list, at the new event and at each change, and no other edit', async () => {
  const places = { rsvps_close: '2041-01-01T10:00', start_date: '2041-01-02T10:00', list_to: 'venue@log.example' }
  const title = 'Logged list'
  const { headers } = await organizer.upload(NEW, { title, ...places })
  const id = idIn(headers['location'])
  const edit = async (fields: object) => {
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    return organizer.send(`/manage/events/${id}/edit`, { title, ...places, ...fields, revision })
  }
  const entries = async () => {
    const { html } = await organizer.open(`/manage/${group.id}/log`)
    return html.split('<tr').filter((row) => row.includes(title) && row.includes('Send the guest list to')).length
  }
  expect(await entries()).toBe(1)
  expect((await edit({ description: 'More' })).status).toBe(303)
  expect(await entries()).toBe(1)
  expect((await edit({ list_to: 'other@log.example' })).status).toBe(303)
  expect((await edit({ list_to: '' })).status).toBe(303)
  expect(await entries()).toBe(3)
})

it('a form that is saved as it was opened leaves the document as it is, but for its date', async () => {
  const { headers } = await organizer.upload(NEW, {
    ...untouchedIn((await organizer.open(NEW)).html),
    title: 'Dinner',
    where: 'Town hall, Springfield, IL',
    description: 'Bring *friends*',
    start_date: '2041-05-01T18:00',
    end_date: '2041-05-01T20:00',
    capacity: '20',
    kind: 'meeting',
  })
  const id = idIn(headers['location'])
  const before = await asApi(id)
  const { html } = await organizer.open(`/manage/events/${id}/edit`)
  expect((await organizer.send(`/manage/events/${id}/edit`, untouchedIn(html))).status).toBe(303)
  const { modified_date } = await asApi(id)
  expect(await asApi(id)).toEqual({ ...before, modified_date })
})

describe('the further emails', () => {
  const when = { emails_0_when: '120', emails_0_to: 'unconfirmed', emails_0_text: 'Bring gloves.' }

  it('are set, shown again and cleared by the form', async () => {
    const { headers } = await organizer.upload(NEW, { title: 'With emails', ...when })
    const id = idIn(headers['location'])
    const emails = [{ when: 120, to: 'unconfirmed', text: 'Bring gloves.' }]
    expect((await asApi(id))['service:emails']).toEqual(emails)
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    expect(html).toContain('Bring gloves.')
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    await organizer.send(`/manage/events/${id}/edit`, { title: 'With emails', revision })
    expect(await asApi(id)).not.toHaveProperty('service:emails')
  })

  it('are none without a text, as a form that was not touched sends it', async () => {
    const untouched = { emails_0_when: '120', emails_0_to: 'coming', emails_0_text: '' }
    const { html } = await organizer.open(NEW)
    expect(html).toMatch(/<option value="120" selected/)
    const { headers } = await organizer.upload(NEW, { title: 'No emails', ...untouched })
    expect(await asApi(idIn(headers['location']))).not.toHaveProperty('service:emails')
  })

  it('are refused with what was typed where a time or the people are wrong', async () => {
    for (const wrong of [{ emails_0_when: '0' }, { emails_0_when: 'x' }, { emails_0_to: 'all' }]) {
      const { status, html } = await organizer.upload(NEW, { title: 'Half', ...when, ...wrong })
      expect(status).toBe(400)
      expect(html).toContain('Choose when it is sent')
      expect(html).toContain('Bring gloves.')
    }
  })
})

describe('the banner', () => {
  it('is kept without what else was in its file, and has an address that is safe to open', async () => {
    const banner = file(jpeg(800, 400, [comment('where I live')]))
    const { headers } = await organizer.upload(NEW, { title: 'With a banner', banner })
    const { featured_image_url } = await asApi(idIn(headers['location']))
    const answered = await gateway.handle({ method: 'GET', path: pathOf(featured_image_url) })
    expect(answered.body).toEqual(jpeg(800, 400))
    expect(answered.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it.each([
    ['SVG that calls itself a JPEG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['larger than 4 MB', Buffer.concat([jpeg(), Buffer.alloc(4_000_000)])],
    ['of more pixels than browsers can show', png(1, 1).fill(0x7f, 16, 24)],
  ])('is refused where it is %s, with what was typed', async (_, bytes) => {
    const { status, html } = await organizer.upload(NEW, { title: 'Kept', banner: file(bytes) })
    expect(status).toBe(400)
    expect(html).toContain('value="Kept"')
    expect(html).toMatch(/id="banner-fault".*?<\/svg>Choose a JPEG, PNG or WebP image/)
  })

  it('is named with all other faults at once, and stays when another field has one', async () => {
    const wrong = await organizer.upload(NEW, {
      title: ' ',
      capacity: 'many',
      banner: file(Buffer.from('<svg/>')),
    })
    for (const name of ['banner', 'title', 'capacity']) expect(wrong.html).toContain(`id="${name}-fault"`)
    const { html } = await organizer.upload(NEW, { title: ' ', banner: file(png(), 'image/png') })
    const address = /name="featured_image_url"[^>]*|value="[^"]*\/images\/[^"]*"/.exec(html)?.[0]
    expect(address).toBeDefined()
    expect(html).toMatch(/<img class="banner" src="[^"]*\/images\/[^"]*\.png"/)
    expect(html).not.toContain('id="banner-fault"')
  })

  it('of a link tells its site of visitors, as the form says, but not of the page', async () => {
    const featured_image_url = 'https://pictures.example/rally.jpg'
    const { id } = await givenInterfaceEvent({ featured_image_url })
    expect((await organizer.open(NEW)).html).toContain('Visitors load it from that site, which learns who visits.')
    const page = await get(`/events/${id}`, { key: null })
    expect(page.text).toContain(`<img class="cover" src="${featured_image_url}"`)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
  })

  it('changes with its event, and goes with its address', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Banner' })
    const revision = /name="revision" value="(\d+)"/.exec((await organizer.open(`/manage/events/${id}/edit`)).html)?.[1]
    await organizer.upload(`/manage/events/${id}/edit`, {
      title: 'Banner',
      revision: revision ?? '',
      banner: file(png(), 'image/png'),
    })
    expect((await asApi(id)).featured_image_url).toMatch(/\/images\/.*\.png$/)
    expect((await organizer.open(`/manage/${group.id}/log`)).html).toContain('Changed a banner')
    await organizer.send(`/manage/events/${id}/edit`, {
      title: 'Banner',
      revision: String(Number(revision) + 1),
    })
    expect(await asApi(id)).not.toHaveProperty('featured_image_url')
  })

  it.each([
    'unknown.jpg',
    '../engine.json',
    '%2e%2e%2fengine.json',
    '00000000-0000-4000-8000-000000000000.svg',
    'a.b.jpg',
  ])('is not found at the address %s', async (name) => {
    expect((await gateway.handle({ method: 'GET', path: `/images/${name}` })).status).toBe(404)
  })
})

describe('the times of an evening', () => {
  it.each([
    ['22:00', '01:00', '2041-05-05T01:00'],
    ['18:00', '20:00', '2041-05-04T20:00'],
  ])('from %s to %s end at %s', async (start_time, end_time, ends) => {
    const { headers } = await organizer.send(NEW, { title: 'Night', day: '2041-05-04', start_time, end_time })
    expect((await asApi(idIn(headers['location']))).end_date).toContain(ends)
  })
})

it.each([
  ['start_time', { day: '2041-05-04' }],
  ['start_time', { day: '2041-05-04', start_time: '' }],
  ['start_time', { day: '2041-05-04', end_time: '20:00' }],
  ['day', { day: '', start_time: '18:00' }],
])('a day and a time go together: without %s the form comes back', async (name, times) => {
  const { status, html } = await organizer.send(NEW, { title: 'At some time', ...times })
  expect([status, html.includes(`id="${name}-fault"`), html.includes('value="At some time"')]).toEqual([
    400,
    true,
    true,
  ])
})

describe('the places of an event', () => {
  it('are set and changed with the waiting list and the guests', async () => {
    const { headers } = await organizer.send(NEW, {
      title: 'Places',
      capacity: '20',
      waitlist: 'on',
      max_guests: '3',
    })
    const id = idIn(headers['location'])
    expect(await asApi(id)).toMatchObject({ capacity: 20, 'service:waitlist': true, 'service:max_guests': 3 })
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    expect(html).toMatch(/name="waitlist" value="on" checked/)
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    await organizer.send(`/manage/events/${id}/edit`, { title: 'Places', revision })
    const changed = await asApi(id)
    expect(changed).toMatchObject({ 'service:waitlist': false })
    expect(changed).not.toHaveProperty('capacity')
    expect(changed).not.toHaveProperty('service:max_guests')
  })

  it.each([
    ['capacity', '0'],
    ['capacity', '1.5'],
    ['max_guests', '-1'],
    ['max_guests', '1000'],
  ])('are refused as %s %s', async (name, value) => {
    const { status, html } = await organizer.send(NEW, { title: 'Places', [name]: value })
    expect([status, html.includes(`id="${name}-fault"`)]).toEqual([400, true])
  })
})

describe('the text beside the RSVP button', () => {
  it('is that of the event where it has one, and else that of the owner', async () => {
    const text = 'We keep your email until the party is over.'
    const { headers } = await organizer.send(NEW, { title: 'Own text', consent_text: text })
    const id = idIn(headers['location'])
    await organizer.send(`/manage/events/${id}/publish`)
    expect((await asApi(id))['service:consent_text']).toBe(text)
    const page = async () => (await visit(`/events/${id}`)).text
    expect(await page()).toContain(text)
    await organizer.send(`/manage/events/${id}/edit`, { title: 'Own text', revision: '2' })
    expect(await page()).not.toContain(text)
  })

  it('is kept with the RSVP of a visitor who agreed to it', async () => {
    const text = 'Only for this evening.'
    const { id } = await givenInterfaceEvent({ title: 'Agreed', consent_text: text })
    const embed = (await get(`/embed/events/${id}`)).body
    expect(embed.consent.text).toBe(text)
    const { status } = await gateway.handle({
      method: 'POST',
      path: `/events/${id}/attendances`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ email: 'ada@consent.example.org', consent: embed.consent.id }).toString(),
    })
    expect(status).toBe(200)
    const { body } = await get(`/api/v2/events/${id}/attendances`)
    expect(body._embedded['osdi:attendances'][0]['service:consent'].text).toBe(text)
  })
})

describe('the preview', () => {
  const DRAFT = { title: 'Not yet <b>', description: 'Soon.', draft: 'preview', banner: file(jpeg()) }
  const documentIn = (html: string) => /srcdoc="([^"]*)"/.exec(html)?.[1] ?? ''

  it('of a new event is its draft, and no other button stands beside the one that saves it', async () => {
    const { html } = await organizer.open(NEW)
    expect(html).toContain('Save draft and preview')
    expect(html).not.toContain('/preview"')
    const { headers } = await organizer.upload(NEW, DRAFT)
    const draft = await organizer.open(headers['location'] as string)
    expect(documentIn(draft.html)).toContain('Soon.')
    expect(documentIn(draft.html)).toContain('/images/')
    expect(draft.html).toMatch(/<iframe[^>]* sandbox=""/)
    expect(draft.headers['content-security-policy']).not.toContain('unsafe')
  })

  it('of a change shows the page as it would be, and its buttons save it or go back', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Before' })
    const edit = `/manage/events/${id}/edit`
    const { html } = await organizer.send(`${edit}/preview`, { title: 'Not yet <b>', revision: '1' })
    expect(documentIn(html)).toContain('Not yet')
    expect((await asApi(id)).title).toBe('Before')
    const hidden = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        (value ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      ]),
    )
    const back = await organizer.send(edit, { ...hidden, then: 'edit' })
    expect(back.html).toContain('value="Not yet &lt;b&gt;"')
    expect((await organizer.send(edit, hidden)).status).toBe(303)
    expect(await asApi(id)).toMatchObject({ title: 'Not yet <b>' })
  })

  it('of a form with a fault is the form', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Before' })
    const { status, html } = await organizer.send(`/manage/events/${id}/edit/preview`, { title: '', revision: '1' })
    expect(status).toBe(400)
    expect(html).toContain('id="title-fault"')
  })

  it('is for organizers', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Before' })
    const member = await signedInAs(group.member)
    expect((await member.send(`/manage/events/${id}/edit/preview`, { title: 'No' })).status).toBe(403)
  })
})

describe('the address', () => {
  const ADDRESSES = `/manage/${group.id}/addresses`
  const suggested = async (query: string, browser = organizer) => {
    const { status, html } = await browser.open(ADDRESSES + query)
    return [status, JSON.parse(html).suggested] as const
  }

  it('is suggested from the locations of the group’s earlier events, each once', async () => {
    const location = {
      venue: 'Suggested Hall',
      address_lines: ['1 Elm St'],
      locality: 'Peoria',
      region: 'IL',
    }
    await givenInterfaceEvent({ title: 'One', location })
    await givenInterfaceEvent({ title: 'Two', location })
    const [status, lines] = await suggested('')
    expect(status).toBe(200)
    expect(lines.filter(({ line }: { line: string }) => line.startsWith('Suggested Hall'))).toEqual([
      { line: 'Suggested Hall, 1 Elm St, Peoria, IL', country: 'US', region: 'IL' },
    ])
  })

  it('is completed while it is typed', async () => {
    const [, lines] = await suggested('?q=Hall%2C%20Springf&country=US&region=IL')
    expect(lines[0]).toEqual({ line: 'Hall, Springfield, IL', country: 'US' })
    expect(await suggested('?q=zz&country=%3Cscript%3E')).toEqual([200, []])
  })

  it('is suggested to people who make events, of their own group', async () => {
    expect((await (await signedInAs(group.member)).open(ADDRESSES)).status).toBe(403)
    expect((await organizer.open(`/manage/${demo.other_group.id}/addresses`)).status).toBe(404)
  })

  it('is suggested so often, and not more often', async () => {
    const one = await signedInAs(group.creator)
    let answered = 0
    let answer
    while ((answer = await one.open(`${ADDRESSES}?q=`)).status === 200) answered++
    // An hour may end meanwhile.
    expect(answered).toBeGreaterThanOrEqual(600)
    expect(answered).toBeLessThanOrEqual(1_200)
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  })

  it('has its country, where the line names it', async () => {
    const { headers } = await organizer.send(NEW, {
      title: 'Abroad',
      where: 'Rathaus, Berlin, Germany',
      'location.country': 'US',
    })
    const { location } = await asApi(idIn(headers['location']))
    expect(location).toMatchObject({ venue: 'Rathaus', locality: 'Berlin', country: 'DE' })
  })
})

describe('an event whose place is not found', () => {
  const pageOf = async (where: string, country: string) => {
    const { headers } = await organizer.send(NEW, { title: 'Somewhere', where, 'location.country': country })
    return (await organizer.open(headers['location'] as string)).html
  }

  it('says so to organizers', async () => {
    expect(await pageOf('Hytta, Langtvekkistan', 'NO')).toContain('We couldn’t find this place')
    expect(await pageOf('Rådhuset, Rådhusgata 7, 9008 Tromsø', 'NO')).not.toContain('We couldn’t find this place')
  })
})

describe('an event online', () => {
  const JOIN = 'https://meet.example.org/j/1?pwd=a'

  it('has a link to join, which only people who come read, and which is edited apart', async () => {
    const { headers } = await organizer.send(NEW, {
      title: 'Call',
      attendance_mode: 'online',
      join_link: ` ${JOIN} `,
      instructions: 'Bring **tea**.',
    })
    const id = idIn(headers['location'])
    expect((await asApi(id)).instructions).toBe(
      `<p><a href="${JOIN}">${JOIN}</a></p>\n<p>Bring <strong>tea</strong>.</p>\n`.trim(),
    )
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    expect(html.includes(`value="${JOIN}"`)).toBe(true)
    expect(/name="instructions"[^>]*>Bring \*\*tea\*\*\.</.test(html)).toBe(true)
    expect(html.includes('value="online" checked')).toBe(true)
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] as string
    await organizer.send(`/manage/events/${id}/edit`, {
      title: 'Call',
      attendance_mode: 'online',
      join_link: '',
      instructions: 'None.',
      revision,
    })
    expect((await asApi(id)).instructions).toBe('<p>None.</p>')
  })

  it.each(['meet.example.org', 'javascript:alert(1)', 'https://a b'])(
    'refuses %s as its link, with what was typed',
    async (join_link) => {
      const { status, html } = await organizer.send(NEW, {
        title: 'Call',
        attendance_mode: 'mixed',
        join_link,
      })
      expect(status).toBe(400)
      expect(html).toContain('id="join_link-fault"')
    },
  )

  it('has the clock of the newest event that has one', async () => {
    await givenInterfaceEvent({ title: 'Zoned', timezone_identifier: 'America/Denver' })
    const { headers } = await organizer.send(NEW, { title: 'Call', attendance_mode: 'online' })
    expect((await asApi(idIn(headers['location']))).timezone_identifier).toBe('America/Denver')
  })
})
