import { beforeAll, describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { has } from '../support/rooms.js'
import { signedInAs } from '../support/clients/organizer.js'
import {
  PUBLIC_URL,
  address,
  anEvent,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  put,
} from '../support/service.js'

const admin = adminOf({ PUBLIC_URL, TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const KEYLESS = { key: null }
const clockIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)
const ACCESS = {
  step_free: 'yes',
  hearing_loop: 'no',
  captions: 'unknown',
  notes: 'Ring at <the gate>',
} as const
const PLACE = {
  start_date: { wallClock: clockIn(20) },
  location: { venue: 'Union Hall', locality: 'Denver', region: 'CO', postal_code: '80202' },
}
const GROUP = `/groups/${demo.group.id}`

let hall: Awaited<ReturnType<typeof givenInterfaceEvent>>
beforeAll(async () => {
  hall = await givenInterfaceEvent({ title: 'Hall', ...PLACE, kind: 'rally', accessibility: ACCESS })
  await givenInterfaceEvent({
    title: 'Stairs',
    ...PLACE,
    kind: 'canvass',
    accessibility: { step_free: 'no' },
  })
  await givenInterfaceEvent({ title: 'Nothing said', ...PLACE })
})

const titlesIn = async (query: string) => {
  const { status, body } = await get(`${GROUP}/events.json?limit=100&${query}`, KEYLESS)
  return status === 200
    ? body._embedded['osdi:events'].map(({ title }: any) => title).sort()
    : [status, body['osdi:error'].resource_status[0].error_descriptions[0].error_code]
}

describe('what an event and its place are like', () => {
  it('is set by key in both versions, replaced as a whole, and cleared', async () => {
    const { path } = await givenEvent({ 'service:kind': 'march', 'service:accessibility': ACCESS })
    for (const version of ['v1', 'v2'])
      expect((await get(path.replace('v2', version))).body).toMatchObject({
        'service:kind': 'march',
        'service:accessibility': ACCESS,
      })
    const { body } = await put(path, { 'service:accessibility': { seating: 'yes' }, 'service:kind': null })
    expect(body['service:accessibility']).toEqual({ seating: 'yes' })
    expect(body).not.toHaveProperty('service:kind')
  })

  it.each([
    ['service:kind', 'picnic', 'service:kind'],
    ['service:accessibility', { step_free: 'maybe' }, 'service:accessibility.step_free'],
    ['service:accessibility', { lift: 'yes' }, 'service:accessibility.lift'],
    ['service:accessibility', { notes: 'n'.repeat(301) }, 'service:accessibility.notes'],
  ])('is refused on POST where %s is %j, and named and ignored on PUT', async (name, sent, at) => {
    const refused = await post('/api/v2/events', anEvent({ [name]: sent }))
    const [fault] = refused.body['osdi:error'].resource_status[0].error_descriptions
    expect([refused.status, fault.properties]).toEqual([400, [at]])
    const { path } = await givenEvent()
    const { status, headers } = await put(path, { [name]: sent })
    expect([status, headers['osdi-ignored']]).toEqual([200, name])
  })

  it('is on the page, in its data for search engines, and in the embed', async () => {
    const { text } = await get(`/events/${hall.id}`, KEYLESS)
    expect(text).toContain('Step-free access: yes')
    expect(text).toContain('Hearing loop: no')
    expect(text).not.toContain('Captions:')
    expect(text).toContain('Ring at &lt;the gate&gt;')
    expect(text).toContain('Rally')
    const data = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{}')
    expect(data.accessibilityFeature).toEqual(['step_free'])
    expect(data.location.amenityFeature).toEqual([
      { '@type': 'LocationFeatureSpecification', name: 'step_free', value: true },
    ])
    const { body } = await get(`/embed/events/${hall.id}`, KEYLESS)
    expect(body).toMatchObject({
      kind: 'rally',
      accessibility: ACCESS,
      kind_text: 'Rally',
      accessibility_text: 'Accessibility: Step-free access, Ring at <the gate>',
    })
    const plain = await givenInterfaceEvent({ title: 'Plain', kind: 'other', accessibility: { seating: 'no' } })
    const { body: bare } = await get(`/embed/events/${plain.id}`, KEYLESS)
    for (const name of ['kind_text', 'accessibility_text']) expect(bare).not.toHaveProperty(name)
  })

  it('is in calendars, in the language of the event and whole below a long description, and in GeoJSON', async () => {
    const fields = { ...PLACE, kind: 'march', accessibility: ACCESS, description: 'Long. '.repeat(400) } as const
    const { id } = await givenInterfaceEvent({ title: 'Marcha', ...fields, language: 'es', visibility: 'private' })
    const unfolded = async (path: string) => (await get(path, KEYLESS)).text.replaceAll('\r\n ', '')
    const file = await unfolded(`/events/${id}/calendar.ics`)
    expect(file).toContain('\r\nCATEGORIES:Marcha\r\n')
    expect(file).toContain('…\\n\\nAccesibilidad: Acceso sin escalones\\, Ring at <the gate>\r\n')
    const other = await givenInterfaceEvent({ title: 'Other', ...PLACE, kind: 'other', visibility: 'private' })
    expect(await unfolded(`/events/${other.id}/calendar.ics`)).not.toMatch(/CATEGORIES|DESCRIPTION/)
    const features = async () => (await get(`${GROUP}/events.geojson?kind=rally`, KEYLESS)).body.features
    await expect
      .poll(async () => (await features()).map(({ properties }: any) => properties), { timeout: 10_000 })
      .toEqual([expect.objectContaining({ title: 'Hall', kind: 'rally', accessibility: ACCESS })])
    expect(await unfolded(`${GROUP}/calendar.ics?kind=rally`)).toContain('\r\nCATEGORIES:Rally\r\n')
  })

  it('filters feeds: any of the kinds, and all of what a place has', async () => {
    await expect.poll(() => titlesIn('kind=rally'), { timeout: 10_000 }).toEqual(['Hall'])
    expect(await titlesIn('kind=rally,canvass')).toEqual(['Hall', 'Stairs'])
    expect(await titlesIn('kind=other')).toEqual(['Nothing said'])
    expect(await titlesIn('access=step_free')).toEqual(['Hall'])
    expect(await titlesIn('access=step_free,captions')).toEqual([])
    expect(await titlesIn('kind=picnic')).toEqual([400, 'invalid_parameter'])
    expect(await titlesIn('access=lift')).toEqual([400, 'invalid_parameter'])
  })

  it('filters the finder, which has a chip for it', async () => {
    const { text } = await get(`${GROUP}?access=step_free`, KEYLESS)
    expect(text).toContain('>Hall<')
    expect(text).not.toContain('>Stairs<')
    expect(text).toMatch(/access=step_free"[^>]*aria-current="true"/)
    expect(text).toMatch(/kind=rally"[^>]*>Rally</)
    expect(text).not.toContain('access=captions')
  })

  it.runIf(has('mobilize'))('is in the words of Mobilize in its feed', async () => {
    const at = `${GROUP}/mobilize/v1/organizations/1/events`
    const found = async (query: string) =>
      (await get(`${at}?${query}`, KEYLESS)).body.data.map((each: any) => [
        each.title,
        each.event_type,
        each.accessibility_status,
        each.accessibility_notes,
      ])
    expect(await found('event_types=RALLY')).toEqual([['Hall', 'RALLY', 'ACCESSIBLE', ACCESS.notes]])
    expect(await found('event_types=CANVASS')).toEqual([['Stairs', 'CANVASS', 'NOT_ACCESSIBLE', null]])
    expect(await found('event_types=VOTER_REG')).toEqual([])
  })

  it('is set in the interface and by the command, whose word none clears', async () => {
    const organizer = await signedInAs(demo.group.organizer)
    const made = await organizer.send(`/manage/${demo.group.id}/actions/new`, {
      title: 'Made',
      kind: 'vote',
      accessibility_seating: 'yes',
      accessibility_notes: 'Call us',
    })
    const id = made.headers['location']?.split('/').at(-1) as string
    const now = async () => (await get(`/api/v2/events/${id}`)).body
    expect(await now()).toMatchObject({
      'service:kind': 'vote',
      'service:accessibility': { seating: 'yes', notes: 'Call us' },
    })
    await admin('event', 'update', id, '--accessibility', 'step_free=yes,seating=no', '--kind', 'none', '--json')
    expect((await now())['service:accessibility']).toEqual({
      step_free: 'yes',
      seating: 'no',
      notes: 'Call us',
    })
    expect(await now()).not.toHaveProperty('service:kind')
    const wrong = await admin('event', 'update', id, '--accessibility', 'lift=yes', '--json')
    expect(wrong.code).toBe(1)
    await admin('event', 'update', id, '--accessibility', 'none', '--accessibility-notes', 'none', '--json')
    expect(await now()).not.toHaveProperty('service:accessibility')
  })
})
