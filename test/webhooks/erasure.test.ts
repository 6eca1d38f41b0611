import { describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { startReceiver } from '../support/given/receiver.js'
import { attendanceOf, rsvpSettings, submit } from '../support/clients/visitors.js'
import { has } from '../support/rooms.js'
import { PUBLIC_URL, address, get, givenEvent, givenInterfaceEvent, post, put } from '../support/service.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })
const idIn = ({ body }: { body: any }) => (body._links.self.href as string).split('/').at(-1) as string
const signUp = (given_name: string, more: object = {}) =>
  post('/api/v2/people', {
    person: { given_name, email_addresses: [{ address: `${given_name}@example.org` }] },
    ...more,
  })
const typesOf = (messages: { type: string }[]) => messages.map(({ type }) => type).sort()

describe.runIf(has('merging'))('erasing a person', () => {
  it('takes the data out of messages that are kept, sent again or still to be sent', async () => {
    const receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(503).end()
    const { path } = await givenWebhook({ url: receiver.url })
    const event = await givenEvent()
    const person = idIn(await signUp('Grace', { add_tags: [] }))
    const attendance = await post(`${event.path}/attendances`, {
      person: { email_addresses: [{ address: 'Grace@example.org' }] },
      'service:referrer_data': { source: 'Letter of Grace' },
    })
    const own = new URL(attendance.body._links.self.href).pathname
    await put(own, { status: 'declined' })
    await eventually(async () =>
      expect(typesOf(await pulled(path)).filter((type) => !type.startsWith('event'))).toEqual([
        'attendance.changed',
        'attendance.created',
        'person.created',
      ]),
    )
    expect(JSON.stringify(await pulled(path))).toContain('Grace')
    // No request is under way any more. Enabled again, a receiver that refused would have it disabled once more.
    await eventually(async () => expect((await get(path)).body.status).toBe('disabled'))
    receiver.answer = (response) => response.writeHead(204).end()
    await put(path, { enabled: true })

    const { code, err } = await admin('person', 'erase', person)
    expect(code, err).toBe(0)
    await eventually(async () => {
      const messages = await pulled(path)
      expect(typesOf(messages)).toContain('person.erased')
      expect(JSON.stringify(messages)).not.toContain('Grace')
    })
    // Facts that are not about the person stay: whether a person comes.
    const kept = (await pulled(path)).filter(({ type }) => type.startsWith('attendance.'))
    for (const { data } of kept)
      expect(data).toMatchObject({ status: 'declined', 'service:referrer_data': { source: 'none' } })
    const erased = (await pulled(path)).find(({ type }) => type === 'person.erased')
    expect(Object.keys(erased.data).sort()).toEqual(['_links', 'identifiers'])
    expect((await get(`${path}/deliveries`)).text).not.toContain('Grace')

    const before = receiver.received.length
    await post(`${path}/redeliver`, { since: '2026-01-01' })
    await eventually(async () =>
      expect(new Set(receiver.received.slice(before).map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set((await pulled(path)).map(({ id }) => id)),
      ),
    )
    expect(
      receiver.received
        .slice(before)
        .map(({ text }) => text)
        .join(),
    ).not.toContain('Grace')
    await receiver.close()
  })
})

it.runIf(has('pages') && has('approval'))(
  'an erasure leaves no word of a decision about the person in messages',
  async () => {
    const { path } = await givenWebhook()
    const event = await givenInterfaceEvent({ approval: true })
    await rsvpSettings({ browser_rsvps: true })
    await submit(event.id, { email: 'noted@example.org', name: 'Noted' })
    const { _links: links } = await attendanceOf(event.id)
    await put(new URL(links.self.href).pathname, {
      'service:request': { state: 'declined', note: 'Word of a decision' },
    })
    const about = async () => (await pulled(path)).filter(({ type }) => type.startsWith('attendance.'))
    await eventually(async () => expect(JSON.stringify(await about())).toContain('Word of a decision'))
    await admin('person', 'erase', links['osdi:person'].href.split('/').at(-1))
    await eventually(async () => expect(JSON.stringify(await about())).not.toContain('Word of a decision'))
    for (const { data } of await about()) expect(Object.keys(data['service:request']).sort()).toEqual(['date', 'state'])
  },
)

describe.runIf(has('merging'))('merging people', () => {
  it('tells of the one who stays, and into whom the other one was merged', async () => {
    const [keep, other] = [idIn(await signUp('Keep')), idIn(await signUp('Other'))]
    const { path } = await givenWebhook({ types: ['person.changed', 'person.erased'] })
    const { code, err } = await admin('person', 'merge', keep, other)
    expect(code, err).toBe(0)
    await eventually(async () =>
      // A message says what the person is when it is written: an earlier change may tell of the erasure, too.
      expect([...new Set(typesOf(await pulled(path)))]).toEqual(['person.changed', 'person.erased']),
    )
    const messages = await pulled(path)
    const [changed, erased] = ['person.changed', 'person.erased'].map((wanted) =>
      messages.find(({ type }) => type === wanted),
    )
    expect(changed.data).toEqual((await get(`/api/v2/people/${keep}`)).body)
    expect(erased.data).toEqual({
      identifiers: [`service:${other}`],
      'service:merged_into': keep,
      _links: (await get(`/api/v2/people/${other}`)).body._links,
    })
  })
})
