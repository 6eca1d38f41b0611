import { Command } from 'commander'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromePath } from '../lib/runtime/environment.js'
import { SCENE } from '../local/demo-events.js'
import { startServer } from '../local/server.js'
import { openBrowser } from '../test/support/clients/browser.js'
import { SLOW_PHONE, weigh } from '../test/support/clients/weigh.js'
import { guestPage } from '../tools/screenshots/guest-page.js'
import { type Row, printTable } from './print-table.js'

/*
 * `npx tsx bench/paint.ts`: what pages weigh as they are sent, whether they move while they load, and when the largest
 * part is painted, on a slow phone, with the data of the demo. The results go to
 * bench/results/paint.json.
 */

const MOST_BYTES = 30 * 1024
const MOST_MS = 1_000
const TIMES = 3

new Command('npx tsx bench/paint.ts')
  .description('Weighs pages, and times them on a slow phone, into bench/results/paint.json')
  .parse()

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') throw new Error(browser)
const folder = await mkdtemp(join(tmpdir(), 'turnout-paint-'))
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
const rows: Row[] = []
try {
  const guest = await guestPage(server, SCENE.rally, 'Ana Whitfield-Reyes')
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const first = await context.newPage()
  await first.goto(/http\S+/.exec(server.greetings.join('\n'))?.[0] ?? '')
  await first.locator('main button').first().click()
  await first.waitForLoadState('networkidle')
  await first.close()
  const owner = `/manage/${server.demo.group.id}`
  const event = `/manage/events/${SCENE.rally}`
  const pages = {
    event: `/events/${SCENE.rally}`,
    list: `/groups/${server.demo.group.id}`,
    campaign: `/event_campaigns/${server.demo.event_campaign.id}`,
    rsvp: guest,
    home: owner,
    events: `${owner}/actions`,
    'new event': `${owner}/actions/new`,
    overview: event,
    edit: `${event}/edit`,
    guests: `${event}/guests`,
    door: `${event}/door`,
    share: `${event}/embed`,
    messages: `${event}/messages`,
    people: `${owner}/people`,
    query: `${owner}/targeting/new`,
    'what worked': `${event}/worked`,
    settings: `${owner}/settings`,
    members: `${owner}/members`,
    log: `${owner}/log`,
  }
  for (const [name, path] of Object.entries(pages)) {
    const runs = []
    for (let i = 0; i < TIMES; i++) runs.push(await weigh(context, server.publicUrl + path, SLOW_PHONE))
    const paint = runs.map((each) => each.paint).sort((one, other) => one - other)[TIMES >> 1] ?? 0
    const { bytes, shift } = runs[0] as (typeof runs)[0]
    rows.push({
      page: name,
      KB: Math.round(bytes / 102.4) / 10,
      'layout shift': Math.round(shift * 1000) / 1000,
      'largest paint, ms': paint,
      budget: '30 KB, 1,000 ms',
      'over budget': bytes > MOST_BYTES || paint > MOST_MS,
    })
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
printTable('Pages on a slow phone', rows)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
await mkdir('bench/results', { recursive: true })
await writeFile(
  'bench/results/paint.json',
  JSON.stringify({ commit, date: new Date().toISOString(), tables: { paint: rows } }, undefined, 2),
)
