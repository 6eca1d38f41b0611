import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { ManageEnv } from '../../../lib/manage/environment.js'
import { type Flash, readFlash, say } from '../../../lib/manage/page/flash.js'
import type { Site } from '../../../lib/runtime/site.js'

const site = { publicUrl: 'https://events.example.org', nativePrefix: 'service' } as Site

/** Leaves a sentence and reads it on the next page. */
async function passed(flash: Flash) {
  const app = new Hono<ManageEnv>()
  app.get('/say', (c) => {
    say(c, site, flash)
    return c.text('')
  })
  app.get('/read', readFlash(site), (c) => c.json(c.get('flash') ?? null))
  const cookie = (await app.request('/say')).headers.get('set-cookie') ?? ''
  const read = await app.request('/read', { headers: { cookie: cookie.split(';')[0] ?? '' } })
  return { bytes: cookie.length, flash: (await read.json()) as Flash | null }
}

describe('the sentence that a page leaves for the next one', () => {
  it('comes whole where it is short', async () => {
    const flash = { said: 'Saved “Café”.', also: 'Nobody was emailed.', undo: { action: '/undo' } }
    expect((await passed(flash)).flash).toEqual(flash)
  })

  it.each([
    ['Arabic', 'م'],
    ['emoji', '😀'],
    ['quotes', '"'],
  ])('fits a cookie, without its end, where a title of a thousand letters is in it: %s', async (_, letter) => {
    const { bytes, flash } = await passed({ said: letter.repeat(1_000), undo: { action: '/undo' } })
    expect(bytes).toBeLessThan(4_096)
    expect(flash?.said.startsWith(letter)).toBe(true)
    expect(flash?.undo).toBeUndefined()
  })
})
