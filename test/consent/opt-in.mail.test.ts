import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { loadPerson } from '../../lib/people/store/find-people.js'
import { exportOwner } from '../../lib/transfer/export-owner.js'
import { departingIn } from '../../lib/app/merging.js'
import { personOf, rsvpSettings, submit, termsShown } from '../support/clients/visitors.js'
import { mails } from '../support/mail/mail.js'
import {
  PUBLIC_URL,
  demo,
  gateway,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  table,
} from '../support/service.js'

/* A ticked box subscribes after an email to its address was confirmed. */

const BOX = 'Tell me about other events of River Friends'
const HOUR = 60 * 60_000

beforeAll(() => rsvpSettings({ browser_rsvps: true, opt_in_text: BOX, confirm_opt_in: true }))
afterEach(async () => {
  vi.useRealTimers()
  await rsvpSettings({ confirm_opt_in: true, opt_in_text: BOX })
})

const later = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR })

async function tick(id: string, email: string, inputs: Record<string, string> = { opt_in: 'yes' }) {
  const { status } = await submit(id, { email, consent: (await termsShown(id)).id, ...inputs })
  expect(status).toBe(200)
}

const asked = async () => (await mails()).filter(({ kind }) => kind === 'opt-in')

const linkIn = (text: string) => /\/opt-in\/[\w-]+/.exec(text)?.[0] as string

const open = async (path: string, method = 'GET') => {
  const answer = await gateway.handle({ method, path, headers: { accept: 'text/html' }, body: '' })
  return { status: answer.status, text: answer.body.toString() }
}

const statusOf = async (event: string) => (await personOf(event)).email_addresses[0].status

const idOfPerson = async (event: string) => ((await personOf(event))._links.self.href as string).split('/').at(-1)

const kept = async (event: string) => (await loadPerson(table, (await idOfPerson(event)) as string))!

describe('a ticked box', () => {
  it('subscribes when the button in its email is pressed, not before, and keeps the proof', async () => {
    const { id } = await givenEvent()
    await tick(id, 'ana@opt-in.example')
    const [mail, ...others] = await asked()
    expect([mail?.recipient, others]).toEqual(['ana@opt-in.example', []])
    expect(mail?.text).toContain(BOX)
    expect(await statusOf(id)).toBe('unsubscribed')
    const path = linkIn(mail!.text)
    expect((await open(path)).text).toContain(BOX)
    expect(await statusOf(id)).toBe('unsubscribed')
    expect((await kept(id)).opt_ins).toBeUndefined()
    const confirmed = await open(path, 'POST')
    expect(confirmed).toMatchObject({
      status: 200,
      text: expect.stringContaining('You’re on the mailing list'),
    })
    expect(await statusOf(id)).toBe('subscribed')
    const page = `${PUBLIC_URL}/events/${id}`
    const proof = { date: expect.any(String), text: BOX, page, confirmed_date: expect.any(String) }
    expect((await kept(id)).opt_ins).toEqual([proof])
    await open(path, 'POST')
    expect((await kept(id)).opt_ins).toHaveLength(1)
  })

  it('subscribes nobody again by the same link who has left since', async () => {
    const { id } = await givenEvent()
    await tick(id, 'left@opt-in.example')
    const [mail] = await asked()
    const path = linkIn(mail!.text)
    await open(path, 'POST')
    const person = `/api/v2/people/${await idOfPerson(id)}`
    await put(person, { email_addresses: [{ address: 'left@opt-in.example', status: 'unsubscribed' }] })
    expect((await open(path)).text).not.toContain('<form')
    await open(path, 'POST')
    expect(await statusOf(id)).toBe('unsubscribed')
  })

  it('of a person whom the list knows as unsubscribed asks in the same way', async () => {
    const person = await post('/api/v2/people', {
      person: { email_addresses: [{ address: 'known@opt-in.example', status: 'unsubscribed' }] },
    })
    const { id } = await givenInterfaceEvent({ capacity: 5 })
    await tick(id, 'known@opt-in.example')
    expect((await loadPerson(table, idOf(person)))?.opt_ins).toBeUndefined()
    await open(linkIn((await asked())[0]!.text), 'POST')
    expect(await statusOf(id)).toBe('subscribed')
  })

  it('of a person who is subscribed mails nothing', async () => {
    await post('/api/v2/people', { person: { email_addresses: [{ address: 'in@opt-in.example' }] } })
    const { id } = await givenEvent()
    await tick(id, 'in@opt-in.example')
    expect(await asked()).toEqual([])
  })

  it('that is not ticked asks nobody', async () => {
    const { id } = await givenEvent()
    await tick(id, 'open@opt-in.example', {})
    expect([await asked(), await statusOf(id)]).toEqual([[], 'unsubscribed'])
  })

  it('subscribes at once where the owner asks for no email', async () => {
    await rsvpSettings({ confirm_opt_in: false })
    const { id } = await givenEvent()
    await tick(id, 'once@opt-in.example')
    expect([await asked(), await statusOf(id)]).toEqual([[], 'subscribed'])
    expect((await kept(id)).opt_ins).toEqual([expect.not.objectContaining({ confirmed_date: expect.anything() })])
  })
})

describe('the link of a box', () => {
  it('ends after 30 days, with another address of its person, and when it is altered', async () => {
    const { id } = await givenEvent()
    await tick(id, 'moves@opt-in.example')
    const path = linkIn((await asked())[0]!.text)
    expect((await open(`${path.slice(0, -1)}${path.endsWith('A') ? 'Q' : 'A'}`)).status).toBe(404)
    const { path: person } = { path: `/api/v2/people/${(await kept(id)).id}` }
    await put(person, { email_addresses: [{ address: 'moved@opt-in.example' }] })
    expect((await open(path, 'POST')).status).toBe(404)
    await put(person, { email_addresses: [{ address: 'moves@opt-in.example' }] })
    expect((await open(path)).status).toBe(200)
    later(31 * 24)
    expect((await open(path)).status).toBe(404)
  })
})

describe('the proof of a person', () => {
  it('follows a merge, and is in the export', async () => {
    await rsvpSettings({ confirm_opt_in: false })
    const [one, other] = [await givenEvent(), await givenEvent()]
    await tick(one.id, 'stays@opt-in.example')
    await tick(other.id, 'goes@opt-in.example')
    const [keep, goes] = [await kept(one.id), await kept(other.id)]
    await mergePeople(departingIn(table), `group:${demo.group.id}`, keep.id, goes.id)
    expect((await loadPerson(table, keep.id))?.opt_ins).toEqual([...keep.opt_ins!, ...goes.opt_ins!])
    const exported: unknown[] = []
    for await (const record of exportOwner(table, `group:${demo.group.id}`)) {
      const { id, opt_ins } = (record as { value?: { id?: string; opt_ins?: unknown[] } }).value ?? {}
      if (record.type === 'person' && id === keep.id) exported.push(opt_ins?.length)
    }
    expect(exported).toEqual([2])
  })
})

/* Last: the pace of emails stays in the future. */
describe('an address', () => {
  it('is mailed once in 24 hours, however many forms are sent', async () => {
    for (let n = 0; n < 3; n++) await tick((await givenEvent()).id, 'often@opt-in.example')
    expect(await asked()).toHaveLength(1)
    later(23)
    await tick((await givenEvent()).id, 'often@opt-in.example')
    expect(await asked()).toHaveLength(0)
    later(2)
    await tick((await givenEvent()).id, 'often@opt-in.example')
    expect(await asked()).toHaveLength(1)
  })
})
