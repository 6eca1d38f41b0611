import { beforeAll, describe, expect, it } from 'vitest'
import { mails, mailsDueAt } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { type Browser, request, signedInAs } from '../support/clients/organizer.js'
import { demo, get } from '../support/service.js'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

const dayIn = (days: number) => clockIn(days).slice(0, 10)

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
})

const revisionIn = (html: string) =>
  /<input[^>]*name="revision"[^>]*>/.exec(html)?.[0].match(/value="(\d+)"/)?.[1] ?? ''

/** An event with a person who comes and whose confirmation has gone, and the form of its page. */
async function givenForm(email: string) {
  const { id, path } = await givenMailedEvent({
    title: 'Rally',
    capacity: 20,
    start_date: { wallClock: `${dayIn(10)}T18:00:00` },
    end_date: { wallClock: `${dayIn(10)}T20:00:00` },
  })
  await rsvp(path, email)
  await mails()
  const { html } = await organizer.open(`/manage/events/${id}/edit`)
  const values: Values = {
    title: 'Rally',
    capacity: '20',
    timezone_identifier: 'America/New_York',
    day: dayIn(10),
    start_time: '18:00',
    end_time: '20:00',
    revision: revisionIn(html),
  }
  return { id, values, path }
}
type Values = Record<string, string>

/** Saves a form. @returns the page that follows */
async function save(path: string, values: Values) {
  const { status, cookies, headers } = await organizer.send(path, values)
  expect(status).toBe(303)
  const flash = cookies.find((each) => each.includes('flash'))?.split(';')[0]
  return request('GET', headers['location'] as string, { cookie: `${organizer.cookie}; ${flash}` })
}

/** The fields of the form that takes a save back. */
const undoIn = (html: string): Values => {
  const form = /<form[^>]*action="[^"]*\/restore".*?<\/form>/s.exec(html)?.[0] ?? ''
  return Object.fromEntries([...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, k, v]) => [k, v]))
}

describe('after a save', () => {
  it('the page says what has changed, whom it will tell and when, and tells them no sooner', async () => {
    const { id, values } = await givenForm('told@example.org')
    expect((await organizer.open(`/manage/events/${id}/edit`)).html).toContain('guests get an email ten minutes later')
    const { html } = await save(`/manage/events/${id}/edit`, { ...values, start_time: '18:45' })
    expect(html).toMatch(/Saved:.*Start 6:45\sPM instead of/)
    expect(html).toMatch(/1 person will get an email about the new time, place or instructions at/)
    expect(html).toContain('Tell them now')
    expect(html).toContain('Don’t tell them')
    expect(await mails()).toEqual([])
    expect((await mailsDueAt(inMinutes(11))).map(({ kind }) => kind)).toEqual(['changed'])
    expect((await organizer.open(`/manage/events/${id}`)).html).not.toContain('Tell them now')
  })

  it('no one is emailed of a field that guests are not told of, and the page says so', async () => {
    const { id, values } = await givenForm('places@example.org')
    const { html } = await save(`/manage/events/${id}/edit`, { ...values, title: 'Grand rally' })
    expect(html).toContain('Title Grand rally instead of Rally')
    expect(html).toContain('No guest was emailed.')
    expect(html).not.toContain('Tell them now')
  })

  it('the parts of a contact are said together, by what they are for', async () => {
    const { id, values } = await givenForm('contact@example.org')
    const contact = { contact_name: 'Rosa', contact_email_address: 'rosa@example.org' }
    const { html } = await save(`/manage/events/${id}/edit`, { ...values, ...contact })
    expect(/Saved:[^<]*/.exec(html)?.[0]).toMatch(/; Who answers questions\.$/)
  })

  it('no one is emailed of an event in person that is said to be so by its form', async () => {
    const { id, values } = await givenForm('same@example.org')
    const { html } = await save(`/manage/events/${id}/edit`, { ...values, attendance_mode: 'in_person' })
    expect(html).not.toContain('get an email about the new time')
    expect(await mailsDueAt(inMinutes(11))).toEqual([])
  })

  it('Undo brings the values before back, and then there is nothing to tell', async () => {
    const { id, values, path } = await givenForm('undone@example.org')
    const before = (await get(path)).body
    const { html } = await save(`/manage/events/${id}/edit`, { ...values, start_time: '18:45' })
    const undone = await save(`/manage/events/${id}/restore`, undoIn(html))
    expect(undone.html).not.toContain('Tell them now')
    expect((await get(path)).body.start_date).toBe(before.start_date)
    expect(await mailsDueAt(inMinutes(11))).toEqual([])
  })

  it('Undo is refused once another organizer has changed the event', async () => {
    const { id, values } = await givenForm('late-undo@example.org')
    const { html } = await save(`/manage/events/${id}/edit`, { ...values, title: 'One' })
    const undo = undoIn(html)
    await organizer.send(`/manage/events/${id}/hide`)
    expect((await organizer.send(`/manage/events/${id}/restore`, undo)).status).toBe(412)
  })

  it('“Tell them now” sends the emails at once, and only once', async () => {
    const { id, values } = await givenForm('now@example.org')
    await save(`/manage/events/${id}/edit`, { ...values, day: dayIn(12) })
    expect((await save(`/manage/events/${id}/telling`, { then: 'now' })).html).toContain('is being emailed now')
    expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([['changed', 'now@example.org']])
    const again = await save(`/manage/events/${id}/telling`, { then: 'now' })
    expect(again.html).toContain('no change left to tell guests about')
    expect(await mailsDueAt(inMinutes(11))).toEqual([])
  })

  it('“Don’t tell them” sends none, and a later change is told of again', async () => {
    const { id, values } = await givenForm('never@example.org')
    await save(`/manage/events/${id}/edit`, { ...values, day: dayIn(12) })
    await save(`/manage/events/${id}/telling`, { then: 'never' })
    expect(await mailsDueAt(inMinutes(11))).toEqual([])
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    const revision = revisionIn(html)
    await save(`/manage/events/${id}/edit`, { ...values, revision, day: dayIn(13) })
    expect(await mailsDueAt(inMinutes(11))).toHaveLength(1)
  })
})
