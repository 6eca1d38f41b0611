import type { LocalSettings } from '../../lib/runtime/environment.js'
import { run } from '../../admin/run.js'
import { demo } from '../../local/demo.js'
import { type Answer, type Client, type Request } from './calls/client.js'
import { PUBLIC_URL } from './processes.js'
import { inOrder } from './calls/schedule.js'

/** A person who is in the list before the storm. */
export interface KnownPerson {
  email: string
  /** As the service keeps it: digits with the country code. */
  phone: string
  id: string
}

/** The data before the storm. Events are addresses without the host. */
export interface Fixture {
  /** The event that most RSVPs are for. */
  contended: string
  limited: { path: string; capacity: number }[]
  /** Events that are changed by PUT. */
  changed: string[]
  /** An event for which RSVPs come after the storm. */
  after: string
  campaign: string
  tags: { name: string; id: string }[]
  known: KnownPerson[]
}

/** Number of each resource in a storm. */
export interface FixtureSize {
  limited: number
  capacity: number
  changed: number
  known: number
}

/** Makes the fixture through the API and the owner's commands, while no fault happens. */
export async function createFixture(
  client: Client,
  engine: string,
  { limited, capacity, changed, known }: FixtureSize,
): Promise<Fixture> {
  const ask = (request: Request) => succeed(client, request)
  const post = (path: string, body: object) => ask({ method: 'POST', path: `/api/v2${path}`, body })
  const event = async (title: string) => pathOf(await post('/events', { title, origin_system: 'Storm' }))
  const limitedEvent = async (title: string) => {
    const { id } = await admin(engine, [
      'event',
      'create',
      '--group',
      demo.group.id,
      '--title',
      title,
      '--origin-system',
      'Storm',
      '--capacity',
      String(capacity),
      '--json',
    ])
    return { path: `/api/v2/events/${id as string}`, capacity }
  }
  const person = async (i: number): Promise<KnownPerson> => {
    const email = `known-${i}@example.org`
    const phone = `1303555${String(1000 + i)}`
    const body = { person: { email_addresses: [{ address: email }], phone_numbers: [{ number: phone }] } }
    return { email, phone, id: idOf(await post('/people', body)) }
  }
  await admin(engine, ['group', 'update', demo.group.id, '--browser-rsvps', 'on', '--json'])
  return {
    contended: await event('Contended'),
    limited: await inOrder(limited, (i) => limitedEvent(`Limited ${i}`)),
    changed: await inOrder(changed, (i) => event(`Changed ${i}`)),
    after: await event('After'),
    campaign: `/api/v2/event_campaigns/${demo.event_campaign.id}`,
    tags: await inOrder(2, async (i) => ({
      name: `known-${i}`,
      id: idOf(await post('/tags', { name: `known-${i}` })),
    })),
    known: await inOrder(known, person),
  }
}

/** Sends a request that has to be answered with 200, now that nothing is wrong with DynamoDB. */
export async function succeed(client: Client, request: Request): Promise<Answer> {
  const answer = await client.send(request)
  if (answer.status === 200) return answer
  throw new Error(
    `${request.method} ${request.path} was answered ${answer.status} in calm weather: ${JSON.stringify(answer.body)}`,
  )
}

/** Runs a command of the owner's and reads what it prints as JSON, whatever its exit code. */
export async function admin(engine: string, args: string[]): Promise<any> {
  let text = ''
  let complaint = ''
  const settings: LocalSettings = {
    port: 0,
    dataDir: '.data',
    dynamodbEndpoint: engine,
    publicUrl: PUBLIC_URL,
    allowedHosts: [],
    nativePrefix: 'service',
    tableName: undefined,
    underNpm: false,
  }
  await run(args, {
    settings: () => settings,
    print: (said) => (text += said),
    printError: (said) => (complaint += said),
  })
  if (!text.startsWith('{')) throw new Error(`admin ${args.join(' ')}: ${complaint}`)
  return JSON.parse(text)
}

/** The address of what an answer shows, without the host. */
const pathOf = ({ body }: Answer): string => pathOfDocument(body)
export const pathOfDocument = (document: any): string => (document._links.self.href as string).slice(PUBLIC_URL.length)

const idOf = (answer: Answer) => pathOf(answer).split('/').at(-1) as string
