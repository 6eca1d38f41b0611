import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enteredPerson } from '../../lib/people/person.js'
import { ownerStore } from '../../lib/app/access.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
// It sets SMTP_URL: the page to sign in has a field for the address.
import { mails } from '../support/mail/mail.js'
import { linkFor } from '../support/clients/organizer.js'
import { demo, gateway, table, usePublicUrl } from '../support/service.js'

/*
 * Passkeys in a real browser, with the authenticator that its developer tools imitate. The service is at `localhost`:
 * browsers make no passkeys for an IP address. Screenshots are left in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const { group } = demo
const PASSKEYS = '/manage/you/passkeys'
const BUTTON = { name: 'Sign in with a passkey' }

describe.skipIf(typeof browser === 'string')('a passkey in a browser', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let folder: string
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://localhost:${api.port}`
    usePublicUrl(base)
    folder = await mkdtemp(join(tmpdir(), 'turnout-passkeys-'))
    console.log(`Screenshots: ${folder}`)
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  async function open(options = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await (browser as Browser).newContext({ reducedMotion: 'reduce', ...options })
    contexts.push(context)
    context.setDefaultTimeout(WAIT_MS)
    return { context, page: await context.newPage() }
  }

  /** Gives a page an authenticator like that of a phone. @param isVerified whether its person is known to it */
  async function device(
    context: BrowserContext,
    page: Page,
    isVerified = true,
  ): Promise<{ cdp: CDPSession; authenticatorId: string }> {
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: isVerified,
        automaticPresenceSimulation: true,
      },
    })
    return { cdp, authenticatorId }
  }

  /** An organizer who has no passkey yet. */
  function newMember(): Promise<string> {
    const email = `${randomUUID()}@keys.example.org`
    const person = enteredPerson({ id: randomUUID(), owner: `group:${group.id}`, email }, new Date())
    return ownerStore(table).addMember(group.id, person, 'organizer')
  }

  async function signIn(page: Page, person: string): Promise<void> {
    await page.goto(base + (await linkFor(person)))
    await page.locator('main button').click()
    await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  }

  /** Adds a passkey on the page for it. */
  async function add(page: Page, name: string): Promise<void> {
    await page.goto(base + PASSKEYS)
    await page.locator('form[data-passkey] [name=name]').fill(name)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText(`Passkey added: ${name}`).waitFor()
  }

  const signOut = async (page: Page) => {
    await page.goto(`${base}/manage/you`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(/sign-in$/)
  }

  /** Leaves pictures of a page on a phone and on a desk, in both schemes. It has no barriers and does not scroll. */
  async function picture(page: Page, name: string) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
        expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
      }
      expect(await barriersOn(page, colorScheme === 'dark' ? 'colors' : undefined)).toEqual([])
    }
  }

  it('is added, told by mail, signs in by its button, is named anew, and signs in no more once it is removed', async () => {
    const { context, page } = await open()
    // A browser that offers nothing in fields: an offer would sign in before the button does.
    await context.addInitScript(
      'if (window.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = undefined',
    )
    const { cdp, authenticatorId } = await device(context, page)
    await signIn(page, await newMember())
    await page.goto(`${base}/manage/you`)
    await picture(page, 'you')
    await page.getByRole('link', { name: 'Manage passkeys' }).click()
    await page.getByText('No passkeys yet.').waitFor()
    expect(await page.getByText('This browser can’t create passkeys').isVisible()).toBe(false)
    await picture(page, 'none')
    await add(page, 'Phone')
    await picture(page, 'one')
    expect((await mails()).map(({ kind }) => kind)).toEqual(['passkey-added'])
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device already has a passkey for your address.').waitFor()
    await picture(page, 'known')

    await signOut(page)
    await page.goto(`${base}${PASSKEYS}`)
    await page.waitForURL(/sign-in$/)
    await picture(page, 'sign-in')
    await page.getByRole('button', BUTTON).click()
    await page.waitForURL(base + PASSKEYS)
    await page.getByRole('textbox', { name: 'Name: Phone' }).fill('Work phone')
    await page.getByRole('button', { name: 'Rename: Phone' }).click()
    await page.getByText('Passkey renamed: Work phone').waitFor()
    await page.getByRole('link', { name: 'Remove: Work phone' }).click()
    await picture(page, 'remove')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No passkeys yet.').waitFor()
    expect((await mails()).map(({ kind }) => kind)).toEqual(['passkey-removed'])

    await signOut(page)
    await page.getByRole('button', BUTTON).click()
    await page.getByText('The passkey was not accepted').first().waitFor()
    await picture(page, 'refused')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.getByRole('button', BUTTON).waitFor()
  })

  it('is offered in the field of the address', async () => {
    const { context, page } = await open()
    await device(context, page)
    await signIn(page, group.administrator)
    await add(page, 'Laptop')
    // The person of this authenticator chooses each offer at once.
    await page.goto(`${base}/manage/you`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    const signedIn = await page.waitForResponse(
      (answer) => answer.url().endsWith('/sign-in/passkey') && answer.status() === 303,
    )
    expect(signedIn.headers()['location']).toBe('/manage')
  })

  it('of a person whom the authenticator does not know signs no one in, and the page says so', async () => {
    const { context, page } = await open()
    const { cdp, authenticatorId } = await device(context, page)
    await signIn(page, group.creator)
    await add(page, 'Tablet')
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await signOut(page)
    await page.getByRole('button', BUTTON).click()
    await page.getByText('No passkey was used.').waitFor()
    await picture(page, 'cancelled')
    expect(page.url()).toBe(`${base}/manage/sign-in`)
  })

  it('is asked for again by a new sign-in where the last one is long ago', async () => {
    const { context, page } = await open()
    await device(context, page)
    await signIn(page, group.creator)
    await page.goto(base + PASSKEYS)
    await context.clearCookies()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.waitForURL(/sign-in/)
  })

  it('is not offered at another name of the service, for which it was not made', async () => {
    const { context, page } = await open()
    await device(context, page)
    await page.goto(`${base.replace('localhost', '127.0.0.1')}/manage/sign-in`)
    await page.waitForFunction('document.readyState === "complete"')
    expect(await page.getByRole('button', BUTTON).isVisible()).toBe(false)
    await page.goto(`${base}/manage/sign-in`)
    await page.getByRole('button', BUTTON).waitFor()
  })

  it('is no part of a page without scripts', async () => {
    const { page: plain } = await open({ javaScriptEnabled: false })
    await plain.goto(`${base}/manage/sign-in`)
    expect(await plain.getByRole('button', { name: 'Email me a link' }).isVisible()).toBe(true)
    expect(await plain.getByRole('button', BUTTON).isVisible()).toBe(false)
    await signIn(plain, group.creator)
    await plain.goto(base + PASSKEYS)
    expect(await plain.getByText('This browser can’t create passkeys').isVisible()).toBe(true)
    expect(await plain.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false)
  })
})
