import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { teamLinksIn } from '../../lib/app/stewards.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { type InterfaceChange, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { makeTeamLink } from '../../lib/stewards/make-team-link.js'
import { teamLinkMail } from '../../lib/stewards/team-link-email.js'
import { newTeamToken, readTeamToken, teamPath } from '../../lib/stewards/team-link.js'
import { keyOf } from '../../lib/table/table.js'
import { getBeside } from '../../lib/table/reads.js'
import { type Browser, PAGE_HEADERS, request, signedInAs } from '../support/clients/organizer.js'
import { givenTeamLink, openedOn } from '../support/given/team-links.js'
import { admin, sendAnnounced, takeReceived } from '../support/mail/mail.js'
import { mailTo } from '../support/given/hosting.js'
import { arrivals } from '../support/mail/arrivals.js'
import type { Question } from '../../lib/questions/question.js'
import { ANSWERS, QUESTIONS } from '../support/given/questions.js'
import { changeRole } from '../../lib/access/store/members.js'
import { demo, get, givenInterfaceEvent, post, service, table } from '../support/service.js'
import { has } from '../support/rooms.js'
import { appOver } from '../support/app.js'

let organizer: Browser
let member: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
  member = await signedInAs(demo.group.member)
})

const SOON = {
  start_date: { wallClock: '2041-06-01T18:00:00' },
  end_date: { wallClock: '2041-06-01T20:00:00' },
}
const given = (fields: Parameters<typeof givenInterfaceEvent>[0] = {}) =>
  givenInterfaceEvent({ title: 'Dinner', ...SOON, ...fields })
const guest = async (path: string, email: string, names: object = {}) => {
  const { body } = await post(`${path}/attendances`, {
    person: { email_addresses: [{ address: email }], ...names },
  })
  return new URL(body._links.self.href).pathname.split('/').at(-1) as string
}
const page = (id: string, of = '') => `/manage/events/${id}${of && `/${of}`}`
const update = (id: string, fields: InterfaceChange) =>
  updateInterfaceEvent(`group:${demo.group.id}`, id, fields, eventDependencies(service))
const atTime = async <Result>(time: string, work: () => Promise<Result>): Promise<Result> => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

describe('a link for the guests', () => {
  it('shows the list with contacts, and cancels an RSVP, and leads to no page of a person', async () => {
    const { id, path } = await given()
    const ana = await guest(path, 'ana@guests.example', { given_name: 'Ana' })
    const helper = await openedOn((await givenTeamLink(id, 'guests')).path)
    const { status, html } = await helper.open(page(id, 'guests'))
    expect(status).toBe(200)
    expect(html).toContain('ana@guests.example')
    expect(html).not.toContain('guests.csv')
    expect(html).not.toMatch(/\/people\//)
    await helper.send(page(id, 'guests'), page(id, `guests/${ana}/cancel`))
    expect((await get(path)).body['service:totals'].declined).toBe(1)
    expect((await helper.open(page(id, 'door'))).status).toBe(403)
  })

  it('emails a mailbox five times an hour at most, and puts no link of its own into an email', async () => {
    const { id, path } = await given()
    const helper = await openedOn((await givenTeamLink(id, 'guests')).path)
    const list = page(id, 'guests')
    const arrive = arrivals(({ recipient }) => recipient === 'eve@victim.example')
    const comes = (...kinds: string[]) => arrive((came) => expect(came.map(({ kind }) => kind)).toEqual(kinds))
    takeReceived()
    await helper.send(list, list, { given_name: 'Eve', email_addresses: 'eve@victim.example' })
    const eve = await guest(path, 'eve@victim.example')
    await comes('confirmation')
    const act = (does: string) => helper.send(list, page(id, `guests/${eve}/${does}`), { note: 'Sorry' })
    await act('tell')
    await comes('confirmation', 'rsvp-cancelled')
    await act('restore')
    await comes('confirmation', 'rsvp-cancelled', 'confirmation')
    await act('link')
    await comes('confirmation', 'rsvp-cancelled', 'confirmation', 'confirmation')
    await act('tell')
    const five = ['confirmation', 'rsvp-cancelled', 'confirmation', 'confirmation', 'rsvp-cancelled']
    await comes(...five)
    for (const does of ['restore', 'link', 'tell', 'restore']) {
      await act(does)
      await sendAnnounced()
    }
    await comes(...five)
    const { html } = await helper.send(list, page(id, `guests/${eve}/tell`), { note: 'See https://evil.example/0' })
    expect(html).toContain('Leave links, addresses and phone numbers out of the note.')
    expect((await get(path)).body['service:totals'].accepted).toBe(1)
    const writer = await openedOn((await givenTeamLink(id, 'guests,message')).path)
    expect((await writer.send(list, page(id, `guests/${eve}/tell`), { note: 'See https://a.example' })).status).toBe(
      303,
    )
  })

  it('shows no sensitive answer, and keeps those where it changes others', async () => {
    const { id, path } = await given({ questions: QUESTIONS as Question[] })
    const person = { given_name: 'Ana', email_addresses: [{ address: 'ana@sensitive.example' }] }
    const { body } = await post(`${path}/attendances`, { person, 'service:answers': ANSWERS })
    const ana = new URL(body._links.self.href).pathname
    const helper = await openedOn((await givenTeamLink(id, 'guests')).path)
    const answers = page(id, `guests/${ana.split('/').at(-1)}/answers`)
    for (const of of [page(id, 'guests'), `${page(id, 'guests')}?said=ramp`, answers]) {
      const { html } = await helper.open(of)
      expect([of, html.includes('Do you need a ride?')]).toEqual([of, true])
      expect(html).not.toMatch(/A ramp|What do you need/)
    }
    expect((await helper.open(`${page(id, 'guests')}?said=ramp`)).html).toContain('ana@sensitive.example')
    expect((await helper.send(answers, answers, { 'answers.ride': 'I offer one' })).status).toBe(303)
    expect((await get(ana)).body['service:answers']).toMatchObject({ access: 'A ramp' })
  })

  it('ends with the role of the member who made it', async () => {
    const { id } = await given()
    const made = await organizer.send(page(id, 'team'), { rights: 'guests' })
    const path = /\/team\/[\w-]+/.exec(made.html)?.[0] as string
    const helper = await openedOn(path)
    expect((await helper.open(page(id, 'guests'))).status).toBe(200)
    expect((await organizer.open(page(id, 'team'))).html).toContain('/revoke"')
    await changeRole(table, demo.group.id, demo.group.organizer, 'member')
    try {
      expect((await helper.open(page(id, 'guests'))).status).toBe(404)
      expect((await openedOn(path)).opened.status).toBe(404)
      const { event, id: link } = readTeamToken(path.split('/').at(-1) as string) as { event: string; id: string }
      const mail = { kind: 'team-link', event, link, address: 'sam@mail.example' } as const
      const context = { ...appOver(table), sender: 'events@example.net', asOf: () => new Date() }
      expect(await teamLinkMail.write(mail, context)).toBeUndefined()
      const creator = await signedInAs(demo.group.creator)
      expect((await creator.open(page(id, 'team'))).html).not.toContain('/revoke"')
    } finally {
      await changeRole(table, demo.group.id, demo.group.organizer, 'organizer')
    }
  })

  it('makes no file of all guests', async () => {
    const { id } = await given()
    const helper = await openedOn((await givenTeamLink(id, 'guests')).path)
    for (const file of ['guests.csv', 'guests/file', 'guests/file/1'])
      expect([file, (await helper.open(page(id, file))).status]).toEqual([file, 403])
  })
})

describe('a link for messages', () => {
  it('writes to the people who come, three times a day, and to nobody where nobody comes', async () => {
    const { id, path } = await given()
    const helper = await openedOn((await givenTeamLink(id, 'message')).path)
    expect((await helper.open(page(id, 'write'))).status).toBe(409)
    await guest(path, 'ana@written.example', { given_name: 'Ana' })
    const write = () =>
      helper.send(page(id, 'write'), page(id, 'write'), {
        subject: 'Bring {chairs}',
        message: 'Two **each**.',
      })
    expect([(await write()).status, (await write()).status, (await write()).status]).toEqual([303, 303, 303])
    expect((await write()).status).toBe(429)
    const { subject, text } = await mailTo('ana@written.example', 'message')
    expect(subject).toBe('Bring chairs')
    expect(text).toContain('each')
    expect((await organizer.open(`/manage/${demo.group.id}/log`)).html).toContain('Bring {chairs}')
  })

  it('keeps what was typed where something is missing, and opens no list of guests', async () => {
    const { id, path } = await given()
    await guest(path, 'ben@written.example')
    const helper = await openedOn((await givenTeamLink(id, 'message')).path)
    const sent = await helper.send(page(id, 'write'), page(id, 'write'), { subject: '', message: 'Kept' })
    expect(sent.status).toBe(400)
    expect(sent.html).toContain('Kept')
    for (const of of ['guests', 'messages', 'door']) expect((await helper.open(page(id, of))).status).toBe(403)
  })

  it('is no page of members, and a link without this right does not open it', async () => {
    const { id } = await given()
    const steward = await openedOn((await givenTeamLink(id, 'guests')).path)
    expect((await steward.open(page(id, 'write'))).status).toBe(403)
    expect((await organizer.open(page(id, 'write'))).status).toBe(404)
    expect((await organizer.open(page(id, 'guests'))).html).not.toContain(`${page(id)}/write`)
  })
})

describe('a link for edits', () => {
  const PLACE = { venue: 'Union Hall', locality: 'Denver', region: 'CO', postal_code: '80202', country: 'US' }
  const opened = async (id: string) => {
    const helper = await openedOn((await givenTeamLink(id, 'edit')).path)
    const shown = await helper.open(page(id, 'change'))
    const revision = /name="revision" value="(\d+)"/.exec(shown.html)?.[1] ?? ''
    const change = (fields: Record<string, string>) =>
      helper.send(page(id, 'change'), page(id, 'change'), { revision, title: 'Dinner', ...fields })
    return { helper, shown, change }
  }

  it('changes the words, the time and the place, which the log tells by its name', async () => {
    const { id, path } = await given({ location: PLACE, description: '<p>Old</p>' })
    const { shown, change } = await opened(id)
    expect([shown.status, shown.html.includes('Union Hall, Denver')]).toEqual([200, true])
    const typed = { title: 'Supper', day: '2041-06-01', start_time: '19:00', end_time: '21:00' }
    const texts = { description: 'New **words**', instructions: 'Ring twice.', where: 'Town Hall, Boulder, CO 80301' }
    expect((await change({ ...typed, ...texts })).status).toBe(303)
    expect((await get(path)).body).toMatchObject({
      title: 'Supper',
      start_date: '2041-06-01T19:00:00Z',
      end_date: '2041-06-01T21:00:00Z',
      description: expect.stringContaining('<strong>words</strong>'),
      location: { venue: 'Town Hall', locality: 'Boulder' },
    })
    expect((await organizer.open(`/manage/${demo.group.id}/log`)).html).toContain('Changed an event')
  })

  it('changes nothing else that is sent, and no page of members opens', async () => {
    const { id, path } = await given({ location: PLACE, capacity: 5, visibility: 'private', approval: true })
    const before = (await get(path)).body
    const { helper, change } = await opened(id)
    const more = { visibility: 'public', capacity: '500', approval: '', hidden: 'on', slug: 'mine', kind: 'rally' }
    const reach = { series: 'all', event_campaign_id: demo.event_campaign.id, contact_email_address: 'me@evil.example' }
    expect(
      (await change({ title: 'Supper', day: '2041-06-01', start_time: '18:00', end_time: '20:00', ...more, ...reach }))
        .status,
    ).toBe(303)
    const { body } = await get(path)
    const changed = Object.keys({ ...before, ...body }).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(body[name]),
    )
    expect(changed.filter((name) => !/^(modified_date|title)$/.test(name))).toEqual([])
    for (const of of ['edit', 'hide', 'cancel', 'team', 'guests', 'door', 'dates', 'mails'])
      expect([of, (await helper.open(page(id, of))).status]).toEqual([of, 403])
    for (const of of ['edit', 'hide', 'restore', 'cancel', 'edit/preview'])
      expect([of, (await helper.send(page(id, 'change'), page(id, of), { title: 'x' })).status]).toEqual([of, 403])
    expect((await helper.open(`/manage/${demo.group.id}/addresses?q=a`)).headers['location']).toBe('/manage/sign-in')
  })

  it('says what is wrong beside it, keeps what was typed, and does not overwrite a change of the team', async () => {
    const { id, path } = await given()
    const { change } = await opened(id)
    const wrong = await change({ title: '', description: 'Kept' })
    expect([wrong.status, wrong.html.includes('Kept')]).toEqual([400, true])
    await update(id, { title: 'Changed by the team' })
    const late = await change({ title: 'Late' })
    expect([late.status, late.html.includes('Late')]).toEqual([409, true])
    expect((await get(path)).body.title).toBe('Changed by the team')
  })

  it('is no page of members, nor of a link without this right', async () => {
    const { id } = await given()
    expect((await organizer.open(page(id, 'change'))).status).toBe(404)
    const steward = await openedOn((await givenTeamLink(id, 'guests,message')).path)
    expect((await steward.open(page(id, 'change'))).status).toBe(403)
    expect((await steward.send(page(id, 'guests'), page(id, 'change'), { title: 'x' })).status).toBe(403)
  })
})

describe('a link', () => {
  it('works on five devices, also where six are opened at once, and each has its last use', async () => {
    const { id } = await given()
    const { path } = await givenTeamLink(id, 'guests')
    const all = await Promise.all(Array.from({ length: 6 }, () => request('POST', path, PAGE_HEADERS, '')))
    expect(all.map(({ status }) => status).sort()).toEqual([303, 303, 303, 303, 303, 409])
    const { html } = await organizer.open(page(id, 'team'))
    expect(html).toContain('5 devices')
    expect(html.match(/last use[^<]*<time/g)).toHaveLength(5)
  })

  it('opens from a network from which a stranger tries links all day, and none of theirs does', async () => {
    const { id } = await given()
    const { path } = await givenTeamLink(id, 'guests')
    const { event, id: link } = readTeamToken(path.split('/').at(-1) as string) as { event: string; id: string }
    for (let n = 0; n < 110; n++) {
      const tried = newTeamToken(n % 2 ? { event, id: link } : { event, id: randomUUID() })
      const method = n % 3 ? 'GET' : 'POST'
      const answer = await request(method, teamPath(tried), PAGE_HEADERS, method === 'POST' ? '' : undefined)
      expect([answer.status, answer.cookies]).toEqual([404, []])
    }
    expect((await openedOn(path)).opened.status).toBe(303)
  })

  it('that is opened again on the same device takes no second place', async () => {
    const { id } = await given()
    const { path } = await givenTeamLink(id, 'guests')
    const { cookie } = await openedOn(path)
    await request('POST', path, { ...PAGE_HEADERS, cookie }, '')
    expect((await organizer.open(page(id, 'team'))).html).toContain('1 device')
  })

  it('that was revoked is 404 as an unknown one, also on a device on which it was open', async () => {
    const { id } = await given()
    const { id: link, path } = await givenTeamLink(id, 'guests')
    const steward = await openedOn(path)
    expect((await admin('event', 'team-link', id, '--revoke', link)).code).toBe(0)
    const unknown = await request('GET', `/team/${'A'.repeat(86)}`)
    for (const ended of [await request('GET', path), await steward.open(page(id, 'guests'))])
      expect([ended.status, ended.html]).toEqual([404, unknown.html])
    expect((await request('POST', path, PAGE_HEADERS, '')).status).toBe(404)
    const again = await admin('event', 'team-link', id, '--revoke', link)
    expect(again.code).toBe(0)
  })

  it('ends a day after the event, and moves with it', async () => {
    const { id } = await given()
    const { path } = await givenTeamLink(id, 'guests')
    const at = (time: string) => atTime(time, () => request('GET', path))
    expect((await at('2041-06-02T19:59:00Z')).status).toBe(200)
    expect((await at('2041-06-03T20:01:00Z')).status).toBe(404)
    await update(id, {
      start_date: { wallClock: '2041-07-01T18:00:00' },
      end_date: { wallClock: '2041-07-01T20:00:00' },
    })
    expect((await at('2041-06-03T20:01:00Z')).status).toBe(200)
  })

  it('ends at the time that was chosen', async () => {
    const { id } = await given()
    const { path } = await givenTeamLink(id, 'guests', '--until', '2041-05-01T10:00Z')
    const at = (time: string) => atTime(time, () => request('GET', path))
    expect((await at('2041-05-01T09:59:00Z')).status).toBe(200)
    expect((await at('2041-05-01T10:00:00Z')).status).toBe(404)
  })

  it('is nowhere in the table but for its hash, and is mailed where an address is given', async () => {
    const { id } = await given()
    const { path } = await givenTeamLink(id, 'guests')
    const token = path.split('/').at(-1) as string
    const kept = JSON.stringify(await getBeside(table, keyOf.teamLink(id, '')))
    expect(kept).not.toContain(token)
    const sent = await admin('event', 'team-link', id, '--rights', 'guests', '--email', 'sam@mail.example', '--json')
    expect(JSON.stringify(sent.json)).not.toContain('/team/')
    const { text } = await mailTo('sam@mail.example', 'team-link')
    const mailed = (/\/team\/[\w-]+/.exec(text) as RegExpExecArray)[0]
    expect((await request('GET', mailed)).status).toBe(200)
  })

  it.each([
    [['--rights', 'guests,roof'], 'rights must be some of'],
    [['--rights', ''], 'blank'],
    [['--rights', 'guests', '--until', '2001-01-01T10:00'], 'until must be a time to come'],
    [['--rights', 'guests', '--until', 'soon'], 'until must be a time to come'],
    [['--rights', 'guests', '--label', 'x'.repeat(61)], 'label must have at most 60'],
    [['--rights', 'guests', '--email', 'nobody'], 'email must be an email address'],
    [[], 'either --rights or --revoke'],
    [['--revoke', 'nothing'], 'There is no link'],
  ])('is refused by the command with %j', async (options, why) => {
    const { id } = await given()
    const { code, err } = await admin('event', 'team-link', id, ...options)
    expect(code).not.toBe(0)
    expect(err).toContain(why)
  })

  it('is none of an event of the API', async () => {
    const { body } = await post('/api/v2/events', { title: 'By key', origin_system: 'Test' })
    const id = new URL(body._links.self.href).pathname.split('/').at(-1) as string
    expect((await admin('event', 'team-link', id, '--rights', 'guests')).code).not.toBe(0)
    expect((await organizer.open(page(id, 'team'))).status).toBe(404)
  })
})

describe('the page of helpers', () => {
  it('makes a link, shows it once, and revokes it', async () => {
    const { id } = await given()
    const made = await organizer.send(page(id, 'team'), { rights: 'guests', label: 'North <door>' })
    expect(made.status).toBe(200)
    const path = new URL((/https:[^<"]+\/team\/[\w-]+/.exec(made.html) as RegExpExecArray)[0]).pathname
    // The form is as it was before, for the next helper.
    const first = (html: string) => /<input type="checkbox"[^>]*>/.exec(html)?.[0]
    expect(first(made.html)).toBe(first((await organizer.open(page(id, 'team'))).html))
    const listed = (await organizer.open(page(id, 'team'))).html
    expect(listed).toContain('North &lt;door&gt;')
    expect(listed).not.toContain(path)
    const revoke = (/\/manage\/events\/[\w-]+\/team\/[\w-]+\/revoke/.exec(listed) as RegExpExecArray)[0]
    expect((await organizer.send(revoke)).status).toBe(303)
    expect((await request('GET', path)).status).toBe(404)
    expect((await organizer.open(page(id, 'team'))).html).toContain('Revoked')
  })

  it('offers the rights whose pages there are, and no other is given', async () => {
    const { id } = await given()
    const offered = [...(await organizer.open(page(id, 'team'))).html.matchAll(/name="rights" value="(\w+)"/g)]
    const rights = [...(has('door') ? ['door'] : []), 'guests', 'message', 'edit']
    expect(offered.map(([, right]) => right)).toEqual(rights)
    const links = teamLinksIn(appOver(table))
    const help = links.help.filter(({ right }) => right !== 'door')
    await expect(
      makeTeamLink({ ...links, help }, (await loadEvent(table, id)) as OsdiEvent, { rights: ['door'] }),
    ).rejects.toMatchObject({ faults: [{ error_code: 'invalid_rights' }] })
  })

  it('says beside the fields what is wrong, and keeps what was typed', async () => {
    const { id } = await given()
    const { status, html } = await organizer.send(page(id, 'team'), { label: 'Sam', email: 'nobody' })
    expect(status).toBe(400)
    for (const text of ['Choose at least one.', 'value="Sam"']) expect(html).toContain(text)
  })

  it('is for organizers: a member of the team without that role is refused', async () => {
    const { id } = await given()
    expect((await member.open(page(id, 'team'))).status).toBe(403)
    expect((await member.send(page(id, 'team'), { rights: 'guests' })).status).toBe(403)
  })

  it('leaves a member who has a session a member, whatever link was opened in the browser', async () => {
    const { id } = await given()
    const { cookie } = await openedOn((await givenTeamLink(id, 'guests')).path)
    const both = await request('GET', page(id, 'guests'), { cookie: `${organizer.cookie}; ${cookie}` })
    expect(both.status).toBe(200)
  })
})

describe('a person whom a helper adds', () => {
  const known = (name: string) => ({
    given_name: 'Wanda',
    family_name: `Stored${name}`,
    email_addresses: [{ address: `${name}@added.example`, status: 'subscribed' }],
    phone_numbers: [{ number: `+1 202 555 01${name.length}0` }],
  })
  const stored = async (path: string) => (await get(path)).body

  it.each([...(has('door') ? ['door'] : []), 'guests'])(
    'on the page %s stays as the team has them, and is shown as typed',
    async (of) => {
      const person = known(of)
      const { body } = await post('/api/v2/people', { person })
      const path = new URL(body._links.self.href).pathname
      const before = await stored(path)
      const { id } = await given()
      const helper = await openedOn((await givenTeamLink(id, of)).path)
      const add = async (fields: Record<string, string>) =>
        expect((await helper.send(page(id, of), page(id, of), fields)).status).toBe(303)
      const number = person.phone_numbers[0]?.number ?? ''
      await add({ given_name: 'Typed', family_name: 'Byhelper', email_addresses: `${of}@added.example` })
      await add({ given_name: 'Other', email_addresses: `other.${of}@added.example`, phone_numbers: number })
      await add({ given_name: 'Third', phone_numbers: number })
      expect(await stored(path)).toEqual(before)
      const { html } = await helper.open(page(id, of))
      for (const name of ['Typed Byhelper', 'Other']) expect(html).toContain(name)
      const finds = ['Stored', number, of === 'door' ? 'Byhelper' : `${of}@added.example`].map((find) =>
        helper.open(page(id, `${of}?${new URLSearchParams({ find }).toString()}`)),
      )
      const found = (await Promise.all(finds)).map((each) => each.html.replace(/value="[^"]*"/g, ''))
      for (const text of [html, ...found]) expect(text).not.toMatch(/Wanda|Stored/)
      expect(found[2]).toContain('Typed Byhelper')
      expect(found[0]).not.toContain('Typed Byhelper')
      const team = await organizer.open(page(id, `${of}?find=Stored${of}`))
      expect(team.html).toContain(`Stored${of}`)
    },
  )

  it('whose number another person has, shows not whose it is', async () => {
    await post('/api/v2/people', { person: known('number') })
    const { id } = await given()
    const helper = await openedOn((await givenTeamLink(id, 'guests')).path)
    const fields = { given_name: 'Q', phone_numbers: '+1 202 555 0160' }
    expect((await helper.send(page(id, 'guests'), page(id, 'guests'), fields)).status).toBe(303)
    const { html } = await helper.open(page(id, 'guests'))
    expect(html).toContain('+1 202 555 0160')
    expect(html).not.toContain('number@added.example')
  })

  it('by a member of the team is changed, as before', async () => {
    const { body } = await post('/api/v2/people', { person: known('member') })
    const { id } = await given()
    const fields = { given_name: 'Renamed', email_addresses: 'member@added.example' }
    await organizer.send(page(id, 'guests'), fields)
    expect(await stored(new URL(body._links.self.href).pathname)).toMatchObject({
      given_name: 'Renamed',
      family_name: 'Storedmember',
      email_addresses: [{ status: 'subscribed' }],
    })
  })
})
