import encodeQR from 'qr'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { readImage } from '../../lib/images/image.js'
import { png } from '../support/given/pictures.js'
import { WAIT_MS, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import {
  assignPending,
  demo,
  gateway,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  usePublicUrl,
} from '../support/service.js'

/*
 * The tasks of organizers, in a real browser: every one without scripts, since they need only forms. Screenshots are
 * left in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const PHONE = { width: 390, height: 844 }

const GUESTS = [
  ['Ana', 'Lopez'],
  ['Ben', 'Carter'],
  ['Olga', 'Ruiz'],
  ['Wei', 'Chen'],
] as const

describe.skipIf(typeof browser === 'string')('the organizer’s interface', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let folder: string

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    folder = await mkdtemp(join(tmpdir(), 'turnout-manage-'))
    console.log(`Screenshots: ${folder}`)
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  /** Signs a person in, in a browser of their own. */
  async function signIn(person: string, options = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await (browser as Browser).newContext({ javaScriptEnabled: false, ...options })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    await page.goto(base + (await linkFor(person)))
    await page.locator('main button').click()
    return { context, page }
  }

  /** Returns the label of an event in the choice of a page. */
  const labelOf = async (page: Page, title: string) =>
    (await page
      .getByLabel('Event', { exact: true })
      .locator('option', { hasText: title })
      .first()
      .textContent()) as string

  /** Leaves pictures of a page on a phone and on a desk. It must not scroll sideways. */
  async function picture(page: Page, name: string) {
    for (const [width, height] of [
      [390, 844],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
      expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }

  it('names the zone of times to a reader whose clock differs', async () => {
    await givenInterfaceEvent({
      title: 'Zoned hike',
      start_date: { wallClock: '2041-07-04T18:00:00' },
      timezone_identifier: 'America/New_York',
    })
    for (const [timezoneId, isNamed] of [
      ['America/Detroit', false],
      ['Europe/Madrid', true],
    ] as const) {
      const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true, timezoneId })
      await page.goto(`${base}/manage/${demo.group.id}/find?q=zoned`)
      await page.getByText('Zoned hike').first().waitFor()
      expect(await page.getByText('Times are in Eastern Time.').isVisible()).toBe(isNamed)
      await context.close()
    }
  })

  it('makes an event, shares it, reads how it goes, checks guests in and finds them, without scripts', async () => {
    const { context, page } = await signIn(demo.group.organizer)
    await page.getByRole('link', { name: 'New event' }).first().click()
    await page.getByLabel('Title').fill('Autumn dinner')
    await page.getByLabel('Day', { exact: true }).fill('2040-10-03')
    await page.getByLabel('Start').fill('18:30')
    await page.getByLabel('Venue and address').fill('Town hall, Washington, DC 20009')
    await page.locator('summary', { hasText: 'Spots' }).click()
    await page.getByLabel('Spots', { exact: true }).fill('20')
    await page.locator('summary', { hasText: 'Banner' }).click()
    await page
      .getByLabel('Upload an image')
      .setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: png(900, 300) })
    await page.getByLabel('Description').fill('Bring friends.')
    await picture(page, 'new-event')
    await page.getByRole('button', { name: 'Save draft and preview' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Autumn dinner' }).waitFor()
    const loaded = (image: unknown) => (image as { naturalWidth: number }).naturalWidth
    await expect.poll(() => page.frameLocator('iframe').locator('img.cover').evaluate(loaded)).toBe(900)
    await picture(page, 'draft')
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('Your event is live.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Autumn dinner')
    await picture(page, 'event')
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await page.getByText('With the description', { exact: true }).click()
    await picture(page, 'embed')
    await page.getByLabel('Where you share it').fill('newsletter')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.locator('#link-with-source').inputValue()
    expect(link).toContain('?source=newsletter')
    for (const [scripts, name] of [
      [false, 'Ana'],
      [true, 'Ben'],
    ] as const) {
      const phone = await (browser as Browser).newPage({ javaScriptEnabled: scripts, viewport: PHONE })
      await phone.goto(link)
      await phone.fill('[name=name]', name)
      await phone.fill('[name=email]', `${name}@shared.example`)
      await phone.click('.turnout-form button')
      await phone.waitForSelector('text=You have a spot')
      await phone.close()
    }
    const posted = await givenEvent({ title: 'Canvass' })
    await post(`${posted.path}/attendances`, {
      person: { given_name: 'Wei', email_addresses: [{ address: 'wei@shared.example' }] },
    })
    await assignPending()
    await page.getByRole('link', { name: 'Overview' }).click()
    expect(await page.getByRole('row', { name: /newsletter/ }).textContent()).toContain('2')
    await page.getByRole('link', { name: 'Door' }).click()
    for (const name of ['Ana', 'Ben'])
      await page
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('button', { name: /Check in/ })
        .click()
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('link', { name: 'Audiences' }).click()
    await page.getByRole('link', { name: 'New audience' }).click()
    await page.getByLabel('Name').fill('Everyone')
    await page.getByLabel('Event', { exact: true }).selectOption({ label: await labelOf(page, 'Autumn dinner') })
    await page.getByRole('button', { name: 'Another event' }).click()
    await page.getByLabel('Event', { exact: true }).selectOption({ label: await labelOf(page, 'Canvass') })
    await page.getByRole('button', { name: 'Save and count' }).click()
    for (const name of ['Ana', 'Ben', 'Wei']) await page.getByRole('row', { name }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('people.csv')
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    expect(await page.getByRole('listitem').filter({ hasText: 'Autumn dinner' }).textContent()).toContain('Oct 3, 2040')
    await picture(page, 'actions')
    await page.getByRole('link', { name: 'You and your groups' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.goto(`${base}/manage`)
    expect(page.url()).toBe(`${base}/manage/sign-in`)
    await context.close()
  })

  it('reads statistics, cancels a guest, finds everyone who came and downloads them, without scripts', async () => {
    const { id, path } = await givenInterfaceEvent({
      title: 'Town hall meeting',
      capacity: 20,
      start_date: { wallClock: '2040-09-12T19:00:00' },
    })
    for (const [given_name, family_name] of GUESTS)
      await post(`${path}/attendances`, {
        person: {
          given_name,
          family_name,
          email_addresses: [{ address: `${given_name.toLowerCase()}@example.org` }],
        },
      })
    const { context, page } = await signIn(demo.group.creator)
    await page.goto(`${base}/manage/events/${id}`)
    await picture(page, 'statistics')
    await page.getByRole('link', { name: 'Guests' }).click()
    await page.getByRole('searchbox', { name: 'Name, email or phone' }).fill('olga')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: 'Cancel: Olga Ruiz' }).click()
    expect(await page.getByRole('row', { name: /Olga/ }).textContent()).toContain('Canceled')
    await picture(page, 'guests')
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('link', { name: 'Audiences' }).click()
    await page.getByRole('link', { name: 'New audience' }).click()
    await page.getByLabel('Name').fill('Came to the meeting')
    await page.getByLabel('Event', { exact: true }).selectOption({ label: await labelOf(page, 'Town hall meeting') })
    await page.getByRole('button', { name: 'Save and count' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Came to the meeting')
    await picture(page, 'targeting')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('people.csv')
    await context.close()
  })

  it('goes on to the day with Enter, and saves no event half filled in', async () => {
    const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true })
    await page.goto(`${base}/manage/${demo.group.id}/actions/new`)
    await page.getByLabel('Title').fill('Begun with Enter')
    await page.getByLabel('Title').press('Enter')
    const focused = () => page.locator(':focus').getAttribute('name')
    await expect.poll(focused).toBe('day')
    expect(page.url()).toMatch(/\/actions\/new$/)
    await page.getByLabel('Day', { exact: true }).fill('2040-10-03')
    await page.getByLabel('Start', { exact: true }).fill('18:30')
    await page.getByLabel('Title').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Begun with Enter' }).waitFor()
    await context.close()
  })

  it('makes a banner small before it is sent, and says at once what is no image', async () => {
    const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true })
    await page.goto(`${base}/manage/${demo.group.id}/actions/new`)
    await page.getByLabel('Title').fill('Large banner')
    await page.locator('summary', { hasText: 'Banner' }).click()
    const input = page.getByLabel('Upload an image')
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    const isValid = () =>
      input.evaluate((element) => (element as unknown as { validity: { valid: boolean } }).validity.valid)
    await expect.poll(isValid).toBe(false)
    await input.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: png(3200, 400) })
    await page.locator('img.banner').waitFor()
    await page.getByRole('button', { name: 'Save draft and preview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Large banner' }).waitFor()
    const { body } = await get(`/api/v2/events/${page.url().split('/').at(-1)}`)
    const answer = await page.request.get(body.featured_image_url)
    expect(readImage(await answer.body())).toMatchObject({ width: 1600, height: 200 })
    await context.close()
  })

  it('reads the code of a guest by the camera', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Scanned' })
    const { body } = await post(`${path}/attendances`, {
      person: { given_name: 'Ana', email_addresses: [{ address: 'ana@scan.example.org' }] },
    })
    const guest = body._links.self.href.split('/').at(-1)
    const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true })
    // This browser has neither a camera nor a detector of codes.
    await page.addInitScript(`
      window.BarcodeDetector = class {
        static async getSupportedFormats() { return ['qr_code'] }
        async detect() { return [{ rawValue: window.code }] }
      }
      navigator.mediaDevices ??= {}
      navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(5)
      HTMLMediaElement.prototype.play = async () => undefined
      window.code = 'https://example.org/another'`)
    await page.goto(`${base}/manage/events/${id}/door`)
    await page.getByRole('button', { name: 'Scan a code' }).click()
    await page.getByText('is for another event').waitFor()
    await page.evaluate(`window.code = ${JSON.stringify(`${base}/manage/events/${id}/door?guest=${guest}`)}`)
    await page.waitForURL(/guest=/)
    await page.getByRole('button', { name: 'Check in: Ana' }).click()
    await expect.poll(async () => (await get(path)).body['service:totals'].attended).toBe(1)
    await context.close()
  })

  it('reads it in a browser without a detector of codes, which loads one from the service', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Decoded' })
    const { body } = await post(`${path}/attendances`, {
      person: { given_name: 'Ben', email_addresses: [{ address: 'ben@scan.example.org' }] },
    })
    const guest = body._links.self.href.split('/').at(-1)
    const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true })
    const codes = {
      foreign: encodeQR('https://example.org/another', 'raw'),
      own: encodeQR(`${base}/manage/events/${id}/door?guest=${guest}`, 'raw'),
    }
    // A camera that sees a code on paper, a little askew.
    await page.addInitScript(`
      delete window.BarcodeDetector
      window.codes = ${JSON.stringify(codes)}
      window.seen = 'foreign'
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
        const context = canvas.getContext('2d')
        setInterval(() => {
          const code = window.codes[window.seen]
          const side = 320 / code.length
          context.setTransform(1, 0, 0, 1, 0, 0)
          context.fillStyle = '#ddd'
          context.fillRect(0, 0, 640, 480)
          context.setTransform(0.99, 0.08, -0.08, 0.99, 170, 60)
          context.fillStyle = '#222'
          code.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x * side, y * side, side + 1, side + 1)))
        }, 100)
        return canvas.captureStream(10)
      }`)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(`${base}/manage/events/${id}/door`)
    expect(loaded).not.toContain('/manage/qr-decoder.js')
    await page.getByRole('button', { name: 'Scan a code' }).click()
    await page.getByText('is for another event').waitFor()
    expect(loaded).toContain('/manage/qr-decoder.js')
    await page.evaluate(`window.seen = 'own'`)
    await page.waitForURL(/guest=/)
    await page.getByRole('button', { name: 'Check in: Ben' }).click()
    await expect.poll(async () => (await get(path)).body['service:totals'].attended).toBe(1)
    await context.close()
  })

  it('shows what an embed looks like', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Shown in a frame' })
    const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true })
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.goto(`${base}/manage/events/${id}/embed`)
    await page.getByText('Compact', { exact: true }).click()
    await page.frameLocator('iframe >> nth=0').getByText('Shown in a frame').waitFor()
    await picture(page, 'embed-preview')
    expect(problems).toEqual([])
    await context.close()
  })

  it('checks guests in at the door, also through a time without a network', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Door' })
    for (const [given_name] of GUESTS)
      await post(`${path}/attendances`, {
        person: {
          given_name,
          email_addresses: [{ address: `${given_name.toLowerCase()}@door.example.org` }],
        },
      })
    const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true })
    const attended = async () => (await get(path)).body['service:totals'].attended
    await page.goto(`${base}/manage/events/${id}/door`)
    await page.getByRole('button', { name: 'Check in: Ana' }).click()
    await expect.poll(attended).toBe(1)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Check in: Ben' }).click()
    await page.getByRole('button', { name: 'Undo: Ben' }).click()
    await page.getByRole('button', { name: 'Check in: Olga' }).click()
    await page.getByText('waiting on this device: 2.').waitFor()
    expect(await page.locator('[data-here]').textContent()).toBe('2')
    await picture(page, 'door')
    expect(await attended()).toBe(1)
    await context.setOffline(false)
    await expect.poll(attended, { timeout: 60_000 }).toBe(2)
    await page.getByText('waiting on this device').waitFor({ state: 'hidden' })
    await context.close()
  })

  it('keeps ids alone at the door, sends them in a later session, and forgets them with a sign-out', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Shared phone' })
    const contact = 'lena@kept.example.org'
    await post(`${path}/attendances`, {
      person: { given_name: 'Lena', email_addresses: [{ address: contact }] },
    })
    const { context, page } = await signIn(demo.group.organizer, { javaScriptEnabled: true })
    const door = `${base}/manage/events/${id}/door`
    const kept = () => page.evaluate<string>(`JSON.stringify({ ...localStorage, ...sessionStorage })`)
    await page.goto(`${door}?find=${contact}`)
    const token = await page.locator('input[name=form_token]').first().inputValue()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Check in: Lena' }).click()
    await page.getByText('waiting on this device: 1.').waitFor()
    const stored = await kept()
    expect(stored).toContain(id)
    for (const secret of [token, contact, 'kept.example.org', 'Lena', 'form_token'])
      expect(stored).not.toContain(secret)

    // The session ends while the phone has no network, and its member signs in again.
    await context.clearCookies()
    await context.setOffline(false)
    await page.waitForURL(/sign-in/)
    expect((await get(path)).body['service:totals'].attended).toBe(0)
    await page.goto(base + (await linkFor(demo.group.organizer)))
    await page.locator('main button').click()
    await page.goto(door)
    await expect.poll(async () => (await get(path)).body['service:totals'].attended).toBe(1)

    await page.evaluate(`localStorage.setItem('door left behind', 'a tap')`)
    await page.goto(`${base}/manage/you`)
    await page.locator('form[action="/manage/sign-out"] button').first().click()
    await page.waitForURL(/sign-in/)
    await expect.poll(kept).toBe('{}')
    await context.close()
  })

  it('keeps two groups apart in two browsers', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Ours alone' })
    const [ours, theirs] = [await signIn(demo.group.creator), await signIn(demo.other_group.creator)]
    for (const path of [`/manage/events/${id}`, `/manage/${demo.group.id}/actions`, `/manage/${demo.group.id}/log`]) {
      expect((await ours.page.goto(base + path))?.status()).toBe(200)
      expect((await theirs.page.goto(base + path))?.status()).toBe(404)
      expect(await theirs.page.content()).not.toContain('Ours alone')
    }
    await Promise.all([ours.context.close(), theirs.context.close()])
  })

  it('does not take a form that a page of another site sends', async () => {
    const { context, page } = await signIn(demo.group.creator, { javaScriptEnabled: true })
    await page.route('https://attacker.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${base}/manage/sign-out-everywhere"><button>Win</button></form>`,
      }),
    )
    await page.goto('https://attacker.example/')
    await page.getByRole('button', { name: 'Win' }).click()
    expect(await page.getByRole('heading').textContent()).toBe('This form cannot be used')
    expect((await page.goto(`${base}/manage/${demo.group.id}/actions`))?.status()).toBe(200)
    await context.close()
  })
})
