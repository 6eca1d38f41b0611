import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { openTable } from '../../lib/table/table.js'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, openBrowser, openPage } from '../support/clients/browser.js'
import { address, demo, gateway, get, givenEvent, givenInterfaceEvent, post, usePublicUrl } from '../support/service.js'

/*
 * The snippets in a page of another origin, in a real browser. Screenshots are left in a temporary folder.
 */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

/** Every way in which a description has run a script before; each would set a global. */
const HOSTILE = `
<h2>What we do</h2><p>Knock on <b>doors</b>, drink <i>tea</i>. <a href="https://example.org/map">The map</a>
<a href="javascript:window.pwned=1" id="trap">not a link</a></p><ul><li>Bring friends</li><li>Bring water</li></ul>
<script>window.pwned = 2</script><img src=x onerror="window.pwned=3"><svg onload="window.pwned=4"></svg>
<svg><style><img src=x onerror="window.pwned=5"></style></svg><iframe srcdoc="<script>parent.pwned=6</script>"></iframe>
<details open ontoggle="window.pwned=7">x</details><input autofocus onfocus="window.pwned=8">
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=9&gt;">
</math><noscript><p title="</noscript><img src=x onerror=window.pwned=10>"></noscript><style>body{display:none}</style>
<form id="turnoutEmbeds"><button formaction="javascript:window.pwned=11">y</button></form>
<a href="https://x.example/&quot; onmouseover=&quot;window.pwned=12">over</a><video><source onerror="window.pwned=13"></video>`

describe.skipIf(typeof browser === 'string')('an embed in a page', () => {
  let api: { port: number; close: () => Promise<void> }
  let site: { url: string; setHtml: (html: string) => void; close: () => void }
  let folder: string
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    api = await listen(gateway, 0)
    // Before the first request, when the environment is read.
    usePublicUrl(`http://127.0.0.1:${api.port}`)
    site = await serveSite()
    folder = await mkdtemp(join(tmpdir(), 'turnout-embed-'))
    console.log(`Screenshots: ${folder}`)
  })
  beforeEach(async () => {
    await page?.close()
    page = await openPage(browser)
    page.setDefaultTimeout(WAIT_MS)
    problems = []
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => problems.push('a dialog')))
  })
  afterAll(async () => {
    await (browser as Browser).close()
    site.close()
    await api.close()
  })

  /** Resolves when an expression is true in the page. `waitForFunction` evaluates it where policies forbid that. */
  const shows = (expression: string) =>
    vi.waitFor(async () => expect(await page.evaluate(expression)).toBe(true), { timeout: WAIT_MS })

  /** Opens a page with this in its body, and waits until every embed has shown what it has to show. */
  async function open(body: string, head = '') {
    site.setHtml(
      `<!DOCTYPE html><html lang="en-US"><head><title>A page</title>${head}</head><body>${body}</body></html>`,
    )
    await page.goto(site.url)
    await shows(WAITING)
  }
  const shot = async (name: string) => {
    for (const [width, height] of [
      [390, 844],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const file = join(folder, `${name}-${width}.png`)
      await page.screenshot({ path: file, fullPage: true })
      // Without styles, a long word is the page's own affair.
      if (!name.endsWith('no_styles'))
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
  }
  const snippetsOf = async (path: string) => (await get(`${path}/embed`)).body

  it('shows an event and runs nothing of its description, in every view and style', async () => {
    const { path } = await givenEvent({
      title: 'Canvass <b>& tea</b><script>window.pwned=20</script>',
      description: HOSTILE,
      name: 'internal',
      instructions: 'the door code',
      browser_url: 'https://example.org/canvass',
      'service:kind': 'canvass',
      'service:accessibility': { step_free: 'yes', captions: 'no', notes: 'Ring <img src=x onerror=window.pwned=21>' },
      start_date: '2030-05-04T18:00',
      end_date: '2030-05-04T20:30',
      location: {
        venue: 'Town Hall',
        address_lines: ['1 Main St'],
        locality: 'Denver',
        region: 'CO',
        postal_code: '80202',
      },
    })
    const { _links, ...snippets } = await snippetsOf(path)
    for (const [name, snippet] of Object.entries<string>(snippets)) {
      await open(`<h1>Our page</h1><p>Before.</p>\n${snippet}\n<p>After.</p>`)
      const text = await page.innerText('.turnout-event')
      expect(text).toContain('Canvass <b>& tea</b><script>window.pwned=20</script>')
      expect(text).toContain('Saturday, May 4, 2030 at 6:00 PM – 8:30 PM')
      expect(text).toContain('Town Hall, 1 Main St, Denver, CO 80202')
      expect(text).toMatch(/^Canvass\n/)
      expect(text).toContain('Accessibility: Step-free access, Ring <img src=x onerror=window.pwned=21>')
      expect(text.includes('Knock on doors, drink tea.')).toBe(name.includes('full'))
      expect(text).not.toMatch(/internal|door code/)
      const links = await page.$$eval('.turnout a', (all) =>
        all.map((each) => [each.getAttribute('href'), each.getAttribute('rel')]),
      )
      for (const [href, rel] of links.filter(([href]) => href !== null))
        expect([href, rel]).toEqual([expect.stringMatching(/^https:/), 'noopener noreferrer nofollow'])
      expect(await page.isVisible('text=After.')).toBe(true)
      await page.hover('.turnout-title')
      await shot(name)
      expect(await page.evaluate('window.pwned')).toBeUndefined()
    }
    expect(problems).toEqual([])
  })

  it('shows several on one page, each in its place, and leaves one global', async () => {
    const first = await givenEvent({ title: 'First' })
    const second = await givenEvent({ title: 'Second', description: 'Only in full' })
    await open('')
    const globals = await page.evaluate<string[]>('Object.keys(window)')
    const snippets = [
      (await snippetsOf(first.path)).embed_standard_no_styles,
      (await snippetsOf(second.path)).embed_full_default_styles,
      (await snippetsOf(first.path)).embed_full_default_styles,
      (await snippetsOf(`/api/v1/events/${second.id}`)).embed_standard_layout_only_styles,
    ]
    await open(snippets.map((snippet, i) => `<section id="s${i}">${snippet}</section>`).join(''), snippets[0])
    const counts = await page.$$eval('section', (all) => all.map((each) => each.querySelectorAll('.turnout').length))
    expect(counts).toEqual([1, 1, 1, 1])
    expect(await page.$$eval('.turnout-title', (all) => all.map(({ textContent }) => textContent))).toEqual(
      // A target in the head ends the head: it is the first in the body.
      ['First', 'First', 'Second', 'First', 'Second'],
    )
    expect(await page.$$eval('.turnout-description', (all) => all.length)).toBe(1)
    const added = (await page.evaluate<string[]>('Object.keys(window)')).filter((each) => !globals.includes(each))
    expect(added.filter((each) => !/^(\d+|s\d)$/.test(each))).toEqual(['turnoutEmbeds'])
    expect(problems).toEqual([])
  })

  it("shows a campaign's events to come", async () => {
    const year = new Date().getFullYear() + 1
    const events = `/api/v2/event_campaigns/${demo.event_campaign.id}/events`
    const give = (fields: object) => post(events, { origin_system: 'Test', ...fields })
    await give({
      title: 'Second <i>one</i>',
      start_date: `${year}-06-01T10:00`,
      location: { venue: 'The park' },
    })
    await give({
      title: 'First one',
      start_date: `${year}-05-01T10:00`,
      browser_url: 'https://example.org/1',
    })
    await give({ title: 'Some day' })
    await give({ title: 'Long gone', start_date: '2001-05-01' })
    await open((await snippetsOf(`/api/v2/event_campaigns/${demo.event_campaign.id}`)).embed_full_default_styles)
    expect(await page.innerText('.turnout-title')).toBe('Days of Action')
    expect(await page.$$eval('.turnout-events h4', (all) => all.map(({ textContent }) => textContent))).toEqual([
      'First one',
      'Second <i>one</i>',
      'Some day',
    ])
    await shot('campaign')
    expect(problems).toEqual([])
  })

  it('has the color of its group, also in a page that allows no styles in attributes', async () => {
    const group = `group:${demo.group.id}` as const
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    await ownerStore(table).changeSettings(group, { color: '#b3201b', browser_rsvps: true })
    const { path } = await givenEvent({ title: 'Red', start_date: '2030-05-04T18:00' })
    const service = `http://127.0.0.1:${api.port}`
    const policy = `style-src ${service}; script-src ${service}; connect-src ${service}`
    await open(
      (await snippetsOf(path)).embed_full_default_styles,
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('.turnout')).getPropertyValue('--brand')"),
    ).toBe('#b3201b')
    const button = await page.evaluate(
      "getComputedStyle(document.querySelector('.turnout-form button')).backgroundColor",
    )
    // The lightness is held, the hue stays.
    expect(button).toMatch(/oklch\(0\.49 0\.\d+ 28\./)
    await ownerStore(table).changeSettings(group, { color: null, browser_rsvps: null })
    expect(problems).toEqual([])
  })

  it('takes RSVPs where the owner lets browsers, and says how each went', async () => {
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { browser_rsvps: true })
    const { path } = await givenEvent({
      title: 'Phone bank',
      description: '<p>Bring a charger.</p>',
      instructions: '<p>Ring <b>twice</b>.</p><img src=x onerror="window.pwned=30">',
      start_date: '2030-05-04T18:00',
      location: { venue: 'Library' },
    })
    const answer = async () => page.innerText('.turnout-form [role=status]')
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/attendances') && sent.push(request.method()))
    const { embed_full_default_styles: snippet } = await snippetsOf(path)

    await open(snippet)
    await shot('form')
    await page.click('.turnout-form button')
    expect(await answer(), 'the browser itself asks for an email first').toBe('')
    await page.fill('[name=email]', 'ana@nowhere')
    await page.click('.turnout-form button')
    expect(await answer(), 'and for one that mail reaches').toBe('')
    await page.fill('[name=email]', 'ana@nowhere.example')
    await page.fill('[name=given_name]', ' Ana ')
    await page.fill('[name=postal_code]', '80202')
    await page.click('.turnout-form button')
    await page.waitForSelector('text=Thanks! Your RSVP is saved.')
    await shot('recorded')
    await expect
      .poll(() => sent, { message: 'the browser sends it to another site without asking first' })
      .toEqual(['POST'])
    expect(await page.innerText('.turnout-form .turnout-description')).toBe('Ring twice.')
    expect(await page.evaluate('window.pwned')).toBeUndefined()
    const [attendance] = (await get(`${path}/attendances`)).body._embedded['osdi:attendances']
    const person = new URL(attendance._links['osdi:person'].href).pathname
    expect((await get(person)).body).toMatchObject({
      given_name: 'Ana',
      email_addresses: [{ address: 'ana@nowhere.example' }],
      postal_addresses: [{ postal_code: '80202' }],
    })

    for (const [status, sentence] of [
      [200, 'Your RSVP wasn’t saved. Please try again later.'],
      [409, 'This event is full.'],
      [400, 'Your RSVP wasn’t saved. Please check what you entered.'],
      [429, 'Too many RSVPs came from here. Please try again in a minute.'],
      [500, 'Your RSVP wasn’t saved. Please try again later.'],
      ['abort', 'Your RSVP wasn’t saved. Please try again later.'],
    ] as const) {
      await open(snippet)
      await page.route('**/attendances', (route) =>
        status === 'abort'
          ? route.abort()
          : route.fulfill({ status, headers: { 'access-control-allow-origin': '*' }, body: '{}' }),
      )
      await page.fill('[name=email]', 'ben@example.org')
      await page.click('.turnout-form button')
      await shows("document.querySelector('.turnout-form button')?.disabled === false")
      expect(await answer()).toBe(sentence)
      expect(await page.inputValue('[name=email]')).toBe('ben@example.org')
      await page.unroute('**/attendances')
    }
    expect(problems).toEqual([])

    await open(snippet)
    await page.fill('[name=email]', 'carl@example.org')
    await page.$eval('[name=given_name]', (input) => input.removeAttribute('maxlength'))
    await page.fill('[name=given_name]', 'x'.repeat(201))
    await page.click('.turnout-form button')
    await page.waitForSelector('[name=given_name]:focus[aria-invalid=true]')
    expect(await page.$$eval('[aria-invalid]', (all) => all.map(({ name }: any) => name))).toEqual(['given_name'])
    expect(await page.innerText('[name=given_name] + .turnout-fault')).toBe('Enter at most 200 characters.')
    expect(await page.inputValue('[name=email]')).toBe('carl@example.org')
    // Beyond the calm rate, the form proves work by itself; people do not see the input that programs fill in.
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { rsvps_per_event: 1 })
    // Under load, a process reads the settings of an owner once a second.
    await page.waitForTimeout(1_500)
    // Rates are counted by the minute: the other visitor's RSVP and this one fall into the same.
    await page.waitForTimeout(new Date().getSeconds() > 40 ? 20_000 : 0)
    const another = { email_addresses: [{ address: 'dora@example.org' }] }
    const ofAnother = await post(`${path}/attendances`, { person: another }, { key: null })
    expect([200, 429], 'another visitor may have come in this minute').toContain(ofAnother.status)
    expect(await page.isVisible('[name=website_2]')).toBe(false)
    await page.addStyleTag({ content: 'form label { display: block !important }' })
    expect(await page.isVisible('[name=website_2]')).toBe(false)
    sent.length = 0
    await page.fill('[name=given_name]', 'Carl')
    await page.click('.turnout-form button')
    await page.waitForSelector('text=Thanks! Your RSVP is saved.')
    // The browser tells of its requests in its own time.
    await expect.poll(() => sent).toEqual(['POST', 'POST'])
    const off = { browser_rsvps: false, rsvps_per_event: null }
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, off)
  })

  it('asks the questions of an event, marks what is missing, and sends the answers', async () => {
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { browser_rsvps: true })
    const questions = [
      { id: 'ride', title: 'A <b>ride</b>?', type: 'single_choice', choices: ['Needed', 'Offered'] },
      {
        id: 'help',
        title: 'Help with?',
        type: 'multiple_choice',
        choices: ['Table', 'Door'],
        required: true,
      },
      { id: 'access', title: 'Access needs', type: 'text' },
      { id: 'rules', title: 'I keep the rules', type: 'checkbox', required: true },
    ]
    const { path } = await givenEvent({ title: 'Asking', 'service:questions': questions })
    await open((await snippetsOf(path)).embed_full_default_styles)
    expect(await page.$$eval('.turnout-question legend', (all) => all.map((each) => each.textContent))).toEqual([
      'A <b>ride</b>? (optional)',
      'Help with?',
    ])
    await page.fill('[name=email]', 'asked@embed.example')
    await page.check('[name=answer_ride][value=Offered]')
    await page.fill('[name=answer_access]', 'A ramp')
    await page.check('[name=answer_rules]')
    await shot('questions')
    await page.click('.turnout-form button')
    await page.waitForSelector('[name=answer_help]:focus[aria-invalid=true]')
    expect(await page.innerText('.turnout-question .turnout-fault')).toBe('Answer this question.')
    await page.check('[name=answer_help][value=Table]')
    await page.check('[name=answer_help][value=Door]')
    await page.click('.turnout-form button')
    await page.waitForSelector('text=Thanks! Your RSVP is saved.')
    const [attendance] = (await get(`${path}/attendances`)).body._embedded['osdi:attendances']
    expect(attendance['service:answers']).toEqual({
      ride: 'Offered',
      help: ['Table', 'Door'],
      access: 'A ramp',
      rules: true,
    })
    expect(problems).toEqual([])
  })

  it('stands as a form on the page of an event, which needs no script to be read', async () => {
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { browser_rsvps: true })
    const { id, path } = await givenInterfaceEvent({
      title: 'Gala <b>night</b>',
      description: HOSTILE,
      capacity: 40,
      start_date: { wallClock: '2030-05-04T18:00:00' },
      location: { venue: 'Town Hall', locality: 'Denver', postal_code: '80202' },
    })
    const url = `http://127.0.0.1:${api.port}/events/${id}`
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))

    const silent = await openPage(browser, { javaScriptEnabled: false })
    await silent.goto(url)
    for (const text of ['Gala <b>night</b>', 'Saturday, May 4, 2030', '6:00 PM', 'drink tea.', 'Town Hall'])
      expect(await silent.innerText('main')).toContain(text)
    await silent.close()

    await page.goto(url)
    await page.waitForSelector('[data-turnout-form][data-turnout-state=shown]', { state: 'attached' })
    await shot('page')
    await page.fill('[name=name]', 'Gala Guest')
    await page.fill('[name=email]', 'gala@example.org')
    await page.click('[data-turnout-form] button')
    await page.waitForSelector('text=Thanks! Your RSVP is saved.')
    expect((await get(path)).body.total_accepted).toBe(1)
    expect(await page.evaluate('window.pwned')).toBeUndefined()

    await page.goto(url.replace(id, '00000000-0000-4000-8000-000000000000'))
    expect(await page.innerText('h1')).toBe('We can’t find this event')
    await shot('no-page')
    expect(problems.filter((each) => !each.includes('404'))).toEqual([])
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { browser_rsvps: false })
  })

  it('says in a few words that there is nothing to show, and shows nothing from elsewhere', async () => {
    const { path, id } = await givenEvent({ title: 'There' })
    const { embed_full_no_styles: snippet } = await snippetsOf(path)
    const gone = snippet.replace(id, '00000000-0000-4000-8000-000000000000')
    const elsewhere = `<div data-turnout-embed="${site.url}/embed/events/${id}"></div>`
    const climbing = `<div data-turnout-embed="http://127.0.0.1:${api.port}/embed/events/../../api/v2"></div>`
    await open(gone + snippet)
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(elsewhere + climbing)})`)
    await page.evaluate('Object.values(turnoutEmbeds)[0]()')
    expect(await page.$$eval('[data-turnout-embed]', (all) => all.map(({ textContent }) => textContent))).toEqual([
      'This cannot be shown right now.',
      expect.stringContaining('There'),
      '',
      '',
    ])
    expect(problems).toEqual([])
  })

  it('keeps the link of its snippet where it cannot load an event that is there', async () => {
    const { path, id } = await givenEvent({ title: 'There' })
    const { embed_full_no_styles: snippet } = await snippetsOf(path)
    await page.route(`**/embed/events/${id}*`, (route) => route.fulfill({ status: 503, body: '' }))
    await open(snippet)
    await page.waitForSelector('[data-turnout-state=failed]')
    expect(await page.locator(`[data-turnout-embed] a[href*="${id}"]`).count()).toBe(1)
    expect(await page.textContent('[data-turnout-embed]')).toContain('This cannot be shown right now.')
    await page.unrouteAll()
  })
})

/** No target still waits or loads; in the page. */
const WAITING = `document.readyState === 'complete' && [...document.querySelectorAll('[data-turnout-embed]')]
  .every((each) => ['shown', 'failed'].includes(each.dataset.turnoutState))`

/** A site on an origin of its own. */
async function serveSite() {
  let html = ''
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setHtml: (text: string) => void (html = text),
    close: () => void server.close(),
  }
}
