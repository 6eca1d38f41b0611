import { expect, it } from 'vitest'
import { scan } from '../../lib/table/scan.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { givenHosted, givenHosting, givenLink, page, submitForm } from '../support/given/hosting.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'
import { admin } from '../support/mail/mail.js'
import { demo, get, idOf, post, put, table } from '../support/service.js'

/*
 * An erasure of a person who does all that a stranger can: hosts, asks to host, attends, answers, is called and written
 * to. Each of their words carries a mark; afterwards, no item and no public address has one.
 */

const MARK = /qzmark/i
const ADDRESS = 'host@qzmark.example'
const MARKED = {
  ...{
    email: ADDRESS,
    given_name: 'Qzmarkgiven',
    family_name: 'Qzmarkfamily',
    phone: '+1 303 555 0142',
    guests_write: 'yes',
  },
  ...{
    title: 'Supper of neighbors',
    description: 'At the qzmark garden gate.',
    where: '7 Qzmark Street, Chatham, IL',
  },
}

/** Items that have a mark, by their keys. */
async function marked(): Promise<string[]> {
  const found: string[] = []
  for await (const items of scan(table))
    for (const item of items) if (/qzmark|3035550142/i.test(JSON.stringify(item))) found.push(`${item.pk} ${item.sk}`)
  return found
}

it('an erased host is in no item and at no public address, and comes back by no link', async () => {
  const webhook = await givenWebhook()
  const campaign = await givenHosting({ 'service:hosting': 'open' })
  const hosted = await givenHosted(campaign.id, MARKED)
  const reviewed = await givenHosting()
  const waiting = await givenHosted(reviewed.id, { ...MARKED, title: 'Waits for the team' })
  await put(`/api/v2/events/${waiting.id}`, { 'service:review': { state: 'approved' } })
  const revision = /name="revision" value="(\d+)"/.exec((await page(`${waiting.link}?page=edit`)).text)?.[1]
  await submitForm(waiting.link, {
    ...{ ...MARKED, title: 'Waits for the team', start: '2031-01-20T17:30', mode: 'in_person' },
    ...{ country: 'US', action: 'edit', revision: revision ?? '' },
  })
  // Not published yet.
  const unused = await givenLink(campaign.id, MARKED)
  const rsvp = await post(`/api/v2/events/${hosted.id}/attendances`, {
    person: { email_addresses: [{ address: ADDRESS }] },
    'service:referrer_data': { source: 'qzmark', referrer: 'qzmark' },
    identifiers: ['qzmark:rsvp'],
  })
  expect(rsvp.status, rsvp.text).toBe(200)
  await eventually(async () => expect(JSON.stringify(await pulled(webhook.path))).toMatch(MARK))
  expect((await marked()).length).toBeGreaterThan(5)

  const { body: event } = await get(`/api/v2/events/${hosted.id}`)
  const person = (event._links['osdi:creator'].href as string).split('/').at(-1) as string
  const erased = await admin('person', 'erase', person, '--json')
  expect(erased.code, erased.err).toBe(0)

  await eventually(async () => expect(JSON.stringify(await pulled(webhook.path))).not.toMatch(MARK))
  // Items that expire within a day, as answers to repeated requests do, are left out.
  await eventually(async () => expect((await marked()).filter((key) => !/^(answer|attempts)#/.test(key))).toEqual([]))
  const ids: Record<string, string> = { group: demo.group.id, campaign: campaign.id, event: hosted.id }
  const publicPaths = allEndpoints
    .flatMap(({ route, also = [] }) => [route, ...also])
    .filter((route) => route.startsWith('GET /') && !route.startsWith('GET /api/'))
    .map((route) => route.replace('GET ', ''))
    .flatMap((path) => {
      const of = /^\/(?:groups|mobilize)/.test(path) ? 'group' : /campaigns/.test(path) ? 'campaign' : 'event'
      return [path.replace(/\{id\}/g, ids[of] as string), path.replace(/\{id\}/g, reviewed.id)]
    })
    .concat(hosted.link, waiting.link, unused, `/events/${waiting.id}`, '/e/supper-of-neighbors')
    .filter((path) => !path.includes('{'))
  expect(publicPaths.length).toBeGreaterThan(40)
  for (const path of publicPaths) expect((await page(path)).text, path).not.toMatch(MARK)
  for (const path of [`/events/${hosted.id}`, `/events/${waiting.id}`, hosted.link, waiting.link, unused])
    expect((await page(path)).status, path).toBe(404)
  expect((await submitForm(unused, { action: 'publish' })).status).toBe(404)
  expect((await get(`/api/v2/events/${hosted.id}`)).body).toMatchObject({
    ...{ title: 'Supper of neighbors', status: 'cancelled', total_accepted: 1 },
  })
  const people = await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${ADDRESS}'`)}`)
  expect(people.body.total_records).toBe(0)
  const again = await admin('person', 'erase', person, '--json')
  expect(again.json).toMatchObject({ attendances: 0, taggings: 0 })
})

it('an erasure leaves the events of others in the campaign as they are', async () => {
  const campaign = await givenHosting({ 'service:hosting': 'open' })
  const created = await post(`/api/v2/event_campaigns/${campaign.id}/events`, {
    ...{ title: 'Of another host', origin_system: 'Test', start_date: '2031-05-04' },
  })
  const hosted = await givenHosted(campaign.id, { email: 'alone@erased.example', where: '9 Alone Street, Chatham, IL' })
  const { body } = await get(`/api/v2/events/${hosted.id}`)
  const person = (body._links['osdi:creator'].href as string).split('/').at(-1) as string
  await admin('person', 'erase', person)
  const { body: other } = await get(`/api/v2/events/${idOf(created)}`)
  expect(other.status).toBe('confirmed')
})
