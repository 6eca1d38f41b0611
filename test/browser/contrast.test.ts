import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { openBrowser, openPage } from '../support/clients/browser.js'
import { faintTexts } from '../support/clients/contrast.js'
import { linkFor } from '../support/clients/organizer.js'
import { submit } from '../support/clients/visitors.js'
import { mails } from '../support/mail/mail.js'
import { demo, gateway, get, givenInterfaceEvent, table, usePublicUrl } from '../support/service.js'

/* What readers with a contrast theme see, or guests of a group with a strong color: pictures, text by text. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const LOOKS = {
  'a dark contrast theme': { colorScheme: 'dark', forcedColors: 'active' },
  'a light contrast theme': { colorScheme: 'light', forcedColors: 'active' },
  'more contrast by day': { colorScheme: 'light', forcedColors: 'none', contrast: 'more' },
  'more contrast by night': { colorScheme: 'dark', forcedColors: 'none', contrast: 'more' },
} as const

describe.skipIf(typeof browser === 'string')('every text stands out from its ground', () => {
  let api: { port: number; close: () => Promise<void> }
  let [page, organizer]: [Page, Page] = [undefined as never, undefined as never]
  let site: Server
  let paths: Record<string, string>
  let event: string

  beforeAll(async () => {
    api = await listen(gateway, 0)
    const base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    const start = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const { id, path } = await givenInterfaceEvent({
      title: 'Gala',
      capacity: 40,
      max_guests: 2,
      start_date: { wallClock: `${start}T18:00:00` },
      description: '<p>Come and <a href="https://example.org">read</a>.</p>',
      questions: [{ id: 'ride', title: 'A ride?', type: 'single_choice', choices: ['Yes', 'No'] }],
    })
    event = id
    await submit(id, { name: 'Ana Diaz', email: 'ana@contrast.example', phone: '12025550142' })
    const [mail] = await mails()
    const { embed_full_default_styles: snippet } = (await get(`${path}/embed`)).body
    site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><html lang="en" style="color-scheme: light dark"><title>Site</title>${snippet}</html>`,
      )
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    paths = {
      'event and form': `${base}/events/${id}`,
      'guest page': /http\S+\/rsvp\/\S+/.exec(mail?.text ?? '')?.[0] ?? '',
      'group page': `${base}/groups/${demo.group.id}`,
      widget: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
    }
    const options = { deviceScaleFactor: 2, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const
    page = await openPage(browser, options)
    organizer = await openPage(browser, options)
    await organizer.goto(base + (await linkFor(demo.group.organizer)))
    await organizer.locator('main button').click()
  })
  afterAll(async () => {
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { color: null })
    await (browser as Browser).close()
    site.close()
    await api.close()
  })

  async function faintOnPublicPages() {
    const found: Record<string, unknown> = {}
    for (const [name, address] of Object.entries(paths)) {
      // Browsers keep pages for a minute.
      await page.goto(`${address}?source=${Math.random()}`)
      if (name === 'widget') await page.locator('.turnout-form').waitFor()
      for (const each of await page.locator('details:not([open]) > summary').all()) await each.click()
      const faint = await faintTexts(page)
      if (faint.length > 0) found[name] = faint
    }
    return found
  }

  it.each(Object.entries(LOOKS))('on pages and the widget, with %s', async (_, look) => {
    await page.emulateMedia(look)
    expect(await faintOnPublicPages()).toEqual({})
  })

  it.each(['#ffff00', '#00ff00', '#ffffff', '#000000', '#ff00ff', '#808080'])(
    'on pages and the widget of a group whose color is %s, by day and by night',
    async (color) => {
      await ownerStore(table).changeSettings(`group:${demo.group.id}`, { color })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, forcedColors: 'none', contrast: 'no-preference' })
        expect([colorScheme, await faintOnPublicPages()]).toEqual([colorScheme, {}])
      }
    },
  )

  it.each(Object.entries(LOOKS))('on what organizers press, with %s', async (_, look) => {
    await organizer.emulateMedia(look)
    for (const path of ['', '/guests', '/calls', '/door', '/edit']) {
      await organizer.goto(`http://127.0.0.1:${api.port}/manage/events/${event}${path}`)
      expect([path, await faintTexts(organizer)]).toEqual([path, []])
    }
  })

  it('is seen: white on white, a word in the color of a theme’s plate, and a faint one', async () => {
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', contrast: 'no-preference' })
    await page.setContent(
      `<body style="background: #fff"><p style="color: #fff">White</p><p style="color: #aaa">Faint</p>
      <p style="color: #595959">Read</p><h1 style="color: #888">Large</h1>`,
    )
    expect((await faintTexts(page)).map(({ text }) => text)).toEqual(['White', 'Faint'])
    await page.emulateMedia({ forcedColors: 'active' })
    await page.setContent(
      '<p style="forced-color-adjust: none; color: Canvas; background: Canvas">Hidden</p><p>Seen</p>',
    )
    expect((await faintTexts(page)).map(({ text }) => text)).toEqual(['Hidden'])
  })
})
