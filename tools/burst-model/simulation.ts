import { marshall } from '@aws-sdk/util-dynamodb'
import { ensureLocationTable } from '../../infra/package/location-table.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { streamMappings } from '../../infra/queues/streams.js'
import { newPerson } from '../../lib/people/person.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { keyOf } from '../../lib/table/table.js'
import { unknownLocation } from '../../lib/locations/geocode/geocoder.js'
import type { Demo } from '../../local/demo.js'
import { toEvent } from '../../local/http/payload.js'
import { createRouter } from '../../local/http/router.js'
import { tableDefinition } from '../../local/engine/table.js'
import { Clock } from './clock.js'
import { type Change, type Index, ModelDynamoDB } from './dynamodb/dynamodb.js'
import type { Attributes } from './dynamodb/expressions.js'
import { Fleet, type Instance } from './fleet.js'
import { type Code, prepare } from './machine.js'
import { type Random, seeded, uuidOf } from './random.js'
import { type Consumer, Mapping, type MappingOptions } from './dynamodb/stream.js'

const PUBLIC_URL = 'https://events.example.org'
const CONSUMER = 'functions/streams/assign-ordinals'
const TEXTBOOK = 'tools/burst-model/textbook'
const SEED = 7
/** The beginning of a message tells it from others. */
const MOST_LOGGED = 200

/** The service and its surroundings in virtual time: the deployed code, a modeled DynamoDB without data. */
export interface Simulation {
  clock: Clock
  random: Random
  dynamodb: ModelDynamoDB
  code: Code
  /** The stream and its consumer. */
  mapping: Mapping
  /** Messages that the code logged, and their numbers, without the parts that differ each time. */
  logged: Map<string, number>
  demo: Demo
  /** The instances of an endpoint of the service. */
  fleet: (endpoint: string) => Fleet
  /** The instances of another design. */
  textbook: (design: 'textbook' | 'sharded') => Fleet
}

const route = createRouter(allEndpoints)

/**
 * @param options what of the deployed event source mapping should be otherwise
 * @param programs further files that run in the machine, without extension
 */
export async function createSimulation(
  endpoints: string[],
  options: Partial<MappingOptions> = {},
  programs: string[] = [],
): Promise<Simulation> {
  const clock = new Clock()
  const random = seeded(SEED)
  const dynamodb = new ModelDynamoDB(clock, random, await indexes())
  const logged = new Map<string, number>()
  const code = await prepare(
    ['local/demo', TEXTBOOK, CONSUMER, ...programs, ...endpoints.map((name) => `functions/${name}`)],
    {
      clock,
      random,
      environment: {
        TABLE_NAME: 'table',
        PUBLIC_URL,
        LOCATION_TABLE: await ensureLocationTable(),
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'model',
        AWS_SECRET_ACCESS_KEY: 'model',
      },
      log: (message) => {
        const kind = message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, MOST_LOGGED)
        logged.set(kind, (logged.get(kind) ?? 0) + 1)
      },
      answer: async (target, body) => {
        try {
          return await dynamodb.answer(target, body)
        } catch (error) {
          clock.fail(error)
          throw error
        }
      },
    },
  )
  const { seedDemo } = code.load('local/demo') as { seedDemo: (table: object) => Promise<Demo> }
  const demo = await clock.resolved(seedDemo({ tableName: 'table' }))
  const mapping = new Mapping({
    clock,
    start: () => code.load(CONSUMER)['handler'] as Consumer,
    ...deployedMapping(),
    ...options,
  })
  dynamodb.onChange = mapping.take
  const textbook = (design: string) => new Fleet({ clock, start: () => code.load(TEXTBOOK)[design] as Instance })
  const fleet = (endpoint: string) =>
    new Fleet({ clock, start: () => code.load(`functions/${endpoint}`)['handler'] as Instance })
  return { clock, random, dynamodb, code, mapping, logged, demo, fleet, textbook }
}

/** The indexes of the deployed table. */
async function indexes(): Promise<Index[]> {
  const { create } = await tableDefinition('table')
  return (create.GlobalSecondaryIndexes ?? []).map(({ IndexName = '', KeySchema, Projection }) => ({
    name: IndexName,
    hash: KeySchema?.[0]?.AttributeName ?? '',
    range: KeySchema?.[1]?.AttributeName ?? '',
    shows: Projection?.ProjectionType === 'ALL' ? 'all' : (Projection?.NonKeyAttributes ?? []),
  }))
}

/** The deployed event source mapping of the consumer, with the filter over changes of the model. */
function deployedMapping() {
  const deployed = streamMappings.find(({ consumer }) => CONSUMER === `functions/${consumer}`)
  if (!deployed) throw new Error(`infra/queues/streams.yml has no mapping for ${CONSUMER}`)
  const { consumer: _, accepts, ...options } = deployed
  return {
    ...options,
    filter: ({ before, after }: Change) =>
      accepts({ eventName: before ? 'MODIFY' : 'INSERT', dynamodb: { NewImage: after } }),
  }
}

/** A POST with the demo group's key, as API Gateway hands it to the function. */
export const postEvent = (simulation: Simulation, url: string, body: object): unknown =>
  requestWithKey(simulation, 'POST', url, body)

/** The same for a PUT. */
export const putEvent = (simulation: Simulation, url: string, body: object): unknown =>
  requestWithKey(simulation, 'PUT', url, body)

function requestWithKey({ clock, random, demo }: Simulation, method: string, url: string, body: object) {
  const match = route(method, url)
  if (!match) throw new Error(`There is no endpoint for ${method} ${url}`)
  const request = {
    method,
    url,
    headers: [
      ['host', 'events.example.org'],
      ['content-type', 'application/json'],
      ['OSDI-API-Token', demo.group.key],
    ] as [string, string][],
    body: Buffer.from(JSON.stringify(body)),
    remoteAddress: '192.0.2.1',
  }
  return toEvent(request, { match, requestId: uuidOf(random), time: new clock.Date() })
}

/** The form of a visitor at an address of its own, as API Gateway hands it to the function. */
export function postForm({ clock, random }: Simulation, event: string, inputs: Record<string, string>): unknown {
  const url = `/events/${event}/attendances`
  const match = route('POST', url)
  if (!match) throw new Error(`There is no endpoint for POST ${url}`)
  const octet = () => Math.floor(random() * 256)
  const request = {
    method: 'POST',
    url,
    headers: [
      ['host', 'events.example.org'],
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'],
    ] as [string, string][],
    body: Buffer.from(new URLSearchParams(inputs).toString()),
    remoteAddress: `10.${octet()}.${octet()}.${octet()}`,
  }
  return toEvent(request, { match, requestId: uuidOf(random), time: new clock.Date() })
}

/** Switches RSVP forms on, with the rate that an owner sets for a big day. */
export function admitVisitors({ dynamodb, demo }: Simulation): void {
  const { pk, sk } = keyOf.group(demo.group.id)
  dynamodb.seed({ ...dynamodb.peek(pk, sk), browser_rsvps: { BOOL: true }, rsvps_per_event: { N: '400000' } })
}

/** Makes an event one of the organizer's own interface, whose RSVPs are confirmed by mail. */
export function confirmByMail({ dynamodb }: Simulation, event: string): void {
  const { pk, sk } = keyOf.event(event)
  dynamodb.seed({ ...dynamodb.peek(pk, sk), origin: { S: 'interface' } })
}

/** Creates an event through the service. @returns its id */
export async function createEvent(simulation: Simulation): Promise<string> {
  const event = postEvent(simulation, '/api/v2/events', { title: 'Rally', origin_system: 'Model' })
  const { statusCode, body = '' } = await simulation.clock.resolved(simulation.fleet('v2/create-event').invoke(event))
  if (statusCode !== 200) throw new Error(`The event was refused: ${body}`)
  return (JSON.parse(body) as { identifiers: [string] }).identifiers[0].split(':')[1] as string
}

/** Gives an event a limited number of places, and a waiting list, as the organizer's own interface would have. */
export function limitPlaces(
  { dynamodb }: Simulation,
  event: string,
  capacity: number,
  { waitlist = false } = {},
): void {
  const { pk, sk } = keyOf.event(event)
  const list = waitlist ? { waitlist: { BOOL: true } } : {}
  dynamodb.seed({ ...dynamodb.peek(pk, sk), capacity: { N: String(capacity) }, ...list })
}

/** Puts people into the demo group's list, as if they had long been there. @returns their ids */
export async function seedPeople({ dynamodb, random, demo, clock }: Simulation, count: number): Promise<string[]> {
  const owner: Owner = `group:${demo.group.id}`
  const sent = { given_name: 'Kim', family_name: 'Doe', email_addresses: [{ address: 'kim@example.org' }] }
  const person = await newPerson(demo.group.member, owner, sent as never, new clock.Date(), unknownLocation)
  // All share what they have in common, so that hundreds of thousands of them fit in memory.
  const common = marshall(person, { removeUndefinedValues: true }) as object as Attributes
  return Array.from({ length: count }, () => {
    const id = uuidOf(random)
    const { pk, sk } = keyOf.person(id)
    dynamodb.seed({ ...common, pk: { S: pk }, sk: { S: sk }, id: { S: id } })
    return id
  })
}

export const personLink = (id: string) => ({ 'osdi:person': { href: `${PUBLIC_URL}/api/v2/people/${id}` } })
