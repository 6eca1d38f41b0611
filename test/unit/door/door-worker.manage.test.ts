import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import worker from '../../../lib/door/manage/door-worker.manage.browser.js'

/* The service worker of the door, with a clock that moves, and a network that may be gone. */

const ORIGIN = 'https://events.example.org'
const DOOR = '/manage/events/0b8f9f52-1111-4222-8333-444455556666/door'
const OTHER = '/manage/events/0b8f9f52-7777-4222-8333-444455556666/door'
const DAY_MS = 86_400_000

function installed() {
  let now = Date.parse('2040-01-01T10:00:00Z')
  let network: ((path: string) => Response) | undefined
  const kept = new Map<string, Response>()
  const pathOf = (asked: string | { url: string }) =>
    new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname
  const cache = {
    match: (asked: string | { url: string }) => Promise.resolve(kept.get(pathOf(asked))?.clone()),
    put: (asked: string, answer: Response) => Promise.resolve(void kept.set(pathOf(asked), answer)),
    delete: (asked: string | { url: string }) => Promise.resolve(kept.delete(pathOf(asked))),
    keys: () => Promise.resolve([...kept.keys()].map((path) => ({ url: ORIGIN + path }))),
  }
  const listeners: Record<string, (event: any) => void> = {}
  const self = {
    location: { origin: ORIGIN },
    caches: { open: () => Promise.resolve(cache) },
    addEventListener: (name: string, listener: (event: any) => void) => (listeners[name] = listener),
    setTimeout: (work: () => void) => setTimeout(work, 50),
    fetch: ({ url }: { url: string }) =>
      network ? Promise.resolve(network(pathOf(url))) : Promise.reject(new TypeError('No network')),
  }
  const clock = Object.assign(() => new Date(now), {
    now: () => now,
    parse: (text: string) => Date.parse(text),
  })
  runInNewContext(worker, { self, URL, Promise, Date: clock })
  return {
    kept,
    pass: (ms: number) => (now += ms),
    connect: (answer: typeof network) => (network = answer),
    answer: (text: string) => new Response(text, { headers: { date: new Date(now).toUTCString() } }),
    /** Opens a page as a browser does. @returns its text; undefined where there is none */
    async open(path: string): Promise<string | undefined> {
      let answered: Promise<Response> | undefined
      listeners['fetch']?.({
        request: { url: ORIGIN + path, method: 'GET', mode: 'navigate', destination: 'document' },
        respondWith: (answer: Promise<Response>) => (answered = answer),
        waitUntil: () => undefined,
      })
      return answered?.then(
        (found) => found.text(),
        () => undefined,
      )
    },
  }
}

describe('the service worker of the door', () => {
  it('answers without a network for three days', async () => {
    const device = installed()
    device.connect(() => device.answer('Guests'))
    await device.open(DOOR)
    device.connect(undefined)
    device.pass(2.9 * DAY_MS)
    expect(await device.open(DOOR)).toBe('Guests')
  })

  it('shows nothing thirty days later, with no network and no new worker, and keeps nothing', async () => {
    const device = installed()
    device.connect(() => device.answer('Guests'))
    await device.open(DOOR)
    await device.open(OTHER)
    device.kept.set(`${DOOR}/guests`, new Response('{}', { headers: { 'x-kept': '2040-01-01T10:00:00Z' } }))
    device.connect(undefined)
    device.pass(30 * DAY_MS)
    expect(await device.open(DOOR)).toBeUndefined()
    expect([...device.kept.keys()]).toEqual([])
  })

  it('keeps no page of one guest, which has the sensitive answers', async () => {
    const device = installed()
    device.connect(() => device.answer('Needs a ramp'))
    expect(await device.open(`${DOOR}?guest=1`)).toBe('Needs a ramp')
    expect([...device.kept.keys()]).toEqual([])
  })
})
