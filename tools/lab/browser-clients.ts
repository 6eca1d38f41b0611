import { createReadStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { chromePath } from '../../lib/runtime/environment.js'
import { openBrowser, openPage } from '../../test/support/clients/browser.js'
import type { Call, Target } from './client.js'
import { run } from './python.js'

/*
 * Clients that run in a browser, on a page of another origin than the service.
 */

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The most that a page is waited for. */
const WAIT_MS = 30_000

/** A page of another origin, and how to close its server. */
export interface OtherOrigin {
  origin: string
  close: () => void
}

/** Serves HAL Explorer, which Maven fetches once, from an origin of its own. */
export async function serveHalExplorer(folder: string, version: string): Promise<OtherOrigin> {
  await mkdir(folder, { recursive: true })
  const root = join(folder, 'META-INF/resources/webjars/hal-explorer', version)
  if (!existsSync(root)) {
    const artifact = `-Dartifact=org.webjars:hal-explorer:${version}`
    await run('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`])
    await run('python3', ['-m', 'zipfile', '-e', `${folder}/hal-explorer-${version}.jar`, folder])
  }
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url as string, 'http://localhost')
    const file = join(root, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    return createReadStream(file).pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

/** Lets HAL Explorer call the service with a key. */
export async function callsOfHalExplorer(origin: string, [base, key, event]: Target): Promise<Call[]> {
  const browser = await openBrowser(chromePath())
  if (typeof browser === 'string') throw new Error(browser)
  const page = await openPage(browser)
  page.setDefaultTimeout(WAIT_MS)
  const open = async (address: string) => {
    // A change behind the # loads nothing.
    await page.goto('about:blank')
    await page.goto(`${origin}/#hkey0=OSDI-API-Token&hval0=${key}&uri=${address}`)
  }
  const calls: Call[] = []
  const check = async (call: string, work: () => Promise<unknown>) => {
    const problem = await work().then(
      () => undefined,
      (error: unknown) => String(error).slice(0, 200),
    )
    calls.push({ call, works: problem === undefined, ...(problem && { problem }) })
  }
  try {
    await check('read the entry point', async () => {
      await open(base)
      await page.getByText('Welcome to Turnout').first().waitFor()
    })
    await check('follow a link', async () => {
      await rowOf(page, 'osdi:events').locator('button').first().click()
      await page.getByText('total_records').first().waitFor()
    })
    await check('read an event', async () => {
      await open(`${base}/events/${event}`)
      await page.getByText('origin_system').first().waitFor()
    })
    await check('show the page of a relation', async () => {
      await open(base)
      await rowOf(page, 'osdi:events').locator('button').last().click()
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { name: 'osdi:events' }).first().waitFor()
    })
  } finally {
    await browser.close()
  }
  return calls
}

/** The line of a relation among the links. */
const rowOf = (page: Page, rel: string) => page.locator('tr', { hasText: rel }).first()
