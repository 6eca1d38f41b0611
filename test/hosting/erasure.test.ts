import { expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { OsdiEvent } from '../../lib/events/event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { trustHost, trustedHosts } from '../../lib/hosting/store/hosting-store.js'
import { guestsWrittenTo } from '../../lib/hosting/write-to-guests.js'
import { mailingStore } from '../../lib/mail/store/mailing-store.js'
import { ownRecords } from '../../lib/pages/store/own-records.js'
import type { Person } from '../../lib/people/person.js'
import { loadPerson } from '../../lib/people/store/find-people.js'
import { scan } from '../../lib/table/scan.js'
import { signedInAs } from '../support/clients/organizer.js'
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
  email: ADDRESS,
  given_name: 'Qzmarkgiven',
  family_name: 'Qzmarkfamily',
  phone: '+1 303 555 0142',
  guests_write: 'yes',
  title: 'Supper of neighbors',
  description: 'At the qzmark garden gate.',
  where: '7 Qzmark Street, Chatham, IL',
  access_notes: 'Ring at the qzmark bell.',
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
  const organizer = await signedInAs(demo.group.organizer)
  const review = `/manage/${demo.group.id}/campaigns/${reviewed.id}/review`
  const seen = /name="seen" value="([^"]+)"/.exec((await organizer.open(review)).html)?.[1] ?? ''
  const decided = { event: waiting.id, seen, decision: 'approve', note: 'Mind the qzmark dog.' }
  expect((await organizer.send(review, decided)).status).toBe(303)
  const revision = /name="revision" value="(\d+)"/.exec((await page(`${waiting.link}?page=edit`)).text)?.[1]
  await submitForm(waiting.link, {
    ...MARKED,
    title: 'Waits for the team',
    start: '2031-01-20T17:30',
    mode: 'in_person',
    country: 'US',
    action: 'edit',
    revision: revision ?? '',
  })
  const over = await givenHosted(campaign.id, { ...MARKED, title: 'Was long ago' })
  await put(`/api/v2/events/${over.id}`, { start_date: '2021-05-04T10:00:00', end_date: '2021-05-04T11:00:00' })
  // Not published yet.
  const unused = await givenLink(campaign.id, MARKED)
  const rsvp = await post(`/api/v2/events/${hosted.id}/attendances`, {
    person: { email_addresses: [{ address: ADDRESS }] },
    'service:referrer_data': { source: 'qzmark', referrer: 'qzmark' },
    identifiers: ['qzmark:rsvp'],
  })
  expect(rsvp.status, rsvp.text).toBe(200)
  const written = { action: 'write', subject: 'Qzmark waits', message: 'At the qzmark door.', draft: randomUUID() }
  expect((await submitForm(hosted.link, written)).status).toBe(303)
  const mailings = mailingStore(table)
  for (const location of [{ venue: 'Hall' }, { venue: 'Barn' }, { venue: 'Shed' }]) {
    const moved = await put(`/api/v2/events/${hosted.id}`, { location })
    expect(moved.status, moved.text).toBe(200)
    const event = (await loadEvent(table, hosted.id)) as OsdiEvent
    // People are told of all changes but the last one.
    if (location.venue !== 'Shed') await mailings.decideChange(event, true, new Date())
  }
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
  for (const path of [`/events/${hosted.id}`, `/events/${over.id}`, `/events/${waiting.id}`, hosted.link, unused])
    expect((await page(path)).status, path).toBe(404)
  expect((await get(`/api/v2/events/${over.id}`)).body).not.toHaveProperty('status', 'cancelled')
  const [message] = await mailings.listOf(guestsWrittenTo(hosted.id))
  expect(message).toMatchObject({ subject: 'Supper of neighbors', html: '', total: 1 })
  expect((await submitForm(unused, { action: 'publish' })).status).toBe(404)
  expect((await get(`/api/v2/events/${hosted.id}`)).body).toMatchObject({
    title: 'Supper of neighbors',
    status: 'cancelled',
    total_accepted: 1,
  })
  const people = await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${ADDRESS}'`)}`)
  expect(people.body.total_records).toBe(0)
  const again = await admin('person', 'erase', person, '--json')
  expect(again.json).toMatchObject({ attendances: 0, taggings: 0 })
})

it('an erasure covers what people hosted, and asked to host, who were merged into the person', async () => {
  const campaign = await givenHosting({ 'service:hosting': 'open' })
  const [stays, goes, last] = ['stays@merged.example', 'goes@merged.example', 'last@merged.example']
  const own = await givenHosted(campaign.id, { email: stays, title: 'Of the one who stays' })
  const moved = await givenHosted(campaign.id, { email: goes, where: '5 Qzmerged Street, Chatham, IL' })
  const chained = await givenHosted(campaign.id, { email: last, where: '6 Qzmerged Street, Chatham, IL' })
  const hostOf = async (id: string) =>
    (await get(`/api/v2/events/${id}`)).body._links['osdi:creator'].href.split('/').at(-1) as string
  const [keep, other, third] = await Promise.all([hostOf(own.id), hostOf(moved.id), hostOf(chained.id)])
  await trustHost(table, campaign.id, other, new Date())
  const unused = await givenLink(campaign.id, { email: goes })
  for (const [into, from] of [
    [other, third],
    [keep, other],
    [keep, other],
  ] as [string, string][])
    expect((await admin('person', 'merge', into, from, '--json')).code).toBe(0)
  for (const { id } of [own, moved, chained]) expect(await hostOf(id)).toBe(keep)
  // The link and the trust go on.
  expect((await page(`${moved.link}?page=edit`)).status).toBe(200)
  expect(await trustedHosts(table, campaign.id)).toMatchObject([{ person: keep }])
  const { hosted } = await ownRecords(table, (await loadPerson(table, keep)) as Person)
  expect(hosted.map(({ id }) => id).sort()).toEqual([own.id, moved.id, chained.id].sort())

  expect((await admin('person', 'erase', keep, '--json')).code).toBe(0)
  for (const { id, link } of [own, moved, chained]) {
    expect((await get(`/api/v2/events/${id}`)).text).not.toContain('Qzmerged')
    for (const path of [`/events/${id}`, link]) expect((await page(path)).status, path).toBe(404)
  }
  expect((await page(unused)).status).toBe(404)
  expect((await submitForm(unused, { action: 'publish' })).status).toBe(404)
})

it('an erasure leaves the events of others in the campaign as they are', async () => {
  const campaign = await givenHosting({ 'service:hosting': 'open' })
  const created = await post(`/api/v2/event_campaigns/${campaign.id}/events`, {
    title: 'Of another host',
    origin_system: 'Test',
    start_date: '2031-05-04',
  })
  const hosted = await givenHosted(campaign.id, { email: 'alone@erased.example', where: '9 Alone Street, Chatham, IL' })
  const { body } = await get(`/api/v2/events/${hosted.id}`)
  const person = (body._links['osdi:creator'].href as string).split('/').at(-1) as string
  await admin('person', 'erase', person)
  const { body: other } = await get(`/api/v2/events/${idOf(created)}`)
  expect(other.status).toBe('confirmed')
})
