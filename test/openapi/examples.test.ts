import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../lib/hal/descriptions/operation.js'
import type { Schema } from '../../lib/fields/json-schema.js'
import { schemaOf } from '../../lib/hal/descriptions/schema.js'
import { findEndpoint } from '../../lib/http/endpoints/routing.js'
import { type Description, descriptions } from '../support/clients/described.js'
import type { DeliveryState } from '../../lib/webhooks/webhook-message.js'
import { takeTurn, recordRound } from '../../lib/webhooks/store/delivery-store.js'
import { isWhole } from '../support/rooms.js'
import { PUBLIC_URL, demo, post, send, table } from '../support/service.js'

/*
 * Makes the requests that documentation shows as examples, and records what is answered. After a change of an answer,
 * or with a new endpoint and its line below: `npx vitest run test/openapi/examples.test.ts --update`. New lines go to
 * the end of their version, so that the ids of those before stay.
 */

const recorded: Record<string, { path: string; body?: object; answer: object }> = {}

/** Sends a request and keeps it under the name of its endpoint. @returns the path of its resource, if it has one */
async function record(method: string, path: string, body?: object) {
  const reply = await send(method, path, body)
  expect([method, path, reply.status]).toEqual([method, path, 200])
  const name = findEndpoint(method, path.split('?')[0] as string)?.endpoint.name as string
  recorded[name] = { path, ...(body && { body }), answer: ordered(reply.body, name) }
  return String(reply.body._links?.self.href).slice(PUBLIC_URL.length)
}

/** An answer in the order of its description: DynamoDB keeps none within a location. */
function ordered(answer: object, name: string): object {
  const { operations, document } = descriptions().find((each) => each.operations[name]) as Description
  const arrange = (value: any, schema: Schema = {}): any => {
    const known = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) as string] : schema
    if (Array.isArray(value)) return value.map((each) => arrange(each, known?.items))
    if (typeof value !== 'object' || value === null) return value
    const names = Object.keys(known?.properties ?? value).filter((each) => each in value)
    return Object.fromEntries(names.map((each) => [each, arrange(value[each], known?.properties?.[each])]))
  }
  const { answer: kind } = operations[name] as Operation
  return arrange(answer, 'links' in kind ? schemaOf(kind) : {})
}

const linkTo = (rel: string, path: string) => ({ _links: { [rel]: { href: PUBLIC_URL + path } } })

async function recordVersion2() {
  const api = '/api/v2'
  await record('GET', api)
  const event = await record('POST', `${api}/events`, {
    title: 'Phone bank',
    origin_system: 'Example',
    start_date: '2028-11-07T18:30',
    end_date: '2028-11-07T20:30',
    description: '<p>We call our neighbors. Bring a phone.</p>',
    location: { venue: 'Union Hall', address_lines: ['1 Main St'], postal_code: '62701' },
    ...linkTo('osdi:creator', `${api}/people/${demo.group.organizer}`),
  })
  await record('PUT', event, {
    title: 'Phone bank and pizza',
    identifiers: ['example:phone-bank-1'],
    instructions: null,
  })
  const attendance = await record('POST', `${event}/attendances`, {
    person: {
      given_name: 'Ana',
      family_name: 'Ruiz',
      email_addresses: [{ address: 'ana@example.org' }],
      postal_addresses: [{ postal_code: '62701' }],
    },
    add_tags: ['Volunteer'],
  })
  await record('PUT', attendance, { identifiers: ['example:rsvp-1'] })
  await record('GET', event)
  await record('GET', `${event}/attendances`)
  await record('GET', `${api}/attendances`)
  await record('GET', attendance)
  await record('GET', `${event}/embed`)
  await record('GET', `${api}/events`)
  await record('GET', `${api}/targeting/actions`)

  const person = await record('POST', `${api}/people`, {
    person: {
      given_name: 'Ben',
      family_name: 'Okoro',
      email_addresses: [{ address: 'ben@example.org' }],
      phone_numbers: [{ number: '(202) 555-0142', status: 'subscribed' }],
      custom_fields: { shirt: 'L' },
    },
  })
  await record('PUT', person, { languages_spoken: ['en', 'es'] })
  await record('GET', person)
  await record('GET', `${api}/people?per_page=1`)

  const campaign = await record('POST', `${api}/event_campaigns`, {
    title: 'Days of Action',
    origin_system: 'Example',
    browser_url: 'https://example.org/days-of-action',
  })
  await record('PUT', campaign, {
    identifiers: ['example:days-of-action'],
    host_pitch: 'Open your home to your neighbors.',
  })
  const canvass = await record('POST', `${campaign}/events`, { title: 'Canvass', origin_system: 'Example' })
  const attendances = `${campaign}/${canvass.slice(`${api}/`.length)}/attendances`
  const member = `${api}/people/${demo.group.member}`
  const plain = await record('POST', attendances, linkTo('osdi:person', member))
  await record('GET', attendances)
  await record('GET', campaign)
  await record('GET', `${campaign}/events`)
  await record('GET', `${campaign}/embed`)
  await record('GET', `${api}/event_campaigns?per_page=1`)
  await record('GET', `${member}/attendances`)
  await record('GET', `${member}/attendances/${plain.split('/').at(-1)}`)

  const tag = await record('POST', `${api}/tags`, { name: 'Volunteer' })
  const tagging = await record('POST', `${tag}/taggings`, linkTo('osdi:person', member))
  await record('GET', tag)
  await record('GET', `${tag}/taggings`)
  await record('GET', tagging)
  await record('GET', `${member}/taggings`)
  await record('GET', `${api}/tags`)
  await record('GET', `${api}/metadata`)
  await record('GET', `${api}/metadata/custom_fields`)

  await record('GET', `${api}/lists?per_page=1`)
  const list = await record('GET', `${api}/lists/${demo.group.organizer}`)
  const items = await post(`${event}/attendances`, linkTo('osdi:person', person)).then(() => `${list}/items`)
  await record('GET', `${items}?per_page=1`)
  await record('GET', `${items}/${person.split('/').at(-1)}`)
  await record('GET', `/embed${event.slice(api.length)}`)
  await record('GET', `/embed${campaign.slice(api.length)}`)

  const query = await record('POST', `${api}/targeting/queries`, {
    title: 'People who called',
    include: ['example:phone-bank-1'],
  })
  await record('PUT', query, { identifiers: ['example:callers'], match: 'every' })
  const result = await record('POST', `${query}/results`, {})
  await record('GET', query)
  await record('GET', `${query}/results?per_page=1`)
  await record('GET', result)
  await record('GET', `${query}/people?per_page=1`)
  await record('GET', `${api}/targeting/queries`)

  const row = (address: string) => ({ person: { email_addresses: [{ address }] } })
  const rows = [row('cleo@example.org'), row('dan@example.org')]
  await record('POST', `${api}/people/bulk`, { rows })
  await record('POST', `${event}/attendances/bulk`, { rows })
  const webhook = await record('POST', `${api}/webhooks`, {
    types: ['attendance.created'],
    description: 'Mirror',
  })
  await record('PUT', webhook, { max_per_second: 10 })
  await record('POST', `${webhook}/test`)
  const id = webhook.split('/').at(-1) as string
  const state = await takeTurn(table, id, `group:${demo.group.id}`, 'example', 1_000)
  await recordRound(table, id, 'example', state as DeliveryState, {
    sent: 1,
    done: [],
    retries: [],
    deliveries: [
      {
        id: '1',
        message: 'msg_00000001a1b2c3d4e5f60718',
        type: 'webhook.test',
        attempt: 1,
        date: '2026-10-01T16:20:00.000Z',
        duration_ms: 41,
        status_code: 204,
        ordinals: [1],
      },
    ],
  })
  await record('GET', webhook)
  await record('GET', `${webhook}/deliveries`)
  await record('GET', `${webhook}/messages`)
  await record('POST', `${webhook}/deliveries/1/redeliver`)
  await record('POST', `${webhook}/redeliver`, { since: '2026-10-01' })
  await record('GET', `${api}/webhooks`)
}

async function recordVersion1() {
  const api = '/api/v1'
  await record('GET', api)
  const event = await record('POST', `${api}/events`, {
    summary: 'Town hall',
    originating_system: 'Example',
    start: '2026-11-03T18:30',
    location: { venue: 'Union Hall', postal_code: '62701' },
  })
  await record('PUT', event, {
    summary: 'Bigger town hall',
    identifiers: ['example:town-hall-1'],
  })
  const person = `${api}/people/${demo.group.member}`
  const attendance = await record('POST', `${event}/attendance`, {
    originating_system: 'Example',
    ...linkTo('osdi:person', person),
  })
  await record('PUT', attendance, { identifiers: ['example:rsvp-2'] })
  await record('GET', event)
  await record('GET', `${event}/attendance`)
  await record('GET', attendance)
  await record('GET', `${event}/embed`)
  await record('GET', `${api}/events?per_page=1`)
  await record('GET', person)
  await record('GET', `${person}/attendance`)
  await record('POST', `${api}/people`, { email_addresses: [{ address: 'eli@example.org' }] })
  await record('GET', `${person}/signatures`)
  await record('GET', `${api}/people?per_page=1`)
  const campaign = `${api}/event_campaigns/${demo.event_campaign.id}`
  await record('GET', campaign)
  await record('GET', `${campaign}/events`)
  await record('GET', `${campaign}/embed`)
  await record('GET', `${api}/event_campaigns?per_page=1`)
}

const OF_DEMO = new Set<string>([demo.group.organizer, demo.group.member])

/**
 * Values that differ from run to run are the same in all of them; values that differ between installations become
 * placeholders.
 */
/** The token of a link, which no key has signed. */
const TOKEN = 'AdY27sIkdIaH9oWy-QvPG4WtoNRLv1pjL9yGm1YQLaYqhO8hfe1V0gR7xkq3mW0fYt'

function normalized(examples: object): string {
  const ids = new Map<string, string>()
  return JSON.stringify(examples, undefined, 2)
    .replaceAll(PUBLIC_URL, '{base}')
    .replace(/\/rsvp\/[\w-]{66}/g, `/rsvp/${TOKEN}`)
    .replaceAll('"service:', '"{native}:')
    .replace(/"(namespace|name)": "service"/g, '"$1": "{native}"')
    .replace(/"((created|modified|result|expires)_(date|at))": "[^"]+"/g, '"$1": "2026-10-01T16:20:00Z"')
    .replace(/"timestamp": "[^"]+"/g, '"timestamp": "2026-10-01T16:20:00Z"')
    .replace(/msg_[0-9a-z]{24}/g, 'msg_00000001a1b2c3d4e5f60718')
    .replace(/whsec_[A-Za-z0-9+/=]+/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, inventedId(ids.size))
      // A body that names one of the demo's is sent as it is, where the demo data is.
      return OF_DEMO.has(id) ? id : (ids.get(id) as string)
    })
}

const inventedId = (n: number) =>
  createHash('sha256')
    .update(String(n))
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5')

describe.runIf(isWhole)('the examples of the documentation', () => {
  it('are what the service answers', async () => {
    await recordVersion2()
    await recordVersion1()
    await expect(`${normalized(recorded)}\n`).toMatchFileSnapshot('../../lib/openapi/examples.json')
  })

  it('make something new wherever they are sent: another owner may hold what a first one names', () => {
    const made = Object.entries(recorded).filter(([name]) => /\/create-/.test(name))
    expect(made.length).toBeGreaterThan(5)
    for (const [, { body = {} }] of made) expect(Object.keys(body)).not.toContain('identifiers')
  })

  it('are there for every endpoint that answers a document to JSON', () => {
    const endpoints = descriptions()
      .flatMap(({ operations }) => Object.entries(operations))
      .filter(([, { answer, form }]) => !('mediaType' in answer) && !form)
    expect(Object.keys(recorded).sort()).toEqual(endpoints.map(([name]) => name).sort())
  })
})
