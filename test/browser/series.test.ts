import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
import { readCsv } from '../support/clients/csv.js'
import { linkFor } from '../support/clients/organizer.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { mails, mailsDueAt } from '../support/mail/mail.js'
import { assignPending, demo, gateway, get, usePublicUrl } from '../support/service.js'

/*
 * A canvass of twelve Saturdays and a table of six shifts with two questions, from the form to the file: in browsers,
 * from 40 phones at once, and for a client that knows nothing of series.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const { group } = demo
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 900 }
const PHONES = 40
const PLACES = 5

describe.skipIf(typeof browser === 'string')('a canvass of 12 Saturdays and a table of 6 shifts', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let folder: string
  let page: Page
  const canvass = { series: '', events: [] as string[] }
  const table = { series: '', events: [] as string[] }
  let questions: { id: string; type: string; choices?: string[] }[]

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    await rsvpSettings({ rsvps_per_network: 10_000, rsvps_per_event: 10_000 })
    folder = await mkdtemp(join(tmpdir(), 'turnout-series-'))
    const context = await (browser as Browser).newContext({ viewport: PHONE, locale: 'en' })
    page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    await page.goto(base + (await linkFor(group.organizer)))
    await page.locator('main button').click()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  const shot = (name: string, of = page) => of.screenshot({ path: join(folder, `${name}.png`), fullPage: true })

  /** Takes pictures at both widths, and finds what keeps people from using the page. */
  async function look(name: string, of = page) {
    await of.setViewportSize(WIDE)
    await shot(`${name}-wide`, of)
    await of.setViewportSize(PHONE)
    await shot(name, of)
    expect(await barriersOn(of), name).toEqual([])
  }

  async function fillBasics(title: string, day: string, start: string, end: string) {
    await page.goto(`${base}/manage/${group.id}/actions/new`)
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Day', { exact: true }).fill(day)
    await page.getByLabel('Start', { exact: true }).fill(start)
    if (end) await page.getByLabel('End', { exact: true }).fill(end)
  }

  /** Makes and publishes the series of the form. @returns its id, and the ids of its events by start */
  async function makeAndPublish(count: number) {
    await page.locator('.btn.main', { hasText: 'See all events' }).click()
    expect(await page.locator('ol.dates li').count()).toBe(count)
    await look(`dates-before-${count}`)
    await page.getByRole('button', { name: `Create ${count} events` }).click()
    await page.waitForURL(/\/dates$/)
    await look(`dates-drafts-${count}`)
    await page.getByRole('button', { name: 'Publish all events' }).click()
    await page.waitForURL(/\/dates$/)
    const link = await page.getByRole('link', { name: 'Series page' }).getAttribute('href')
    const hrefs = await page
      .locator('table tbody th a')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href') ?? ''))
    return {
      series: link?.split('/').at(-1) as string,
      events: hrefs.map((href) => href.split('/').at(-1) as string),
    }
  }

  it('are made in the interface, after their dates were seen, and published together', async () => {
    await fillBasics('Saturday canvass', '2040-05-05', '10:00', '12:00')
    await page.locator('summary', { hasText: 'Repeats' }).click()
    await look('form')
    await page.getByLabel('How often').selectOption('weekly')
    await page.locator('summary', { hasText: 'Every week' }).waitFor()
    for (const [label, isShown] of [
      ['how many dates', true],
      ['Each month on', false],
      ['Number of shifts', false],
    ] as const)
      expect([label, await page.getByLabel(label).isVisible()]).toEqual([label, isShown])
    await page.getByLabel('how many dates').fill('12')
    Object.assign(canvass, await makeAndPublish(12))
    expect(canvass.events).toHaveLength(12)

    await fillBasics('Table on the square', '2040-05-06', '09:00', '')
    await page.locator('summary', { hasText: /^Questions/ }).click()
    await page.getByRole('button', { name: 'A ride' }).click()
    await page.getByRole('button', { name: 'Roles' }).click()
    await page.locator('summary', { hasText: 'Repeats' }).click()
    await page.getByLabel('How often').selectOption('shifts')
    await page.getByLabel('Number of shifts').fill('6')
    await page.getByLabel('Minutes per shift').fill('120')
    await page.locator('summary', { hasText: /^Spots/ }).click()
    await page.locator('#capacity').fill(String(PLACES))
    Object.assign(table, await makeAndPublish(6))
    const asked = await Promise.all(
      table.events.map(async (id) => (await get(`/api/v2/events/${id}`)).body['service:questions']),
    )
    expect(asked[0]).toHaveLength(2)
    expect(asked.every((each) => JSON.stringify(each) === JSON.stringify(asked[0]))).toBe(true)
    questions = asked[0]
  })

  /** The first choice of each question. */
  const answers = () => questions.map(({ id, choices }): [string, string] => [`answer_${id}`, choices?.[0] ?? 'on'])

  const send = (series: string, events: string[], i: number) =>
    fetch(`${base}/series/${series}/attendances`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([
        ...events.map((id): [string, string] => ['event', id]),
        ...(series === table.series ? answers() : []),
        ...Object.entries({ given_name: `Phone ${i}`, email: `phone${i}@example.org` }),
      ]).toString(),
    }).then(async (answer) => (await answer.json()) as { events: { id: string; status: string }[] })

  it('are filled by 40 phones at once, each shift exactly', async () => {
    const sent = await Promise.all(
      Array.from({ length: PHONES }, async (_, i) => [
        await send(table.series, table.events, i),
        await send(canvass.series, [canvass.events[0] as string, canvass.events[3] as string], i),
      ]),
    )
    for (const id of table.events) {
      const accepted = sent.flat().flatMap(({ events }) => events.filter((each) => each.id === id))
      expect(accepted.filter(({ status }) => status === 'accepted')).toHaveLength(PLACES)
      expect((await get(`/api/v2/events/${id}`)).body.total_accepted).toBe(PLACES)
    }
    await assignPending()
    const confirmations = (await mails()).filter(({ kind }) => kind === 'confirmation')
    const recipients = confirmations.map(({ recipient, mail }) => [
      recipient,
      (mail.headers.get('x-turnout-event') as string).split(',').sort().join(),
    ])
    expect(recipients.filter(([, ids]) => ids?.includes(canvass.events[3] as string))).toHaveLength(PHONES)
    expect(new Set(recipients.map(([who, ids]) => `${who} ${ids}`)).size).toBe(recipients.length)
  })

  it('take a person on a phone, who ticks dates on one page', async () => {
    const context = await (browser as Browser).newContext({ viewport: PHONE, locale: 'en' })
    const phone = await context.newPage()
    await phone.goto(`${base}/series/${canvass.series}`)
    await look('series-page', phone)
    const boxes = phone.locator('input[name="event"]')
    expect(await boxes.count()).toBe(12)
    await boxes.nth(2).check()
    await boxes.nth(11).check()
    await phone.locator('input[name="email"]').fill('ada@example.org')
    await phone.locator('form button').last().click()
    expect(await phone.locator('[role="status"]').count()).toBe(1)
    await look('series-answer', phone)
    await context.close()
    const [confirmation, ...others] = await mails()
    expect([confirmation?.recipient, others]).toEqual(['ada@example.org', []])
  })

  it('are one entry of the list of the group', async () => {
    const context = await (browser as Browser).newContext({ viewport: PHONE, locale: 'en' })
    const visitor = await context.newPage()
    await visitor.goto(`${base}/groups/${group.id}?from=2040-05-01&until=2040-12-31`)
    expect(await visitor.getByRole('link', { name: 'Saturday canvass' }).count()).toBe(1)
    expect(await visitor.getByRole('link', { name: 'and 11 more times' }).count()).toBe(1)
    await look('group', visitor)
    await visitor.getByRole('link', { name: 'and 11 more times' }).click()
    expect(new URL(visitor.url()).pathname).toBe(`/series/${canvass.series}`)
    await context.close()
  })

  it('move an hour from the third Saturday on, and each person gets one email', async () => {
    const third = canvass.events[2] as string
    await page.goto(`${base}/manage/events/${third}/edit`)
    await page.getByLabel('Start', { exact: true }).fill('11:00')
    await page.getByLabel('End', { exact: true }).fill('13:00')
    await page.getByLabel('Apply to').selectOption('following')
    await look('edit')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/dates$/)
    expect(await page.getByText('10 events changed.').count()).toBe(1)
    const clocks = await Promise.all(
      canvass.events.map(async (id) => (await get(`/api/v2/events/${id}`)).body.start_date.slice(11, 16)),
    )
    expect(clocks).toEqual([...Array<string>(2).fill('10:00'), ...Array<string>(10).fill('11:00')])
    const told = await mailsDueAt(new Date(Date.now() + 11 * 60_000))
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(
      ['ada@example.org', ...Array.from({ length: PHONES }, (_, i) => `phone${i}@example.org`)].sort(),
    )
    const ada = told.find(({ recipient }) => recipient === 'ada@example.org')
    expect(ada?.mail.headers.get('x-turnout-event')).toBe([third, canvass.events[11]].join())
  })

  it('are checked in at the door, counted together, and exported as one file', async () => {
    const [first] = table.events as [string]
    await page.goto(`${base}/manage/events/${first}/door`)
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      page
        .getByRole('button', { name: /Check in/ })
        .first()
        .click(),
    ])
    const attended = async () => (await get(`/api/v2/events/${first}`)).body['service:totals'].attended
    await expect.poll(attended).toBe(1)
    await page.goto(`${base}/manage/events/${first}/dates`)
    const facts = await page.locator('dl.stats').innerText()
    expect(facts).toMatch(/Coming\s+30/i)
    expect(facts).toMatch(/Came\s+1/i)
    await look('dates')
    await page.getByRole('link', { name: 'Guests of all events', exact: true }).click()
    await look('dates-guests')
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${base}/manage/events/${first}/dates/guests.csv`, {
      headers: { cookie: cookies },
    })
    const rows = readCsv(await answer.text())
    expect(rows).toHaveLength(6 * PLACES)
    const told = await get(`/api/v2/events/${first}/attendances`)
    for (const each of told.body._embedded['osdi:attendances'])
      expect(Object.keys(each['service:answers']).sort()).toEqual(questions.map(({ id }) => id).sort())
    for (const { choices } of questions) expect(Object.values(rows[0] ?? {}).join()).toContain(choices?.[0])
  })

  it('are ordinary events for a client that follows links and knows nothing of series', async () => {
    const entry = await get('/api/v2/')
    const found = new Map<string, string>()
    let next = entry.body._links['osdi:events'].href as string | undefined
    while (next) {
      const { pathname, search } = new URL(next)
      const { body } = await get(pathname + search)
      for (const event of body._embedded['osdi:events'])
        if (/canvass|square/.test(event.title)) found.set(event.identifiers[0], event.start_date)
      next = body._links.next?.href
    }
    expect(found.size).toBe(18)
    expect([...found.values()].sort()[0]).toBe('2040-05-05T10:00:00Z')
  })
})
