import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
// It sets SMTP_URL, by which the interface has pages about mail.
import '../support/mail/mail.js'
import { linkFor } from '../support/clients/organizer.js'
import {
  assignPending,
  demo,
  gateway,
  get,
  givenInterfaceEvent,
  idOf,
  post,
  useEnvironment,
  usePublicUrl,
} from '../support/service.js'
import { isLong } from '../support/size.js'

/*
 * Every page of the organizer's interface as different readers meet it: in light, in dark, with colors of their own,
 * on a phone, and with a keyboard alone. A long run leaves screenshots in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const { group } = demo
const folder = isLong ? await mkdtemp(join(tmpdir(), 'turnout-manage-')) : ''
const CSV = 'Email,First,Shirt\nana@file.example.org,Ana,L\nnowhere,Ben,M\n'

/** The distances of WCAG 2.2, 1.4.12, which a reader may set. */
const SPACING =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}'

/** Settings of browsers. */
const SETTINGS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  'forced colors': { colorScheme: 'dark', forcedColors: 'active' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
} as const

describe.skipIf(typeof browser === 'string')('a page of the organizer’s interface', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let context: BrowserContext
  let page: Page
  let paths: Record<string, string>

  beforeAll(async () => {
    useEnvironment({ WEBHOOK_ALLOW_PRIVATE: 'on' })
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    if (isLong) console.log(`Screenshots: ${folder}`)
    context = await (browser as Browser).newContext({
      bypassCSP: true,
      locale: 'es',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(WAIT_MS)
    page = await context.newPage()
    await page.goto(base + (await linkFor(group.creator)))
    await page.locator('main button').click()
    paths = await everyPage()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  /** Makes something for each page to show. @returns the paths of the pages, by their names */
  async function everyPage(): Promise<Record<string, string>> {
    const { body: campaign } = await post('/api/v2/event_campaigns', { title: 'Spring', origin_system: 'x' })
    const campaignId = campaign.identifiers[0].replace('service:', '')
    const { id, path } = await givenInterfaceEvent({
      title: 'Accessible',
      capacity: 3,
      event_campaign_id: campaignId,
    })
    const person = {
      given_name: 'Ana',
      family_name: 'Ruiz',
      email_addresses: [{ address: 'ana@axe.example.org' }],
    }
    const tag = await post('/api/v2/tags', { name: 'Volunteers', origin_system: 'x' })
    await post('/api/v2/tags', { name: 'Drivers', origin_system: 'x' })
    const { body } = await post(`${path}/attendances`, { person, add_tags: ['Volunteers'] })
    const personId = body['service:person_id'].replace('service:', '')
    await post(`${path}/attendances`, {
      person: { given_name: 'Twin', email_addresses: [{ address: 'twin@axe.example.org' }] },
    })
    await assignPending()
    const webhook = await post('/api/v2/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      types: ['*'],
      description: 'Mirror',
    })
    const query = await send(`/manage/${group.id}/targeting/new`, {
      title: 'Everyone',
      [`action ${id}`]: 'include',
    })
    const [own, event, hook] = [`/manage/${group.id}`, `/manage/events/${id}`, `/webhooks/${idOf(webhook)}`]
    return {
      ...Object.fromEntries(
        [
          '/actions',
          '/actions/new',
          '/targeting',
          '/targeting/new',
          '/messages',
          '/messages/new',
          '/find?q=a',
          '/people',
          '/import',
          '/tags',
          '/campaigns',
          '/campaigns/new',
          '/calendars',
          '/keys',
          '/webhooks',
          '/webhooks/new',
          '/members',
          '/settings',
          '/settings/looks',
          '/settings/email',
          '/settings/privacy',
          '/settings/access',
          '/settings/mails',
          '/settings/mails/reminder',
          '/settings/reports',
          '/log',
        ].map((each) => [each, own + each]),
      ),
      ...Object.fromEntries(
        [
          '',
          '/edit',
          '/guests',
          '/door',
          '/calls',
          '/worked',
          '/embed',
          '/mails',
          '/messages',
          '/mails/confirmation',
          '/cancel',
        ].map((each) => [`/event${each}`, event + each]),
      ),
      '/people/person': `${own}/people/${personId}`,
      '/people/person/merge': `${own}/people/${personId}/merge?other=twin@axe.example.org`,
      '/people/person/erase': `${own}/people/${personId}/erase`,
      '/tags/tag': `${own}/tags/${idOf(tag)}`,
      '/campaigns/campaign': `${own}/campaigns/${campaignId}`,
      ...Object.fromEntries(
        ['edit', 'review', 'numbers', 'worked', 'messages'].map((each) => [
          `/campaigns/campaign/${each}`,
          `${own}/campaigns/${campaignId}/${each}`,
        ]),
      ),
      '/webhooks/webhook': own + hook,
      '/webhooks/webhook/edit': `${own}${hook}/edit`,
      '/webhooks/webhook/remove': `${own}${hook}/remove`,
      '/targeting/query': new URL(query).pathname,
      '/targeting/query/edit': `${new URL(query).pathname}/edit`,
      '/messages/write': `${own}/messages/write?to=guests&did=accepted&event=${id}&tag=Volunteers`,
      '/targeting/query/message': `${new URL(query).pathname.split('/').slice(0, 5).join('/')}/messages`,
    }
  }

  /** Sends a form of this session. @returns the address that it leads to */
  async function send(path: string, fields: Record<string, string>): Promise<string> {
    await page.goto(base + path)
    const form_token = await page.locator('[name=form_token]').first().inputValue()
    const answer = await page.request.post(base + path, {
      form: { form_token, ...fields },
      headers: { origin: base },
    })
    return answer.url()
  }

  /** Returns the barriers of the open page, and whether it scrolls sideways. */
  async function faultsHere(name: string): Promise<unknown[]> {
    const faults: unknown[] = []
    for (const [i, [setting, media]] of Object.entries(SETTINGS).entries()) {
      await page.emulateMedia(media)
      const barriers = await barriersOn(page, i > 0 ? 'colors' : undefined)
      faults.push(...barriers.map((each) => [name, setting, each]))
    }
    if (isLong) await page.screenshot({ path: join(folder, `${name.replaceAll('/', '-')}.png`), fullPage: true })
    const measure = async (width: number, how = '') => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth)
      if (wide > width) faults.push([name, `${wide} of ${width} px${how}`])
    }
    await page.setViewportSize({ width: 320, height: 844 })
    const spaced = await page.addStyleTag({ content: SPACING })
    await measure(320, ', spaced')
    await spaced.evaluate((style: any) => style.remove())
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await measure(width)
    }
    return faults
  }

  it('keeps no one out: in light, in dark, with forced colors, on a phone', async () => {
    const faults: unknown[] = []
    for (const [name, path] of Object.entries(paths)) {
      const answer = await page.goto(base + path)
      if (answer?.status() !== 200) faults.push([name, answer?.status()])
      faults.push(...(await faultsHere(name)))
    }
    expect(faults).toEqual([])
  })

  it('keeps no one out where it answers a form: secrets, faults, and an import', async () => {
    const faults: unknown[] = []
    await page.goto(`${base}${paths['/webhooks/new']}`)
    await page.locator('#batch_size').fill('0')
    await page.locator('main form').evaluate((form) => void (form.noValidate = true))
    await page.locator('main button').click()
    await page.locator('[role=alert]').waitFor()
    faults.push(...(await faultsHere('a fault')))
    await page.locator('#batch_size').fill('5')
    await page.locator('main button').click()
    await page.locator('pre').waitFor()
    faults.push(...(await faultsHere('a secret')))
    await page.goto(`${base}${paths['/import']}`)
    const buffer = Buffer.from(CSV)
    await page.locator('#upload').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await page.locator('main button').click()
    await page.locator('select[name=column-0]').waitFor()
    faults.push(...(await faultsHere('a check')))
    await page.locator('button[value=import]').click()
    await page.getByRole('heading', { level: 1, name: 'Importación terminada' }).waitFor()
    faults.push(...(await faultsHere('an import')))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar' }).click()
    expect((await download).suggestedFilename()).toBe('rows.csv')
    expect(faults).toEqual([])
  })

  it('can be used with a keyboard alone: the focus reaches all of it, in order, and is seen', async () => {
    const names = ['/webhooks/new', '/webhooks/webhook', '/import', '/campaigns/campaign', '/people/person', '/keys']
    for (const name of [...names, '/calendars', '/tags', '/settings', '/settings/mails/reminder']) {
      await page.goto(base + String(paths[name]))
      const expected = await page.evaluate<number>(
        `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
          .filter((each) => each.checkVisibility() && each.ariaHidden !== 'true').length`,
      )
      const seen = await focused()
      expect([name, seen.length, seen.filter(({ outline }) => outline === 'none')]).toEqual([name, expected, []])
    }
  })

  /** Walks through the page with the tab key. @returns what had the focus, up to the end of the page */
  async function focused(): Promise<{ outline: string }[]> {
    const seen: { outline: string }[] = []
    await page.evaluate(`window.seen = new Set()`)
    for (;;) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate<{ outline: string } | null>(`(() => {
        const element = document.activeElement
        if (!element || element === document.body) return null
        // A field of a date has several stops.
        if (window.seen.has(element)) return element === window.last ? { isSame: true } : null
        window.seen.add(element)
        window.last = element
        const { outlineStyle } = getComputedStyle(element)
        return { outline: outlineStyle }
      })()`)
      if (at === null) return seen
      if (!('isSame' in at)) seen.push(at)
    }
  }

  it('makes a webhook and tags a person by keys alone', async () => {
    await page.goto(`${base}${paths['/webhooks/new']}`)
    await page.locator('#url').focus()
    await page.keyboard.type('http://127.0.0.1:9/keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type('By keys')
    await page.keyboard.press('Enter')
    await page.locator('pre').waitFor()
    const { body } = await get('/api/v2/webhooks')
    expect(body._embedded['service:webhooks']).toContainEqual(expect.objectContaining({ description: 'By keys' }))
    await page.goto(`${base}${paths['/people/person']}`)
    await page.locator('select[name=tag]').focus()
    await page.keyboard.type('Dri')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Quitar: Drivers' }).waitFor()
  })
})
