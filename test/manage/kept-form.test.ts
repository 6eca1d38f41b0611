import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Browser, PAGE_HEADERS, request, signedInAs } from '../support/clients/organizer.js'
import { demo } from '../support/service.js'

/* A form that is sent after its session has ended, or is no longer recent enough. */

const { group } = demo
const NEW = `/manage/${group.id}/actions/new`
const SETTINGS = `/manage/${group.id}/settings`
const OF_BROWSER = { accept: 'text/html,application/xhtml+xml' }
const DAY_MS = 86_400_000

afterEach(() => void vi.useRealTimers())
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

let organizer: Browser
beforeEach(async () => {
  organizer = await signedInAs(group.creator)
})

const cookieIn = (cookies: string[], name: string) =>
  cookies.map((each) => each.split(';')[0] ?? '').find((each) => each.startsWith(`__Host-${name}=`)) ?? ''

/** Sends a form and reads the one in the answer, as a browser would send it. */
async function kept(browser: Browser, path: string, fields: Record<string, string>) {
  const answer = await browser.send(path, fields, OF_BROWSER)
  const entries = [...answer.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const form = Object.fromEntries(entries.map(([, name, value]) => [name, value])) as Record<string, string>
  return { ...answer, form, keptCookie: cookieIn(answer.cookies, 'kept') }
}

/** Sends the kept form, once someone has signed in. */
const goOn = (by: Browser, path: string, form: Record<string, string>, keptCookie: string) =>
  request(
    'POST',
    path,
    { ...PAGE_HEADERS, ...OF_BROWSER, cookie: [by.cookie, keptCookie].filter(Boolean).join('; ') },
    new URLSearchParams(form).toString(),
  )

const draft = (title: string) => ({
  title,
  day: '2041-07-04',
  start_time: '18:00',
  attendance_mode: 'online',
  join_url: 'https://example.org/call',
  description: 'Line one\nLine “two” & <three>',
})

describe('a form after the session has ended', () => {
  it('stays in the page that asks for a sign-in, and goes on afterwards', async () => {
    later(15 * DAY_MS)
    const answer = await kept(organizer, NEW, draft('Typed for an hour'))
    expect(answer.status).toBe(403)
    expect(answer.html).toContain('Sign in again to continue')
    expect(answer.html).toContain('href="/manage/sign-in" target="_blank"')
    expect(answer.form['title']).toBe('Typed for an hour')
    expect(answer.html).toContain('Line “two” &amp; &lt;three&gt;')
    const again = await signedInAs(group.creator)
    const made = await goOn(again, NEW, answer.form, answer.keptCookie)
    expect(made.status).toBe(303)
    expect((await again.open(made.headers['location'] ?? '')).html).toContain('Typed for an hour')
  })

  it('leads the sign-in to a page that says where the entries are', async () => {
    later(15 * DAY_MS)
    const { cookies } = await kept(organizer, NEW, draft('Elsewhere'))
    expect(decodeURIComponent(cookieIn(cookies, 'back'))).toContain('/manage/you?kept=1')
    const again = await signedInAs(group.creator)
    expect((await again.open('/manage/you?kept=1')).html).toContain('Go back to the other tab')
  })

  it('is sent by no one else who signs in, and not without the cookie of its browser', async () => {
    later(15 * DAY_MS)
    const { form, keptCookie } = await kept(organizer, NEW, draft('Not yours'))
    const other = await signedInAs(group.administrator)
    expect((await goOn(other, NEW, form, keptCookie)).status).toBe(403)
    const again = await signedInAs(group.creator)
    expect((await goOn(again, NEW, form, '')).status).toBe(403)
    expect((await again.open(`/manage/${group.id}/actions?view=drafts`)).html).not.toContain('Not yours')
  })

  it('goes on once', async () => {
    later(15 * DAY_MS)
    const { form, keptCookie } = await kept(organizer, NEW, draft('Once'))
    const again = await signedInAs(group.creator)
    const { cookies } = await goOn(again, NEW, form, keptCookie)
    expect(cookies.find((each) => each.startsWith('__Host-kept='))).toMatch(/Max-Age=0/)
  })

  it('is kept again where no one has signed in yet', async () => {
    later(15 * DAY_MS)
    const first = await kept(organizer, NEW, draft('Too early'))
    const form = new URLSearchParams(first.form).toString()
    const headers = { ...PAGE_HEADERS, ...OF_BROWSER, cookie: first.keptCookie }
    const second = await request('POST', NEW, headers, form)
    expect([second.status, second.html.includes('Too early')]).toEqual([403, true])
  })

  it('is not kept for scripts, for a browser that is not known, and beyond 64,000 letters', async () => {
    later(15 * DAY_MS)
    expect((await organizer.send(NEW, draft('By a script'))).headers['location']).toBe('/manage/sign-in')
    const stranger = {
      ...organizer,
      send: (path: string, fields = {}, headers = {}) =>
        request('POST', path, { ...PAGE_HEADERS, ...headers }, new URLSearchParams(fields).toString()),
    }
    expect((await kept(stranger, NEW, draft('By a stranger'))).status).toBe(303)
    expect((await kept(organizer, NEW, { title: 'x'.repeat(64_001) })).status).toBe(303)
    expect((await kept(organizer, '/manage/sign-out', {})).status).toBe(303)
  })

  it('of another site is refused before', async () => {
    later(15 * DAY_MS)
    const answer = await organizer.send(NEW, draft('Forged'), {
      ...OF_BROWSER,
      origin: 'https://evil.example',
    })
    expect(answer.html).not.toContain('Forged')
    expect(answer.status).toBe(403)
  })
})

describe('a form of a sign-in that is too old for it', () => {
  it('goes on after another sign-in, without the secrets that were typed', async () => {
    const path = `${SETTINGS}/sign-in`
    later(16 * 60_000)
    const answer = await kept(organizer, path, { client_id: 'turnout', client_secret: 'hush-hush' })
    expect(answer.status).toBe(403)
    expect(answer.html).toContain('href="/manage/sign-in?again=1" target="_blank"')
    expect(answer.form['client_id']).toBe('turnout')
    expect(answer.html).not.toContain('hush-hush')
    const again = await signedInAs(group.creator)
    const { status, html } = await goOn(again, path, answer.form, answer.keptCookie)
    // It names what is missing, and stands filled.
    expect([status, html.includes('value="turnout"')]).toEqual([400, true])
  })
})
