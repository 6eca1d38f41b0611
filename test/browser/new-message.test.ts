import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { mails, mailsDueAt } from '../support/mail/mail.js'
import { assignPending, demo, gateway, givenInterfaceEvent, post, put, usePublicUrl } from '../support/service.js'

/* Writing to people who came to an event and live near a town: by keys alone, and without scripts. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

describe.skipIf(typeof browser === 'string')('a new message', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    const { path } = await givenInterfaceEvent({
      title: 'Read the bill',
      start_date: { wallClock: '2020-05-05T18:00:00' },
    })
    for (const [name, postal_code, attended] of [
      ['Nia', '62701', true],
      ['Oto', '60601', true],
      ['Pam', '62701', false],
    ] as const) {
      const { body } = await post(`${path}/attendances`, {
        person: {
          given_name: name,
          email_addresses: [{ address: `${name.toLowerCase()}@walk.example`, status: 'subscribed' }],
          postal_addresses: [{ postal_code, country: 'US' }],
        },
      })
      await put(new URL(body._links.self.href).pathname, { 'service:attended': attended })
    }
    await assignPending()
    await mails()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  async function signIn(javaScriptEnabled: boolean): Promise<Page> {
    const context = await (browser as Browser).newContext({ javaScriptEnabled, locale: 'en' })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    await page.goto(base + (await linkFor(demo.group.organizer)))
    await page.locator('main button').click()
    return page
  }

  /** Presses the tab key until an element has the focus. */
  async function tabTo(page: Page, selector: string) {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    }
    throw new Error(`The tab key does not reach ${selector}`)
  }

  const received = async () => (await mailsDueAt(new Date(Date.now() + 31_000))).map(({ recipient }) => recipient)

  it('is written by keys alone, and says who gets it while they are chosen', async () => {
    const page = await signIn(true)
    await page.goto(`${base}/manage/${demo.group.id}/messages`)
    await tabTo(page, '[href$="/messages/new"]')
    await page.keyboard.press('Enter')
    await page.locator('[name=did]').waitFor()
    await tabTo(page, '[name=did]')
    await page.keyboard.type('came')
    await tabTo(page, '[name=event]')
    await page.keyboard.type('Read the bill')
    await page.getByText('2 people get this email').waitFor()
    await tabTo(page, '[name="near.location"]')
    await page.keyboard.type('Springfield, IL')
    await page.getByText('1 person gets this email').waitFor()
    await tabTo(page, '[value=write]')
    await page.keyboard.press('Enter')
    await page.locator('#subject').waitFor()
    await page.getByText('They live within 10 miles of Springfield, IL').waitFor()
    await tabTo(page, '#subject')
    await page.keyboard.type('Thank you')
    await tabTo(page, '#text')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('It was great.')
    await tabTo(page, '[value=check]')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Send to 1 person?' }).waitFor()
    await tabTo(page, '[value=send]')
    await page.keyboard.press('Enter')
    await page.getByText('The email to 1 person is on its way.').waitFor()
    expect(await received()).toEqual(['nia@walk.example'])
    await page.context().close()
  })

  it('needs no scripts, and leaves no audience behind', async () => {
    const page = await signIn(false)
    await page.goto(`${base}/manage/${demo.group.id}/messages`)
    await page.getByRole('link', { name: 'New message' }).click()
    await page.getByLabel('What they did').selectOption('came to')
    const event = page.getByLabel('Event', { exact: true })
    const label = await event.locator('option', { hasText: 'Read the bill' }).textContent()
    await event.selectOption({ label: label as string })
    await page.getByLabel('of a town or postal code').fill('Springfield, IL')
    await page.getByRole('button', { name: 'Count' }).click()
    await page.getByText('1 person gets this email').waitFor()
    await page.getByRole('button', { name: 'Continue to the text' }).click()
    await page.getByLabel('Subject').fill('Once more')
    await page.locator('#text').fill('{greeting}\n\nOnce more.')
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByRole('link', { name: 'Write to these people' }).click()
    await page.getByText('They live within 10 miles of Springfield, IL').waitFor()
    await page.getByRole('link', { name: 'Change who gets it' }).click()
    expect(await page.getByLabel('of a town or postal code').inputValue()).toBe('Springfield, IL')
    await page.goto(`${base}/manage/${demo.group.id}/targeting`)
    expect(await page.getByText('They live within').count()).toBe(0)
    expect(await page.getByText('Read the bill').count()).toBe(0)
    await page.context().close()
  })
})
