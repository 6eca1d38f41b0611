import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { barriersOn, openBrowser, openPage } from '../support/clients/browser.js'
import { demo, gateway, givenInterfaceEvent, table, usePublicUrl } from '../support/service.js'

/* The color of a group, whatever it has chosen, in both schemes. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

describe.skipIf(typeof browser === 'string')('the color of a group', () => {
  let api: { port: number; close: () => Promise<void> }
  let page: Page
  let paths: Record<string, string>

  beforeAll(async () => {
    api = await listen(gateway, 0)
    usePublicUrl(`http://127.0.0.1:${api.port}`)
    const start = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const { id } = await givenInterfaceEvent({
      title: 'Gala',
      description: '<p>Come and <a href="https://example.org">read</a>.</p>',
      start_date: { wallClock: `${start}T18:00:00` },
    })
    paths = { event: `/events/${id}`, group: `/groups/${demo.group.id}` }
    page = await openPage(browser)
  })
  afterAll(async () => {
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { color: null })
    await (browser as Browser).close()
    await api.close()
  })

  it.each(['#ffff00', '#00ff00', '#ffffff', '#000000', '#ff00ff', '#808080', '#c2410c'])(
    '%s lets every word be read, by day and by night, and no source is refused',
    async (color) => {
      await ownerStore(table).changeSettings(`group:${demo.group.id}`, { color })
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text())
      })
      for (const [name, path] of Object.entries(paths))
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          // Browsers keep pages for a minute.
          await page.goto(`http://127.0.0.1:${api.port}${path}?source=${color.slice(1)}`)
          expect([name, colorScheme, await barriersOn(page, 'colors')]).toEqual([name, colorScheme, []])
          const brand = await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brand')")
          expect(brand).toBe(color)
        }
      expect(refused).toEqual([])
    },
  )
})
