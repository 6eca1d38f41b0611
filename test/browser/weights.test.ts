import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { weigh } from '../support/clients/weigh.js'
// It sets SMTP_URL, by which the interface has pages about mail.
import '../support/mail/mail.js'
import { assignPending, demo, gateway, givenInterfaceEvent, post, usePublicUrl } from '../support/service.js'

/*
 * Each kind of page as it is sent: HTML, styles and scripts are small, and nothing moves while they load. Paint depends
 * on the machine, so `npx tsx bench/paint.ts` measures it.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const MOST_BYTES = 30 * 1024
const own = `/manage/${demo.group.id}`

describe.skipIf(typeof browser === 'string')('a page', () => {
  let api: { port: number; close: () => Promise<void> }
  let context: BrowserContext
  let [base, event, rsvp] = ['', '', '']

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    const given = await givenInterfaceEvent({ title: 'Kickoff rally', capacity: 240, max_guests: 3 })
    event = given.id
    for (let i = 0; i < 40; i++) {
      const { body } = await post(`${given.path}/attendances`, {
        person: {
          given_name: 'Ana',
          family_name: `Whitfield-Reyes ${i}`,
          email_addresses: [{ address: `ana${i}@weights.example` }],
        },
      })
      rsvp = new URL(body._links['service:self_service'].href as string).pathname
    }
    await assignPending()
    const viewport = { width: 390, height: 844 }
    context = await (browser as Browser).newContext({ viewport, isMobile: true, hasTouch: true })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    await page.goto(base + (await linkFor(demo.group.creator)))
    await page.locator('main button').click()
    // A page that is closed at once may take its request with it.
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/manage/sign-in'))
    await page.close()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  it.each([
    ['of an event', () => `/events/${event}`],
    ['of a group', () => `/groups/${demo.group.id}`],
    ['of a campaign', () => `/event_campaigns/${demo.event_campaign.id}`],
    ['of an RSVP', () => rsvp],
    ...['', '/actions', '/actions/new', '/people', '/targeting/new', '/campaigns', '/members', '/settings', '/log'].map(
      (path) => [`at the owner’s ${path || 'home'}`, () => own + path] as const,
    ),
    ...['', '/guests', '/door', '/edit', '/messages', '/mails', '/embed', '/worked'].map(
      (path) => [`at an event’s ${path || 'overview'}`, () => `/manage/events/${event}${path}`] as const,
    ),
  ] as const)('%s weighs less than 30 KB, and does not move', async (_, path) => {
    const { bytes, shift } = await weigh(context, base + path())
    expect(bytes).toBeGreaterThan(1_000)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
    expect(shift).toBeLessThan(0.01)
  })
})
