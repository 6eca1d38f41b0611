import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { openTable } from '../../lib/table/table.js'
import { events } from '../../lib/app/events.js'
import {
  UNKNOWN_ID,
  PUBLIC_URL,
  address,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  put,
  send,
  service,
} from '../support/service.js'

/** All elements of a page, each with the names of those that it stands in. */
const elementsIn = (node: DefaultTreeAdapterTypes.Node, path = ''): Placed[] => {
  if (!('childNodes' in node)) return []
  const here = 'tagName' in node ? (path && `${path}/`) + node.tagName : path
  const within = node.childNodes.flatMap((child) => elementsIn(child, here))
  return 'tagName' in node ? [{ path: here, attrs: node.attrs }, ...within] : within
}

interface Placed {
  path: string
  attrs: { name: string; value: string }[]
}

const pageOf = (id: string) => get(`/events/${id}`, { key: null })
const takeBrowserRsvps = (browser_rsvps: boolean) =>
  ownerStore(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })).changeSettings(
    `group:${demo.group.id}`,
    { browser_rsvps },
  )
afterAll(() => takeBrowserRsvps(false))

describe('the page of an event', () => {
  it('is where browser_url leads, of events of the organizer’s own interface', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Gala' })
    const page = `${PUBLIC_URL}/events/${id}`
    expect((await get(path)).body.browser_url).toBe(page)
    expect((await get(path.replace('v2', 'v1'))).body.url).toBe(page)
    expect((await get(`/embed/events/${id}`)).body.browser_url).toBe(page)
    const calendar = await get(`${path}/calendar.ics`)
    expect(calendar.status, 'it has no date').toBe(404)
    expect((await pageOf(id)).status).toBe(200)
  })

  it('stands in calendars', async () => {
    const { id, path } = await givenInterfaceEvent({ start_date: { wallClock: '2030-05-04T18:00:00' } })
    const { text } = await get(`${path}/calendar.ics`)
    expect(text.replaceAll('\r\n ', '')).toContain(`URL;VALUE=URI:${PUBLIC_URL}/events/${id}\r\n`)
  })

  it('gives way to the address that the owner names, until that is cleared', async () => {
    const browser_url = 'https://example.org/gala'
    const { id, path } = await givenInterfaceEvent({ browser_url })
    expect((await get(path)).body.browser_url).toBe(browser_url)
    expect((await pageOf(id)).text).toContain(`<a href="${browser_url}"`)
    const { body } = await put(path, { browser_url: null })
    expect(body.browser_url).toBe(`${PUBLIC_URL}/events/${id}`)
  })

  it('is not kept as one that the owner names when an answer is sent back', async () => {
    const store = events(service)
    const { id, path } = await givenInterfaceEvent()
    const stored = async () => (await store.find(`group:${demo.group.id}`, id)).browser_url
    const { body } = await get(path)
    for (const reply of [await put(path, body), await post('/api/v2/events', body)]) {
      expect([reply.status, reply.body.browser_url]).toEqual([200, `${PUBLIC_URL}/events/${id}`])
      expect(await stored()).toBeUndefined()
    }
    const elsewhere = `${PUBLIC_URL}/events/${UNKNOWN_ID}`
    expect((await put(path, { browser_url: elsewhere })).body.browser_url).toBe(elsewhere)
    expect((await put(path, { browser_url: body.browser_url })).body.browser_url).toBe(body.browser_url)
    expect(await stored()).toBeUndefined()
  })

  it('is not there for an event that was created through the API', async () => {
    const { id, path } = await givenEvent()
    expect((await get(path)).body).not.toHaveProperty('browser_url')
    expect((await get(path.replace('v2', 'v1'))).body).not.toHaveProperty('url')
    expect((await pageOf(id)).status).toBe(404)
  })

  it('is not there for a hidden event', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Secret', hidden: true })
    expect((await get(path)).body).not.toHaveProperty('browser_url')
    const { status, text } = await pageOf(id)
    expect([status, text.includes('Secret')]).toEqual([404, false])
  })

  it('says to people that it is not there, with the same words for everything that has none', async () => {
    const { id } = await givenEvent()
    const [api, ...others] = await Promise.all([id, UNKNOWN_ID, 'x', 'a'.repeat(3000), '%00'].map(pageOf))
    expect(api?.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(api?.text).toContain('We can’t find this event')
    expect(api?.text).toContain(`href="${PUBLIC_URL}/"`)
    for (const { status, text, headers } of others)
      expect([status, text, headers['cache-control']]).toEqual([404, api?.text, 'no-store'])
  })

  it('shows what anybody may know, and nothing else', async () => {
    const { id } = await givenInterfaceEvent({
      title: 'Gala <b>night</b>',
      name: 'internal name',
      instructions: 'the door code',
      identifiers: ['crm:secret'],
      description: '<p onclick="x()">Come <i>along</i></p><script>alert(1)</script>',
      featured_image_url: 'https://example.org/banner.png',
      capacity: 40,
      start_date: { wallClock: '2030-05-04T18:00:00' },
      end_date: { wallClock: '2030-05-04T20:30:00' },
      location: {
        venue: 'Town Hall',
        address_lines: ['1 Main St'],
        locality: 'Denver',
        postal_code: '80202',
      },
    })
    const { status, text, headers } = await pageOf(id)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const expected of [
      '<title>Gala &lt;b&gt;night&lt;/b&gt;</title>',
      '<p>Come <i>along</i></p>',
      '<img class="cover" src="https://example.org/banner.png" alt=""',
      'Saturday, May 4, 2030',
      '<strong>Town Hall</strong><span class="quiet"><bdi>1 Main St, Denver, CO 80202</bdi></span>',
      '40 spots left',
      'Turnout Demo Group',
      `<link rel="canonical" href="${PUBLIC_URL}/events/${id}"/>`,
      'content="Saturday, May 4, 2030 at 6:00 PM – 8:30 PM · Town Hall, 1 Main St, Denver, CO 80202. Come along"/>',
    ])
      expect(text).toContain(expected)
    expect(text).not.toMatch(/internal name|door code|crm:secret|onclick|alert\(1\)/)
    expect(text).not.toContain(demo.group.creator)
  })

  it('names the country where it is not the United States', async () => {
    const placeIn = async (country: string) => {
      const { id } = await givenInterfaceEvent({ location: { venue: 'Hall', country } })
      return /turnout-place">(.*?)<\/p>/
        .exec((await pageOf(id)).text)?.[1]
        ?.replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    }
    expect(await placeIn('US')).toBe('Hall')
    expect(await placeIn('CI')).toBe('Hall Côte d’Ivoire')
  })

  it('keeps a description in its place, and the form beside the article', async () => {
    const description = 'x</div></article><a href="https://other.example/">open <b>bold<li><div><li></div>'
    const { id } = await givenInterfaceEvent({ title: 'Contained', description })
    await takeBrowserRsvps(true)
    const { text } = await pageOf(id)
    const elements = elementsIn(parse(text))
    const pathTo = (attribute: string, value: string) =>
      elements.find(({ attrs }) => attrs.some((each) => each.name === attribute && each.value === value))?.path
    const article = 'html/body/main/article'
    expect(pathTo('class', 'event turnout-event')).toBe(article)
    expect(pathTo('class', 'prose turnout-description')).toBe(`${article}/div/div`)
    expect(pathTo('id', 'keep')).toBe(`${article}/div/section`)
    expect(pathTo('class', 'stack turnout-form')).toBe(`${article}/section/form`)
  })

  it('spares what an event does not have', async () => {
    const { id } = await givenInterfaceEvent()
    const { text } = await pageOf(id)
    expect(text.replace(/<style>.*<\/style>/s, '')).not.toMatch(
      /<time|turnout-place|turnout-description[^>]*><p|Places|og:image|og:description|undefined/,
    )
  })

  it('has a form where the owner lets browsers RSVP, and none elsewhere', async () => {
    const { id } = await givenInterfaceEvent()
    await takeBrowserRsvps(false)
    expect((await pageOf(id)).text).not.toContain('data-turnout-form')
    await takeBrowserRsvps(true)
    const { text } = await pageOf(id)
    expect(text).toContain(`method="post" action="${PUBLIC_URL}/events/${id}/attendances"`)
    expect(text).toContain(`<script src="${PUBLIC_URL}/embed/widget.js" async=""></script>`)
  })

  it.each(['', '/frame'])('hands the source of its address to the form, page%s', async (frame) => {
    const { id } = await givenInterfaceEvent()
    const form = async (query: string) => {
      const { text } = await get(`/events/${id}${frame}${query}`, { key: null })
      return /<input[^>]*name="source"[^>]*>/.exec(text)?.[0]
    }
    expect(await form('?source=a%22%3E')).toContain('value="a&quot;&gt;"')
    expect(await form(`?source=${'x'.repeat(300)}`)).toContain(`value="${'x'.repeat(60)}"`)
    expect(await form('')).toContain('value=""')
  })

  it('loads nothing but what its policy names, which no event can change', async () => {
    const featured_image_url = 'https://a;script-src *.example/x.png'
    const { id } = await givenInterfaceEvent({ featured_image_url })
    const policy = (await pageOf(id)).headers['content-security-policy'] as string
    expect(policy.split('; ').map((each) => each.split(' ')[0])).toEqual([
      'default-src',
      'script-src',
      'style-src',
      'img-src',
      'connect-src',
      'frame-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
    ])
    expect(policy).not.toContain('example/x.png')
  })

  it('may be kept for a minute', async () => {
    const { id } = await givenInterfaceEvent()
    expect((await pageOf(id)).headers['cache-control']).toBe('public, max-age=60')
  })

  it('answers HEAD, sends an address with a slash on, and refuses to be changed', async () => {
    const { id } = await givenInterfaceEvent()
    expect((await send('HEAD', `/events/${id}`, undefined, { key: null })).status).toBe(200)
    for (const path of [`/events/${id}/`, `//events/${id}`])
      for (const method of ['GET', 'HEAD']) {
        const sent = await send(method, `${path}?from=flyer`, undefined, { key: null })
        expect([sent.status, sent.headers['location']]).toEqual([308, `${PUBLIC_URL}/events/${id}?from=flyer`])
      }
    const { status, headers } = await send('POST', `/events/${id}`, {}, { key: null })
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})
