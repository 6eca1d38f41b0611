import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBlocked } from '../../lib/blocked/store/blocked-store.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { listTeamLinks } from '../../lib/stewards/store/team-link-store.js'
import { openTable } from '../../lib/table/table.js'
import { listen } from '../../local/http/http-server.js'
import { freshAdmin } from '../admin/admin.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'
import { type Received, admin, mails } from '../support/mail/mail.js'
import {
  address,
  assignPending,
  demo,
  gateway,
  get,
  givenInterfaceEvent,
  post,
  table,
  usePublicUrl,
  violations,
} from '../support/service.js'

/*
 * The bad day of an organizer: a hostile crowd finds her event. She makes it private, approves each RSVP, blocks two
 * people, closes it, and gives a steward the door on a phone; answers come to her. Then every public document, the API
 * of others, webhooks and an export are read: what they must not tell, and what they must carry. Screenshots are left
 * in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const { group } = demo
const OWN = `/manage/${group.id}`
const CAMPAIGN = demo.event_campaign.id
const TITLE = 'Supper for the strike'
const REASON = 'Threatened our cook'
const HER = 'cook@strike.example'
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }
const clockIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 11) + '18:00:00'

describe.skipIf(typeof browser === 'string')('a bad day', () => {
  let api: { port: number; close: () => Promise<void> }
  let [base, folder] = ['', '']
  let event: Awaited<ReturnType<typeof givenInterfaceEvent>>
  let known: Awaited<ReturnType<typeof givenInterfaceEvent>>
  let her: { context: BrowserContext; page: Page }
  let webhook: { path: string }
  let [secretCalendar, teamLink, guestLink] = ['', '', '']
  const inbox: Received[] = []

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    folder = await mkdtemp(join(tmpdir(), 'turnout-bad-day-'))
    console.log(`Screenshots: ${folder}`)
    await rsvpSettings({ browser_rsvps: true, rsvps_per_network: 10_000, rsvps_per_event: 10_000 })
    webhook = await givenWebhook({ types: ['event.changed', 'attendance.created', 'attendance.changed'] })
    const place = { venue: 'Union Hall', locality: 'Denver', region: 'CO', postal_code: '80202', country: 'US' }
    const fields = { location: place, event_campaign_id: CAMPAIGN, start_date: { wallClock: clockIn(9) } }
    known = await givenInterfaceEvent({ title: 'Leaflets', ...fields })
    event = await givenInterfaceEvent({
      title: TITLE,
      ...fields,
      end_date: { wallClock: clockIn(9).replace('18:', '21:') },
      instructions: '<p>The door code is 4711.</p>',
      capacity: 40,
      max_guests: 2,
    })
    const calendar = await admin('calendar', 'create', '--group', group.id, '--title', 'All', '--json')
    secretCalendar = new URL(calendar.json.address as string).pathname
    const { body } = await post(`${known.path}/attendances`, {
      person: { email_addresses: [{ address: 'other@strike.example' }] },
    })
    guestLink = new URL(body._links['service:self_service'].href).pathname
    her = await opened(DESK)
    await her.page.goto(base + (await linkFor(group.organizer)))
    await her.page.locator('main button').click()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
    if (inbox.length === 0) await rm(folder, { recursive: true, force: true })
  })

  async function opened(viewport: { width: number; height: number }) {
    const context = await (browser as Browser).newContext({ viewport, locale: 'en-US', bypassCSP: true })
    context.setDefaultTimeout(WAIT_MS)
    return { context, page: await context.newPage() }
  }

  /** Looks at a page on a phone and on a desk: nothing hinders, and nothing scrolls sideways. */
  async function judged(page: Page, name: string) {
    const before = page.viewportSize()
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size)
      await page.screenshot({ path: join(folder, `${name}-${size.width}.png`), fullPage: true })
      expect([name, size.width, await barriersOn(page)]).toEqual([name, size.width, []])
      const scrolled = await page.locator('html').evaluate((html) => html.scrollWidth)
      expect([name, scrolled <= size.width]).toEqual([name, true])
    }
    await page.setViewportSize(before ?? DESK)
  }

  const linkIn = (text: string) => /http\S+\/rsvp\/\S+/.exec(text)?.[0] ?? ''
  const eventPage = (of = '') => `${base}/manage/events/${event.id}${of && `/${of}`}`
  const totals = async () => (await get(event.path)).body['service:totals']

  /** Opens the part of the event's form that has an input. */
  async function inputOf(name: string) {
    const { page } = her
    const input = page.locator(`[name=${name}]`)
    if (!(await input.isVisible())) await page.locator(`details:has([name=${name}]) > summary`).first().click()
    return input
  }

  /** Changes the event by its form. */
  async function changes(change: () => Promise<void>) {
    const { page } = her
    await page.goto(eventPage('edit'))
    await change()
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.waitForURL(eventPage())
  }

  /** Sends the form of the event's page on a phone. @returns what the page says then */
  async function comes(name: string, email: string): Promise<string> {
    const { context, page } = await opened(PHONE)
    await page.goto(`${base}/events/${event.id}`)
    await page.locator('[name=name]').fill(name)
    await page.locator('[name=email]').fill(email)
    await page.locator('.turnout-form button').first().click()
    await page.locator('.turnout-form').waitFor({ state: 'detached' })
    const text = await page.locator('main').innerText()
    await context.close()
    return text.replaceAll(name.split(' ')[0] as string, 'Somebody').replaceAll(email, 'an address')
  }

  /** Emails to an address so far. */
  async function mailTo(address: string, kind: string): Promise<Received> {
    await expect
      .poll(async () => {
        inbox.push(...(await mails()))
        return inbox.some((mail) => mail.recipient === address && mail.kind === kind)
      })
      .toBe(true)
    return inbox.find((mail) => mail.recipient === address && mail.kind === kind) as Received
  }

  it('begins with a public event, which a crowd finds', async () => {
    const { context, page } = await opened(PHONE)
    await page.goto(`${base}/groups/${group.id}`)
    await page.getByRole('link', { name: TITLE }).waitFor()
    await context.close()
    await comes('Ana Friend', 'ana@strike.example')
    await comes('Max Loud', 'max@crowd.example')
    await comes('Moritz Loud', 'moritz@crowd.example')
    expect(await totals()).toMatchObject({ accepted: 3 })
    // Without a contact, answers to the emails go nowhere.
    const { mail } = await mailTo('ana@strike.example', 'confirmation')
    expect(mail.replyTo).toBeUndefined()
  })

  it('she makes it private, approves each RSVP, and says who answers, in one form', async () => {
    const { page } = her
    await changes(async () => {
      await (await inputOf('visibility')).selectOption('private')
      await (await inputOf('approval')).check()
      await (await inputOf('contact_name')).fill('Rosa')
      await (await inputOf('contact_email_address')).fill(HER)
    })
    await page.getByText('Only with the link').first().waitFor()
    await judged(page, 'event')
    // The address that is to answer agrees by an email.
    const { text } = await mailTo(HER, 'confirm-address')
    const kitchen = await opened(PHONE)
    await kitchen.page.goto(base + (/\/addresses\/[\w-]+/.exec(text)?.[0] as string))
    await kitchen.page.getByRole('button', { name: 'Yes, guests may write to me' }).click()
    await kitchen.page.getByText('Guests may write to you.').waitFor()
    await kitchen.context.close()
    expect((await get(event.path)).body).toMatchObject({
      visibility: 'private',
      'service:approval': true,
      'service:contact': { name: 'Rosa', email_address: HER },
    })
  })

  it('she blocks two people, whose RSVPs end without an email', async () => {
    const { page } = her
    for (const address of ['max@crowd.example', 'moritz@crowd.example']) {
      await page.goto(`${base}${OWN}/blocked`)
      await page.getByLabel('Email or phone number').fill(address)
      await page.getByLabel('Reason', { exact: false }).fill(REASON)
      await page.getByLabel('Cancel their RSVPs', { exact: false }).check()
      await page.getByRole('button', { name: 'Block', exact: true }).click()
      await page.getByText('1 RSVP is canceled.').waitFor()
    }
    await judged(page, 'blocked')
    expect(await totals()).toMatchObject({ accepted: 1, declined: 2 })
  })

  it('strangers ask to come, and who is blocked reads what a stranger reads', async () => {
    const strangers = [
      await comes('Ben Neighbor', 'ben@strike.example'),
      await comes('Cleo Neighbor', 'cleo@strike.example'),
    ]
    expect(strangers[0]).toContain('asked')
    const before = await totals()
    expect(before).toMatchObject({ accepted: 1, requested: 2 })
    for (const answer of [
      ...strangers,
      await comes('Max Again', 'max@crowd.example'),
      await comes('Moritz Again', 'MORITZ@crowd.example'),
    ]) {
      expect(answer).toBe(strangers[0])
      expect(answer).not.toContain('4711')
    }
    expect(await totals()).toEqual(before)
  })

  it('she approves one and declines one, from the work that waits', async () => {
    const { page } = her
    await page.goto(`${base}${OWN}/actions`)
    await page.getByText('2 asking to come').waitFor()
    await judged(page, 'events')
    await page.goto(eventPage())
    await judged(page, 'overview')
    await page.goto(base + OWN)
    await judged(page, 'home')
    await page.getByRole('link', { name: 'Answer 2 requests' }).click()
    await page.waitForURL(eventPage('guests?status=requested'))
    await judged(page, 'requests')
    await page.getByRole('button', { name: 'Approve: Ben Neighbor' }).click()
    await page.getByText('Request approved.').waitFor()
    await page.getByRole('button', { name: 'Decline: Cleo Neighbor' }).click()
    await page.getByText('Request declined.').waitFor()
    expect(await totals()).toMatchObject({ accepted: 2, declined: 3, requested: 0 })
  })

  it('answers to mails come to her, and the files name her with the service as the sender', async () => {
    for (const [address, kind] of [
      ['ben@strike.example', 'requested'],
      ['ben@strike.example', 'confirmation'],
      ['cleo@strike.example', 'request-declined'],
    ] as const) {
      const { mail } = await mailTo(address, kind)
      expect([address, kind, mail.replyTo?.value.map((each) => each.address)]).toEqual([address, kind, [HER]])
    }
    const { calendar, text } = await mailTo('ben@strike.example', 'confirmation')
    expect(text).toContain('4711')
    const organizer = calendar?.getFirstSubcomponent('vevent')?.getFirstProperty('organizer')
    expect(organizer?.getFirstValue()).toBe(`mailto:${HER}`)
    expect(organizer?.getParameter('sent-by')).toBe('mailto:events@example.net')
    expect(inbox.filter(({ recipient }) => recipient.endsWith('@crowd.example')).map(({ kind }) => kind)).toEqual([
      'confirmation',
      'confirmation',
    ])
  })

  it('she closes it: nobody can ask any more, and a guest still cancels', async () => {
    await changes(async () => {
      // Wherever the clock is, eighteen hours of two days ago have passed there.
      await (await inputOf('rsvps_close')).fill(clockIn(-2).slice(0, 16))
    })
    await judged(her.page, 'closed')
    const { context, page } = await opened(PHONE)
    // A link of before takes nobody back who is blocked.
    const { text: before } = await mailTo('max@crowd.example', 'confirmation')
    await page.goto(linkIn(before))
    expect(await page.locator('button[value=accept]').count()).toBe(0)
    await page.goto(`${base}/events/${event.id}`)
    await page.getByText('RSVPs closed', { exact: false }).first().waitFor()
    expect(await page.locator('.turnout-form').count()).toBe(0)
    await judged(page, 'closed-page')
    expect((await submit(event.id, { email: 'late@strike.example' })).body).toMatchObject({
      'osdi:error': { resource_status: [{ error_descriptions: [{ error_code: 'rsvps_closed' }] }] },
    })
    const { text } = await mailTo('ana@strike.example', 'confirmation')
    await page.goto(linkIn(text))
    await page.locator('summary', { hasText: 'Can’t go' }).click()
    await page.locator('button[value=decline]').click()
    await expect.poll(totals).toMatchObject({ accepted: 1, declined: 4 })
    await context.close()
  })

  it('she gives a steward the door, which opens on a phone and nothing else does', async () => {
    const { page } = her
    await page.goto(eventPage('team'))
    await page.getByLabel('Who the link is for').fill('Sam, north door')
    await page.getByRole('button', { name: 'Make a link' }).click()
    teamLink = await page.locator('#address').innerText()
    await judged(page, 'team')
    const steward = await opened(PHONE)
    await steward.page.goto(teamLink)
    await judged(steward.page, 'link')
    await steward.page.getByRole('button', { name: 'Open on this device' }).click()
    await steward.page.getByRole('button', { name: 'Check in: Ben Neighbor' }).click()
    await expect.poll(totals).toMatchObject({ attended: 1 })
    await judged(steward.page, 'door')
    const door = await steward.page.content()
    for (const hidden of ['@strike.example', '@crowd.example', REASON])
      expect([hidden, door.includes(hidden)]).toEqual([hidden, false])
    // A typed email would tell whose it is.
    await steward.page.locator('summary', { hasText: 'Walk-in' }).click()
    await steward.page.locator('[name=given_name]').waitFor()
    expect(await steward.page.locator('[name=email_addresses]').count()).toBe(0)
    for (const of of ['guests', 'edit', 'team', 'messages', 'guests.csv']) {
      const answer = await steward.page.request.get(eventPage(of))
      expect([of, answer.status()]).toEqual([of, 403])
    }
    expect((await steward.page.request.get(`${base}${OWN}/blocked`, { maxRedirects: 0 })).status()).toBe(303)
    await steward.context.close()
    await page.goto(`${base}${OWN}/log`)
    await page.getByText('Helper: Sam, north door').first().waitFor()
    await judged(page, 'log')
  })

  it('a friend changes the words by a link of their own, and nothing else', async () => {
    const { page } = her
    await page.goto(eventPage('team'))
    await page.getByLabel('Door:', { exact: false }).uncheck()
    await page.getByLabel('Edit:', { exact: false }).check()
    await page.getByRole('button', { name: 'Make a link' }).click()
    const friend = await opened(PHONE)
    await friend.page.goto(await page.locator('#address').innerText())
    await friend.page.getByRole('button', { name: 'Open on this device' }).click()
    await friend.page.getByLabel('Description', { exact: false }).fill('Ring at the **back** door.')
    await judged(friend.page, 'change')
    await friend.page.getByRole('button', { name: 'Save', exact: true }).click()
    await friend.page.getByText('Saved.').waitFor()
    expect((await get(event.path)).body).toMatchObject({
      title: TITLE,
      visibility: 'private',
      'service:approval': true,
      description: expect.stringContaining('<strong>back</strong>'),
    })
    await friend.context.close()
  })

  it('shows nowhere that it should not', async () => {
    await assignPending()
    const lists = ['', '/events.json', '/events.geojson', '/calendar.ics']
    const open = [
      ...lists.map((list) => `/groups/${group.id}${list}`),
      ...lists.map((list) => `/event_campaigns/${CAMPAIGN}${list}`),
      `/groups/${group.id}/sitemap.xml`,
      '/sitemap.xml',
      '/robots.txt',
      secretCalendar,
      guestLink,
      `/groups/${group.id}?location=denver&within=10`,
      `/event_campaigns/${CAMPAIGN}`,
      `/events/${known.id}`,
      `/events/${known.id}/next`,
      `/embed/events/${known.id}`,
      `/embed/event_campaigns/${CAMPAIGN}`,
      `/groups/${group.id}/mobilize/v1/organizations/1/events`,
    ]
    for (const path of open) {
      const answer = await fetch(base + path, { redirect: 'follow' })
      const text = await answer.text()
      const found = [event.id, TITLE, HER, REASON].filter((each) => text.includes(each))
      expect([path, answer.status, found]).toEqual([path, 200, []])
    }
    // The documents of its own addresses neither name who is blocked nor what only guests see.
    for (const of of ['', '/frame', '/calendar.ics', '/next']) {
      const text = await (await fetch(`${base}/events/${event.id}${of}`)).text()
      const found = [HER, REASON, 'crowd.example', '4711'].filter((each) => text.includes(each))
      expect([of, found]).toEqual([of, []])
    }
    for (const version of ['v1', 'v2']) {
      const key = demo.other_group.key
      expect((await get(`/api/${version}/events/${event.id}`, { key })).status).toBe(404)
      for (const path of ['events', 'people', 'event_campaigns', 'calendar.ics'])
        expect((await get(`/api/${version}/${path}?per_page=100`, { key })).text).not.toContain(event.id)
      // Her own keys have it, but not why somebody is blocked.
      const own = await get(`/api/${version}/events?per_page=100`)
      expect(own.text).toContain(event.id)
      const attendances = `events/${event.id}/attendance${version === 'v2' ? 's' : ''}`
      for (const path of ['events', 'people', attendances])
        expect((await get(`/api/${version}/${path}?per_page=100`)).text).not.toContain(REASON)
    }
  })

  it('is carried by both versions, webhooks, OpenAPI and an export, which another installation imports', async () => {
    for (const version of ['v1', 'v2']) {
      const { body } = await get(`/api/${version}/events/${event.id}`)
      expect(body).toMatchObject({ visibility: 'private', 'service:approval': true })
      expect(body['service:contact']).toMatchObject({ email_address: HER })
      expect(body['service:rsvps_close']).toBeDefined()
      const openapi = (await get(`/api/${version}/openapi.json`, { key: null })).text
      for (const name of [
        'visibility',
        'service:approval',
        'service:contact',
        'service:rsvps_close',
        'service:request',
      ])
        expect([version, name, openapi.includes(`"${name}"`)]).toEqual([version, name, true])
    }
    await eventually(async () => {
      const sent = (await pulled(webhook.path)).map((message) => JSON.stringify(message))
      for (const [type, part] of [
        ['event.changed', '"visibility":"private"'],
        ['event.changed', '"service:rsvps_close"'],
        ['attendance.created', '"state":"waiting"'],
        ['attendance.changed', '"state":"approved"'],
        ['attendance.changed', '"state":"declined"'],
      ] as const)
        expect([type, part, sent.some((each) => each.includes(type) && each.includes(part))]).toEqual([
          type,
          part,
          true,
        ])
      expect(sent.join('')).not.toContain(REASON)
    })
    const file = join(folder, 'group.ndjson')
    expect(await admin('export', '--group', group.id, '--out', file)).toMatchObject({ code: 0, err: '' })
    const target = await freshAdmin()
    expect(await target.admin('import', '--in', file)).toMatchObject({ code: 0, err: '' })
    const there = openTable({ tableName: target.tableName, dynamodbEndpoint: address.endpoint })
    expect(await loadEvent(there, event.id)).toEqual(await loadEvent(table, event.id))
    const known = [there, table].map(async (each) => [
      await listBlocked(each, `group:${group.id}`),
      await listTeamLinks(each, event.id),
    ])
    const [moved, kept] = await Promise.all(known)
    expect(moved).toEqual(kept)
    expect(kept?.map(({ length }) => length)).toEqual([2, 2])
    expect(await violations()).toEqual([])
  })
})
