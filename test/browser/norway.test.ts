import { mkdtemp, readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { mails } from '../support/mail/mail.js'
import { assignPending, demo, gateway, get, usePublicUrl } from '../support/service.js'

/*
 * A group in Norway: what its organizer types, imports and reads, and what its guests see, is as there. Screenshots
 * are left in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

// cspell:disable
const { id: GROUP, creator, key } = demo.other_group
const OWN = `/manage/${GROUP}`
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Clocks of twelve hours, months first, American places and miles: what is odd in Norway. */
const AMERICAN = /\b[AP]\.?M\b|(?:Dec|December) \d{1,2},|\d{1,2}\/\d{1,2}\/\d{2}|Springfield|\bmi\b|\bmiles\b|\+1/

describe.skipIf(typeof browser === 'string')('a group in Norway', () => {
  let api: { port: number; close: () => Promise<void> }
  let [base, folder, event] = ['', '', '']
  let [organizer, guest]: [Page, Page] = [undefined as never, undefined as never]
  const contexts: BrowserContext[] = []

  async function opened(options = {}): Promise<Page> {
    const context = await (browser as Browser).newContext({
      bypassCSP: true,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
      locale: 'nb-NO',
      timezoneId: 'Europe/Oslo',
      ...options,
    })
    context.setDefaultTimeout(WAIT_MS)
    contexts.push(context)
    return context.newPage()
  }

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    folder = await mkdtemp(join(tmpdir(), 'turnout-norway-'))
    console.log(`Screenshots: ${folder}`)
    organizer = await opened()
    await organizer.goto(base + (await linkFor(creator)))
    await organizer.locator('main button').click()
    guest = await opened(PHONE)
  })
  afterAll(async () => {
    for (const context of contexts) await context.close()
    await (browser as Browser).close()
    await api.close()
  })

  /** Reads a page, on which nothing is American. */
  async function read(page: Page, name: string): Promise<string> {
    await page.waitForLoadState()
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    // Choices have the names of all countries and months.
    const text = (await page.locator('main').innerText()).replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
    expect([name, AMERICAN.exec(text)]).toEqual([name, null])
    expect([name, await barriersOn(page)]).toEqual([name, []])
    return text
  }

  it('takes an event with its town, its dates and its week', async () => {
    await organizer.goto(`${base}${OWN}/settings`)
    await organizer.getByLabel('Country').selectOption({ label: 'Norway' })
    await organizer.getByLabel('Language of events').selectOption({ label: 'Norwegian Bokmål' })
    await organizer.getByRole('button', { name: 'Save' }).click()
    await organizer.getByText('Settings saved.').waitFor()
    await organizer.goto(`${base}${OWN}/actions/new`)
    await organizer.getByLabel('Title').fill('Julegrøt på Folkets hus')
    await organizer.getByLabel('Day', { exact: true }).fill('2031-12-24')
    await organizer.getByLabel('Start', { exact: true }).fill('14:00')
    await organizer.getByLabel('End', { exact: true }).fill('16:00')
    await organizer.getByLabel('Venue and address').fill('Folkets hus, Storgata 95, 9008 Tromsø')
    await organizer
      .getByLabel('Description')
      .fill('24. desember: julegrøt\n31. desember: fakkeltog\n\nVi møtes i 3. etasje, fra kl. 14.00.')
    await organizer.locator('details.repeat summary').click()
    await organizer.getByLabel('How often').selectOption({ label: 'Every week' })
    expect(await organizer.locator('.weekly-only label').first().innerText()).toBe('Mon')
    await organizer.getByLabel('How often').selectOption({ label: 'Doesn’t repeat' })
    await read(organizer, 'form')
    await organizer.getByRole('button', { name: 'Save draft and preview' }).click()
    await organizer.getByRole('button', { name: 'Publish now' }).click()
    await organizer.getByText('Your event is live.').waitFor()
    event = organizer.url().split('/').at(-1) ?? ''
    expect(await read(organizer, 'overview')).toContain('Wed, 24 Dec 2031, 14:00–16:00')
    const { body } = await get(`/api/v2/events/${event}`, { key })
    expect(body).toMatchObject({
      timezone_identifier: 'Europe/Oslo',
      location: {
        venue: 'Folkets hus',
        address_lines: ['Storgata 95'],
        locality: 'Tromsø',
        postal_code: '9008',
        location: { latitude: expect.closeTo(69.65, 1), longitude: expect.closeTo(18.96, 1) },
      },
    })
  })

  it('has pages, an email and a calendar entry as they are written there', async () => {
    await guest.goto(`${base}/events/${event}`)
    const page = await read(guest, 'event')
    for (const text of ['onsdag 24. desember 2031', '14:00–16:00', 'Storgata 95, 9008 Tromsø, Norge'])
      expect(page).toContain(text)
    expect(page).toContain('24. desember: julegrøt\n31. desember: fakkeltog')
    expect(page).toContain('Vi møtes i 3. etasje, fra kl. 14.00.')
    await guest.getByLabel('Navnet ditt').fill('Åse Ødegård')
    await guest.getByLabel('E-post', { exact: true }).fill('ase@example.no')
    await guest.getByText('Telefon, postnummer').click()
    await guest.getByLabel('Telefon', { exact: true }).fill('22 12 99 56')
    await guest.getByLabel('Postnummer').fill('9008')
    await guest.getByRole('button', { name: 'Jeg kommer' }).click()
    await guest.getByRole('heading', { name: 'Du har plass, Åse' }).waitFor()
    await read(guest, 'answer')
    const [mail] = await mails()
    expect(mail?.subject).toBe('Du er med: Julegrøt på Folkets hus')
    for (const text of ['onsdag 24. desember 2031 kl. 14:00 – 16:00', 'Storgata 95, 9008 Tromsø, Norge'])
      expect(mail?.text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ')).toContain(text)
    expect(mail?.calendar?.toString().replaceAll(/\r\n /g, '')).toMatch(/31\. desember: fakkeltog/)
    const shown = await opened({ viewport: { width: 600, height: 800 } })
    await shown.setContent(`<main>${mail?.mail.html || ''}</main>`)
    await shown.screenshot({ path: join(folder, 'mail.png'), fullPage: true })
    await guest.goto(/http\S+\/rsvp\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    expect(await read(guest, 'guest-page')).toContain('Storgata 95, 9008 Tromsø, Norge')
  })

  it('shows the widget in another site as the page of the event does', async () => {
    const { embed_full_default_styles: snippet } = (await get(`/api/v2/events/${event}/embed`, { key })).body
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="nb"><title>Lokallaget</title><body>${snippet}</body></html>`)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const page = await opened()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const text = await page.locator('.turnout-event').innerText()
    expect(text).toContain('onsdag 24. desember 2031 kl. 14:00')
    expect(text).toContain('Folkets hus, Storgata 95, 9008 Tromsø, Norge')
    await page.screenshot({ path: join(folder, 'widget.png') })
    site.close()
  })

  it('dials eight digits in Norway, and finds who has an Å or an Ø', async () => {
    await organizer.goto(`${base}/manage/events/${event}/calls`)
    await organizer.getByRole('button', { name: 'Next call' }).click()
    const number = organizer.locator('section.card a[href^="tel:"]')
    expect(await number.getAttribute('href')).toBe('tel:+4722129956')
    expect(await read(organizer, 'call')).toContain('22 12 99 56')
    await organizer.goto(`${base}/manage/events/${event}/door`)
    await organizer.getByText(/guests? (is|are) on this device/).waitFor()
    await organizer.getByRole('searchbox', { name: 'Name, email or phone' }).pressSequentially('odegard')
    expect(await organizer.locator('[data-list="to-come"] .name').allTextContents()).toEqual(['Åse Ødegård'])
    await read(organizer, 'door')
  })

  it('exports a file whose cells are parted by semicolons, as spreadsheets there part them', async () => {
    await organizer.goto(`${base}/manage/events/${event}/guests`)
    const download = organizer.waitForEvent('download')
    await organizer.getByRole('link', { name: 'Download as CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^\ufeff"given_name";"family_name";"email";"phone";/),
      expect.stringMatching(/^"Åse";"Ødegård";"ase@example.no";"4722129956";/),
    ])
  })

  it.each([
    [
      'people',
      ['Fornavn;Etternavn;E-post;Mobilnummer;Adresse;Postnummer;Poststed;Land'],
      ['Øyvind;Næss;oyvind@example.no;98 76 54 32;Kirkegata 1;8300;Svolvær;Norge'],
      ['Åse;Ødegård;ase@example.no;22129956;Storgata 95;9008;Tromsø;'],
    ],
    [
      'events',
      ['Tittel;Dato;Klokkeslett;Sted;Adresse;Postnummer;Poststed'],
      ['Fakkeltog;31.12.2031;17.00;Torgallmenningen;Torgallmenningen 1;5014;Bergen'],
      ['Nyttårskonsert;03.01.2032;kl. 18.30;Kulturhuset;Storgata 2;9008;Tromsø'],
    ],
  ] as const)('imports %s from a file of a spreadsheet', async (kind, ...lines) => {
    await organizer.goto(`${base}${OWN}/import`)
    await organizer.getByLabel('What’s in the file?').selectOption(kind)
    const buffer = Buffer.from(`${lines.flat().join('\r\n')}\r\n`, 'latin1')
    await organizer.locator('[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer })
    await organizer.getByRole('button', { name: 'Check the file' }).click()
    await organizer.getByText('No rows need fixing').waitFor()
    const used = await organizer
      .locator('main select')
      .evaluateAll((all) => all.map((each) => (each as never as { value: string }).value))
    expect(used).not.toContain('')
    await read(organizer, `import-${kind}`)
    await organizer.getByRole('button', { name: 'Import 2 rows' }).click()
    await organizer.getByText('Import done').waitFor()
    await assignPending()
  })

  it('has what was imported as it stands in the files', async () => {
    const found = async (path: string, filter: string) => {
      const { body } = await get(`/api/v2/${path}?filter=${encodeURIComponent(filter)}`, { key })
      return body._embedded[`osdi:${path}`]
    }
    const [ase, ...others] = await found('people', `email eq 'ase@example.no'`)
    expect([ase.phone_numbers[0].number, ase.family_name, others]).toEqual(['4722129956', 'Ødegård', []])
    const [oyvind] = await found('people', `email eq 'oyvind@example.no'`)
    expect(oyvind).toMatchObject({
      phone_numbers: [{ number: '4798765432' }],
      postal_addresses: [{ locality: 'Svolvær', postal_code: '8300', country: 'NO' }],
    })
    expect(await found('events', `title eq 'Fakkeltog'`)).toMatchObject([
      { start_date: '2031-12-31T17:00:00Z', 'service:start_date_utc': '2031-12-31T16:00:00Z' },
    ])
    expect(await found('events', `title eq 'Nyttårskonsert'`)).toMatchObject([
      { start_date: '2032-01-03T18:30:00Z', timezone_identifier: 'Europe/Oslo' },
    ])
  })

  it('has lists, a map and a search as they are there', async () => {
    for (const [name, path] of [
      ['home', ''],
      ['people', '/people'],
      ['events', '/actions'],
      ['log', '/log'],
      ['copy-week', '/actions/copy-week'],
    ] as const) {
      await organizer.goto(`${base}${OWN}${path}`)
      await read(organizer, name)
    }
    await guest.goto(`${base}/groups/${GROUP}`)
    const page = await read(guest, 'group')
    expect(page).toContain('ons. 24. des. 2031, 14:00–16:00')
    const outside = await guest.locator('svg.map text').evaluateAll((all) =>
      all.flatMap((each) => {
        const { right } = each.getBoundingClientRect()
        const map = each.closest('svg')?.getBoundingClientRect()
        return right > (map?.right ?? 0) ? [each.textContent] : []
      }),
    )
    expect(outside).toEqual([])
    await guest.getByLabel('Postnummer eller sted').fill('Tromso')
    await guest.getByRole('button', { name: 'Søk' }).click()
    await guest.getByText(/\d km/).first().waitFor()
    await read(guest, 'search')
  })
})
