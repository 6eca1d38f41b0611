import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { barriersOn, openBrowser, openPage } from '../support/clients/browser.js'
import { demo, gateway, givenEvent, useEnvironment } from '../support/service.js'

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

describe.skipIf(typeof browser === 'string')('the documentation in a browser', () => {
  let api: { port: number; close: () => Promise<void> }
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    api = await listen(gateway, 0)
    // Before the first request, when the environment is read.
    useEnvironment({ PUBLIC_URL: `http://127.0.0.1:${api.port}`, DEMO_KEY: demo.group.key })
    page = await openPage(browser)
    // A page that breaks its own policy says so here.
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(`http://127.0.0.1:${api.port}/`)) problems.push(request.url())
    })
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  const open = (path: string) => page.goto(`http://127.0.0.1:${api.port}${path}`)

  it.each(['/', '/docs', '/docs/events', '/docs/record_attendance_helper', '/docs/queries'])(
    'fits a phone at %s, with all that can be opened open',
    async (path) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await open(path)
      for (const summary of await page.locator('summary').all()) await summary.click()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      expect(problems).toEqual([])
    },
  )

  it.each([
    { colorScheme: 'light', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'active' },
  ] as const)('has no barrier where it is $colorScheme, with forced colors $forcedColors', async (appearance) => {
    await page.emulateMedia(appearance)
    for (const path of ['/', '/docs', '/docs/events', '/nothing']) {
      await page.goto(`http://127.0.0.1:${api.port}${path}`)
      const what = appearance.colorScheme === 'light' ? undefined : 'colors'
      expect([path, await barriersOn(page, what)]).toEqual([path, []])
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    problems.length = 0
  })

  it('lets you try a request with the key of the demo, and sends requests to this service only', async () => {
    const { title } = await givenEvent({ title: 'Seen in the explorer' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await open('/explorer')
    await page.getByText('Lists the events of your key').first().click()
    await page.getByRole('button', { name: 'EXECUTE' }).click()
    await page.getByText('Response Status: OK (200)').waitFor()
    expect(await page.getByText(title as string).count()).toBeGreaterThan(0)
    expect(problems).toEqual([])
  })
})
