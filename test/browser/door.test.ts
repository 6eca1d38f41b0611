import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { indexNames } from '../../lib/repair/index-names.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import {
  assignPending,
  demo,
  gateway,
  get,
  givenInterfaceEvent,
  post,
  put,
  table,
  usePublicUrl,
} from '../support/service.js'
import { sized, timeFor } from '../support/size.js'

/*
 * The door of a large event in a real browser: a guest among thousands in three letters, parties in part, guests who
 * have canceled, and a phone that loses its network. Screenshots are left in a temporary folder.
 */

const GUESTS = sized(3_000, 30_000)

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const PHONE = { width: 390, height: 844 }
const GIVEN = ['Ana', 'Ben', 'Chidi', 'Dana', 'Emeka', 'Fatima', 'Grace', 'Hugo', 'Ines', 'Jamal']
const FAMILY = ['Almeida', 'Brook', 'Carter', 'Diallo', 'Evans', 'Fischer', 'Garcia', 'Hassan', 'Ivanov', 'Jones']

describe.skipIf(typeof browser === 'string')('the door in a browser', () => {
  let api: { port: number; close: () => Promise<void> }
  let [base, folder] = ['', '']
  let event: { id: string; path: string }

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    folder = await mkdtemp(join(tmpdir(), 'turnout-door-'))
    console.log(`Screenshots: ${folder}`)
    event = await givenInterfaceEvent({ title: 'Kickoff rally', max_guests: 5 })
    const rows = Array.from({ length: GUESTS - 4 }, (_, i) =>
      row(GIVEN[i % 10] as string, `${FAMILY[Math.floor(i / 10) % 10]} ${Math.floor(i / 100)}`, i % 10 === 0 ? 1 : 0),
    )
    for (let i = 0; i < rows.length; i += 500)
      await post(`${event.path}/attendances/bulk`, { rows: rows.slice(i, i + 500) })
    for (const [given, family, guests] of [
      ['Ngozi', 'Okafor', 0],
      ['Ada', 'Zylinska', 2],
      ['Uche', 'Wxyz', 0],
      ['Maximiliana', 'Featherstonehaugh-Quint', 3],
    ] as const)
      await post(`${event.path}/attendances`, row(given, family, guests))
    await assignPending()
    await indexNames(table)
  }, timeFor(600_000))
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  let mails = 0
  const row = (given_name: string, family_name: string, guests: number) => ({
    person: { given_name, family_name, email_addresses: [{ address: `g${++mails}@door.example` }] },
    'service:guests': guests,
  })

  async function signIn(options = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await (browser as Browser).newContext({ viewport: PHONE, locale: 'en', ...options })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    await page.goto(base + (await linkFor(demo.group.organizer)))
    await page.locator('main button').click()
    return { context, page }
  }

  /** Looks at a page in both sizes and schemes. */
  async function judged(page: Page, name: string) {
    for (const width of [390, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 844 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
        expect([name, width, colorScheme, await barriersOn(page)]).toEqual([name, width, colorScheme, []])
        expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
      }
    await page.setViewportSize(PHONE)
  }

  const totals = async () => {
    const { attended, attended_guests } = (await get(event.path)).body['service:totals']
    return [attended, attended_guests]
  }
  const door = () => `${base}/manage/events/${event.id}/door`
  const isKept = (page: Page) => page.getByText(/guests are on this device\. The door/).waitFor()
  const namesIn = (page: Page, list: string) => page.locator(`[data-list="${list}"] .name`).allTextContents()

  it('finds a guest among thousands in three letters, and answers in green', async () => {
    const { context, page } = await signIn({ bypassCSP: true })
    await page.goto(door())
    await isKept(page)
    const names = await namesIn(page, 'to-come')
    expect(names.slice(0, 2)).toEqual(['Ada Zylinska', 'Ana Almeida 0'])
    await judged(page, 'door')
    await page.getByRole('searchbox', { name: /Name, email/ }).pressSequentially('oka')
    expect(await namesIn(page, 'to-come')).toEqual(['Ngozi Okafor'])
    await judged(page, 'door-found')
    await page.getByRole('button', { name: 'Check in: Ngozi Okafor' }).click()
    await page.locator('.answer', { hasText: 'Ngozi Okafor' }).waitFor()
    expect((await namesIn(page, 'here'))[0]).toBe('Ngozi Okafor')
    await page.locator('.answer').getByRole('button', { name: 'Undo' }).click()
    await page.locator('.answer', { hasText: 'Undone' }).waitFor()
    await expect.poll(totals).toEqual([0, 0])
    // An answer goes after ten seconds, and looking at it four times takes longer on a slow machine: it is held.
    await page.evaluate(`{ const later = setTimeout; window.setTimeout = (f, ms) => ms === 10_000 ? 0 : later(f, ms) }`)
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('oka')
    await page.getByRole('button', { name: 'Check in: Ngozi Okafor' }).click()
    await page.locator('.answer', { hasText: 'Ngozi Okafor' }).waitFor()
    await expect.poll(totals).toEqual([1, 0])
    await judged(page, 'door-answer')
    await page.getByRole('button', { name: 'Undo: Ngozi Okafor' }).click()
    await expect.poll(totals).toEqual([0, 0])
    await context.close()
  }, 300_000)

  it('counts a party in part, the rest later, and people of two devices together', async () => {
    const [one, other] = [await signIn(), await signIn()]
    for (const { page } of [one, other]) {
      await page.goto(door())
      await isKept(page)
      await page.getByRole('searchbox', { name: /Name, email/ }).fill('zyl')
    }
    await one.page.getByLabel('People who are here now: Ada Zylinska').selectOption('2')
    await one.page.getByRole('button', { name: 'Check in: Ada Zylinska' }).click()
    await one.page.getByText('2 of 3 checked in').waitFor()
    await expect.poll(totals).toEqual([1, 1])
    expect(await one.page.locator('[data-here]').textContent()).toBe('2')
    // The other device has not heard of them: the third one is counted on top.
    await other.page.getByLabel('People who are here now: Ada Zylinska').selectOption('1')
    await other.page.getByRole('button', { name: 'Check in: Ada Zylinska' }).click()
    await expect.poll(totals).toEqual([1, 2])
    await expect.poll(() => other.page.locator('[data-here]').textContent()).toBe('3')
    await one.page.getByRole('button', { name: '1 more' }).click()
    await expect.poll(() => one.page.evaluate(`Object.entries(localStorage).toString()`)).toContain('[]')
    expect(await totals()).toEqual([1, 2])
    await one.context.close()
    await other.context.close()
  }, 300_000)

  it('asks before a guest comes in who has canceled', async () => {
    const { context, page } = await signIn({ bypassCSP: true })
    const { body } = await get(`${event.path}/attendances?per_page=3`)
    const uche = body._embedded['osdi:attendances'][1]
    await put(new URL(uche._links.self.href).pathname, { status: 'declined' })
    await page.goto(door())
    await isKept(page)
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('wxy')
    expect(await namesIn(page, 'to-come')).toEqual([])
    await page.getByRole('link', { name: 'Ask…: Uche Wxyz' }).click()
    await page.getByText('Check in anyway?').waitFor()
    await judged(page, 'door-asked')
    expect(await totals()).toEqual([1, 2])
    await page.locator('.answer').getByRole('button', { name: 'Check in' }).click()
    await expect.poll(totals).toEqual([2, 2])
    await context.close()
  }, 300_000)

  it('works without a network, also after a reload, and sends what was tapped later', async () => {
    const { context, page } = await signIn({ bypassCSP: true })
    await page.goto(door())
    await isKept(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('searchbox', { name: /Name, email/ }).pressSequentially('max')
    await page.getByLabel(/People who are here now: Max/).selectOption('3')
    await page.getByRole('button', { name: /Check in: Maximiliana/ }).click()
    await page.getByText('waiting on this device: 1.').waitFor()
    await judged(page, 'door-offline')
    await page.reload()
    await page.getByText('waiting on this device: 1.').waitFor()
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('max')
    await page.getByText('Party of 4, 3 in').waitFor()
    expect(await totals()).toEqual([2, 2])
    await context.setOffline(false)
    await expect.poll(totals, { timeout: 60_000 }).toEqual([3, 4])
    await page.getByText('waiting on this device').waitFor({ state: 'hidden' })
    await context.close()
  }, 300_000)

  it('finds names by the rule of every other search', async () => {
    const { context, page } = await signIn()
    for (const [given, family] of [
      ['Łucja', 'Bjørk'],
      ['Þóra', 'Weiß'],
      ['Sinéad', 'O’Neill'],
      ['Işıl', 'Đurić'],
    ] as const)
      await post(`${event.path}/attendances`, row(given, family, 0))
    await assignPending()
    await page.goto(door())
    await isKept(page)
    const search = page.getByRole('searchbox', { name: /Name, email/ })
    for (const [typed, name] of [
      ['lucja', 'Łucja Bjørk'],
      ['bjork', 'Łucja Bjørk'],
      ['Bjørk', 'Łucja Bjørk'],
      ['thora', 'Þóra Weiß'],
      ['weiss', 'Þóra Weiß'],
      ["o'neill", 'Sinéad O’Neill'],
      ['isil', 'Işıl Đurić'],
      ['duric', 'Işıl Đurić'],
    ] as [string, string][]) {
      await search.fill(typed)
      expect([typed, await namesIn(page, 'to-come')]).toEqual([typed, [name]])
    }
    await context.close()
  }, 300_000)

  it('says that a guest without an RSVP needs a network, and keeps what was typed', async () => {
    const { context, page } = await signIn({ bypassCSP: true })
    await page.goto(door())
    await isKept(page)
    await context.setOffline(true)
    await page.getByText('Walk-in', { exact: true }).click()
    await page.getByText('No network. Check-ins are kept').last().waitFor()
    await page.getByLabel('First name').last().fill('Walter')
    await page.getByRole('button', { name: 'Add and check in' }).click()
    await page.waitForTimeout(500)
    expect(await page.getByLabel('First name').last().inputValue()).toBe('Walter')
    await context.setOffline(false)
    await page.getByText('No network. Check-ins are kept').last().waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Add and check in' }).click()
    await page.waitForURL(/\?in=/)
    await page.getByRole('button', { name: 'Undo: Walter' }).waitFor()
    await context.close()
  }, 300_000)

  it('keeps a guest who was checked in with a network through a reload without one', async () => {
    const { context, page } = await signIn({ bypassCSP: true })
    await page.goto(door())
    await isKept(page)
    const before = await totals()
    await page.getByRole('searchbox', { name: /Name, email/ }).pressSequentially('ngozi')
    const counted = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: /Check in: Ngozi/ }).click()
    await counted
    await page.waitForTimeout(500)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('ngozi')
    await expect.poll(() => namesIn(page, 'here')).toEqual(['Ngozi Okafor'])
    await context.setOffline(false)
    await page.getByRole('button', { name: /Undo: Ngozi/ }).click()
    await expect.poll(totals, { timeout: 60_000 }).toEqual(before)
    await context.close()
  }, 300_000)

  it('has guests, too, who are counted long after they were recorded', async () => {
    const { context, page } = await signIn()
    await page.goto(door())
    await isKept(page)
    // Changes do not name them: they were recorded before the device last asked.
    await context.route('**/door/guests?since=*', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, rows: [] } })
    })
    await post(`${event.path}/attendances`, row('Late', 'Comer', 0))
    await assignPending()
    await page.evaluate(`window.dispatchEvent(new Event('online'))`)
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('late')
    await expect.poll(() => namesIn(page, 'to-come')).toEqual(['Late Comer'])
    await context.close()
  }, 300_000)

  it('counts no one twice or away by an answer that was asked for before a tap', async () => {
    const { context, page } = await signIn()
    await page.goto(door())
    await isKept(page)
    const [came = 0, guests = 0] = await totals()
    const { rows } = await (await page.request.get(`${door()}/guests?find=okafor`)).json()
    expect(rows).toHaveLength(1)
    // The first answer is from before the tap and comes after it; the second one waits until the number is read.
    const releases: (() => void)[] = []
    await context.route('**/door/guests?since=*', async (route) => {
      const answer = await (await route.fetch()).json()
      const isFirst = releases.length === 0
      await new Promise<void>((resolve) => releases.push(resolve))
      await route.fulfill({ json: isFirst ? { ...answer, rows } : answer })
    })
    const look = () => page.evaluate(`window.dispatchEvent(new Event('online'))`)
    await look()
    await expect.poll(() => releases.length).toBe(1)
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('oka')
    await page.getByRole('button', { name: 'Check in: Ngozi Okafor' }).click()
    await expect.poll(totals).toEqual([came + 1, guests])
    await expect.poll(() => page.evaluate(`Object.entries(localStorage).toString()`)).toContain('[]')
    releases[0]?.()
    // A device looks again when it has taken the answer before.
    await expect.poll(async () => (await look(), releases.length)).toBe(2)
    expect(await page.locator('[data-here]').textContent()).toBe(String(came + guests + 1))
    releases[1]?.()
    await page.getByRole('button', { name: 'Undo: Ngozi Okafor' }).click()
    await expect.poll(totals).toEqual([came, guests])
    await context.close()
  }, 300_000)

  it('says that a tap was not counted, where its guest is gone', async () => {
    const { context, page } = await signIn({ bypassCSP: true })
    await page.goto(door())
    await isKept(page)
    const number = await page.locator('[data-here]').textContent()
    await context.route('**/door/*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 404, json: {} }) : route.fallback(),
    )
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('late')
    await page.getByRole('button', { name: 'Check in: Late Comer' }).click()
    await page.getByText('Not counted: this RSVP has changed.').waitFor()
    expect(await page.locator('[data-here]').textContent()).toBe(number)
    await judged(page, 'door-not-counted')
    await context.close()
  }, 300_000)

  it('leaves no name on the device after a sign-out', async () => {
    const { context, page } = await signIn()
    await page.goto(door())
    await isKept(page)
    await page.goto(`${base}/manage/you`)
    await page.locator('form[action="/manage/sign-out"] button').first().click()
    await page.waitForURL(/sign-in/)
    await expect.poll(() => page.evaluate(`caches.keys().then(String)`)).toBe('')
    await context.close()
  }, 300_000)

  it('does all of this without scripts', async () => {
    const { context, page } = await signIn({ javaScriptEnabled: false })
    await page.goto(door())
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('jon')
    await page.getByRole('searchbox', { name: /Name, email/ }).press('Enter')
    await page
      .getByRole('button', { name: /Check in: .* Jones/ })
      .first()
      .waitFor()
    await page.getByRole('searchbox', { name: /Name, email/ }).fill('fea')
    await page.getByRole('searchbox', { name: /Name, email/ }).press('Enter')
    await page.getByRole('button', { name: /Check in: Maximiliana/ }).click()
    await page.locator('.answer', { hasText: '4 of 4 checked in' }).waitFor()
    expect(await totals()).toEqual([4, 5])
    await page.locator('.answer').getByRole('button', { name: 'Undo' }).click()
    expect(await totals()).toEqual([4, 4])
    await context.close()
  }, 300_000)

  it('is worked by the keyboard alone', async () => {
    const { context, page } = await signIn({ viewport: { width: 1280, height: 900 } })
    await page.goto(door())
    await isKept(page)
    const field = page.getByRole('searchbox', { name: /Name, email/ })
    for (let i = 0; i < 60 && !(await field.evaluate((input) => input.matches(':focus'))); i++)
      await page.keyboard.press('Tab')
    await page.keyboard.type('oka')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(totals).toEqual([5, 4])
    await context.close()
  }, 300_000)
})
