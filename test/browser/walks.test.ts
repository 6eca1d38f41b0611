import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { indexNames } from '../../lib/repair/index-names.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { mails } from '../support/mail/mail.js'
import {
  assignPending,
  demo,
  gateway,
  get,
  givenInterfaceEvent,
  post,
  table,
  usePublicUrl,
} from '../support/service.js'
import { Hand, WAYS, type Way } from '../support/walks/hand.js'

/*
 * The jobs that are done most, with the number of fields and of presses that each may take: on a phone and at a desk,
 * in both schemes, with a thumb, by keyboard alone and without scripts.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const { group } = demo
const OWN = `/manage/${group.id}`

let api: { port: number; close: () => Promise<void> }
let base: string
let walks = 0

beforeAll(async () => {
  api = await listen(gateway, 0)
  base = `http://127.0.0.1:${api.port}`
  usePublicUrl(base)
  await rsvpSettings({ rsvps_per_network: 10_000, rsvps_per_event: 10_000 })
  for (let i = 1; i <= 200; i++) await givenInterfaceEvent({ title: `Phone bank ${i} of 200`, ...evening })
  await assignPending()
  await indexNames(table)
})
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
  await api.close()
})

/** An evening in nine days. */
const clock = (hour: string) => ({
  wallClock: `${new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)}T${hour}:00`,
})
const evening = { start_date: clock('18:00'), end_date: clock('20:00') }

describe.skipIf(typeof browser === 'string').each(Object.keys(WAYS) as Way[])('%s', (way) => {
  let [context, page]: [BrowserContext, Page] = [undefined as never, undefined as never]
  const { by, ...settings } = WAYS[way]
  const hasScripts = !('javaScriptEnabled' in settings)

  beforeAll(async () => {
    context = await (browser as Browser).newContext({
      locale: 'en-US',
      bypassCSP: true,
      reducedMotion: 'reduce',
      ...settings,
    })
    context.setDefaultTimeout(WAIT_MS)
    if (hasScripts) await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base })
    page = await context.newPage()
    await page.goto(base + (await linkFor(group.creator)))
    await page.locator('main button').click()
  })
  afterAll(async () => {
    await context.close()
  })

  // A tap does not wait for the page to which it leads: each job has a page of its own, which no earlier one disturbs.
  beforeEach(async () => {
    page = await context.newPage()
  })

  /** Opens the page on which a job begins. */
  async function openStart(path: string): Promise<Hand> {
    await page.goto(path.startsWith('http') ? path : base + path)
    await meets()
    return new Hand(page, by)
  }

  /** Finds no barrier on the page: axe needs scripts, and without them the page is the same. */
  async function meets() {
    await page.waitForLoadState()
    expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
    if (hasScripts) expect([page.url(), await barriersOn(page)]).toEqual([page.url(), []])
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const given = (more = {}) => givenInterfaceEvent({ title: `Walk ${++walks} ${by}`, ...evening, ...more })
  const comes = (path: string, given_name: string, family_name: string) =>
    post(`${path}/attendances`, {
      person: {
        given_name,
        family_name,
        email_addresses: [
          {
            address: `${given_name}.${family_name}${++walks}.${by}${hasScripts}@walks.example`.toLowerCase(),
          },
        ],
      },
    })

  it('a first event is live after six fields and two presses', async () => {
    const hand = await openStart(`${OWN}/actions/new`)
    await hand.fill(page.getByLabel('Title'), 'Kickoff rally')
    await hand.fill(page.getByLabel('Day', { exact: true }), '2029-01-05')
    await hand.fill(page.getByLabel('Start', { exact: true }), '18:30')
    await hand.fill(page.getByLabel('Venue and address'), 'Union Hall, 120 Main Street, Springfield, IL 62701')
    await hand.fill(page.getByLabel('Description'), 'Bring **friends**.')
    await hand.press(button('Save draft and preview'))
    await meets()
    await hand.press(button('Publish now'))
    await page.getByText('Your event is live.').waitFor()
    await meets()
    const { body } = await get(`/api/v2/events/${page.url().split('/').at(-1)}`)
    expect(body).toMatchObject({
      title: 'Kickoff rally',
      start_date: '2029-01-05T18:30:00Z',
      end_date: '2029-01-05T20:30:00Z',
      status: 'confirmed',
      location: { venue: 'Union Hall', locality: 'Springfield' },
    })
    expect(hand.fields).toBeLessThanOrEqual(6)
    expect(hand.presses).toBe(2)
  })

  it('its page is shared in one press', async () => {
    const { id } = await given()
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
    const hand = await openStart(`/manage/events/${id}`)
    const address = await page.locator('main input[readonly]').first().inputValue()
    if (hasScripts) {
      await hand.press(button('Copy').first())
      await page.getByText('Copied').first().waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
    } else {
      const whatsapp = link('WhatsApp')
      const shared = new URL((await whatsapp.getAttribute('href')) as string).searchParams.get('text')
      expect(shared).toContain(address)
      await hand.press(whatsapp)
      await page.waitForURL('https://wa.me/**')
    }
    expect([hand.fields, hand.presses]).toEqual([0, 1])
  })

  it('an RSVP takes two fields and one press', async () => {
    const { id } = await given({ title: 'Potluck' })
    const hand = await openStart(`/events/${id}`)
    await hand.fill(page.getByLabel(/^(Name|Your name)/), 'Ana Reyes')
    await hand.fill(page.getByLabel(/^Email/), `ana.${walks}.${by}.${hasScripts}@walks.example`)
    await hand.press(page.locator('.turnout-form button').first())
    await page.getByText('You have a spot, Ana').waitFor()
    await meets()
    expect([hand.fields, hand.presses]).toEqual([2, 1])
  })

  it('a party changes in two presses from the link of the email', async () => {
    const { path } = await given({ max_guests: 3 })
    await mails()
    await comes(path, 'Ben', 'Party')
    await assignPending()
    const [mail] = await mails()
    const hand = await openStart(/http\S+\/rsvp\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await hand.choose(page.getByLabel('How many of you are coming?').or(page.locator('#guests')), '3 people')
    await hand.press(page.locator('form:has(#guests) button'))
    await meets()
    expect((await get(path)).body['service:totals']).toMatchObject({ accepted: 1, guests: 2 })
    expect([hand.fields, hand.presses]).toEqual([0, 2])
  })

  it('a guest is found at the door in three letters', async () => {
    const { id, path } = await given()
    for (const family of ['Almeida', 'Brook', 'Okafor', 'Carter', 'Diallo']) await comes(path, 'Ngozi', family)
    await assignPending()
    const hand = await openStart(`/manage/events/${id}/door`)
    await hand.fill(page.locator('main [role=search] [type=search]'), 'oka')
    // The list narrows while one types; without scripts, Enter does it.
    if (!hasScripts) await page.keyboard.press('Enter')
    await page.getByText('Ngozi Brook').first().waitFor({ state: 'hidden' })
    expect(await page.getByText('Ngozi Okafor').first().isVisible()).toBe(true)
    await meets()
    expect(hand.fields).toBe(1)
  })

  it('the confirming page of a message to the guests of an event is three presses away', async () => {
    const { id, path } = await given()
    await comes(path, 'Carla', 'Guest')
    await assignPending()
    const hand = await openStart(`/manage/events/${id}`)
    await hand.press(link('Write to guests').first())
    await meets()
    await hand.fill(page.getByLabel('Subject'), 'Tomorrow')
    await hand.fill(page.getByLabel('Text', { exact: true }), 'Bring **water** & <snacks>.')
    await hand.press(button('Review and send'))
    await button('Send to 1 person').waitFor()
    await meets()
    expect(await page.locator('#preview').innerText()).toContain('Bring water & <snacks>.')
    expect([hand.fields, hand.presses]).toEqual([2, 2])
    await hand.press(button('Send to 1 person'))
    await button('Stop it').waitFor()
    await meets()
  })

  it('event 190 of 200 is found in one search', async () => {
    const hand = await openStart(`${OWN}/actions`)
    await hand.fill(page.locator('main [type=search]').first(), 'bank 190')
    await page.keyboard.press('Enter')
    const found = link('Phone bank 190 of 200')
    await found.waitFor()
    await meets()
    expect(await link(/^Phone bank/).count()).toBe(1)
    expect(hand.fields).toBe(1)
  })

  it('a co-organizer is invited with two fields, and gets an email', async () => {
    await mails()
    const address = `co.${by}.${hasScripts}@walks.example`
    const hand = await openStart(`${OWN}/members`)
    await hand.fill(page.getByLabel('Email').or(page.locator('#email')).first(), address)
    await hand.fill(page.locator('#given_name'), 'Coral')
    await hand.press(button('Add').or(page.locator('main form button.main')).last())
    await page.locator('.notice').first().waitFor()
    await meets()
    expect((await mails()).map(({ recipient }) => recipient)).toContain(address)
    expect(hand.fields).toBe(2)
    expect(hand.presses).toBe(1)
  })
})
