import { beforeAll, describe, expect, it } from 'vitest'
import { UNKNOWN_ID, demo, get, givenEvent, givenInterfaceEvent, post, put, table } from '../support/service.js'
import { indexNames } from '../../lib/repair/index-names.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { has } from '../support/rooms.js'

const { group, other_group: other } = demo
const TARGETING = `/manage/${group.id}/targeting`
const PEOPLE = `/manage/${group.id}/people`

let organizer: Browser
let dinner: { id: string }
let march: { id: string }

const rsvp = async (event: { id: string }, name: string) =>
  (
    await post(`/api/v2/events/${event.id}/attendances`, {
      person: { given_name: name, email_addresses: [{ address: `${name.toLowerCase()}@example.org` }] },
    })
  ).body['service:person_id'] as string

let ana: string

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  dinner = await givenInterfaceEvent({ title: 'Big dinner' })
  march = await givenEvent({ title: 'March', origin_system: 'Website' })
  ana = await rsvp(dinner, 'Ana')
  await rsvp(dinner, 'Ben')
  await rsvp(march, 'Ana')
  await rsvp(march, 'Cleo')
})

const saved = async (fields: Record<string, string>) => {
  const { status, headers, html } = await organizer.send(`${TARGETING}/new`, { title: 'Who came', ...fields })
  return { status, path: headers['location'] ?? '', html }
}

/** The given names that a query found. */
async function found(fields: Record<string, string>) {
  const { path } = await saved(fields)
  const { html } = await organizer.open(path)
  return ['Ana', 'Ben', 'Cleo'].filter((name) => html.includes(`>${name}</a>`))
}

describe('targeting', () => {
  it('offers actions by their labels, those of the API after their first RSVP', async () => {
    const empty = await givenEvent({ title: 'Without RSVPs' })
    const { html } = await organizer.open(`${TARGETING}/new`)
    expect(html).toContain('[1, Website Event], March')
    expect(html).toContain('>Big dinner</option>')
    expect(html).not.toContain(empty.id)
  })

  it('offers no draft and nothing that was thrown away, and tells events of one title apart by their days', async () => {
    const draft = { status: 'tentative' as const }
    const thrown = await givenInterfaceEvent({ title: 'Thrown away', ...draft })
    for (const wallClock of ['2031-01-04T10:00:00', '2031-01-11T10:00:00'])
      await givenInterfaceEvent({ title: 'Canvass', start_date: { wallClock } })
    expect((await organizer.open(`${TARGETING}/new`)).html).not.toContain('Thrown away')
    const importing = has('imports') ? [`/manage/${group.id}/import`] : []
    for (const path of importing) expect((await organizer.open(path)).html).toContain('Thrown away')
    await organizer.send(`/manage/events/${thrown.id}/discard`, {})
    const choices = [`${TARGETING}/new`, ...importing, `/manage/${group.id}/webhooks/new`]
    for (const path of choices) {
      const { html } = await organizer.open(path)
      expect(html).not.toContain('Thrown away')
    }
    const { html } = await organizer.open(`${TARGETING}/new`)
    expect(html).toContain('Canvass · Sat, Jan 4, 2031')
    expect(html).toContain('Canvass · Sat, Jan 11, 2031')
  })

  it('offers a hundred events, finds others by words, and loses nothing that was chosen or typed', async () => {
    const creator = await signedInAs(other.creator)
    const path = `/manage/${other.id}/targeting/new`
    const on = (day: number) => ({ start_date: { wallClock: `2020-01-01T10:${String(day % 60).padStart(2, '0')}:00` } })
    const older = await givenInterfaceEvent(
      { title: 'The oldest', start_date: { wallClock: '2019-01-01T10:00:00' } },
      { group: other.id },
    )
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        givenInterfaceEvent({ title: `Event ${i}`, ...on(i) }, { group: other.id }),
      ),
    )
    await indexNames(table)
    const { html } = await creator.open(path)
    expect(html).not.toContain('The oldest')
    // The key of a keyboard that sends a form presses its first button.
    expect(/<form[^>]*>(?:(?!<button).)*<button[^>]*>/s.exec(html.slice(html.indexOf('<h1')))?.[0]).toMatch(
      /<button [^>]*hidden/,
    )

    const typed = { title: 'Long ago', to: 'guests', did: 'declined', 'near.within': '20', tag: '' }
    const second = await creator.send(path, { ...typed, find: 'oldest', more: 'find' })
    expect(second.status).toBe(200)
    for (const kept of ['The oldest · ', 'value="Long ago"', 'value="declined" selected', 'value="20"'])
      expect(second.html).toContain(kept)
    const first = await creator.send(path, { ...typed, event: older.id, more: 'moreEvents' })
    expect(first.html).toMatch(new RegExp(`name="action ${older.id}"[^>]*><option value="include" selected`))
    const { status, headers } = await creator.send(path, { ...typed, [`action ${older.id}`]: 'include' })
    expect(status).toBe(303)
    expect((await creator.open(headers['location'] as string)).html).toContain(
      'People who can’t come to The oldest · Tue, Jan 1, 2019',
    )
  })

  it('finds people who came to any or every action, and not to others', async () => {
    const [both, one] = [`action ${dinner.id}`, `action ${march.id}`]
    expect(await found({ [both]: 'include', [one]: 'include' })).toEqual(['Ana', 'Ben', 'Cleo'])
    expect(await found({ [both]: 'include', [one]: 'include', match: 'every' })).toEqual(['Ana'])
    expect(await found({ [both]: 'include', [one]: 'exclude' })).toEqual(['Ben'])
    expect(await found({ [both]: 'include', rsvp_from: '2100-01-01' })).toEqual([])
  })

  it('finds people by what became of their RSVPs, the accepted ones where nothing is marked', async () => {
    const picnic = await givenInterfaceEvent({ title: 'Picnic' })
    await rsvp(picnic, 'Ana')
    const { body } = await post(`/api/v2/events/${picnic.id}/attendances`, {
      person: { given_name: 'Ben', email_addresses: [{ address: 'ben@example.org' }] },
    })
    await put(new URL(body._links.self.href).pathname, { status: 'declined' })
    const form = (await organizer.open(`${TARGETING}/new`)).html
    expect(form).toContain('<option value="accepted" selected')
    expect(form).not.toMatch(/name="status_[a-z]+" value="on" checked/)

    const include = { [`action ${picnic.id}`]: 'include' }
    expect(await found(include)).toEqual(['Ana'])
    expect(await found({ ...include, status_declined: 'on' })).toEqual(['Ben'])
    expect(await found({ ...include, status_accepted: 'on', status_declined: 'on' })).toEqual(['Ana', 'Ben'])
    const { path } = await saved({ ...include, status_tentative: 'on' })
    const { html } = await organizer.open(path)
    expect(html).toContain('<li>People who are on the waiting list for Picnic')
    expect(html).not.toContain('are coming to')

    const again = (await saved({ ...include, title: '', status_absent: 'on' })).html
    expect(again.match(/name="status_[a-z]+" value="on" checked/g)).toEqual(['name="status_absent" value="on" checked'])
  })

  it('keeps what was chosen, and says what is wrong with it', async () => {
    const { status, html } = await saved({ title: '', [`action ${dinner.id}`]: 'exclude' })
    expect(status).toBe(400)
    expect(html).toMatch(/id="title-fault"/)
    expect(html).toContain('<a href="#include">Events: ')
    expect(html).toMatch(new RegExp(`name="action ${dinner.id}".*?<option value="exclude" selected`))
  })

  it('is made once by a form that is sent twice', async () => {
    const fields = { draft: 'one', [`action ${dinner.id}`]: 'include' }
    expect((await saved(fields)).path).toBe((await saved(fields)).path)
  })

  it('is run again, and gives a file of all people and one of those to mail', async () => {
    const { path } = await saved({ [`action ${march.id}`]: 'include' })
    const dana = await rsvp(march, 'Dana')
    expect((await organizer.open(path)).html).not.toContain(dana)
    expect((await organizer.send(`${path}/run`)).status).toBe(303)
    expect((await organizer.open(path)).html).toContain(dana)
    for (const audience of ['everybody', 'email']) {
      const { headers, html } = await organizer.open(`${path}/people.csv?audience=${audience}`)
      expect(headers['content-type']).toContain('text/csv')
      expect(html).toContain('"dana@example.org"')
      expect(html).toContain('"March"')
      const further = await organizer.open(`${path}/people.csv?audience=${audience}&part=2`)
      expect(further.html).toBe(html.slice(0, html.indexOf('\r\n') + 2))
    }
    expect((await organizer.open(TARGETING)).html).toContain(path)
  })

  it('is closed to members, and to other groups', async () => {
    const { path } = await saved({ [`action ${march.id}`]: 'include' })
    const [member, stranger] = [await signedInAs(group.member), await signedInAs(other.creator)]
    for (const each of [TARGETING, `${TARGETING}/new`, path, `${path}/people.csv`, PEOPLE, `${PEOPLE}/${ana}`]) {
      expect([each, (await member.open(each)).status]).toEqual([each, 403])
      expect([each, (await stranger.open(each)).status]).toEqual([each, 404])
      const own = each.replace(group.id, other.id)
      if (own.split('/').length > 4 && !own.endsWith('new'))
        expect([own, (await stranger.open(own)).status]).toEqual([own, 404])
    }
    expect(
      (
        await stranger.send(`/manage/${other.id}/targeting/new`, {
          title: 'X',
          [`action ${march.id}`]: 'include',
        })
      ).status,
    ).toBe(400)
  })
})

describe('people', () => {
  it('are found by a whole email, and show what they did', async () => {
    const answer = await organizer.open(`${PEOPLE}?find=ANA@example.org`)
    expect(answer.headers['location']).toBe(`${PEOPLE}/${ana}`)
    const { html } = await organizer.open(`${PEOPLE}/${ana}`)
    expect(html).toContain('Big dinner')
    expect(html).toContain('March')
    expect((await organizer.open(`${PEOPLE}?find=unknown@example.org`)).html).toContain('No one has this name')
    expect((await organizer.open(PEOPLE)).html).toContain(ana)
  })

  it('are erased after a question, and stay counted', async () => {
    const id = await rsvp(dinner, 'Eve')
    expect((await organizer.open(`${PEOPLE}/${id}/erase`)).html).toContain('can’t undo this')
    expect((await organizer.send(`${PEOPLE}/${id}/erase`)).status).toBe(303)
    expect((await organizer.open(`${PEOPLE}/${id}`)).html).toContain('This person was erased')
    expect((await get(`/api/v2/people/${id}`)).body['given_name']).toBeUndefined()
    expect((await get(`/api/v2/events/${dinner.id}`)).body.total_accepted).toBe(3)
  })

  it('that there are not are not found', async () => {
    for (const id of [UNKNOWN_ID, 'x']) expect((await organizer.open(`${PEOPLE}/${id}`)).status).toBe(404)
    expect((await organizer.send(`${PEOPLE}/${UNKNOWN_ID}/erase`)).status).toBe(404)
  })
})
