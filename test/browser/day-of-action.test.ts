import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { type Child, runScript } from '../support/children.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'

/*
 * The walkthrough of docs/organizing.md, from `npm start`: a stranger makes a campaign, hosts as a supporter by the
 * mail in the outbox, approves as the team, and finds the event on the page, in the embed and on the map. Every page is
 * looked at by axe on a phone and a desk, light and dark. Screenshots are left in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

describe.skipIf(typeof browser === 'string')('a day of action', () => {
  let child: Child
  let [url, folder, pictures] = ['', '', '']
  let team: { context: BrowserContext; page: Page }
  let [campaign, snippet, hostLink] = ['', '', '']

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-day-'))
    pictures = await mkdtemp(join(tmpdir(), 'turnout-day-pictures-'))
    console.log(`Screenshots: ${pictures}`)
    child = runScript('local/start.ts', [], { PORT: '0', DATA_DIR: folder })
    url = (await child.says(/API\s+(http:\S+)\/api\/v2/))[1] as string
    const [link] = await child.says(/http:\S+\/manage\/sign-in\S+/)
    team = await opened()
    await team.page.goto(link)
    await team.page.locator('main button').first().click()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await child.kill()
    await rm(folder, { recursive: true, force: true })
  })

  /** A person with a browser of their own. */
  async function opened(options = {}) {
    const context = await (browser as Browser).newContext(options)
    context.setDefaultTimeout(WAIT_MS)
    return { context, page: await context.newPage() }
  }

  /** Looks at a page in both sizes and schemes: nothing hinders, and nothing scrolls sideways. */
  async function judged(page: Page, name: string) {
    for (const [size, width] of [
      ['phone', 390],
      ['desk', 1280],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(pictures, `${name}-${size}-${colorScheme}.png`), fullPage: true })
        expect([name, size, colorScheme, await barriersOn(page)]).toEqual([name, size, colorScheme, []])
        const scrolled = await page.locator('html').evaluate((html) => html.scrollWidth)
        expect([name, scrolled <= width]).toEqual([name, true])
      }
  }

  /** Opens the newest mail of a kind in the outbox. */
  async function mail(page: Page, kind: string): Promise<string> {
    await expect
      .poll(
        async () => {
          await page.goto(`${url}/outbox`)
          return page.locator('tr', { hasText: kind }).count()
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBeGreaterThan(0)
    await page.locator('tr', { hasText: kind }).first().getByRole('link').click()
    return page.locator('body').innerText()
  }

  it('is made by the team, which opens hosting with a review', async () => {
    const { page } = team
    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    await page.getByRole('link', { name: 'New campaign' }).click()
    await page.getByLabel('Title', { exact: true }).fill('No home goes cold')
    await page.getByLabel('Description').fill('On **one Saturday** we knock on doors.')
    await page.getByLabel('Let supporters host').selectOption('reviewed')
    await page.getByLabel('First day').fill(day)
    await page.getByLabel('Last day').fill(day)
    await page.getByLabel('Why host an event?').fill('A table, two phones and four friends are an event.')
    await page.getByLabel('Instructions for hosts').fill('Bring the list of homes.')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByRole('heading', { name: 'No home goes cold' }).waitFor()
    await judged(page, 'campaign-of-team')
    snippet = await page.getByLabel('Event finder for your site').inputValue()
    campaign = (await page.locator('a[href*="/c/"]').first().getAttribute('href')) as string
  })

  it('has a form, whose link in the email makes an event of a supporter', async () => {
    const { page, context } = await opened()
    await page.goto(campaign)
    await judged(page, 'campaign-empty')
    await page.getByRole('link', { name: 'Host an event' }).first().click()
    await page.getByRole('button', { name: 'Preview' }).waitFor()
    await judged(page, 'form')
    await page.getByLabel('Title').fill('Soup and phone bank')
    await page.getByLabel('What will happen?').fill('Come hungry.')
    await page.getByLabel('Starts').fill(`${day}T17:30`)
    await page.getByLabel('Ends').fill(`${day}T20:00`)
    await page.getByLabel('Venue and address').fill('18 Maple Court, Chatham, IL')
    await page.getByLabel('Who can see the address?').selectOption('guests')
    await page.getByText('Spots, access, phone').click()
    await page.getByLabel('Spots', { exact: true }).fill('12')
    await page.getByLabel('First name').fill('Priya')
    await page.getByLabel('Email', { exact: true }).fill('not an address')
    // The browser would refuse it; what arrives is checked again.
    await page.locator('main form').evaluate((form) => ((form as unknown as { noValidate: boolean }).noValidate = true))
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Check your email').waitFor()
    await judged(page, 'form-with-fault')
    await page.getByLabel('Email', { exact: true }).fill('priya@host.example')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    await judged(page, 'preview')
    await page.getByRole('button', { name: 'Looks good, email me the link' }).click()
    await page.getByText('It works for 48 hours').waitFor()
    await judged(page, 'sent')
    const text = await mail(page, 'host-verify')
    hostLink = (/http:\S+\/host\/[\w-]+/.exec(text) as RegExpExecArray)[0]
    await page.goto(hostLink)
    await judged(page, 'publish')
    await page.getByRole('button', { name: 'Send the event to the team' }).click()
    await page.getByText('We’re reviewing your event').waitFor()
    await judged(page, 'tools-waiting')
    await context.close()
  })

  it('is reviewed by a key, and the host hears of it', async () => {
    const { page } = team
    await page.goto(`${url}/manage`)
    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    await page.getByRole('link', { name: 'No home goes cold' }).click()
    await page.getByRole('link', { name: 'Review 1 event' }).click()
    await page.getByRole('heading', { name: 'Soup and phone bank' }).waitFor()
    await judged(page, 'review')
    await page.locator('[data-keys]').waitFor({ state: 'visible' })
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing to review').waitFor()
    await judged(page, 'review-empty')
    const text = await mail(page, 'host-approved')
    expect(text).toContain('Bring the list of homes')
    expect(text).toContain(hostLink)
  })

  it('is found from a town nearby on the page, on the map, and in the embed of another site', async () => {
    const { page, context } = await opened()
    await page.goto(campaign)
    await page.getByLabel('Postal code or town').fill('Springfield, IL')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: /^Events within 25 mi of Springfield/ }).waitFor()
    await page.getByRole('link', { name: 'Soup and phone bank' }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('Maple')
    await judged(page, 'found')
    await page.goto(campaign)
    await page.locator('svg.map a').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/bbox=/)
    await page.getByRole('link', { name: 'Soup and phone bank' }).waitFor()

    const other = createServer((_, answer) =>
      answer
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(`<!doctype html><html lang="en"><title>Another site</title><main>${snippet}</main></html>`),
    )
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    await page.locator('iframe').scrollIntoViewIfNeeded()
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Postal code or town').fill('62701')
    await frame.getByRole('button', { name: 'Search' }).click()
    await frame.getByRole('heading', { name: /^Events within 25 mi of Springfield/ }).waitFor()
    await frame.locator('footer').waitFor({ state: 'hidden' })
    await page.screenshot({ path: join(pictures, 'embed.png') })
    await frame.getByRole('link', { name: 'Soup and phone bank' }).click()
    await page.waitForURL(/\/e\/soup-and-phone-bank/)
    await page.fill('[name=name]', 'Ana Lopez')
    await page.fill('[name=email]', 'ana@comes.example')
    await page.click('.turnout-form button')
    await page.locator('.turnout-coming').waitFor()
    other.close()
    await context.close()
  })

  it('is run by its host: guests, a message, the door, an edit that waits, and the end', async () => {
    const { page, context } = await opened()
    await page.goto(hostLink)
    await page.getByText('Your event is public.').waitFor()
    await judged(page, 'tools')
    await page.getByRole('link', { name: 'Guests', exact: true }).click()
    await page.getByText('Ana Lopez').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('ana@comes.example')
    await judged(page, 'tools-guests')
    await page.getByRole('link', { name: 'Write', exact: true }).click()
    await judged(page, 'tools-write')
    await page.getByLabel('Subject').fill('Bring a bowl')
    await page.getByLabel('Message', { exact: true }).fill('See you there.')
    await page.getByRole('button', { name: 'Send to 1 person' }).click()
    await page.getByText('The message is on its way.').waitFor()
    await page.getByRole('link', { name: 'Door', exact: true }).click()
    await judged(page, 'tools-door')
    await page.getByRole('button', { name: 'Check in: Ana Lopez' }).click()
    await page.getByRole('button', { name: 'Undo: Ana Lopez' }).waitFor()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await judged(page, 'tools-edit')
    await page.getByLabel('Starts').fill(`${day}T18:30`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The team will review').waitFor()
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await judged(page, 'tools-cancel')
    await page.getByRole('link', { name: 'العربية' }).click()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await judged(page, 'tools-cancel-arabic')
    await context.close()
  })

  it('is counted for the team, with the change that waits, and written about to its hosts', async () => {
    const { page } = team
    await page.goto(`${url}/manage`)
    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    await page.getByRole('link', { name: 'No home goes cold' }).click()
    await page.getByRole('link', { name: 'Review 1 event' }).click()
    await page.getByText('A change', { exact: true }).waitFor()
    await judged(page, 'review-change')
    await page.keyboard.press('t')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing to review').waitFor()
    await page.goto(page.url().replace('/review', ''))
    await page.getByRole('heading', { name: 'Trusted hosts' }).waitFor()
    await page.getByRole('button', { name: 'Stop trusting' }).click()
    await page.getByRole('heading', { name: 'Share' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Trusted hosts' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Write to hosts' }).click()
    await judged(page, 'write-to-hosts')
    await page.goBack()
    for (const [name, postal_code] of Object.entries({
      ana: '99501',
      ben: '99501',
      cam: '33101',
      dee: '62701',
    }))
      await fetch(`${url}/api/v2/people`, {
        method: 'POST',
        headers: { 'OSDI-API-Token': 'demo-group-key', 'content-type': 'application/json' },
        body: JSON.stringify({
          person: {
            email_addresses: [{ address: `${name}@far.example` }],
            postal_addresses: [{ postal_code, country: 'US' }],
          },
        }),
      })
    await page.getByRole('link', { name: 'Report' }).click()
    await page.getByRole('button', { name: 'Create the report' }).click()
    await page.getByRole('heading', { name: 'By state' }).waitFor()
    await page.getByRole('img', { name: '2 people around Anchorage' }).waitFor()
    await judged(page, 'numbers')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download events and hosts' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain('priya@host.example')
  })
})
