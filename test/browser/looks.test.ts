import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/owners.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { barriersOn, openBrowser, openPage } from '../support/clients/browser.js'
import { demo, gateway, givenInterfaceEvent, table, usePublicUrl } from '../support/service.js'

/* The colour of a group, whatever it has chosen, in both schemes. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

describe.skipIf(typeof browser === 'string')('the colour of a group', () => {
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
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { colour: null })
    await (browser as Browser).close()
    await api.close()
  })

  it.each(['#ffff00', '#00ff00', '#ffffff', '#000000', '#ff00ff', '#808080', '#c2410c'])(
    '%s lets every word be read, by day and by night, and no source is refused',
    async (colour) => {
      await ownerStore(table).changeSettings(`group:${demo.group.id}`, { colour })
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text())
      })
      for (const [name, path] of Object.entries(paths))
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          // Browsers keep pages for a minute.
          await page.goto(`http://127.0.0.1:${api.port}${path}?source=${colour.slice(1)}`)
          expect([name, colorScheme, await barriersOn(page, 'colours')]).toEqual([name, colorScheme, []])
          const brand = await page.evaluate(
            "getComputedStyle(document.documentElement).getPropertyValue('--brand')",
          )
          expect(brand).toBe(colour)
        }
      expect(refused).toEqual([])
    },
  )

  it('leaves what stands on it readable in contrast themes: in a picture, words differ from their ground', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors: 'active' })
      await page.goto(`http://127.0.0.1:${api.port}${paths['event']}?source=${colorScheme}`)
      const picture = await page.locator('.btn.main').first().screenshot()
      expect(await contrastIn(picture)).toBeGreaterThan(0.3)
    }
    await page.emulateMedia({ forcedColors: null, colorScheme: null })
  })

  /** The distance between the lightest and the darkest point of the middle of a picture. */
  async function contrastIn(picture: Buffer): Promise<number> {
    const blank = await (browser as Browser).newPage()
    const source = `data:image/png;base64,${picture.toString('base64')}`
    const range = await blank.evaluate(`(async () => {
      const image = new Image()
      image.src = ${JSON.stringify(source)}
      await image.decode()
      const { width, height } = image
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(width * 0.2, height * 0.25, width * 0.6, height * 0.5)
      const light = []
      for (let i = 0; i < data.length; i += 4)
        light.push((0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2]) / 255)
      return light.reduce((one, other) => Math.max(one, other)) - light.reduce((one, other) => Math.min(one, other))
    })()`)
    await blank.close()
    return Number(range)
  }
})
