import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vouchFor } from '../../lib/sign-in/store/identity-provider-store.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { type GivenProvider, startProvider } from '../support/given/identity-provider.js'
import { demo, gateway, table, useEnvironment, usePublicUrl } from '../support/service.js'

/*
 * The sign-in by a provider in a real browser: the administrator sets it, an organizer signs in by it without scripts.
 * Screenshots are left in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const EMAIL = 'daniel.whitaker@example.org'
const GROUP = demo.group.id

describe.skipIf(typeof browser === 'string')('a sign-in by a provider', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let folder: string
  let provider: GivenProvider

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-providers-'))
    useEnvironment({ SIGN_IN_ALLOW_PRIVATE: 'on', MAIL_OUTBOX: folder })
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    provider = await startProvider()
    provider.person = { email: EMAIL }
    console.log(`Screenshots: ${folder}`)
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
    await provider.close()
  })

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await (browser as Browser).newContext({ javaScriptEnabled: false, ...options })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    await page.goto(base + path)
    return page
  }

  /** Leaves pictures of a page on a phone and on a desk, by day and by night. It must not scroll sideways. */
  async function picture(page: Page, name: string) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [width, height] of [
        [390, 844],
        [1280, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        const path = join(folder, `${name}-${colorScheme}-${width}.png`)
        await page.screenshot({ path, fullPage: true, animations: 'disabled' })
        expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
  }

  const heading = (page: Page) => page.getByRole('heading', { level: 1 })

  it('is set by an administrator, and leads who types an address to the provider and back, without scripts', async () => {
    const settings = await open(await linkFor(demo.group.creator))
    await settings.locator('main button').click()
    await settings.goto(`${base}/manage/${GROUP}/settings/access`)
    await settings.getByRole('link', { name: 'Sign-in with your organization' }).click()
    await picture(settings, 'empty')
    await settings.getByLabel('Address of the provider').fill(`${provider.issuer}/`)
    await settings.getByLabel('Client ID').fill('turnout')
    await settings.getByLabel('Client secret').fill('wrong secret')
    await settings.getByLabel('Email domains of your organization').fill('example')
    await settings.getByRole('button', { name: 'Save' }).click()
    await picture(settings, 'faults')
    await settings.getByLabel('Client secret').fill(provider.client.client_secret)
    await settings.getByLabel('Email domains of your organization').fill('example.org\nexample.net')
    await settings.getByRole('button', { name: 'Save' }).click()
    expect(await settings.getByText('Saved.').count()).toBe(1)
    const { issuer } = provider
    await vouchFor(table, { domain: 'example.org', group: GROUP, issuer }, new Date())
    await settings.reload()
    await picture(settings, 'set')

    const page = await open(`/manage/${GROUP}/members`)
    expect(await heading(page).innerText()).toBe('Sign in')
    await page.getByLabel('Your email').fill(EMAIL)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Provider' }).waitFor()
    expect(new URL(page.url()).searchParams.get('login_hint')).toBe(EMAIL)
    await page.getByRole('link', { name: 'I am Ada' }).click()
    expect(page.url()).toBe(`${base}/manage/${GROUP}/members`)
    await page.goto(`${base}/manage/you`)
    expect(await page.getByText(`Signed in as ${EMAIL}`).count()).toBe(1)
  })

  it('of a group is on its own page, where a link stays possible', async () => {
    const page = await open(`/manage/sign-in/${GROUP}`)
    await picture(page, 'group')
    await page.getByRole('link', { name: /^Sign in with / }).click()
    await page.getByRole('link', { name: 'I am Ada' }).click()
    expect(page.url()).toBe(`${base}/manage/${GROUP}`)
    const byLink = await open(`/manage/sign-in/${GROUP}`)
    await byLink.getByLabel('Your email').fill(EMAIL)
    await byLink.getByRole('button', { name: 'Email me a link' }).click()
    expect(await heading(byLink).innerText()).toBe('Check your inbox')
  })

  it('that fails says why, and what to do', async () => {
    const page = await open(`/manage/sign-in/${GROUP}`)
    provider.person = { email: 'someone@gmail.com' }
    await page.getByRole('link', { name: /^Sign in with / }).click()
    await page.getByRole('link', { name: 'I am Ada' }).click()
    expect(await heading(page).innerText()).toBe('This email isn’t one of your organization’s')
    await picture(page, 'foreign')
    provider.person = { email: EMAIL }
    await page.getByRole('link', { name: 'Try again' }).click()
    provider.answer = (path, response) => {
      if (path === '/token') response.writeHead(503).end()
      return path === '/token'
    }
    await page.getByRole('link', { name: /^Sign in with / }).click()
    await page.getByRole('link', { name: 'I am Ada' }).click()
    expect(await heading(page).innerText()).toContain('isn’t answering')
    await picture(page, 'down')
    provider.answer = () => false
  })

  it('has pages without barriers', async () => {
    const link = await linkFor(demo.group.creator)
    const page = await open(link, { javaScriptEnabled: true })
    await page.locator('main button').click()
    for (const path of [
      `/manage/${GROUP}/settings/sign-in`,
      `/manage/sign-in/${GROUP}`,
      `/manage/sign-in/${GROUP}/callback?state=x`,
    ])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(base + path)
        expect(await barriersOn(page), `${path} ${colorScheme}`).toEqual([])
      }
  })
})
