import type { Browser, Page } from 'playwright-core'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromePath } from '../../lib/environment.js'
import { listen } from '../../local/http/http-server.js'
import { openBrowser } from '../support/clients/browser.js'
import { linkFor } from '../support/clients/organiser.js'
import { demo, gateway, get, usePublicUrl } from '../support/service.js'

/* A table with two questions, from its form to its file, in a browser and without scripts. */

const browser = await openBrowser(chromePath())
if (typeof browser === 'string') console.warn(`The browser test is skipped: ${browser}.`)

const PHONE = { width: 390, height: 844 }

describe.skipIf(typeof browser === 'string')('a table with two questions', () => {
  let api: { port: number; close: () => Promise<void> }
  let base: string
  let folder: string
  let page: Page

  beforeAll(async () => {
    api = await listen(gateway, 0)
    base = `http://127.0.0.1:${api.port}`
    usePublicUrl(base)
    folder = await mkdtemp(join(tmpdir(), 'turnout-questions-'))
    console.log(`Screenshots: ${folder}`)
    const context = await (browser as Browser).newContext({ javaScriptEnabled: false, viewport: PHONE })
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(base + (await linkFor(demo.group.organizer)))
    await page.locator('main button').click()
  })
  afterAll(async () => {
    await (browser as Browser).close()
    await api.close()
  })

  const shot = (name: string, of = page) =>
    of.screenshot({ path: join(folder, `${name}.png`), fullPage: true })

  it('is made with questions that are ready, moved and changed', async () => {
    await page.goto(`${base}/manage/${demo.group.id}/actions/new`)
    await page.getByLabel('Title').fill('Table on the square')
    await page.getByLabel('Day', { exact: true }).fill('2040-05-04')
    await page.getByLabel('Start', { exact: true }).fill('10:00')
    await page.locator('summary', { hasText: 'Questions' }).click()
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
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const { body } = await get(`/api/v2/events/${id}`)
    expect(body['service:questions']).toMatchObject([
      { title: 'What can you help with?', type: 'multiple_choice', choices: ['Table', 'Flyers'] },
      { title: 'Do you need a ride, or can you offer one?', type: 'single_choice' },
    ])
  })
})
