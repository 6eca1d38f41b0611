import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { readCsv } from '../support/clients/csv.js'
import { WAIT_MS, barriersOn, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { type Received, admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { assignPending, demo, gateway, get, givenInterfaceEvent, usePublicUrl } from '../support/service.js'

/*
 * One evening with 60 people, from the first RSVP to the email afterwards, in browsers and in the outbox: with friends
 * who bring friends, a waiting list, confirmations, two callers and a door. A count by hand goes along, and every
 * number that organizers read equals it.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const { group } = demo
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PHONE = { width: 390, height: 844 }
const FORM = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

/** A person of the evening, as the count by hand knows them. */
interface Guest {
  name: string
  email: string
  source?: string
  broughtBy?: number
  status: 'accepted' | 'declined' | 'tentative'
  confirmed: boolean
  attended: boolean
  isQuiet?: boolean
  isUnsubscribed?: boolean
  isErased?: boolean
  link: string
}

const PEOPLE = 60
const PLACES = 58
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

describe.skipIf(typeof browser === 'string')('an evening with 60 people', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let event: Awaited<ReturnType<typeof givenInterfaceEvent>>
  let start: number
  const guests: Guest[] = []
  const guest = (i: number) => guests[i] as Guest
  const count = (is: (each: Guest) => boolean) => guests.filter(is).length

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    // Thanks go to the mailing list alone.
    await rsvpSettings({ rsvps_per_network: 10_000, rsvps_per_event: 10_000, rsvp_subscribes: true })
    const { code, err } = await admin('group', 'update', group.id, '--follow-up', 'on')
    if (code !== 0) throw new Error(err)
    // At seven in the evening, in three days.
    start = Math.floor(Date.now() / DAY_MS) * DAY_MS + 3 * DAY_MS + 19 * HOUR_MS
    const clock = (time: number) => ({ wallClock: new Date(time).toISOString().slice(0, 19) })
    event = await givenInterfaceEvent({
      title: 'The evening',
      timezone_identifier: 'UTC',
      capacity: PLACES,
      waitlist: true,
      start_date: clock(start),
      end_date: clock(start + 2 * HOUR_MS),
    })
    await givenInterfaceEvent({ title: 'The week after', start_date: clock(start + 7 * DAY_MS) })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await (browser as Browser).close()
    await api.close()
  })

  const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })

  async function opened(options = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await (browser as Browser).newContext({
      javaScriptEnabled: false,
      viewport: PHONE,
      locale: 'en',
      ...options,
    })
    context.setDefaultTimeout(WAIT_MS)
    return { context, page: await context.newPage() }
  }

  async function signedIn(person: string) {
    const { context, page } = await opened()
    await page.goto(base + (await linkFor(person)))
    await page.locator('main button').click()
    return { context, page }
  }

  /** The mails that have come, and those that are due at a time. */
  const outbox = async (time?: number): Promise<Received[]> => [
    ...(time === undefined ? [] : await mailsDueAt(new Date(time))),
    ...(await mails()),
  ]
  const kinds = (received: Received[], kind: string) =>
    received.filter((mail) => mail.kind === kind).map(({ recipient }) => recipient)
  const emails = (is: (each: Guest) => boolean) => guests.filter(is).map(({ email }) => email)
  const linkIn = ({ text }: Received) => new URL(/http\S+\/rsvp\/\S+/.exec(text)?.[0] ?? '').pathname
  const act = (link: string, action: string) =>
    fetch(base + link, {
      method: 'POST',
      redirect: 'manual',
      headers: FORM.headers,
      body: `action=${action}`,
    })

  /** Adds a person to the count by hand, once. */
  function counted(i: number, more: Partial<Guest>): Guest {
    const made: Guest = {
      name: `P${String(i).padStart(2, '0')} Evening`,
      email: `p${String(i).padStart(2, '0')}@evening.example`,
      status: i < PLACES ? 'accepted' : 'tentative',
      confirmed: false,
      attended: false,
      link: '',
      ...more,
    }
    guests[i] = made
    return made
  }

  it('takes RSVPs on phones, with and without scripts, from newsletters, posters and friends', async () => {
    for (const [first, javaScriptEnabled] of [[0, true] as const, [3, false] as const]) {
      const { context, page } = await opened({ javaScriptEnabled })
      for (const i of numbers(first, first + 3)) {
        const { name, email } = counted(i, { source: 'newsletter' })
        await page.goto(`${base}/events/${event.id}?source=newsletter`)
        await page.locator('[name=name]').fill(name)
        await page.locator('[name=email]').fill(email)
        await page.getByRole('button', { name: 'Count me in' }).click()
        await page.getByRole('heading', { name: /You have a spot/ }).waitFor()
        expect(await page.locator('iframe.next').getAttribute('src')).toContain(`/events/${event.id}/next`)
      }
      if (javaScriptEnabled) {
        await page.frameLocator('iframe.next').getByText('The week after').waitFor()
        expect(await barriersOn(page)).toEqual([])
      }
      await context.close()
    }
    const first = await outbox()
    for (const each of guests) each.link = linkIn(first.find(({ recipient }) => recipient === each.email) as Received)
    expect(first[0]?.text).toContain('The week after')

    // The first two pass it on: their pages have links of their own.
    const codes = []
    const { context, page } = await opened({ javaScriptEnabled: true, bypassCSP: true })
    for (const sharer of [0, 1]) {
      await page.goto(base + guest(sharer).link)
      codes.push(new URL(await page.getByLabel('Your own link').inputValue()).searchParams.get('ref') ?? '')
      expect(await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(
        encodeURIComponent(`ref=${codes.at(-1)}`),
      )
    }
    expect(await barriersOn(page)).toEqual([])
    await context.close()
    for (const i of numbers(6, PEOPLE)) {
      const broughtBy = i < 16 ? 0 : i < 21 ? 1 : undefined
      const source = i >= 21 && i < 36 ? 'poster' : undefined
      const { name, email } = counted(i, {
        ...(broughtBy !== undefined && { broughtBy }),
        ...(source && { source }),
      })
      const answer = await submit(event.id, {
        name,
        email,
        phone: `130355510${String(i).padStart(2, '0')}`,
        ...(source && { source }),
        ...(broughtBy !== undefined && { ref: codes[broughtBy] as string }),
      })
      expect(answer.status).toBe(200)
    }
    await assignPending()
    const others = await outbox()
    for (const each of guests.slice(6))
      each.link = linkIn(others.find(({ recipient }) => recipient === each.email) as Received)
    expect(kinds(others, 'confirmation').sort()).toEqual(emails((each) => each.status === 'accepted').slice(6))
    expect(kinds(others, 'waitlisted').sort()).toEqual(emails((each) => each.status === 'tentative'))
  }, 300_000)

  it('tells the organizer the evening before who comes, and asks people to confirm', async () => {
    const { context, page } = await signedIn(group.organizer)
    await page.goto(`${base}/manage/${group.id}/settings/reports`)
    await page.getByLabel('The evening before an event').check()
    await page.getByLabel('The morning after an event').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await context.close()

    at(start - DAY_MS - HOUR_MS)
    const [eve, ...more] = (await outbox(Date.now())).filter(({ kind }) => kind === 'eve')
    expect(more).toEqual([])
    const unconfirmed = count((each) => each.status === 'accepted' && !each.confirmed)
    expect(eve?.text).toContain(
      `Coming, with guests: ${count(({ status }) => status === 'accepted')}\nConfirmed: 0\n` +
        `Not confirmed yet: ${unconfirmed}\nOn the waiting list: ${count(({ status }) => status === 'tentative')}`,
    )

    await act(guest(5).link, 'quiet')
    guest(5).isQuiet = true
    at(start - DAY_MS + HOUR_MS / 60)
    const reminders = await outbox(Date.now())
    expect(kinds(reminders, 'reminder').sort()).toEqual(emails((each) => each.status === 'accepted' && !each.isQuiet))
    // Some press the button, others cannot come: the two who wait get their places.
    const phone = await opened()
    for (const i of [0, 1, 2]) {
      await phone.page.goto(base + linkIn(reminders.find(({ recipient }) => recipient === guest(i).email) as Received))
      await phone.page.getByRole('button', { name: 'Yes, I will be there' }).click()
      await phone.page.getByText('You’ve confirmed').waitFor()
      guest(i).confirmed = true
    }
    await phone.context.close()
    for (const i of numbers(6, 20)) {
      expect((await act(guest(i).link, 'confirm')).status).toBe(303)
      guest(i).confirmed = true
    }
    for (const i of [19, 20, 3]) {
      expect((await act(guest(i).link, 'decline')).status).toBe(303)
      Object.assign(guest(i), { status: 'declined', confirmed: false })
    }
    for (const i of [58, 59]) guest(i).status = 'accepted'
    expect(kinds(await outbox(), 'promoted').sort()).toEqual([guest(58).email, guest(59).email])
  }, 300_000)

  it('has two callers who never have the same person', async () => {
    at(start - 20 * HOUR_MS)
    const callers = [await signedIn(group.organizer), await signedIn(group.administrator)]
    const results = ['Is coming', 'Is coming', 'Can’t come', 'No answer', 'Wrong number'] as const
    const called: string[] = []
    for (let open = true, turn = 0; open; turn++)
      for (const { page } of callers) {
        await page.goto(`${base}/manage/events/${event.id}/calls`)
        if (turn === 0) expect(await page.getByText('P55 Evening').count()).toBe(1)
        await page.getByRole('button', { name: 'Next call' }).click()
        const card = page.locator('section.card').first()
        if ((await card.count()) === 0) {
          open = false
          continue
        }
        const name = (await card.locator('h2').textContent()) ?? ''
        expect(await card.locator('a[href^="tel:+"]').count()).toBe(1)
        const each = guests.find((one) => one.name === name) as Guest
        expect([each.status, each.confirmed, called.includes(name)]).toEqual(['accepted', false, false])
        const result = results[called.length % results.length] as (typeof results)[number]
        called.push(name)
        await card.getByRole('button', { name: result }).click()
        if (result === 'Is coming') each.confirmed = true
        if (result === 'Can’t come') each.status = 'declined'
      }
    // All people with a number who had not confirmed, each once.
    expect(called.toSorted()).toEqual(guests.slice(6).flatMap((each, i) => (i + 6 >= 21 ? [each.name] : [])))
    for (const { context } of callers) await context.close()
    await outbox()
  }, 300_000)

  it('prints a sheet of people to call without the frame of the page', async () => {
    const other = await givenInterfaceEvent({ title: 'On paper' })
    for (const i of [1, 2])
      await submit(other.id, { name: `Paper ${i}`, email: `${i}@paper.example`, phone: `1303555200${i}` })
    const { context, page } = await signedIn(group.organizer)
    await page.goto(`${base}/manage/events/${other.id}/calls`)
    await page.getByRole('button', { name: /Print a list/ }).click()
    await page.emulateMedia({ media: 'print' })
    const isVisible = (selector: string) => page.locator(selector).first().isVisible()
    expect(await Promise.all(['.call-sheet', 'body > header', 'nav.tabs', 'h1'].map(isVisible))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(await page.locator('.call-sheet li').count()).toBe(2)
    await context.close()
  })

  it('lets people in at the door', async () => {
    at(start + HOUR_MS / 2)
    const { context, page } = await signedIn(group.organizer)
    const comes = guests.filter((each, i) => each.status === 'accepted' && (each.confirmed ? i % 5 !== 0 : i % 4 === 0))
    for (const each of comes) {
      await page.goto(`${base}/manage/events/${event.id}/door?find=${encodeURIComponent(each.name)}`)
      await page.getByRole('button', { name: `Check in: ${each.name}` }).click()
      each.attended = true
    }
    await page.goto(`${base}/manage/events/${event.id}/door`)
    expect(await page.locator('[data-here]').textContent()).toContain(String(comes.length))
    await context.close()
  }, 300_000)

  it('thanks who came and writes to who was missed, each once, and to no one who is not to be written to', async () => {
    const left = guest(6)
    await act(left.link, 'unsubscribe')
    left.isUnsubscribed = true
    const erased = guest(7)
    const { context, page } = await signedIn(group.creator)
    const { body } = await get(`${event.path}/attendances?per_page=100`)
    for (const each of body._embedded['osdi:attendances']) {
      const person = (await get(new URL(each._links['osdi:person'].href).pathname)).body
      if (person.email_addresses[0]?.address !== erased.email) continue
      await page.goto(
        `${base}/manage/${group.id}/people/${String(each['service:person_id']).replace('service:', '')}/erase`,
      )
      await page.locator('main form button').last().click()
    }
    Object.assign(erased, { isErased: true, source: undefined, broughtBy: undefined })
    await context.close()
    at(start + 3 * HOUR_MS + HOUR_MS / 60)
    const after = await outbox(Date.now())
    const reached = (each: Guest) =>
      each.status === 'accepted' && !each.isQuiet && !each.isUnsubscribed && !each.isErased
    const thanked = after.filter(({ subject }) => subject.startsWith('Thank you for coming'))
    const missed = after.filter(({ subject }) => subject.startsWith('We missed you'))
    expect(thanked.map(({ recipient }) => recipient).sort()).toEqual(emails((each) => reached(each) && each.attended))
    expect(missed.map(({ recipient }) => recipient).sort()).toEqual(emails((each) => reached(each) && !each.attended))
    for (const mail of [thanked[0], missed[0]]) {
      expect(mail?.text).toContain('Coming up next:\nThe week after')
      expect(mail?.mail.html).toContain('>The week after')
      expect(mail?.calendar).toBeUndefined()
    }
    expect((await outbox(Date.now() + HOUR_MS)).filter(({ kind }) => kind === 'follow-up')).toEqual([])
  }, 300_000)

  it('is reported with the numbers of the count by hand: in the email, on the pages, in the file and the API', async () => {
    at(start + DAY_MS - 10 * HOUR_MS)
    const [report, ...more] = (await outbox(Date.now())).filter(({ kind }) => kind === 'report')
    expect(more).toEqual([])
    const [confirmed, attended] = [count((each) => each.confirmed), count((each) => each.attended)]
    const share = (part: number, whole: number) => `(${Math.round((part / whole) * 100)}%)`
    expect(report?.text).toContain(
      `Confirmed: ${confirmed}\nCame: ${attended} of ${count(({ status }) => status === 'accepted')}`,
    )
    const totals = {
      accepted: count(({ status }) => status === 'accepted'),
      declined: count(({ status }) => status === 'declined'),
      waitlisted: 0,
      attended,
      confirmed,
    }
    expect((await get(event.path)).body['service:totals']).toMatchObject(totals)

    const { context, page } = await signedIn(group.organizer)
    await page.goto(/http\S+\/worked/.exec(report?.text ?? '')?.[0] ?? '')
    const facts = await page.locator('dl.stats dd').allTextContents()
    expect(facts.map((text) => text.trim())).toEqual([
      String(PEOPLE),
      `${confirmed} ${share(confirmed, PEOPLE)}`,
      `${attended} ${share(attended, PEOPLE)}`,
    ])
    const file = await page.request.get(`${base}/manage/events/${event.id}/worked.csv`)
    const rows = readCsv(await file.text()).map(({ by, name, rsvps, confirmed, attended }) =>
      [by, name, rsvps, confirmed, attended].join(' '),
    )
    const row = (by: string, name: string, is: (each: Guest) => boolean) =>
      [
        by,
        name,
        count(is),
        count((each) => is(each) && each.confirmed),
        count((each) => is(each) && each.attended),
      ].join(' ')
    const bySource = ['newsletter', 'poster', undefined].map((source) =>
      row('source', source ?? 'none', (each) => each.source === source),
    )
    const byFriend = [0, 1].map((sharer) =>
      row('brought_by', guest(sharer).name, (each) => each.broughtBy === sharer && each.status !== 'declined'),
    )
    expect(rows.filter((each) => each.startsWith('all'))).toEqual([row('all', '', () => true)])
    expect(rows.filter((each) => each.startsWith('source')).sort()).toEqual(bySource.sort())
    expect(rows.filter((each) => each.startsWith('brought_by')).sort()).toEqual(byFriend.sort())
    expect(rows.filter((each) => each.startsWith('days_before'))).toEqual([row('days_before', '2-3', () => true)])
    await page.goto(`${base}/manage/events/${event.id}`)
    expect(await page.locator('dl.stats').textContent()).toContain(`Confirmed${confirmed} of ${totals.accepted}`)
    await context.close()
  }, 300_000)
})
