import type { Browser, Page } from 'playwright-core'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/runtime/environment.js'
import { listen } from '../../local/http/http-server.js'
import { WAIT_MS, openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organizer.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { assignPending, demo, gateway, get, post, usePublicUrl } from '../support/service.js'

/* A table with two questions, from its form to its file, in a browser and without scripts. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const PHONE = { width: 390, height: 844 }

describe.skipIf(typeof browser === 'string')('a table with two questions', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let folder: string
  let page: Page
  let id: string

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    folder = await mkdtemp(join(tmpdir(), 'turnout-questions-'))
    console.log(`Screenshots: ${folder}`)
    const context = await (browser as Browser).newContext({ javaScriptEnabled: false, viewport: PHONE })
    page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    await page.goto(base + (await linkFor(demo.group.organizer)))
    await page.locator('main button').click()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  const shot = (name: string, of = page) => of.screenshot({ path: join(folder, `${name}.png`), fullPage: true })

  it('is made with questions that are ready, moved and changed', async () => {
    await page.goto(`${base}/manage/${demo.group.id}/actions/new`)
    await page.getByLabel('Title').fill('Table on the square')
    await page.getByLabel('Day', { exact: true }).fill('2040-05-04')
    await page.getByLabel('Start', { exact: true }).fill('10:00')
    await page.locator('summary', { hasText: /^Questions/ }).click()
    await page.getByRole('button', { name: 'A ride' }).click()
    await page.getByRole('button', { name: 'Roles' }).click()
    await page.getByRole('button', { name: 'Move question 2 up' }).click()
    await page.locator('#question_0_choices').fill('Table\nFlyers')
    await shot('form')
    await page.setViewportSize({ width: 1280, height: 900 })
    await shot('form-wide')
    await page.setViewportSize(PHONE)
    // The enter key saves: it presses no button of a question.
    await page.getByLabel('Title').press('Enter')
    await page.waitForURL(/events/)
    id = new URL(page.url()).pathname.split('/').at(-1) as string
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('Your event is live.').waitFor()
    const { body } = await get(`/api/v2/events/${id}`)
    expect(body['service:questions']).toMatchObject([
      { title: 'What can you help with?', type: 'multiple_choice', choices: ['Table', 'Flyers'] },
      { title: 'Do you need a ride, or can you offer one?', type: 'single_choice' },
    ])
  })

  const PHONES = 4

  it('is filled by phones at once, with scripts and without', async () => {
    await rsvpSettings({ browser_rsvps: true, rsvps_per_network: 1_000, rsvps_per_event: 1_000 })
    await Promise.all(
      Array.from({ length: PHONES }, async (_, i) => {
        const context = await (browser as Browser).newContext({
          viewport: PHONE,
          javaScriptEnabled: i % 2 === 0,
        })
        const phone = await context.newPage()
        phone.setDefaultTimeout(WAIT_MS)
        await phone.goto(`${base}/events/${id}`)
        await phone.locator('input[name=name]').fill(`Guest ${i}`)
        await phone.locator('input[name=email]').fill(`guest${i}@phones.example.org`)
        await phone.getByLabel('Flyers').check()
        if (i === 0) await phone.getByLabel('Table', { exact: true }).check()
        await phone.getByLabel('I need a ride').check()
        if (i === 0) await shot('phone', phone)
        await phone.getByRole('button', { name: 'Count me in' }).click()
        await phone.getByText('You have a spot').waitFor()
        await context.close()
      }),
    )
    await assignPending()
    const { body } = await get(`/api/v2/events/${id}/attendances`)
    const answers = body._embedded['osdi:attendances'].map((each: any) => each['service:answers'])
    expect(answers).toHaveLength(PHONES)
    const [help, ride] = (await get(`/api/v2/events/${id}`)).body['service:questions']
    expect(answers).toContainEqual({ [help.id]: ['Table', 'Flyers'], [ride.id]: 'I need a ride' })
  })

  it('is checked in at the door by an answer, and a person without an RSVP answers there', async () => {
    await page.goto(`${base}/manage/events/${id}/door`)
    await page.locator('summary', { hasText: 'Walk-in' }).click()
    await page.getByLabel('Flyers').check()
    await page.getByLabel('Table', { exact: true }).check()
    await page.getByLabel('First name').fill('Walk-in')
    await page.getByRole('button', { name: 'Add and check in' }).click()
    await page.getByLabel('Answers').selectOption({ label: 'Table' })
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: /Check in.*Guest 0/ }).click()
    await page.goto(`${base}/manage/events/${id}/door`)
    await shot('door')
    await page.goto(`${base}/manage/events/${id}/guests`)
    await shot('guests')
    await page.goto(`${base}/manage/events/${id}`)
    await shot('overview')
    const { body } = await get(`/api/v2/events/${id}`)
    expect(body['service:totals'] ?? body).toMatchObject({ attended: 2 })
  })

  it('is exported with a column for each question, by the interface and by the API', async () => {
    const { request } = page.context()
    const file = await (await request.get(`${base}/manage/events/${id}/guests.csv`)).text()
    expect(file.split('\r\n')[0]).toMatch(/"What can you help with\?","Do you need a ride, or can you offer one\?"$/)
    expect(file).toContain('"Table; Flyers","I need a ride"')
    const [help] = (await get(`/api/v2/events/${id}`)).body['service:questions']
    const asked = { title: 'At the table', include: [id], answers: { [help.id]: ['Table'] } }
    const { body } = await post('/api/v2/targeting/queries', asked)
    expect(body.total_people).toBe(2)
  })
})
