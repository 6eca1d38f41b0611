import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { PUBLIC_URL, address, demo, gateway, get, givenInterfaceEvent, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { adminOf } from '../admin/admin.js'
import { submitForm } from '../support/given/hosting.js'
import { comment, jpeg } from '../support/given/pictures.js'

const { group } = demo
const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })
const SETTINGS = `/manage/${group.id}/settings/looks`

let administrator: Browser
let event: string
beforeAll(async () => {
  administrator = await signedInAs(group.administrator)
  event = (await givenInterfaceEvent({ event_campaign_id: demo.event_campaign.id })).id
})
afterAll(() =>
  ownerStore(table).changeSettings(`group:${group.id}`, {
    color: null,
    logo_url: null,
    browser_rsvps: null,
  }),
)

const pages = () => [
  `/events/${event}`,
  `/events/${event}/frame`,
  `/groups/${group.id}`,
  `/event_campaigns/${demo.event_campaign.id}`,
]
const page = (path: string) => get(path, { key: null })
const upload = (bytes: Uint8Array) => new File([Uint8Array.from(bytes)], 'logo', { type: 'image/jpeg' })

describe('the looks of a group', () => {
  it('are its color and its logo, on every public page, by a policy that allows them', async () => {
    const { status } = await administrator.upload(SETTINGS, {
      color: '#FFDD00',
      logo: upload(jpeg(80, 80, [comment('where I live')])),
    })
    expect(status).toBe(303)
    for (const path of pages()) {
      const { text, headers } = await page(path)
      expect([path, text.includes('<style>:root{--brand:#FFDD00;--drawn:luminosity}</style>')]).toEqual([path, true])
      expect(headers['content-security-policy']).toMatch(/style-src 'sha256-[^']+' 'sha256-[^']+';/)
    }
    const { text } = await page(`/events/${event}`)
    expect(text).toContain('<span class="drawn cover">')
    const logo = /<img class="logo" src="([^"]*)"/.exec(text)?.[1] ?? ''
    expect((await gateway.handle({ method: 'GET', path: new URL(logo).pathname })).body).toEqual(jpeg(80, 80))
    expect((await administrator.open(SETTINGS)).html).toContain('value="#FFDD00"')
  })

  it('are on the page of a series, and on the answers to its form', async () => {
    await ownerStore(table).changeSettings(`group:${group.id}`, { color: '#FFDD00' })
    const { json } = await admin(
      'event',
      'create',
      '--group',
      group.id,
      '--title',
      'Canvass',
      '--origin-system',
      'Turnout',
      '--start-date',
      '2042-05-04T10:00',
      '--repeat',
      'weekly',
      '--count',
      '2',
      '--json',
    )
    const { series, events } = json as { series: string; events: string[] }
    const answer = (inputs: Record<string, string>) =>
      submitForm(`/series/${series}/attendances`, {
        name: 'Ana Ruiz',
        email: 'ana@series.example',
        ...inputs,
      })
    const first = await page(`/series/${series}`)
    const consent = /name="consent" value="([^"]*)"/.exec(first.text)?.[1] ?? ''
    const answers = [await answer({ consent, event: events[0] as string }), await answer({ consent })]
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    for (const { text, headers } of [first, ...answers]) {
      expect(text).toContain('<style>:root{--brand:#FFDD00;--drawn:luminosity}</style>')
      expect(headers['content-security-policy']).toMatch(/style-src 'sha256-[^']+' 'sha256-[^']+';/)
    }
  })

  it('are refused as other texts than a color, and as files that are no image', async () => {
    for (const color of ['red', '#fff', '#12345g', '#000000}body{display:none', 'url(//x.example)']) {
      const { status, html } = await administrator.upload(SETTINGS, { color })
      expect([color, status, html.includes('id="color-fault"')]).toEqual([color, 400, true])
    }
    const { status, html } = await administrator.upload(SETTINGS, { logo: upload(Buffer.from('<svg/>')) })
    expect([status, html.includes('id="logo-fault"')]).toEqual([400, true])
  })

  it('are those of all groups again once they are cleared', async () => {
    expect((await administrator.upload(SETTINGS, { color: '#2b4fd6', logo_url: '' })).status).toBe(303)
    for (const path of pages()) expect((await page(path)).text).not.toMatch(/--brand:#FF|<img class="logo"/)
  })
})
