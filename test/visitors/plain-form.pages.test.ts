import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, get, givenEvent, givenInterfaceEvent } from '../support/service.js'
import { personOf, peopleOf, rsvpSettings, submit } from '../support/clients/visitors.js'

/*
 * The RSVP form of browsers without scripts: it is in the page, and its answer is a page.
 */

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const HTML = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

/** Sends the form as a browser without scripts does. */
const send = (id: string, inputs: Record<string, string>) => submit(id, inputs, HTML)

const elementsIn = (node: Node): Element[] => [
  ...('tagName' in node ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : []),
]
const attribute = ({ attrs }: Element, name: string) => attrs.find((each) => each.name === name)?.value
const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

/** The form in a page, as a browser without scripts reads it. */
function formIn(html: string) {
  const all = elementsIn(parse(html, { scriptingEnabled: false }))
  const form = all.find(({ tagName }) => tagName === 'form')
  const inputs = form ? elementsIn(form).filter(({ tagName }) => tagName === 'input') : []
  return {
    form,
    inputs: Object.fromEntries(inputs.map((each) => [attribute(each, 'name') as string, each])),
    alert: textOf(all.find((each) => attribute(each, 'role') === 'alert') ?? ({ childNodes: [] } as never)),
    all,
  }
}

beforeAll(() => rsvpSettings({ browser_rsvps: true }))
afterAll(() => rsvpSettings({ browser_rsvps: false, rsvps_per_event: null, opt_in_text: null }))

describe('the page of an event without scripts', () => {
  it('has a form that is sent to the event', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Gala' })
    const { text, headers } = await get(`/events/${id}`, { key: null })
    const { form, inputs } = formIn(text)
    expect(attribute(form as Element, 'action')).toBe(`${PUBLIC_URL}/events/${id}/attendances`)
    expect(attribute(form as Element, 'method')).toBe('post')
    expect(Object.keys(inputs)).toEqual(['name', 'email', 'phone', 'postal_code', 'website_2', 'source', 'consent'])
    expect(headers['content-security-policy']).toContain(`form-action ${PUBLIC_URL}/`)
    const sent = {
      email: 'plain@form.example',
      consent: attribute(inputs['consent'] as Element, 'value') as string,
    }
    expect((await send(id, sent)).status).toBe(200)
    expect((await personOf(id)).email_addresses[0].address).toBe('plain@form.example')
  })

  it('has a box that is not ticked, where the group has one', async () => {
    await rsvpSettings({ opt_in_text: 'Write to me about other <events>' })
    const { id } = await givenInterfaceEvent()
    const { inputs } = formIn((await get(`/events/${id}`, { key: null })).text)
    expect(attribute(inputs['opt_in'] as Element, 'type')).toBe('checkbox')
    expect(attribute(inputs['opt_in'] as Element, 'checked')).toBeUndefined()
    await rsvpSettings({ opt_in_text: null })
  })
})

describe('the page that answers the form', () => {
  it('says that one is coming, with the instructions for attendees and calendars, and no cache keeps it', async () => {
    const { id } = await givenInterfaceEvent({
      title: 'Gala',
      instructions: '<p onclick="x()">Ring <b>twice</b></p>',
      start_date: { wallClock: '2040-05-04T18:00:00' },
    })
    const { status, text, headers } = await send(id, { email: 'gala@form.example' })
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(text).toContain('You have a spot')
    expect(text).toContain('<p>Ring <b>twice</b></p>')
    const links = formIn(text).all.flatMap((each) => attribute(each, 'href') ?? [])
    expect(links).toContain(`${PUBLIC_URL}/events/${id}`)
    expect(links.some((each) => each.startsWith('https://calendar.google.com/'))).toBe(true)
  })

  it('keeps what was typed and says beside each input what is wrong', async () => {
    const { id } = await givenEvent({ title: 'Phone "bank" <b>' })
    const inputs = { name: 'Ana "A" <b>', email: 'ana@localhost', postal_code: 'x'.repeat(201) }
    const { status, text } = await send(id, inputs)
    expect(status).toBe(400)
    const again = formIn(text)
    expect(again.alert).toBe('Your RSVP wasn’t saved. Please check what you entered.')
    for (const [name, value] of Object.entries(inputs))
      expect(attribute(again.inputs[name] as Element, 'value')).toBe(value)
    const wrong = Object.values(again.inputs).filter((each) => attribute(each, 'aria-invalid'))
    expect(wrong.map((each) => attribute(each, 'name'))).toEqual(['email', 'postal_code'])
    for (const each of wrong) {
      const fault = again.all.find((one) => attribute(one, 'id') === attribute(each, 'aria-describedby'))
      expect(textOf(fault as Node)).toMatch(/^Enter /)
    }
    expect(text).not.toContain('<b>')
    expect(await peopleOf(id)).toEqual([])
  })

  it('shows the terms anew when they have changed', async () => {
    const { id } = await givenEvent()
    const { inputs } = formIn((await send(id, { email: 'no' })).text)
    const consent = attribute(inputs['consent'] as Element, 'value') as string
    await rsvpSettings({ opt_in_text: 'Write to me' })
    const { status, text } = await send(id, { email: 'terms@form.example', consent, opt_in: 'yes' })
    const again = formIn(text)
    expect([status, again.alert]).toEqual([
      400,
      'The text of the form has changed. Please read it and send your RSVP again.',
    ])
    expect(attribute(again.inputs['consent'] as Element, 'value')).not.toBe(consent)
    await rsvpSettings({ opt_in_text: null })
  })

  it('asks to wait beyond the calm rate, and keeps what was typed', async () => {
    await rsvpSettings({ rsvps_per_event: 1 })
    const { id } = await givenEvent()
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    await send(id, { email: 'first@form.example' })
    const { status, text, headers } = await send(id, { email: 'second@form.example' })
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    const { alert, inputs } = formIn(text)
    expect(alert).toContain('Please send your RSVP again in a minute')
    expect(attribute(inputs['email'] as Element, 'value')).toBe('second@form.example')
    await rsvpSettings({ rsvps_per_event: null })
  })

  it('comes back with an empty trap, and then takes the RSVP of whom a program filled it in for', async () => {
    const { id } = await givenEvent()
    const typed = { email: 'filled@form.example' }
    const { status, text } = await send(id, { ...typed, website_2: 'https://my-site.example' })
    const { inputs } = formIn(text)
    const value = (name: string) => attribute(inputs[name] as Element, 'value') ?? ''
    expect([status, value('email'), value('website_2')]).toEqual([429, typed.email, ''])
    expect((await send(id, { email: value('email'), website_2: value('website_2') })).status).toBe(200)
  })

  it('says where a new person stands, and the same to a person who has answered before', async () => {
    const { id } = await givenInterfaceEvent({
      capacity: 1,
      waitlist: true,
      start_date: { wallClock: '2040-05-04T18:00:00' },
    })
    const said = async (email: string) => {
      const { status, text } = await send(id, { email })
      return [status, /<p class="line w6.*<\/main>/s.exec(text)?.[0]]
    }
    const [, first] = await said('first@list.example')
    expect(first).toMatch(/You have a spot.*is saved.*a link to change or cancel your RSVP/s)
    const second = await said('second@list.example')
    expect(second[1]).toMatch(/You are on the waiting list.*If you already had a spot, you keep it/s)
    expect(second[1]).not.toMatch(/calendar\.(ics|google)/i)
    expect(await said('first@list.example')).toEqual(second)
    const { body } = await get(`/api/v2/events/${id}`)
    expect(body['service:totals']).toMatchObject({ accepted: 1, waitlisted: 1 })
  })

  it('has no form where the event is full', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1 })
    await send(id, { email: 'first@full.example' })
    const { status, text } = await send(id, { email: 'second@full.example' })
    const { alert, form } = formIn(text)
    expect([status, alert, form]).toEqual([409, 'This event is full.', undefined])
  })

  it('speaks the language of the event', async () => {
    const { id } = await givenEvent({ 'service:language': 'es' })
    expect((await send(id, { email: 'es@form.example' })).text).toContain('Tienes plaza')
    const { text } = await send(id, { email: 'no' })
    expect(text).toContain('La organización de este evento')
  })

  it('is that of a missing event for hidden and unknown ones', async () => {
    const { id } = await givenInterfaceEvent({ hidden: true })
    for (const each of [id, UNKNOWN_ID, 'x']) {
      const { status, text } = await send(each, { email: 'a@form.example' })
      expect([status, text.includes('We can’t find this event')]).toEqual([404, true])
    }
  })
})
