import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { barriersOn, openBrowser, openPage } from '../support/clients/browser.js'
import { givenHosting } from '../support/given/hosting.js'
import { gateway, givenInterfaceEvent, usePublicUrl } from '../support/service.js'

/* The sample of docs/samples: one file, on another site than the service, which shows a search from the JSON feed. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const start_date = {
  wallClock: `${new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)}T18:00:00`,
}

describe.skipIf(typeof browser === 'string')('the sample of a finder', () => {
  let api: { port: number; close: () => Promise<void> }
  let site: Server
  let page: Page
  let address: string
  let campaign: string

  beforeAll(async () => {
    api = await listen(gateway, 0)
    const base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    const { id } = await givenHosting()
    campaign = `${base}/event_campaigns/${id}`
    const given = (title: string, locality: string, region: string) =>
      givenInterfaceEvent({ title, start_date, event_campaign_id: id, location: { locality, region } })
    await given('In Springfield', 'Springfield', 'IL')
    await given('<b>In Chatham</b>', 'Chatham', 'IL')
    for (let i = 0; i < 30; i++) await given(`In Chicago ${i}`, 'Chicago', 'IL')
    const sample = await readFile('docs/samples/finder.html', 'utf8')
    const placed = sample.replace(/const CAMPAIGN = '.*'/, `const CAMPAIGN = '${base}/event_campaigns/${id}'`)
    expect(placed).not.toBe(sample)
    site = createServer((_, answer) => answer.setHeader('content-type', 'text/html; charset=utf-8').end(placed))
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    page = await openPage(browser)
    await page.goto(address)
  })
  afterAll(async () => {
    await (browser as Browser).close()
    site.close()
    await api.close()
  })

  it('has the circles of the page’s own map in their place at every width', async () => {
    const own = await openPage(browser)
    const placeAt = async (width: number) => {
      await own.setViewportSize({ width, height: 800 })
      await own.goto(campaign)
      const map = await own.locator('svg.whole-map').boundingBox()
      const circle = await own.locator('svg.whole-map circle').first().boundingBox()
      if (!map || !circle) throw new Error('There is no map')
      return (circle.x + circle.width / 2 - map.x) / map.width
    }
    const [phone, desktop] = [await placeAt(390), await placeAt(1280)]
    expect(Math.abs(phone - desktop)).toBeLessThan(0.02)
    await own.close()
  })

  const find = async (near: string) => {
    await page.getByLabel('Postal code or town').fill(near)
    await page.getByRole('button', { name: 'Find events' }).click()
  }

  it('shows what is near a town, the nearest first, as text', async () => {
    await find('springfield illinois')
    await page.getByText('Near Springfield, IL').waitFor()
    expect(await page.locator('#events a').allTextContents()).toEqual(['In Springfield', '<b>In Chatham</b>'])
    expect(await page.locator('#events li').first().textContent()).toContain('0 mi')
    expect(await barriersOn(page)).toEqual([])
  })

  it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])('shows the time at the venue in %s', async (timezoneId) => {
    const away = await openPage(browser, { timezoneId, locale: 'en-US' })
    await away.goto(address)
    await away.getByLabel('Postal code or town').fill('62701')
    await away.getByRole('button', { name: 'Find events' }).click()
    await away.getByText('Near Springfield').waitFor()
    const day = new Date(`${start_date.wallClock}Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
    expect(await away.locator('#events li').first().textContent()).toMatch(RegExp(`${day} at 6:00\\sPM`))
    await away.close()
  })

  it('leads to further pages, and says what is nearest where nothing is near', async () => {
    await find('60601')
    await page.getByText('Near Chicago').waitFor()
    await expect.poll(() => page.locator('#events li').count()).toBe(25)
    await page.getByRole('link', { name: 'More events' }).click()
    await expect.poll(() => page.locator('#events li').count()).toBe(30)
    expect(await page.locator('#next').isVisible()).toBe(false)
    await find('Denver, CO')
    await page.getByText('No event within 25 mi. The nearest is').waitFor()
    expect(await page.locator('#events li').count()).toBe(1)
  })

  it('says why a place is not found, and leads to the page of an event', async () => {
    await find('Springfield, Nevada')
    await expect.poll(() => page.locator('#status').textContent()).not.toMatch(/Near|No event/)
    expect(await page.locator('#status').textContent()).not.toBe('')
    await find('62701')
    await page.getByRole('link', { name: 'In Springfield' }).click()
    await page.getByRole('heading', { name: 'In Springfield' }).waitFor()
  })
})
