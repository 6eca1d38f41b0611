import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { campaignReportStore } from '../../lib/hosting/store/campaign-report-store.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { computeWaiting } from '../../lib/app/computing.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { givenHosted, givenHosting, mailTo, submitForm } from '../support/given/hosting.js'
import { eventually } from '../support/given/webhooks.js'
import { admin, sendAnnounced, takeReceived } from '../support/mail/mail.js'
import { demo, get, post, put, service, table } from '../support/service.js'

const owner = `group:${demo.group.id}` as const
const store = campaignReportStore(table)
const pathOf = (campaign: string, of: string) => `/manage/${demo.group.id}/campaigns/${campaign}/${of}`

let organizer: Browser
beforeAll(async () => void (organizer = await signedInAs(demo.group.organizer)))

/** Does what the queue does with the announcement of a report, as often as it was announced. */
const write = (id: string, times = 1) =>
  Promise.all(
    Array.from({ length: times }, () =>
      computeWaiting(service, { ...keyOf.campaignReport(id), waits_for_people: owner }),
    ),
  )

const madison = { where: '2 E Main St, Madison, WI 53703' }

/** A campaign with two hosts in Illinois, one of whom takes mail, and one in Wisconsin, who does. */
async function givenDay() {
  const { id } = await givenHosting({ 'service:hosting': 'open', title: `Day ${Math.random()}` })
  const name = Math.random().toString(36).slice(2)
  const addresses = ['a', 'b', 'c'].map((letter) => `${letter}.${name}@hosts.example`) as [string, string, string]
  const events = [
    await givenHosted(id, { email: addresses[0], title: '=Soup', opt_in: 'yes' }),
    await givenHosted(id, { email: addresses[1], title: 'Second', start: '2031-01-17T09:00', end: '' }),
    await givenHosted(id, { email: addresses[2], title: 'Third', opt_in: 'yes', ...madison }),
  ] as const
  return { id, events, addresses }
}

describe('an event that has waited for a day', () => {
  const TEAM = 'lucia.fernandez@example.org'
  const doDue = async (hours: number) => {
    const at = new Date(Date.now() + hours * 3_600_000).toISOString()
    expect((await admin('mail', 'due', '--at', at)).code).toBe(0)
  }
  /** Does what is due by then. @returns the emails to one of the team that came by it */
  const toldAfter = async (hours: number, title: string) => {
    await doDue(hours)
    await sendAnnounced()
    return takeReceived().filter(
      ({ kind, recipient, subject }) => kind === 'reviews-wait' && recipient === TEAM && subject.endsWith(title),
    )
  }

  it('is told to the team once more, and not before, and once a day for a campaign', async () => {
    const { id } = await givenHosting({ title: 'Patient day' })
    for (const title of ['One Patience', 'Two Patience'])
      await givenHosted(id, { email: `${Math.random()}@patient.example`, title })
    await sendAnnounced()
    expect(await toldAfter(23, 'Patience')).toEqual([])
    await doDue(25)
    const { text } = await mailTo(TEAM, 'reviews-wait')
    expect(text).toContain('An event for Patient day has been waiting a day for your review')
    expect(text).toContain(pathOf(id, 'review'))
    expect(await toldAfter(26, 'Patience')).toEqual([])
  })

  it('is not told where it was decided', async () => {
    const { id } = await givenHosting({ title: 'Quick day' })
    const { id: hosted } = await givenHosted(id, { email: 'quick@patient.example', title: 'Quick' })
    await sendAnnounced()
    const decided = await put(`/api/v2/events/${hosted}`, { 'service:review': { state: 'approved' } })
    expect(decided.status).toBe(200)
    expect(await toldAfter(25, 'Quick')).toEqual([])
  })
})

describe('an event that waits', () => {
  it('is work at home and in the list of campaigns, and the team is emailed once an hour', async () => {
    const { id } = await givenHosting({ title: 'Waiting day' })
    const hosted = await givenHosted(id, { email: 'first@waits.example', title: 'First' })
    const mail = await mailTo('lucia.fernandez@example.org', 'to-review')
    expect(mail.subject).toBe('To review: First')
    expect(mail.text).toContain(pathOf(id, 'review'))
    await givenHosted(id, { email: 'second@waits.example', title: 'Second' })
    await sendAnnounced()
    expect(takeReceived().filter(({ kind }) => kind === 'to-review')).toEqual([])
    const home = await organizer.open(`/manage/${demo.group.id}`)
    expect(home.html).toContain('Review 2 events')
    const [, needs = ''] = home.html.split('To do')
    expect(needs).not.toContain(`/manage/events/${hosted.id}`)
    const list = await organizer.open(`/manage/${demo.group.id}/campaigns`)
    expect(list.html).toContain(pathOf(id, 'review'))
  })
})

describe('the report of a campaign', () => {
  it('has its numbers by state and day, and a file of events and hosts', async () => {
    const { id, events, addresses } = await givenDay()
    const person = { given_name: 'Ana', email_addresses: [{ address: 'ana@comes.example' }] }
    expect((await post(`/api/v2/events/${events[0].id}/attendances`, { person })).status).toBe(200)
    expect((await organizer.open(pathOf(id, 'numbers'))).html).toContain('Create the report')
    expect((await organizer.send(pathOf(id, 'numbers'))).status).toBe(303)
    expect(await getOne(table, keyOf.campaignReport(id))).toMatchObject({ waits_for_people: owner })
    const underWay = await organizer.open(pathOf(id, 'numbers'))
    expect(underWay.html).toContain('Checking ')
    expect(underWay.headers['refresh']).toBe('2')

    await write(id, 2)
    const report = await store.find(id)
    expect(report?.numbers).toMatchObject({ all: { events: 3 }, hosts: 3 })
    expect(report?.numbers?.states.map(({ of, events: number }) => [of, number])).toEqual([
      ['US IL', 2],
      ['US WI', 1],
    ])
    expect(report?.numbers?.days.map(({ of, coming }) => [of, coming])).toEqual([
      ['2031-01-16', 1],
      ['2031-01-17', 0],
    ])
    const { html, headers } = await organizer.open(pathOf(id, 'numbers'))
    expect(headers['refresh']).toBeUndefined()
    expect(html).toContain('By state')
    const text = gunzipSync((await store.readPart(report!, 1))!).toString()
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(4)
    for (const address of addresses) expect(text).toContain(`"${address}"`)
    // A spreadsheet computes nothing of what a supporter typed.
    expect(text).toContain(`"'=Soup"`)
    expect((await organizer.open(`${pathOf(id, 'numbers')}/1`)).status).toBe(200)
    expect((await organizer.open(`${pathOf(id, 'numbers')}/2`)).status).toBe(404)
  })

  it('finds the postal codes of people without an event within 25 miles', async () => {
    const { id } = await givenDay()
    const living = async (name: string, home: object) =>
      post('/api/v2/people', {
        person: {
          given_name: name,
          email_addresses: [{ address: `${name}@gaps.example` }],
          postal_addresses: [home],
        },
      })
    await living('springfield', { postal_code: '62701', country: 'US' })
    await living('anchorage1', { postal_code: '99501', country: 'US' })
    await living('anchorage2', { postal_code: '99501-1234', country: 'US' })
    await living('miami', { postal_code: '33101', country: 'US' })
    await living('nowhere', { postal_code: '00000', country: 'US' })
    await organizer.send(pathOf(id, 'numbers'))
    await write(id)
    const gaps = (await store.find(id))?.numbers?.gaps
    const mine = gaps?.codes.filter(({ code }) => /62701|99501|33101|00000/.test(code))
    expect(mine?.map(({ code, people }) => [code, people])).toEqual([
      ['US 99501', 2],
      ['US 33101', 1],
    ])
    expect(gaps?.squares.reduce((sum, { people }) => sum + people, 0)).toBe(gaps?.people)
    const { html } = await organizer.open(pathOf(id, 'numbers'))
    expect(html).toContain('99501')
    expect(html).toMatch(/aria-label="2 people around Anchorage"/)
  })

  it('is for the team of the campaign alone, and its file for roles that see people', async () => {
    const { id } = await givenDay()
    const stranger = await signedInAs(demo.other_group.creator)
    expect((await stranger.open(pathOf(id, 'numbers'))).status).toBe(404)
    const member = await signedInAs(demo.group.member)
    expect((await member.open(pathOf(id, 'numbers'))).status).toBe(403)
    expect((await member.open(pathOf(id, 'messages'))).status).toBe(403)
    const other = await organizer.open(pathOf('00000000-0000-4000-8000-000000000001', 'numbers'))
    expect(other.status).toBe(404)
  })
})

describe('writing to hosts', () => {
  const draft = () => ({
    subject: 'Bring chairs',
    text: 'Hello **hosts**',
    draft: crypto.randomUUID(),
    zone: 'UTC',
  })

  it('counts, shows and writes to all hosts who take mail, and to those of a state', async () => {
    const { id, addresses } = await givenDay()
    const path = pathOf(id, 'messages')
    const form = (await organizer.open(path)).html
    expect(form).toMatch(/<option value="US IL"[^>]*>IL \(2\)/)
    expect(form).toMatch(/<option value="US WI"[^>]*>WI \(1\)/)
    const fields = draft()
    const all = await organizer.send(path, { ...fields, state: '', action: 'check' })
    expect(all.html).toContain('Send to 2 people?')
    const inState = await organizer.send(path, { ...fields, state: 'US IL', action: 'check' })
    expect(inState.html).toContain('Send to 1 person?')
    takeReceived()
    const sent = await organizer.send(path, {
      ...fields,
      state: 'US IL',
      action: 'send',
      due: '2026-01-01T00:00',
    })
    expect(sent.status).toBe(303)
    const came: string[] = []
    await eventually(() => {
      came.push(...takeReceived().flatMap((mail) => (mail.kind === 'message' ? [mail.recipient] : [])))
      if (came.length === 0) throw new Error('no mail yet')
    })
    expect(came).toEqual([addresses[0]])
  })

  it('leaves out hosts of canceled events, each host once', async () => {
    const { id, events, addresses } = await givenDay()
    await givenHosted(id, { email: addresses[0], title: 'Another', start: '2031-01-18T09:00', end: '' })
    await submitForm(events[2].link, { action: 'cancel' })
    const { html } = await organizer.send(pathOf(id, 'messages'), { ...draft(), state: '', action: 'check' })
    expect(html).toContain('Send to 1 person?')
    expect((await get(`/api/v2/events/${events[2].id}`)).body.status).toBe('cancelled')
  })
})
