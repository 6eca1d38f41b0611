import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attendanceOf, personOf, rsvpSettings, submit, termsShown } from '../support/clients/visitors.js'
import { loadPerson } from '../../lib/people/store/find-people.js'
import { exportOwner } from '../../lib/transfer/export-owner.js'
import { PUBLIC_URL, demo, gateway, get, givenEvent, givenInterfaceEvent, table } from '../support/service.js'

/* Visitors agree to the terms in the RSVP form, and their agreement is kept. */

const TEXT = 'River Friends get what you enter, and delete it a year after the event.'
const BOX = 'Tell me about other events of River Friends'
const POLICY = 'https://river.example/privacy'
const none = { consent_text: null, opt_in_text: null, privacy_policy_url: null, rsvp_subscribes: null }

beforeAll(() => rsvpSettings({ browser_rsvps: true }))
beforeEach(() => rsvpSettings(none))
afterEach(() => rsvpSettings(none))

describe('the terms of the RSVP form', () => {
  it('say what happens with the data, in a text of the service until the group sets one', async () => {
    const { id } = await givenEvent()
    const { text, ...others } = await termsShown(id)
    expect(text).toContain('The organizers of this event see what you enter')
    expect(Object.keys(others)).toEqual(['id'])
    await rsvpSettings({ consent_text: TEXT, opt_in_text: BOX, privacy_policy_url: POLICY })
    const set = { text: TEXT, opt_in_text: BOX, privacy_policy_url: POLICY }
    expect(await termsShown(id)).toMatchObject(set)
  })
})

describe('an RSVP', () => {
  it('keeps the text of the service in the language in which the page showed it', async () => {
    const { id } = await givenInterfaceEvent()
    const { text } = await get(`/events/${id}?lang=es`, { key: null })
    const [, consent = ''] = /name="consent" value="(\w+)"/.exec(text) ?? []
    expect(text).toContain('La organización de este evento recibe lo que escribes')
    expect((await submit(id, { email: 'eva@consent.example', consent })).status).toBe(200)
    expect((await attendanceOf(id))['service:consent'].text).toContain('La organización')
  })

  it('keeps what the visitor agreed to, with its time, and shows it in both versions', async () => {
    await rsvpSettings({ consent_text: TEXT, privacy_policy_url: POLICY })
    const { id } = await givenEvent()
    const before = Date.now()
    const { id: consent } = await termsShown(id)
    expect((await submit(id, { email: 'ana@consent.example', consent })).status).toBe(200)
    for (const version of ['v1', 'v2'] as const) {
      const kept = (await attendanceOf(id, version))['service:consent']
      expect(kept).toEqual({ text: TEXT, privacy_policy_url: POLICY, date: expect.any(String) })
      expect(Date.parse(kept.date)).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000)
    }
  })

  it('keeps the words that were shown, when the group sets others later', async () => {
    await rsvpSettings({ consent_text: TEXT })
    const { id } = await givenEvent()
    await submit(id, { email: 'ben@consent.example', consent: (await termsShown(id)).id })
    await rsvpSettings({ consent_text: 'Something else.' })
    expect((await attendanceOf(id))['service:consent'].text).toBe(TEXT)
  })

  it('is refused when the terms have changed since they were shown, with the new ones', async () => {
    const { id } = await givenEvent()
    const { id: consent } = await termsShown(id)
    await rsvpSettings({ consent_text: TEXT })
    const refused = await submit(id, { email: 'carl@consent.example', consent })
    expect([refused.status, refused.body.consent.text]).toEqual([400, TEXT])
    const [fault] = refused.body['osdi:error'].resource_status[0].error_descriptions
    expect([fault.error_code, fault.properties]).toEqual(['terms_changed', ['consent']])
    const again = await submit(id, { email: 'carl@consent.example', consent: refused.body.consent.id })
    expect(again.status).toBe(200)
  })

  it('of a form without terms keeps none', async () => {
    const { id } = await givenEvent()
    expect((await submit(id, { email: 'dora@consent.example' })).status).toBe(200)
    expect(await attendanceOf(id)).not.toHaveProperty('service:consent')
  })

  it('is kept with its consent where seats are limited, too, and in the export of the group', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 3 })
    const { id: consent, text } = await termsShown(id)
    await submit(id, { email: 'eve@consent.example', consent })
    expect((await attendanceOf(id))['service:consent'].text).toBe(text)
    const kept = []
    for await (const record of exportOwner(table, `group:${demo.group.id}`)) {
      if (record.type !== 'attendance') continue
      const { event, consent } = record.value as { event?: string; consent?: { text: string } }
      if (event === id && consent) kept.push(consent.text)
    }
    expect(kept).toEqual([text])
  })
})

describe('an owner who lets RSVPs subscribe', () => {
  const statusOf = async (email: string) => {
    const { id } = await givenEvent()
    const { id: consent, text } = await termsShown(id)
    await submit(id, { email, consent })
    return [(await personOf(id)).email_addresses[0].status, text]
  }

  it('has new people subscribed where there is no box, and the form says so', async () => {
    const ofThisAlone = 'may contact you about it.'
    expect(await statusOf('no@owner.example')).toEqual(['unsubscribed', expect.stringContaining(ofThisAlone)])
    await rsvpSettings({ rsvp_subscribes: true })
    const [status, text] = await statusOf('yes@owner.example')
    expect([status, text]).toEqual(['subscribed', expect.stringContaining('about it and other events')])
  })

  it('has them asked where there is a box', async () => {
    await rsvpSettings({ rsvp_subscribes: true, opt_in_text: BOX })
    expect((await statusOf('asked@owner.example'))[0]).toBe('unsubscribed')
  })
})

describe('the box that subscribes', () => {
  const statusAfter = async (inputs: Record<string, string>, name: string) => {
    const { id } = await givenEvent()
    const { id: consent } = await termsShown(id)
    await submit(id, { email: `${name}@box.example`, consent, ...inputs })
    const kept = (await attendanceOf(id))['service:consent'].opt_in
    return [(await personOf(id)).email_addresses[0].status, kept]
  }

  it('subscribes a new person only if it is ticked', async () => {
    await rsvpSettings({ opt_in_text: BOX })
    expect(await statusAfter({ opt_in: 'yes' }, 'ticked')).toEqual(['subscribed', BOX])
    expect(await statusAfter({}, 'open')).toEqual(['unsubscribed', undefined])
  })

  it('subscribes no one who did not see it, and no one whom the list knows', async () => {
    await rsvpSettings({ opt_in_text: BOX })
    const { id } = await givenEvent()
    await submit(id, { email: 'unseen@box.example', opt_in: 'yes' })
    expect((await personOf(id)).email_addresses[0].status).toBe('unsubscribed')
    expect(await statusAfter({ opt_in: 'yes' }, 'unseen')).toEqual(['unsubscribed', BOX])
  })

  it('does not matter where there is none: an RSVP subscribes nobody', async () => {
    expect(await statusAfter({ opt_in: 'yes' }, 'without')).toEqual(['unsubscribed', undefined])
  })

  it('keeps the proof with the person: when, which text, on which page', async () => {
    await rsvpSettings({ opt_in_text: BOX })
    const { id } = await givenEvent()
    await submit(id, { email: 'proof@box.example', consent: (await termsShown(id)).id, opt_in: 'yes' })
    const { opt_ins } = (await loadPerson(table, (await personOf(id))._links.self.href.split('/').at(-1)))!
    expect(opt_ins).toEqual([{ date: expect.any(String), text: BOX, page: `${PUBLIC_URL}/events/${id}` }])
  })

  it('leaves people of forms without it unsubscribed, also of those that send JSON', async () => {
    await rsvpSettings({ opt_in_text: BOX })
    const { id } = await givenEvent()
    await gateway.handle({
      method: 'POST',
      path: `/api/v2/events/${id}/attendances`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ person: { email_addresses: [{ address: 'json@box.example' }] } }),
      remoteAddress: '198.51.100.200',
    })
    expect((await personOf(id)).email_addresses[0].status).toBe('unsubscribed')
  })
})
