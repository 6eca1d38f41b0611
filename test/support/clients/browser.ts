import axe from 'axe-core'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/**
 * A real browser: the one of CHROME_PATH, or else the one from npm, which runs on Linux.
 * @returns why there is none, when neither runs on this machine
 */
export async function openBrowser(chromePath: string | undefined): Promise<Browser | string> {
  const { chromium } = await import('playwright-core')
  if (chromePath) {
    if (!existsSync(chromePath)) return `there is nothing at CHROME_PATH, ${chromePath}`
    return chromium.launch({ executablePath: chromePath, args: QUIET, timeout: 0 })
  }
  if (process.platform !== 'linux') return 'the browser from npm runs on Linux: set CHROME_PATH to a Chrome'
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    // Its own arguments switch off, among others, what keeps origins apart.
    const executablePath = await packaged.executablePath()
    return await whenUnpacked(() => chromium.launch({ executablePath, args: QUIET, timeout: 0 }))
  } catch (error) {
    const [reason] = String(error).split('\n')
    return `the browser from npm does not start here (${reason}): set CHROME_PATH to a Chrome`
  }
}

/** Repeats a launch while another process unpacks the browser: no file runs that is written. */
async function whenUnpacked(launch: () => Promise<Browser>): Promise<Browser> {
  const end = performance.now() + 60_000
  for (;;) {
    try {
      return await launch()
    } catch (error) {
      if (!String(error).includes('ETXTBSY') || performance.now() > end) throw error
      await pause(200)
    }
  }
}

/** Playwright's own limit of a wait is 30 seconds. This one is within that of a test, which would not name the wait. */
export const WAIT_MS = 120_000

/** Opens a page whose waits have time on a busy machine. */
export async function openPage(browser: Browser | string, options?: BrowserContextOptions): Promise<Page> {
  if (typeof browser === 'string') throw new Error(browser)
  const page = await browser.newPage(options)
  page.setDefaultTimeout(WAIT_MS)
  return page
}

/** The rules of axe that depend on colors. The others find the same on a page in every appearance. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/**
 * Returns the findings of axe on a page, the minor ones too.
 * @param what `colors` for another appearance of a page that all rules have seen
 */
export async function barriersOn(page: Page, what?: 'colors'): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(what && { runOnly: OF_COLORS }) }
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axe.source}; 0`)
  const { violations } = await page.evaluate<{ violations: any[] }>(`axe.run(${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any: [why] }: any) => `${id}: ${html} ${why?.message}`),
  )
}
