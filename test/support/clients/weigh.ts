import type { BrowserContext } from 'playwright-core'

/** The work of a browser for a page. */
export interface Weighed {
  /** Bytes of HTML, styles and scripts, as they were sent. */
  bytes: number
  /** The cumulative layout shift. */
  shift: number
  /** The largest contentful paint, in milliseconds. */
  paint: number
}

/** A slow phone: 1.6 Mbit/s, 150 ms to the server and back, and a processor at a quarter of this one's speed. */
export const SLOW_PHONE = { latency: 150, bytesPerSecond: 200_000, processor: 4 }

const WEIGHED = ['document', 'stylesheet', 'script']

const OBSERVE = `
  window.weighed = { shift: 0, paint: 0 };
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.weighed.shift += each.value
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) window.weighed.paint = each.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

/** Draws a page with nothing in the browser's cache. */
export async function weigh(context: BrowserContext, address: string, slow?: typeof SLOW_PHONE): Promise<Weighed> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (slow) {
    const { latency, bytesPerSecond: uploadThroughput } = slow
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      uploadThroughput,
      downloadThroughput: uploadThroughput,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor })
  }
  await page.addInitScript(OBSERVE)
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (WEIGHED.includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const { shift, paint } = await page.evaluate<Omit<Weighed, 'bytes'>>('window.weighed')
  const all = await Promise.all(sizes)
  await page.close()
  return { bytes: all.reduce((sum, each) => sum + each, 0), shift, paint: Math.round(paint) }
}
