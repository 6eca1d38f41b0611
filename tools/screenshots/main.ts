import { Command } from 'commander'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { chromePath } from '../../lib/runtime/environment.js'
import { demo } from '../../local/demo.js'
import { startServer } from '../../local/server.js'
import { guestPage } from './guest-page.js'
import { openBrowser } from '../../test/support/clients/browser.js'
import { SCENE } from '../../local/demo-events.js'

/*
 * `npx tsx tools/screenshots/main.ts` draws twelve pages into docs/screenshots, on a phone and a desktop, light and
 * dark, with the data of the demo on a server of its own. `--only event,rsvp` draws some; `--out FOLDER` draws all
 * pages there, as PNG.
 */

const values = new Command('npx tsx tools/screenshots/main.ts')
  .description('Draws pages with the data of the demo, on a phone and a desktop, light and dark')
  .option('--only <pages>', 'some pages, separated by commas: event,rsvp')
  .option('--out <folder>', 'draw all pages there, as PNG')
  .parse()
  .opts<{ only?: string; out?: string }>()

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') throw new Error(browser)
const folder = await mkdtemp(join(tmpdir(), 'turnout-screenshots-'))
const server = await startServer({
  port: 0,
  dataDir: join(folder, 'data'),
  publicUrl: undefined,
  allowedHosts: [],
  nativePrefix: 'service',
  tableName: undefined,
  dynamodbEndpoint: undefined,
  underNpm: false,
})
try {
  const [guest, waiting] = [
    await guestPage(server, SCENE.rally, 'Ana Whitfield-Reyes'),
    await guestPage(server, SCENE.full, 'Olga Petrova'),
  ]
  const out = resolve(values.out ?? 'docs/screenshots')
  await mkdir(out, { recursive: true })
  const wanted = values.only?.split(',')
  const pages = pagesOf({ guest, waiting }).filter(({ name }) => wanted?.includes(name) ?? true)
  const session = await signedIn(browser)
  const painter = await browser.newPage()
  for (const { name, path, act, whole } of pages)
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport, colorScheme, storageState: session })
        const page = await context.newPage()
        await page.goto(server.publicUrl + path, { waitUntil: 'networkidle' })
        await act?.(page)
        const png = await page.screenshot({ fullPage: whole ?? false })
        const file = join(out, `${name}-${size}-${colorScheme}.${values.out ? 'png' : 'webp'}`)
        await writeFile(file, values.out ? png : await asWebp(painter, png))
        console.log(file)
        await context.close()
      }
    }
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Returns a picture in a third of its size. The browser encodes it, so that no further program is needed. */
async function asWebp(painter: Page, png: Buffer): Promise<Buffer> {
  const url: string = await painter.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.7)
  })()`)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Signs the demo's organizer in, once for all pages. */
async function signedIn(signing: Browser) {
  const context = await signing.newContext()
  const page = await context.newPage()
  await page.goto(/http\S+/.exec(server.greetings.join('\n'))?.[0] ?? '')
  await page.locator('main button').first().click()
  await page.waitForLoadState('networkidle')
  const state = await context.storageState()
  await context.close()
  return state
}

interface Pictured {
  name: string
  path: string
  /** Done on the page before the picture. */
  act?: (page: Page) => Promise<void>
  whole?: boolean
}

/** @param guest the path of the page of a guest with a place @param waiting of one who waits */
function pagesOf({ guest, waiting }: { guest: string; waiting: string }): Pictured[] {
  const { group, event_campaign } = demo
  const owner = `/manage/${group.id}`
  const event = `/manage/events/${SCENE.rally}`
  return [
    { name: 'event', path: `/events/${SCENE.rally}`, whole: true },
    { name: 'event-full', path: `/events/${SCENE.full}`, whole: true },
    { name: 'rsvp', path: guest, whole: true },
    { name: 'waiting', path: waiting },
    { name: 'campaign', path: `/event_campaigns/${event_campaign.id}`, whole: true },
    { name: 'finder', path: `/groups/${group.id}?near=Springfield%2C%20IL`, whole: true },
    { name: 'home', path: owner },
    { name: 'overview', path: event },
    { name: 'guests', path: `${event}/guests` },
    { name: 'door', path: `${event}/door` },
    { name: 'new', path: `${owner}/actions/new` },
    // It sends RSVPs, so it comes last: the lists before it have the guests of the scene.
    {
      name: 'answer',
      path: `/events/${SCENE.rally}`,
      act: async (page) => {
        await page.fill('[name=name]', 'Ana Whitfield-Reyes')
        await page.fill('[name=email]', `ana.${Math.random().toString(36).slice(2)}@example.org`)
        await page.click('.turnout-form button')
        await page.waitForSelector('.turnout-coming')
      },
    },
  ]
}
