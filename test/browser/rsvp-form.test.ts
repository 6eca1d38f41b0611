import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { openBrowser, openPage } from '../support/clients/browser.js'
import { gateway, get, givenInterfaceEvent, post, usePublicUrl } from '../support/service.js'
import { attendanceOf, personOf, rsvpSettings } from '../support/clients/visitors.js'

/*
 * The RSVP form of the page of an event in a real browser, with scripts and without.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const BOX = 'Write to me about other events'

describe.skipIf(typeof browser === 'string')('the form on the page of an event', () => {
  let api: { port: number; close: () => Promise<void> }
  let page: Page

  beforeAll(async () => {
    api = await listen(gateway, 0)
    usePublicUrl(`http://127.0.0.1:${api.port}`)
    await rsvpSettings({
      browser_rsvps: true,
      opt_in_text: BOX,
      privacy_policy_url: 'https://river.example/privacy',
    })
  })
  beforeEach(() => page?.close())
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  const open = async (fields: object, scripts: boolean) => {
    const { id } = await givenInterfaceEvent({ title: 'Gala', ...fields })
    page = await openPage(browser, { javaScriptEnabled: scripts })
    await page.goto(`http://127.0.0.1:${api.port}/events/${id}`)
    return id
  }

  /** Records another person at an event. */
  const comes = (event: string, guests = 0) =>
    post(`/api/v2/events/${event}/attendances`, {
      person: { email_addresses: [{ address: 'first@party.example' }] },
      'service:guests': guests,
    })

  it('works without scripts: it keeps what was typed, and its answer is a page', async () => {
    const id = await open({ instructions: '<p>Ring <b>twice</b>.</p>' }, false)
    await page.fill('[name=name]', 'Ana')
    await page.fill('[name=email]', 'ana@nowhere')
    await page.check('[name=opt_in]')
    expect(await page.isVisible('[name=website_2]')).toBe(false)
    await page.click('form button')
    expect(await page.innerText('[role=alert]')).toContain('Please check what you entered')
    expect(await page.inputValue('[name=name]')).toBe('Ana')
    expect(await page.isChecked('[name=opt_in]')).toBe(true)
    expect(await page.innerText('[name=email] + .turnout-fault')).toContain('Enter an email address')
    await page.fill('[name=email]', 'ana@nowhere.example')
    await page.click('form button')
    expect(await page.innerText('h1')).toBe('You have a spot, Ana')
    expect(await page.innerText('.turnout-description')).toBe('Ring twice.')
    const { given_name, email_addresses } = await personOf(id)
    expect([given_name, email_addresses[0]]).toMatchObject(['Ana', { status: 'subscribed' }])
    expect((await attendanceOf(id))['service:consent'].opt_in).toBe(BOX)
    await page.click('text=Back to the event')
    expect(await page.innerText('h1')).toBe('Gala')
  })

  it.each([true, false])('takes as many guests as there are places, with scripts: %s', async (scripts) => {
    const id = await open({ capacity: 4, max_guests: 3 }, scripts)
    await comes(id, 1)
    await page.fill('[name=email]', 'ana@party.example')
    await page.selectOption('[name=guests]', '2')
    await page.click('form button')
    const refused = page.getByText('There aren’t enough spots for you and your guests.')
    await refused.waitFor()
    expect(await page.inputValue('[name=guests]')).toBe('2')
    await page.selectOption('[name=guests]', '1')
    await page.click('form button')
    await page.getByText('You have a spot').waitFor()
    expect((await get(`/api/v2/events/${id}`)).body['service:totals']).toMatchObject({
      accepted: 2,
      guests: 2,
    })
  })

  it('says without scripts how many guests a person may bring at most', async () => {
    await open({ max_guests: 3 }, false)
    await page.fill('[name=email]', 'ana@party.example')
    await page.evaluate("document.querySelector('[name=guests] option:last-child').value = '4'")
    await page.selectOption('[name=guests]', '4')
    await page.click('form button')
    expect(await page.innerText('[name=guests] + .turnout-fault')).toBe('You can bring up to 3.')
  })

  it.each([true, false])('puts people on the list of a full event, with scripts: %s', async (scripts) => {
    const id = await open({ capacity: 1, waitlist: true }, scripts)
    await comes(id)
    await page.reload()
    expect(await page.innerText('.turnout-state')).toBe('All spots are taken. You can join the waiting list.')
    await page.fill('[name=email]', 'ana@nowhere.example')
    await page.click('form button')
    await page.waitForSelector('.turnout-coming >> text=You are on the waiting list')
    expect(await page.innerText('.turnout-coming')).not.toContain('You have a spot')
    expect((await get(`/api/v2/events/${id}`)).body['service:totals']).toMatchObject({
      accepted: 1,
      waitlisted: 1,
    })
  })

  it('says what happens with the data, and anew when that has changed', async () => {
    const id = await open({}, true)
    await page.waitForSelector('.turnout-form .turnout-terms', { state: 'visible' })
    expect(await page.innerText('.turnout-terms p')).toContain('The organizers of this event see what you enter')
    expect(await page.getAttribute('.turnout-terms a', 'href')).toBe('https://river.example/privacy')
    expect(await page.isChecked('[name=opt_in]')).toBe(false)
    await rsvpSettings({ consent_text: 'We keep it for a year.' })
    await page.fill('[name=email]', 'ben@form.example')
    await page.click('.turnout-form button')
    await page.waitForSelector('text=We keep it for a year.')
    expect(await page.innerText('.turnout-form [role=status]')).toContain('has changed')
    await page.click('.turnout-form button')
    await page.waitForSelector('.turnout-coming')
    const { text, opt_in } = (await attendanceOf(id))['service:consent']
    expect([text, opt_in]).toEqual(['We keep it for a year.', undefined])
    expect((await personOf(id)).email_addresses[0].status).toBe('unsubscribed')
    await rsvpSettings({ consent_text: null })
  })

  it('is sent again where the network or the gateway takes no RSVP, which is kept once', async () => {
    const id = await open({}, true)
    const refusals = ['abort', 503, 'lost', 429] as const
    const met: unknown[] = []
    await page.route('**/attendances', async (route) => {
      const refusal = refusals[met.length]
      met.push(refusal)
      if (refusal === undefined) return route.continue()
      if (refusal === 'abort') return route.abort()
      if (refusal === 'lost') {
        await route.fetch()
        return route.abort()
      }
      return route.fulfill({ status: refusal, json: { message: 'Too Many Requests' } })
    })
    await page.fill('[name=email]', 'ana@train.example')
    await page.click('form button')
    await page.getByText('Your RSVP wasn’t saved. Please try again later.').waitFor()
    expect(met, 'three in all').toEqual(['abort', 503, 'lost'])
    await page.click('form button')
    await page.waitForSelector('.turnout-coming')
    expect(met).toEqual([...refusals, undefined])
    expect((await get(`/api/v2/events/${id}`)).body.total_accepted).toBe(1)
  })
})
