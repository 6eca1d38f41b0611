import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { commandsUnder, paste } from '../commands.js'
import { changeSettings, succeeds, template } from '../deployments.js'
import type { Scene } from '../main.js'
import { expectThat, step } from '../step.js'
import { type Functions, openFunctions } from './functions.js'
import { type Mappings, openMappings } from './mappings.js'

/*
 * Five incidents, each with what its alarm says in docs/alarms.md and docs/operating.md: the commands are run as they
 * are written there. moto fires no alarm.
 */

const TABLE = 'turnout-dev'
const FAILURES = 'The failure queue'

interface Incident {
  scene: Scene
  functions: Functions
  mappings: Mappings
  group: string
}

export async function rehearseIncidents(scene: Scene): Promise<void> {
  const settings = readFileSync(`${scene.folder}/infra/stages.yml`, 'utf8')
  changeSettings(scene, (text) =>
    text.replace(
      'monitoring: none\n',
      'monitoring: full\n  mail: { from: Events <events@example.org>, perSecond: 14 }\n',
    ),
  )
  try {
    scene.trouble('sandbox')
    const said = await step('A deployment that sends mail, while Amazon SES has it in its sandbox', () =>
      succeeds(scene, 'deploy'),
    )
    for (const sentence of [/in its sandbox: 200 mails a day/, /the stage sends 1\./, /DNS of example.org.*CNAME/s])
      expectThat(sentence.test(said), String(sentence), said)
    const { id: group } = await admin<{ id: string }>(
      scene,
      'group',
      'create',
      '--title',
      'Incidents',
      '--creator-given-name',
      'Ada',
      '--creator-family-name',
      'Diaz',
      '--creator-email',
      'ada@example.org',
    )
    const { key } = await admin<{ key: string }>(scene, 'key', 'create', '--group', group)
    const functions = await openFunctions(scene, key)
    const incident = { scene, functions, mappings: openMappings(scene, functions), group }
    await sandbox(incident)
    await bounce(incident)
    await throttledTable(incident)
    await poison(incident)
    await stoppedMappings(incident)
    await step('The audit after all of them', () => admin(scene, 'audit'))
  } finally {
    scene.trouble()
    writeFileSync(`${scene.folder}/infra/stages.yml`, settings)
  }
}

async function sandbox(incident: Incident): Promise<void> {
  const { scene, mappings } = incident
  await page(incident, 'QueueBehind-send-mail')
  await step('A mail to an address that is not verified is refused, and waits', async () => {
    const event = await newEvent(incident)
    await rsvp(incident, event, 'kim@example.org')
    const said = await mappings.work()
    expectThat(/not verified/.test(said.join('\n')), 'a refusal in the log', said)
    expectThat((await failures(incident)) === 0 && scene.mails().length === 0, 'a mail that waits', said)
  })
  await step('The page says that it is the sandbox', async () => {
    const seen = await follow(incident, commandsUnder('Mail that does not go'))
    expectThat(/^\[\s*false/.test(seen), 'ProductionAccessEnabled: false', seen)
  })
  await step('Out of the sandbox, the mail goes by itself, once', async () => {
    scene.trouble()
    await until(incident, () => scene.mails().length === 1)
  })
}

async function bounce(incident: Incident): Promise<void> {
  const { scene, functions, mappings } = incident
  await page(incident, 'MailBounces')
  const address = 'gone@example.org'
  const event = await newEvent(incident)
  const person = await rsvp(incident, event, address)
  const statusOf = async () => {
    const { body } = await functions.ask('v2/get-person', `/api/v2/people/${person}`)
    return body.email_addresses?.[0]?.status
  }
  await step('A mail that bounces: its address is marked, where organizers see it', async () => {
    await until(incident, () => mailsTo(scene, address).length === 1)
    const tags = mailsTo(scene, address)[0]?.tags ?? []
    await put(scene, 'note-bounces', {
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] },
      mail: { tags: Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]])) },
    })
    await mappings.work()
    expectThat((await statusOf()) === 'bouncing', 'bouncing', await statusOf())
  })
  await step('Nothing goes there any more; the command of the page lifts it', async () => {
    await rsvp(incident, await newEvent(incident), address)
    await mappings.work()
    expectThat(mailsTo(scene, address).length === 1, 'one mail', mailsTo(scene, address))
    await admin(scene, 'mail', 'lift', '--email', address)
    await rsvp(incident, await newEvent(incident), address)
    await until(incident, () => mailsTo(scene, address).length === 2)
  })
}

async function throttledTable(incident: Incident): Promise<void> {
  const { scene, functions, mappings } = incident
  await page(incident, 'TableWritesThrottled')
  const { body: webhook } = await functions.ask('v2/create-webhook', '/api/v2/webhooks', {
    body: { name: 'Pulled', types: ['attendance.created'] },
  })
  const messages = `${new URL(webhook._links?.['self']?.href ?? '').pathname}/messages`
  const event = await newEvent(incident)
  await rsvp(incident, event, 'before@example.org')
  const again = { 'idempotency-key': randomUUID() }
  await step('A table that throttles: 503 with Retry-After, and nothing is stored', async () => {
    scene.trouble('throttled')
    const { status, headers } = await attend(incident, event, 'during@example.org', again)
    expectThat(status === 503 && headers['retry-after'] === '1', '503 with Retry-After', { status, headers })
    await mappings.work()
  })
  await step('What lasted is in the failure queue; its page brings it back, and nothing is lost', async () => {
    await page(incident, 'FailureQueue')
    expectThat((await failures(incident)) > 0, 'messages that were given up', await failures(incident))
    scene.trouble()
    const { status } = await attend(incident, event, 'during@example.org', again)
    expectThat(status === 200, 'the same request to succeed', status)
    await follow(incident, commandsUnder(FAILURES) + commandsUnder(FAILURES, 1))
    await mappings.work()
    expectThat((await failures(incident)) === 0, 'an empty failure queue', await failures(incident))
    const { body } = await functions.ask('v2/list-messages', messages)
    expectThat(body.messages?.length === 2, 'a message of each RSVP', body)
    expectThat((await total(incident, event)) === 2, 'two RSVPs', await total(incident, event))
    await admin(scene, 'audit')
  })
}

async function poison(incident: Incident): Promise<void> {
  const { scene, mappings } = incident
  await page(incident, 'FailureQueue')
  const look = commandsUnder(FAILURES)
  await step('A poison message is given up; others behind it are not', async () => {
    await put(scene, 'send-mail', 'poison')
    await rsvp(incident, await newEvent(incident), 'behind@example.org')
    await mappings.work()
    await until(incident, () => mailsTo(scene, 'behind@example.org').length === 1)
    const seen = await follow(incident, look)
    expectThat(seen.includes('poison'), 'the message', seen)
  })
  await step('Moved back, it fails again; the page ends with an empty queue', async () => {
    await pause(31_000)
    await follow(incident, look + commandsUnder(FAILURES, 1))
    await mappings.work()
    expectThat((await failures(incident)) === 1, 'the message again', await failures(incident))
    await follow(incident, look + commandsUnder(FAILURES, 2))
    expectThat((await failures(incident)) === 0, 'an empty queue', await failures(incident))
  })
}

/** Both readers of the stream stop: what assigns ordinals in a rush, and what tells of changes. */
async function stoppedMappings(incident: Incident): Promise<void> {
  const { scene, mappings } = incident
  for (const alarm of ['ConsumerStopped', 'FanOutStopped']) await page(incident, alarm)
  const look = commandsUnder('Mappings of the stream')
  const both = [...(await follow(incident, look)).matchAll(/^(\S+)\s+Enabled/gm)].map(([, id = '']) => id)
  expectThat(both.length === 2, 'two mappings', both)
  const [, enable = ''] = /`(aws lambda update-event-source-mapping [^`]+)`/.exec(operating()) ?? []
  const event = await newEvent(incident)
  let sent: string[] = []
  await step('Mappings that are stopped: a rush is stored and not counted, and no one hears of it', async () => {
    for (const id of both) await follow(incident, `aws lambda update-event-source-mapping --uuid ${id} --no-enabled`)
    sent = await rush(incident, event)
    await mappings.work()
    const mailed = sent.filter((address) => mailsTo(scene, address).length > 0)
    expectThat(mailed.length === 0, 'no mail', mailed)
  })
  await step('Their page: they are disabled; enabled again, they catch up', async () => {
    const seen = await follow(incident, look)
    for (const id of both) {
      expectThat(new RegExp(`^${id}\\s+Disabled`, 'm').test(seen), 'Disabled', seen)
      await follow(incident, enable.replace('UUID', id))
    }
    await mappings.work()
    expectThat((await total(incident, event)) === sent.length, `${sent.length} RSVPs`, {
      counted: await total(incident, event),
    })
    await until(incident, () => sent.every((address) => mailsTo(scene, address).length === 1))
    await admin(scene, 'audit')
  })
}

/** Sends RSVPs at once until some of them wait for their ordinals. @returns the addresses of all of them */
async function rush(incident: Incident, event: string): Promise<string[]> {
  const sent: string[] = []
  for (let i = 0; i < 10; i++) {
    const some = [1, 2, 3].map((n) => `rush${i}-${n}@example.org`)
    await Promise.all(some.map((address) => rsvp(incident, event, address)))
    sent.push(...some)
    if (((await total(incident, event)) ?? 0) < sent.length) return sent
  }
  throw new Error('No RSVP has met another one at the end of the list.')
}

const operating = () => readFileSync('docs/operating.md', 'utf8')

/** The alarm is deployed, and has its page. */
async function page({ scene }: Incident, alarm: string): Promise<void> {
  const names = Object.values((await template(scene)).Resources).flatMap(
    ({ Properties }) => (Properties as { AlarmName?: string } | undefined)?.AlarmName ?? [],
  )
  expectThat(names.includes(`turnout-dev-${alarm}`), `the alarm ${alarm}`, names)
  const explained = readFileSync('docs/alarms.md', 'utf8').match(/^(#+ .*|\| `QueueBehind-[^|]*)/gm) ?? []
  expectThat(
    explained.some((each) => each.includes(`\`${alarm}\``)),
    `a page of ${alarm}`,
    explained,
  )
}

/** Follows the commands of a page. @returns what they wrote */
async function follow({ scene }: Incident, commands: string): Promise<string> {
  const { status, output } = await paste(scene, commands)
  expectThat(status === 0, `these commands to succeed:\n${commands}`, output)
  return output
}

async function failures(incident: Incident): Promise<number> {
  const seen = await follow(incident, commandsUnder(FAILURES).replace(/^aws sqs receive-message[^]*/m, ''))
  return Number(/ApproximateNumberOfMessages"?[:\s]+"?(\d+)/.exec(seen)?.[1] ?? seen.trim())
}

/** Goes on until something holds: the schedule of due email runs every minute. */
async function until({ mappings, functions }: Incident, holds: () => boolean): Promise<void> {
  for (let i = 0; i < 20 && !holds(); i++) {
    const said = await mappings.work()
    if (holds()) return
    const { error } = await functions.run('schedules/send-due-mail', {})
    expectThat(error === undefined, 'due mail to be sent', { error, said })
    if (!holds()) await pause(10_000)
  }
  expectThat(holds(), String(holds), 'not so')
}

async function put({ environment }: Scene, queue: string, body: object | string): Promise<void> {
  const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region } = environment
  await new SQSClient({ endpoint, region, md5: false }).send(
    new SendMessageCommand({
      QueueUrl: `${endpoint}/123456789012/turnout-dev-${queue}`,
      MessageBody: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

async function newEvent({ scene, group }: Incident): Promise<string> {
  const { id } = await admin<{ id: string }>(
    scene,
    'event',
    'create',
    '--group',
    group,
    '--title',
    'Rally',
    '--origin-system',
    'Rehearsal',
    '--start-date',
    '2030-05-01T18:00:00Z',
  )
  return id
}

/** Sends an RSVP, and again where a busy emulation gave no answer, as clients do. @returns the id of the person */
async function rsvp(incident: Incident, event: string, address: string): Promise<string> {
  const first = await attend(incident, event, address)
  const { status, body } = first.status === 503 ? await attend(incident, event, address) : first
  expectThat(status === 200, 'an RSVP', body)
  return new URL(body._links?.['osdi:person']?.href ?? '').pathname.split('/').at(-1) ?? ''
}

const attend = ({ functions }: Incident, event: string, address: string, headers = {}) =>
  functions.ask('v2/create-attendance', `/api/v2/events/${event}/attendances`, {
    body: { person: { email_addresses: [{ address }] } },
    headers,
  })

const total = async ({ functions }: Incident, event: string) =>
  (await functions.ask('v2/get-event', `/api/v2/events/${event}`)).body.total_accepted

const mailsTo = (scene: Scene, address: string) => scene.mails().filter(({ to }) => to.includes(address))

async function admin<Said>(scene: Scene, ...args: string[]): Promise<Said> {
  const { status, output } = await scene.runWith({ TABLE_NAME: TABLE }, 'admin', ...args, '--json')
  expectThat(status === 0, `npm run admin -- ${args.join(' ')} to succeed`, output)
  return JSON.parse(output.slice(output.indexOf('{'))) as Said
}
