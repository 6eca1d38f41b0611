import { beforeAll, describe, expect, it } from 'vitest'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { departingIn } from '../../lib/app/merging.js'
import { whatWorked } from '../../lib/reports/store/what-worked.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { computeWaiting } from '../../lib/app/computing.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { submit } from '../support/clients/visitors.js'
import { readCsv } from '../support/clients/csv.js'
import { demo, get, givenInterfaceEvent, post, put, service, table } from '../support/service.js'

const { group } = demo
const owner = `group:${group.id}` as const
const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

let organizer: Browser
let member: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  member = await signedInAs(group.member)
})

let people = 0
async function rsvp(path: string, given_name: string, referrer: object = {}) {
  const person = { given_name, email_addresses: [{ address: `worked-${++people}@worked.example` }] }
  const { body } = await post(`${path}/attendances`, { person, 'service:referrer_data': referrer })
  return {
    path: new URL(body._links.self.href).pathname,
    link: new URL(body._links['service:self_service'].href).pathname,
    person: body['service:person_id'].replace('service:', '') as string,
  }
}

/** The code in the links of a person's own page. */
const codeOf = async (link: string) => /\?ref=([\w-]{32})"/.exec((await get(link, KEYLESS)).text)?.[1] ?? ''

/** Sends the form of an event as a browser without scripts. */
async function come(event: { id: string }, email: string, ref: string) {
  return submit(event.id, { name: email.split('@')[0] ?? '', email, ref }, { headers: { accept: 'text/html' } })
}

const findByEmail = async (path: string, email: string) => {
  const { body } = await get(`${path}/attendances?per_page=100`)
  for (const each of body._embedded['osdi:attendances']) {
    const person = (await get(new URL(each._links['osdi:person'].href).pathname)).body
    if (person.email_addresses[0]?.address === email) return each
  }
}

const fileOf = async (browser: Browser, path: string) => readCsv((await browser.open(path)).html)

describe('bringing a friend', () => {
  it('counts for the sharer, whose page says how many came, until the friend cancels', async () => {
    const event = await givenInterfaceEvent()
    const sharer = await rsvp(event.path, 'Sharer')
    const code = await codeOf(sharer.link)
    expect((await get(`/events/${event.id}?ref=${code}`, KEYLESS)).text).toContain(`name="ref" value="${code}"`)
    expect((await come(event, 'friend@brought.example', code)).status).toBe(200)
    const friend = await findByEmail(event.path, 'friend@brought.example')
    expect(friend['service:referrer_data'].referrer).toBe(code)
    const count = async () => (await whatWorked(table, { ...event, owner })).worked.by_friend[sharer.person]?.rsvps ?? 0
    expect(await count()).toBe(1)
    expect((await get(sharer.link, KEYLESS)).text).toContain('You brought 1 person.')
    await put(new URL(friend._links.self.href).pathname, { status: 'declined' })
    expect(await count()).toBe(0)
  })

  it('is counted on the page of the sharer, from no friend to many, while the sharer comes', async () => {
    const event = await givenInterfaceEvent()
    await rsvp(event.path, 'Before')
    const sharer = await rsvp(event.path, 'Sharer')
    const countShown = async () => /You brought [^<]*/.exec((await get(sharer.link, KEYLESS)).text)?.[0]
    expect(await countShown()).toBeUndefined()
    const code = await codeOf(sharer.link)
    await come(event, 'first@brought.example', code)
    expect(await countShown()).toBe('You brought 1 person.')
    for (const name of ['second', 'third', 'fourth']) await come(event, `${name}@brought.example`, code)
    expect(await countShown()).toBe('You brought 4 people.')
    const second = await findByEmail(event.path, 'second@brought.example')
    await put(new URL(second._links.self.href).pathname, { status: 'declined' })
    expect(await countShown()).toBe('You brought 3 people.')
    await post(sharer.link, 'action=decline', FORM)
    expect(await countShown()).toBeUndefined()
    await post(sharer.link, 'action=accept', FORM)
    expect(await countShown()).toBe('You brought 3 people.')
  })

  it('counts no one for oneself, by a code of another event, or by one that was made up', async () => {
    const [event, other] = [await givenInterfaceEvent(), await givenInterfaceEvent()]
    const sharer = await rsvp(event.path, 'Sharer')
    const foreign = await codeOf((await rsvp(other.path, 'Else')).link)
    const code = await codeOf(sharer.link)
    await come(event, 'one@dropped.example', foreign)
    await come(event, 'two@dropped.example', `${code.slice(0, -2)}AA`)
    for (const email of ['one@dropped.example', 'two@dropped.example'])
      expect((await findByEmail(event.path, email))['service:referrer_data'].referrer).toBeUndefined()
  })

  it('shows the codes to no one who answers by the form', async () => {
    const event = await givenInterfaceEvent()
    const code = await codeOf((await rsvp(event.path, 'Sharer')).link)
    const { text } = await come(event, 'answer@brought.example', code)
    expect(text).not.toContain('/rsvp/')
    expect(text).not.toContain(code)
  })
})

describe('the page of what worked', () => {
  it('has RSVPs, confirmations and people who were there by source and sharer, as a count by hand does', async () => {
    const event = await givenInterfaceEvent()
    const sharer = await rsvp(event.path, 'Zoë', { source: 'poster' })
    await rsvp(event.path, 'Two', { source: 'poster' })
    const gone = await rsvp(event.path, 'Gone', { source: 'mail' })
    await put(gone.path, { status: 'declined' })
    await come(event, 'friend@hand.example', await codeOf(sharer.link))
    await post(sharer.link, 'action=confirm', FORM)
    await put(sharer.path, { 'service:attended': true })
    const friend = await findByEmail(event.path, 'friend@hand.example')
    await put(new URL(friend._links.self.href).pathname, { 'service:attended': true })
    const page = `/manage/events/${event.id}/worked`
    const { html, status } = await organizer.open(page)
    expect(status).toBe(200)
    expect(html).toMatch(/Came<\/dt><dd>2 <small>\(50%/)
    expect(html).toContain('1 person brought 1 more.')
    const rows = await fileOf(organizer, `${page}.csv`)
    const { days_before: _times, ...by } = Object.groupBy(rows, (row) => String(row['by']))
    expect(
      Object.values(by).flatMap((all) =>
        (all ?? []).map((row) => [row['by'], row['name'], row['rsvps'], row['confirmed'], row['attended']].join(' ')),
      ),
    ).toEqual(['all  4 1 2', 'source poster 2 1 1', 'source none 1 0 1', 'source mail 1 0 0', 'brought_by Zoë 1 0 1'])
    expect(rows[0]).toMatchObject({ share_confirmed: '0.25', share_attended: '0.5' })
  })

  it('names sharers to no member, and is of no event of the API', async () => {
    const event = await givenInterfaceEvent()
    const sharer = await rsvp(event.path, 'Hidden Name')
    await come(event, 'friend@member.example', await codeOf(sharer.link))
    const { html } = await member.open(`/manage/events/${event.id}/worked`)
    expect(html).toContain('1 person brought 1 more.')
    expect(html).not.toContain('Hidden Name')
    expect(JSON.stringify(await fileOf(member, `/manage/events/${event.id}/worked.csv`))).not.toContain('brought_by')
  })

  it('does not count an RSVP twice whose person was merged', async () => {
    const event = await givenInterfaceEvent()
    const [one, other] = [await rsvp(event.path, 'One'), await rsvp(event.path, 'Other')]
    await mergePeople(departingIn(table), owner, one.person, other.person)
    const { worked } = await whatWorked(table, { ...event, owner })
    expect(worked.total.rsvps).toBe(1)
  })

  it('is counted by a queue where there are many RSVPs, and once for all who look', async () => {
    const event = await givenInterfaceEvent()
    for (let i = 0; i < 4; i++) await rsvp(event.path, `Many ${i}`)
    const of = { ...event, owner }
    expect(await whatWorked(table, of, { atOnce: 3 })).toMatchObject({ isUnderWay: true })
    const key = keyOf.whatWorked(event.id)
    expect(await getOne(table, key)).toMatchObject({ waits_for_people: owner })
    await Promise.all([1, 2].map(() => computeWaiting(service, { ...key, waits_for_people: owner })))
    expect(await whatWorked(table, of, { atOnce: 3 })).toMatchObject({
      isUnderWay: false,
      worked: { total: { rsvps: 4 } },
    })
    expect((await getOne(table, key))?.['waits_for_people']).toBeUndefined()
  })
})
