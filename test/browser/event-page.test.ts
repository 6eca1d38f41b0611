import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { ownerStore } from '../../lib/app/access.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { listen } from '../../local/http/http-server.js'
import { barriersOn, openBrowser, openPage } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { PSEUDO, strays } from '../support/given/pseudo-locale.js'
import { demo, gateway, get, givenInterfaceEvent, post, service, table, usePublicUrl } from '../support/service.js'

/* The page of an event in a real browser: every state, width and appearance, with and without scripts, in a frame. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const APPEARANCES = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const
const WIDTHS = [320, 390, 1280]

const everything = {
  title: 'Supper & songs for everybody at Donaudampfschifffahrtsgesellschaftskapitänsmützen',
  description: '<p>Come <b>along</b>. <a href="https://example.org/">More</a></p><ul><li>Bread</li></ul>',
  instructions: '<p>Ring <b>twice</b>.</p>',
  start_date: { wallClock: '2030-05-04T18:00:00' },
  end_date: { wallClock: '2030-05-04T20:30:00' },
  location: { venue: 'Town Hall', address_lines: ['1 Main St'], locality: 'Denver', postal_code: '80202' },
  capacity: 40,
}
const past = { start_date: { wallClock: '2020-05-04T18:00:00' }, end_date: null as never }

/** An event in each state, and what its page says. */
const STATES: Record<string, [fields: object, says: string]> = {
  'to come': [everything, '40 spots left'],
  full: [{ ...everything, capacity: 0 }, 'This event is full.'],
  over: [{ ...everything, ...past }, 'This event is over.'],
  cancelled: [everything, 'This event is canceled.'],
  hidden: [{ ...everything, hidden: true }, 'We can’t find this event'],
  'in Spanish': [{ ...everything, language: 'es' }, 'Quedan 40 plazas'],
  'in Arabic': [{ ...everything, language: 'ar', title: 'عشاء' }, '40'],
  'with nothing but a title': [{ title: 'Supper' }, 'Supper'],
}

describe.skipIf(typeof browser === 'string')('the page of an event in a browser', () => {
  let api: { port: number; close: () => Promise<void> }
  let page: Page
  const problems: string[] = []
  const sites: Server[] = []
  const owner = `group:${demo.group.id}` as const

  beforeAll(async () => {
    api = await listen(gateway, 0)
    usePublicUrl(`http://127.0.0.1:${api.port}`)
    await ownerStore(table).changeSettings(owner, { browser_rsvps: true })
    page = await watched({ timezoneId: 'America/Denver' })
  })
  afterAll(async () => {
    await (browser as Browser).close()
    for (const site of sites) site.close()
    await api.close()
  })

  /** A page that reports what breaks its own policy, and every request to another host. */
  async function watched(options: BrowserContextOptions): Promise<Page> {
    // A change of colors that is under way would be taken for a low contrast.
    const opened = await openPage(browser, { reducedMotion: 'reduce', ...options })
    opened.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text())
    })
    opened.on('pageerror', ({ message }) => problems.push(message))
    opened.on('request', (request) => {
      if (!request.url().startsWith('http://127.0.0.1:')) problems.push(request.url())
    })
    return opened
  }

  const addressOf = (id: string) => `http://127.0.0.1:${api.port}/events/${id}`
  async function given(state: string) {
    const { id } = await givenInterfaceEvent(STATES[state]?.[0])
    if (state === 'cancelled') await cancelEvent(owner, id, eventDependencies(service))
    return addressOf(id)
  }
  const embedIn = (opened: Page) => opened.waitForSelector('[data-turnout-embed][data-turnout-state=shown]')
  const formIn = (opened: Page) => opened.waitForSelector('[data-turnout-form][data-turnout-state=shown]')
  /** The address of the page in a language. */
  const inLanguage = (address: string, state: string) =>
    `${address}?lang=${{ 'in Spanish': 'es', 'in Arabic': 'ar' }[state] ?? 'en'}`

  const backgroundOf = (selector: string) =>
    page.$eval(selector, (element: any) => {
      const { defaultView } = element.ownerDocument
      return defaultView.getComputedStyle(element).backgroundColor as string
    })

  /** The address of a page of another site, with this in its body. */
  async function siteWith(body: string): Promise<string> {
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="en"><title>Site</title><body>${body}</body></html>`)
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    sites.push(site)
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  }

  async function assertFits(opened: Page, what: string) {
    for (const width of WIDTHS) {
      await opened.setViewportSize({ width, height: 800 })
      const needed = await opened.evaluate<number>('document.documentElement.scrollWidth')
      expect(needed, `${what} at ${width} pixels`).toBeLessThanOrEqual(width)
    }
  }

  it.each(['to come', 'full', 'over', 'cancelled', 'in Spanish', 'in Arabic'])(
    'is the same in the widget, light and dark as the page around it: %s',
    async (state) => {
      const id = (await given(state)).split('/').at(-1) as string
      const { embed_full_default_styles: snippet } = (await get(`/api/v2/events/${id}/embed`)).body
      await page.goto(await siteWith(`<main><h1>Site</h1><h2>Event</h2>${snippet}</main>`))
      await embedIn(page)
      expect(await page.innerText('.turnout-event')).toContain(STATES[state]?.[1])
      expect((await page.$$('.turnout-form')).length).toBe(/full|over|cancelled/.test(state) ? 0 : 1)
      expect(await page.getAttribute('.turnout-event', 'dir')).toBe(state === 'in Arabic' ? 'rtl' : 'ltr')
      await page.setViewportSize({ width: 390, height: 800 })
      const colors = []
      for (const [i, scheme] of ['light', 'dark', 'light dark'].entries()) {
        await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
        await page.$eval('html', (html: any, scheme) => (html.style.colorScheme = scheme), scheme)
        expect([scheme, await barriersOn(page, i > 0 ? 'colors' : undefined)]).toEqual([scheme, []])
        colors.push(await backgroundOf('.turnout-event'))
      }
      expect(colors).toEqual([colors[0], colors[1], colors[1]])
      expect(colors[0]).not.toBe(colors[1])
      await page.emulateMedia(APPEARANCES[0])
      expect(problems.splice(0)).toEqual([])
    },
  )

  it.each(Object.keys(STATES))('fits every screen and has no barrier in any appearance: %s', async (state) => {
    const address = await given(state)
    const said = STATES[state]?.[1] as string
    await page.goto(inLanguage(address, state))
    if ((await page.$('[data-turnout-form]')) !== null) await formIn(page)
    expect(await page.innerText('main')).toContain(said)
    await assertFits(page, state)
    await page.setViewportSize({ width: 390, height: 800 })
    for (const [i, appearance] of APPEARANCES.entries()) {
      await page.emulateMedia(appearance)
      expect([appearance, await barriersOn(page, i > 0 ? 'colors' : undefined)]).toEqual([appearance, []])
    }
    await page.emulateMedia(APPEARANCES[0])
    expect(problems.splice(0)).toEqual([])
  })

  it('never scrolls a phone sideways, in no place that shows the event, whatever words it has', async () => {
    const word = 'Hubschrauberlandeplatz'.repeat(9)
    const map = `https://maps.example.org/place/${word}/@69.6489,18.9551?entry=${word}`
    const { id } = await givenInterfaceEvent({
      ...everything,
      title: word,
      description: `<p>${word} <a href="${map}">${map}</a></p>`,
      // The first page of an organizer has only the next events: this one comes before the others.
      start_date: { wallClock: '2029-05-04T18:00:00' },
      end_date: { wallClock: '2029-05-04T20:30:00' },
      location: { venue: map, address_lines: [word], locality: word.slice(0, 90), country: 'DE' },
      contact: { name: word.slice(0, 100), email_address: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`, public: true },
    })
    const person = { given_name: word, email_addresses: [{ address: 'long@words.example' }] }
    const { body } = await post(`/api/v2/events/${id}/attendances`, { person })
    const own = new URL(body._links['service:self_service'].href)
    const { embed_full_default_styles: snippet } = (await get(`/api/v2/events/${id}/embed`)).body
    const site = await siteWith(`<main><h1>Site</h1>${snippet}</main>`)
    const local = (path: string) => `http://127.0.0.1:${api.port}${path}`
    await page.goto(local(await linkFor(demo.group.creator)))
    await page.click('main button')
    await page.waitForURL(/manage/)
    const team = ['', '/guests', '/door', '/calls', '/edit'].map((each) => local(`/manage/events/${id}${each}`))
    const open = [addressOf(id), local(own.pathname), local(`/groups/${demo.group.id}`), local('/'), site]
    for (const address of [...open, ...team, local(`/manage/${demo.group.id}`)]) {
      await page.goto(address)
      if (address === site) await embedIn(page)
      expect(await page.innerText('body')).toContain(word)
      await assertFits(page, address)
    }
    await page.setViewportSize({ width: 390, height: 800 })
    problems.length = 0
  })

  it('is dark where the reader wants it, and reads from the right in Arabic', async () => {
    await page.goto(inLanguage(await given('in Arabic'), 'in Arabic'))
    await page.emulateMedia(APPEARANCES[0])
    const light = await backgroundOf('body')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await backgroundOf('body')).not.toBe(light)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await page.getAttribute('html', 'dir')).toBe('rtl')
  })

  it('says without scripts all that it says with them but the viewer’s own time', async () => {
    const silent = await openPage(browser, { javaScriptEnabled: false })
    for (const state of Object.keys(STATES)) {
      await silent.goto(inLanguage(await given(state), state))
      expect(await silent.innerText('main')).toContain(STATES[state]?.[1])
    }
    await silent.close()
  })

  it('names the viewer’s own time where it is another than that of the venue', async () => {
    const address = await given('to come')
    await page.goto(address)
    await formIn(page)
    expect(await page.innerText('.turnout-event')).not.toContain('Your time')
    const abroad = await watched({ timezoneId: 'Europe/Madrid' })
    await abroad.goto(address)
    await abroad.waitForSelector('text=Your time: Sunday, May 5, 2030 at 2:00 AM – 4:30 AM')
    await abroad.goto(inLanguage(await given('in Arabic'), 'in Arabic'))
    await abroad.waitForSelector('p:has-text("بتوقيتك")')
    const words = 'document.querySelector(".turnout-time.turnout-notice")'
    expect(await abroad.evaluate(`getComputedStyle(${words}).direction`)).toBe('rtl')
    await abroad.goto(address)
    expect(await abroad.innerText('.turnout-event')).toContain('Mountain Daylight Time')
    await abroad.context().close()
    expect(problems.splice(0)).toEqual([])
  })

  it('tells people who RSVP what comes next, and moves the focus there', async () => {
    await page.goto(await given('to come'))
    await formIn(page)
    await page.fill('[name=email]', 'ana@page.example')
    await page.click('.turnout-form button')
    await page.waitForSelector('h1:focus >> text=You have a spot')
    const coming = await page.innerText('.turnout-coming')
    for (const text of ['Thanks! Your RSVP is saved.', 'Ring twice.', 'Google Calendar']) expect(coming).toContain(text)
    const links = await page.$$eval('.turnout-coming a', (all) => all.map((each) => each.getAttribute('href')))
    for (const expected of [
      expect.stringContaining('https://calendar.google.com/calendar/render?action=TEMPLATE&text=Supper'),
      expect.stringContaining('https://outlook.live.com/calendar/'),
      expect.stringMatching(/\/events\/[0-9a-f-]+\/calendar\.ics$/),
      expect.stringContaining('https://www.google.com/maps/dir/'),
      expect.stringContaining('https://wa.me/'),
      page.url(),
    ])
      expect(links).toContainEqual(expected)
    await assertFits(page, 'after the RSVP')
    for (const [i, appearance] of APPEARANCES.entries()) {
      await page.emulateMedia(appearance)
      expect(await barriersOn(page, i > 0 ? 'colors' : undefined)).toEqual([])
    }
    await page.emulateMedia(APPEARANCES[0])
    expect(problems.splice(0)).toEqual([])
  })

  it('stands in a frame of another site with its form, and the widget leaves a link without scripts', async () => {
    const address = await given('to come')
    const id = address.split('/').at(-1) as string
    const { embed_full_default_styles: snippet } = (await get(`/api/v2/events/${id}/embed`)).body
    const frame = `<iframe src="${address}/frame" title="Event" width="320" height="900"></iframe>`
    const other = await siteWith(frame + snippet)

    await page.goto(other)
    const framed = page.frameLocator('iframe')
    await framed.locator('[name=email]').fill('ben@page.example')
    await framed.locator('.turnout-form button').click()
    await framed.locator('text=You have a spot').waitFor()
    expect(problems.splice(0)).toEqual([])

    const silent = await openPage(browser, { javaScriptEnabled: false })
    await silent.goto(other)
    expect(await silent.getAttribute('body > div a', 'href')).toBe(address)
    expect(await silent.frameLocator('iframe').locator('h1').innerText()).toContain('Supper & songs')
    await silent.close()
  })

  it('says nothing in the widget and its form that is in no catalog', async () => {
    const fields = { ...everything, language: PSEUDO, title: '⟦T⟧', description: '', instructions: '⟦I⟧' }
    const { id } = await givenInterfaceEvent({
      ...fields,
      attendance_mode: 'mixed',
      location: { venue: '⟦V⟧' },
    })
    const { embed_full_default_styles: snippet } = (await get(`/api/v2/events/${id}/embed`)).body
    const known = ['Google Calendar', 'Outlook', 'May', 'Saturday', 'PM', 'at']
    await page.goto(await siteWith(snippet))
    await embedIn(page)
    expect(strays(await page.innerText('body'), known)).toEqual([])
    await page.fill('[name=email]', 'cai@page.example')
    await page.click('.turnout-form button')
    await page.waitForSelector('.turnout-coming')
    expect(strays(await page.innerText('body'), known)).toEqual([])
  })

  it('sends at most 30 KB, with its script, its form and its drawing', async () => {
    const sizes: Promise<number>[] = []
    const fresh = await watched({})
    fresh.on('response', (response) =>
      sizes.push(
        response
          .request()
          .sizes()
          .then((each) => each.responseBodySize),
      ),
    )
    await fresh.goto(await given('to come'))
    await formIn(fresh)
    const all = await Promise.all(sizes)
    expect(all.length).toBe(3)
    expect(all.reduce((sum, each) => sum + each, 0)).toBeLessThan(30 * 1024)
    await fresh.context().close()
    expect(problems.splice(0)).toEqual([])
  })
})
