import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { givenHosting } from '../support/given/hosting.js'
import { demo, gateway, get, givenInterfaceEvent, usePublicUrl } from '../support/service.js'
import { isLong, sized } from '../support/size.js'

/*
 * One person reviews the events of supporters with the keyboard alone. A long run reviews 300 of them, and prints how
 * long each takes from the key to the next event.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const EVENTS = sized(9, 300)

interface PostalCode {
  zip: string
  city: string
  state: string
  country: string
}
const { codes } = createRequire(import.meta.url)('zipcodes') as { codes: Record<string, PostalCode> }
const towns = Object.values(codes).filter(({ country, state }) => country === 'US' && !/^A[AEP]$/.test(state))

describe.skipIf(typeof browser === 'string')('the review of a campaign', () => {
  let api: { port: number; close: () => Promise<void> }
  let page: Page
  let campaign: string
  let path: string

  beforeAll(async () => {
    api = await listen(gateway, 0)
    const base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    campaign = (await givenHosting()).id
    for (let i = 0; i < EVENTS; i++) {
      const { zip, city, state } = towns[(i * 7919) % towns.length] as PostalCode
      await givenInterfaceEvent({
        title: `Event ${i}`,
        description: '<p>Come hungry.</p>',
        event_campaign_id: campaign,
        start_date: { wallClock: '2031-01-16T17:30:00' },
        location: {
          address_lines: [`${i} Main St`],
          locality: city,
          region: state,
          postal_code: zip,
          country: 'US',
        },
        status: 'tentative',
        review: { state: 'waiting', date: new Date(Date.now() + i).toISOString() },
        host_link: { generation: 1 },
      })
    }
    page = await (browser as Browser).newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(WAIT_MS)
    await page.goto(base + (await linkFor(demo.group.organizer)))
    await page.locator('main button').click()
    path = `${base}/manage/${demo.group.id}/campaigns/${campaign}/review`
    await page.goto(path)
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  const current = () => page.locator('article h2').first()
  const until = (number: number) =>
    number < EVENTS
      ? page.locator('article h2', { hasText: new RegExp(`^Event ${number}$`) }).waitFor()
      : page.getByText('Nothing to review').waitFor()

  it('leads to the next event and back by J and K, and leaves them as they are', async () => {
    await until(0)
    await page.keyboard.press('j')
    await until(1)
    await page.keyboard.press('k')
    await until(0)
    await page.keyboard.press('e')
    await page.waitForURL(/\/edit$/)
    await page.goto(path)
    expect(await current().textContent()).toBe('Event 0')
  })

  it('decides nothing by a single key, and nothing by any once the keys are switched off', async () => {
    await page.keyboard.press('a')
    expect(await page.locator(':focus').getAttribute('data-key')).toBe('a')
    await page.getByLabel('Keyboard shortcuts:').uncheck()
    await page.keyboard.press('j')
    await page.goto(path)
    expect(await page.getByLabel('Keyboard shortcuts:').isChecked()).toBe(false)
    expect(await current().textContent()).toBe('Event 0')
    await page.getByLabel('Keyboard shortcuts:').check()
  })

  it(`decides ${EVENTS} events one after the other, by keys alone`, async () => {
    const seconds: number[] = []
    for (let i = 0; i < EVENTS; i++) {
      await until(i)
      await page.locator('[data-keys]').waitFor({ state: 'visible' })
      const began = performance.now()
      if (i % 10 === 1) {
        await page.keyboard.press('d')
        await page.keyboard.type('There is one next door.')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
      } else {
        await page.keyboard.press(i % 10 === 2 ? 't' : 'a')
        await page.keyboard.press('Enter')
      }
      await until(i + 1)
      seconds.push((performance.now() - began) / 1000)
    }
    const sorted = seconds.toSorted((one, other) => one - other)
    if (isLong)
      console.log(
        `${EVENTS} events in ${Math.round(seconds.reduce((sum, each) => sum + each, 0))} s: median ${sorted[EVENTS >> 1]?.toFixed(2)}, most ${sorted.at(-1)?.toFixed(2)}`,
      )
    const { body } = await get(`/api/v2/event_campaigns/${campaign}/events?per_page=25`)
    const states = body._embedded['osdi:events'].map((event: any) => event['service:review'].state)
    expect(states).not.toContain('waiting')
    expect(states).toContain('declined')
    expect(states).toContain('approved')
  })
})
