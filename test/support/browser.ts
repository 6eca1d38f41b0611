import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

const QUIET = [
  ...['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ...['--disable-quic', '--no-first-run'],
]

/**
 * A real browser: the one of CHROME_PATH, or else the one from npm, which runs on Linux.
 * @returns why there is none, when neither runs on this machine
 */
export async function openBrowser(chromePath: string | undefined): Promise<Browser | string> {
  const { chromium } = await import('playwright-core')
  if (chromePath) {
    if (!existsSync(chromePath)) return `there is nothing at CHROME_PATH, ${chromePath}`
    return chromium.launch({ executablePath: chromePath, args: QUIET })
  }
  if (process.platform !== 'linux') return 'the browser from npm runs on Linux: set CHROME_PATH to a Chrome'
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    // Its own arguments switch off, among others, what keeps origins apart.
    return await chromium.launch({ executablePath: await packaged.executablePath(), args: QUIET })
  } catch (error) {
    const [reason] = String(error).split('\n')
    return `the browser from npm does not start here (${reason}): set CHROME_PATH to a Chrome`
  }
}
