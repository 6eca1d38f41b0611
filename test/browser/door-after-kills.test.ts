import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { demo } from '../../local/demo.js'
import { type Child, runScript } from '../support/children.js'
import { WAIT_MS, openBrowser } from '../support/clients/browser.js'
import { sized, timeFor } from '../support/size.js'

/*
 * The door in a real browser while its server is killed with -9 and starts again: while a device reads the guests, and
 * while taps are sent. What the door says, the totals of the API, the file of guests and the audit agree.
 */

const GUESTS = sized(600, 30_000)
const PARTIES = 20

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const KEY = { 'OSDI-API-Token': 'demo-group-key', 'Content-Type': 'application/json' }
const FAMILY = ['Almeida', 'Brook', 'Carter', 'Diallo', 'Evans', 'Fischer', 'Garcia', 'Hassan']

describe.skipIf(typeof browser === 'string')('the door of a server that is killed', () => {
  let child: Child
  let [url, folder, door] = ['', '', '']
  let context: BrowserContext
  let page: Page

  const start = async (port: string) => {
    child = runScript('local/start.ts', [], { PORT: port, DATA_DIR: folder })
    url = (await child.says(/API\s+(http:\S+)\/api\/v2/))[1] as string
  }
  const killAndStart = async () => {
    await child.kill()
    await start(new URL(url).port)
  }
  const send = async (method: string, path: string, body?: object) => {
    const sent = { method, headers: KEY, ...(body && { body: JSON.stringify(body) }) }
    return (await (await fetch(`${url}/api/v2/${path}`, sent)).json()) as Record<string, any>
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-door-'))
    await start('0')
    const [link] = await child.says(/http:\S+\/manage\/sign-in\S+/)
    context = await (browser as Browser).newContext({ viewport: { width: 390, height: 844 }, locale: 'en' })
    context.setDefaultTimeout(WAIT_MS)
    page = await context.newPage()
    await page.goto(link)
    await page.locator('main button').first().click()
    await page.goto(`${url}/manage/${demo.group.id}/actions/new`)
    await page.getByLabel('Title').fill('Kickoff rally')
    await page.getByLabel('Day', { exact: true }).fill('2040-05-04')
    await page.getByLabel('Start', { exact: true }).fill('10:00')
    await page.locator('summary', { hasText: 'Spots' }).click()
    await page.getByLabel('Guests per RSVP').fill('5')
    await page.getByLabel('Title').press('Enter')
    await page.waitForURL(/events/)
    const id = new URL(page.url()).pathname.split('/').at(-1) as string
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('Your event is live.').waitFor()
    door = `/manage/events/${id}/door`
    for (let from = 0; from < GUESTS; from += 300)
      await fillRows(
        id,
        Array.from({ length: 300 }, (_, i) => from + i),
      )
  }, timeFor(600_000))
  afterAll(async () => {
    await (browser as Browser).close()
    await child.kill()
    await rm(folder, { recursive: true, force: true })
  })

  /** Records rows, again where the time of a request did not suffice. */
  async function fillRows(id: string, numbers: number[]) {
    for (let left = numbers; left.length > 0;) {
      const { rows } = await send('POST', `events/${id}/attendances/bulk`, { rows: left.map(rowOf) })
      left = left.filter((_, i) => (rows as { status: number }[])[i]?.status !== 200)
    }
  }
  const nameOf = (n: number) => [n < PARTIES ? 'Party' : 'Guest', `${FAMILY[n % 8]} ${n}`] as const
  const rowOf = (n: number) => ({
    person: {
      given_name: nameOf(n)[0],
      family_name: nameOf(n)[1],
      email_addresses: [{ address: `g${n}@door.example` }],
    },
    'service:guests': n < PARTIES ? 2 : 0,
  })

  const eventId = () => door.split('/')[3] ?? ''
  const totals = async () => {
    const { accepted, attended, attended_guests, guests } = (await send('GET', `events/${eventId()}`))['service:totals']
    return { expected: accepted + guests, here: attended + attended_guests }
  }
  const numberIn = async (name: string) =>
    Number(((await page.locator(`[data-${name}]`).textContent()) ?? '').replace(/\D/g, ''))
  const isKept = (at: Page) => at.getByText(/guests are on this device\. The door/).waitFor()
  const field = () => page.getByRole('searchbox', { name: /Name, email/ })

  /** Finds a guest and counts as many of the party as given. */
  async function tap(n: number, people = 1) {
    const name = nameOf(n).join(' ')
    await field().fill(name)
    const button = page.getByRole('button', { name: `Check in: ${name}`, exact: true })
    const row = page.locator('[data-list="to-come"] li', { has: button })
    if (people > 1) await row.locator('select').selectOption(String(people))
    await button.click()
  }

  /** Downloads the file of all guests, when the queue has prepared it. */
  async function fileOfGuests(at: Page): Promise<string> {
    await at.goto(`${url}/manage/events/${eventId()}/guests/file`)
    await at.locator('main form button').click()
    const link = await at.locator('main a[download]').getAttribute('href')
    return (await at.request.get(`${url}${link}`)).text()
  }

  it(
    'has every guest on the device, though the server was killed while it read them',
    async () => {
      const breakOff = async (route: Route) => {
        await killAndStart()
        await route.abort()
      }
      await context.route('**/door/guests?from=501', breakOff, { times: 1 })
      await page.goto(url + door)
      await isKept(page)
      expect(await numberIn('expected')).toBe(GUESTS + 2 * PARTIES)
      expect(await totals()).toEqual({ expected: GUESTS + 2 * PARTIES, here: 0 })
    },
    timeFor(300_000),
  )

  it(
    'counts every tap once, also those of parties in part, with and without a server',
    async () => {
      await context.setOffline(true)
      await page.reload()
      for (let n = 0; n < 5; n++) await tap(n, 2)
      for (let n = 0; n < 4; n++) await tap(GUESTS - 1 - n)
      expect(await numberIn('here')).toBe(14)
      await context.setOffline(false)
      const kills = (async () => {
        for (let kill = 0; kill < 2; kill++) await killAndStart()
      })()
      for (let n = 0; n < 10; n++) {
        await tap(5 + n, 3)
        await tap(PARTIES + n)
      }
      await kills
      await page.getByText('waiting on this device').waitFor({ state: 'hidden' })
      expect(await numberIn('here')).toBe(14 + 40)
      await expect.poll(totals).toEqual({ expected: GUESTS + 2 * PARTIES, here: 54 })
    },
    timeFor(300_000),
  )

  it(
    'agrees with the file of guests, another device and the audit',
    async () => {
      const { origin } = new URL(url)
      const other = await (browser as Browser).newContext({ storageState: await context.storageState() })
      other.setDefaultTimeout(WAIT_MS)
      const second = await other.newPage()
      await second.goto(origin + door)
      await isKept(second)
      expect(await second.locator('[data-here]').textContent()).toBe('54')
      const csv = await fileOfGuests(second)
      const [heading = [], ...rows] = csv
        .trim()
        .split(/\r?\n/)
        .map((line) => line.slice(1, -1).split('","'))
      const there = heading.indexOf('people_there')
      expect(rows).toHaveLength(GUESTS)
      expect(rows.reduce((sum, row) => sum + Number(row[there]), 0)).toBe(54)
      await other.close()
      await child.kill()
      const audit = runScript('admin/main.ts', ['audit'], { DATA_DIR: folder })
      expect([await audit.ended, audit.output()]).toEqual([0, expect.stringContaining('every list is whole')])
    },
    timeFor(300_000),
  )
})
