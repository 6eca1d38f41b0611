import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { furnish, payload } from '../../bench/requests.js'
import type { Service } from '../../bench/service.js'
import { withoutMargin } from '../../infra/package/budget.js'
import { idOf } from '../../infra/names.js'
import { lateLoading } from '../../infra/package/layer/late.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { consumers } from '../../infra/queues/consumers.js'
import { saveProvider } from '../../lib/sign-in/store/identity-provider-store.js'
import { UpdateCommand } from '../../lib/table/client/commands.js'
import { eventStore } from '../../lib/app/event-store.js'
import { mailStore } from '../../lib/mail/store/mail-store.js'
import { markContended } from '../../lib/collections/contention.js'
import { lengthOf, lists } from '../../lib/collections/numbered-list.js'
import { keyOf, openTable } from '../../lib/table/table.js'
import { newAttendance } from '../../lib/attendances/attendance.js'
import { hosting as arabicOfHosting, pages as arabicOfPages } from '../../lib/texts/ar.json'
import { authenticator } from '../support/clients/authenticator.js'
import { signedInAs } from '../support/clients/organizer.js'
import { putNotices, unhandled } from '../support/mail/notices.js'
import { type Proxy, startProxy } from '../support/engine/dynamodb-proxy.js'
import { invoke, unpack } from '../support/lambda/lambda.js'
import { fromRun } from '../support/on-request.js'
import {
  PUBLIC_URL,
  address,
  demo,
  gateway,
  givenEvent,
  givenInterfaceEvent,
  service as created,
} from '../support/service.js'
import { lookForKeys } from '../../lib/attendances/links/link-key-store.js'
import { record } from '../../lib/attendances/store/record-attendance.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

/*
 * The zips that are deployed, unpacked and run one process each under the interface of Lambda, over the embedded
 * engine, behind a guard that lets each do what its role allows.
 */

const UNPACKED = resolve('.cache/artifact')
let zips: string
const functions = [...allEndpoints.map(({ name }) => name), ...consumers]
const names = new Map(functions.map((name, i) => [`function${i}`, name]))
const accessKeyOf = (name: string) => `function${functions.indexOf(name)}`
const folders = new Map<string, string>()
let proxy: Proxy
let furniture: Awaited<ReturnType<typeof furnish>>
const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
const service = { gateway, demo, table, service: created } as unknown as Service

beforeAll(async () => {
  zips = await fromRun('package')
  mkdirSync(UNPACKED, { recursive: true })
  // In Lambda, there is no project of ES modules around them.
  writeFileSync(join(UNPACKED, 'package.json'), '{"type":"commonjs"}\n')
  for (const name of functions)
    folders.set(name, await unpack(`${zips}/${idOf({ name })}.zip`, join(UNPACKED, idOf({ name }))))
  for (const layer of ['locations', 'explorer']) await unpack(`${zips}/${layer}.zip`, join(UNPACKED, 'layer'))
  proxy = await startProxy(address.endpoint, (accessKey) => names.get(accessKey))
  furniture = await furnish(service)
})

afterAll(() => {
  proxy.close()
})

/** The environment that Lambda gives a function: that of serverless.yml, and credentials of its role. */
const environmentOf = (name: string): Record<string, string> => ({
  TABLE_NAME: address.tableName,
  PUBLIC_URL,
  NATIVE_PREFIX: 'service',
  GEOCODER: 'embedded',
  SECURITY_CONTACT: 'mailto:security@example.org',
  STAGE: 'test',
  REQUEST_LOG: 'on',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: accessKeyOf(name),
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  DYNAMODB_ENDPOINT: proxy.endpoint,
  LOCATION_TABLE: join(UNPACKED, 'layer', 'locations.tsv'),
  EXPLORER_FILE: join(UNPACKED, 'layer', 'openapi-explorer.js'),
  IMAGES_FOLDER: created.environment.images.folder ?? '',
})

const run = (name: string, event: unknown, environment = environmentOf(name)) =>
  invoke(folders.get(name) as string, environment, event)

const endpointOf = (name: string) => allEndpoints.find((each) => each.name === name) as (typeof allEndpoints)[number]

describe('a packaged function', () => {
  it.concurrent.each(allEndpoints)(
    'of $name answers a request, logs it, and does what its role allows',
    async (endpoint) => {
      const { response, error, written } = await run(endpoint.name, payload(endpoint, service, furniture))
      expect(error).toBeUndefined()
      expect([200, 202, 204, 303], response.body).toContain(response.statusCode)
      expect(response.headers['x-request-id']).toBe('bench')
      expect(written.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          request_id: 'bench',
          route: endpoint.route === '$default' ? 'GET /api/v2/events' : endpoint.route,
          status: response.statusCode,
          cold: true,
          cold_starts: 1,
          stage: 'test',
        }),
      ])
      const asked = proxy.passed.get(endpoint.name) ?? 0
      expect(asked > 0).toBe(endpoint.needs.length > 0)
      expect(proxy.refused.filter((each) => each.includes(endpoint.name))).toEqual([])
    },
  )

  it.each(lateLoading.filter((name) => name.endsWith('attendance')))(
    'of %s reads HTML with the tokenizer of its layer',
    async (name) => {
      const { id } = await givenInterfaceEvent({ instructions: '<b onclick="x">Bring</b> water' })
      const event = payload(endpointOf(name), service, {
        ...furniture,
        ids: { ...furniture.ids, events: id },
      }) as {
        headers: Record<string, string>
      }
      const { headers } = event
      for (const each of ['osdi-api-token', 'api-key']) delete headers[each]
      const person = { email_addresses: [{ address: 'kim@example.org' }] }
      const sent = name.startsWith('v2/') ? { ...event, body: JSON.stringify({ person }) } : event
      const { response } = await run(name, sent)
      expect(response.statusCode, response.body).toBe(200)
      expect(JSON.parse(response.body).instructions).toBe('<b>Bring</b> water')
    },
  )

  it('of a form shows what was typed as Markdown, in Arabic, with the modules of its layer', async () => {
    const name = 'hosting/send-form'
    const event = payload(endpointOf(name), service, furniture) as { headers: object; body: string }
    const typed = Buffer.from(event.body, 'base64').toString()
    const { response } = await run(name, {
      ...event,
      headers: { ...event.headers, 'accept-language': 'ar' },
      body: `${typed}&description=**Bring**+water`,
      isBase64Encoded: false,
    })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.body).toContain('<strong>Bring</strong> water')
    expect(response.body).toContain(arabicOfHosting.look)
    expect(response.body).toContain(arabicOfPages.skip)
  })

  it('of each function weighs under 150 KB, with a margin', () => {
    const sizes = functions.map((name) => idOf({ name })).map((id) => [id, statSync(`${zips}/${id}.zip`).size] as const)
    expect(withoutMargin(Object.fromEntries(sizes))).toEqual([])
  })

  it.each([
    ['v2/get-event', ['TABLE_NAME', 'PUBLIC_URL']],
    ['v2/get-entry-point', ['PUBLIC_URL']],
    ['embed/get-asset', ['PUBLIC_URL']],
    ['schedules/sweep', ['TABLE_NAME']],
  ])('of %s fails its first invocation without %s, and names it', async (name, missing) => {
    const complete = Object.entries(environmentOf(name))
    const incomplete = Object.fromEntries(complete.filter(([each]) => !missing.includes(each)))
    const { phase, error, response } = await run(name, {}, incomplete)
    expect(response).toBeUndefined()
    expect(phase).toBe('init')
    expect(error?.errorMessage).toBe(`Missing in the environment: ${missing.join(', ')}`)
  })

  it.each([
    ['HEAD', '/api/v2/openapi.json'],
    ['GET', '/api/v1/openapi.json/'],
    ['GET', '/api/v2/calendar.ics/'],
    ['HEAD', '/embed/events/{id}'],
  ])('of other-requests answers %s %s with what is in its layer', async (method, template) => {
    const name = 'other-requests'
    const rawPath = template.replace('{id}', (await givenEvent()).id)
    const event = payload(endpointOf(name), service, furniture) as { requestContext: { http: object } }
    const http = { ...event.requestContext.http, method, path: rawPath }
    const { response, error } = await run(name, {
      ...event,
      rawPath,
      requestContext: { ...event.requestContext, http },
    })
    expect(error).toBeUndefined()
    expect(response.statusCode, response.body).toBe(200)
  })

  it('of the interface serves the script that is in its layer', async () => {
    const name = 'manage/interface'
    const event = payload(endpointOf(name), service, furniture) as { requestContext: { http: object } }
    const rawPath = '/manage/qr-decoder.js'
    const http = { ...event.requestContext.http, method: 'GET', path: rawPath }
    const { response } = await run(name, {
      ...event,
      rawPath,
      requestContext: { ...event.requestContext, http },
    })
    expect(response.statusCode).toBe(200)
    expect(response.body).toMatch(/export\s*\{\w+ as BarcodeDetector\}/)
  })

  it('of the interface speaks with identity providers by the file in its layer', async () => {
    const group = demo.group.id
    const client = { client_id: 'turnout', secret: 'encrypted', domains: ['example.org'], only: false }
    const provider = { group, issuer: 'https://127.0.0.1', for_creator: true, ...client }
    await saveProvider(table, provider, new Date())
    const name = 'manage/interface'
    const event = payload(endpointOf(name), service, furniture) as {
      headers: object
      requestContext: { http: object }
    }
    const rawPath = `/manage/sign-in/${group}/start`
    const http = { ...event.requestContext.http, method: 'GET', path: rawPath }
    const { response } = await run(name, {
      ...event,
      rawPath,
      cookies: [`__Host-attempt=${'a'.repeat(43)}`],
      headers: { ...event.headers, 'sec-fetch-site': 'same-origin' },
      requestContext: { ...event.requestContext, http },
    })
    expect(response.statusCode, response.body).toBe(503)
    expect(response.body).toContain('The address is not on the public internet')
  })

  it('of the interface verifies passkeys with the library that is in its layer', async () => {
    const browser = await signedInAs(demo.group.organizer)
    const device = authenticator(PUBLIC_URL)
    const optionsAt = async (path: string) => JSON.parse((await browser.open(path)).html) as never
    const { credential, sent } = device.create(await optionsAt('/manage/you/passkeys/options'))
    expect((await browser.send('/manage/you/passkeys', { credential: sent })).status).toBe(303)
    const name = 'manage/interface'
    const rawPath = '/manage/sign-in/passkey'
    const signed = device.get(await optionsAt(rawPath), credential)
    const event = payload(endpointOf(name), service, furniture) as { requestContext: { http: object } }
    const { response } = await run(name, {
      ...event,
      rawPath,
      headers: { origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ credential: signed }).toString(),
      isBase64Encoded: false,
      requestContext: {
        ...event.requestContext,
        http: { ...event.requestContext.http, method: 'POST', path: rawPath },
      },
    })
    expect([response.statusCode, response.headers.location], response.body).toEqual([303, '/manage'])
    expect(proxy.refused.filter((each) => each.includes(name))).toEqual([])
  })

  it('of other-requests shows people the page in its layer where there is nothing', async () => {
    const name = 'other-requests'
    const event = payload(endpointOf(name), service, furniture) as { headers: object }
    const headers = { ...event.headers, accept: 'text/html,*/*;q=0.8' }
    const { response } = await run(name, { ...event, headers, rawPath: '/nothing' })
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.body).toContain('There is nothing at this address')
  })

  it('may not do what another may', async () => {
    const [reader, writer] = ['v2/get-event', 'v2/create-event'] as const
    const environment = { ...environmentOf(writer), AWS_ACCESS_KEY_ID: accessKeyOf(reader) }
    const { response } = await run(writer, payload(endpointOf(writer), service, furniture), environment)
    expect(response.statusCode).toBe(500)
    expect(proxy.refused.splice(0).join()).toContain(`${reader} may not`)
  })

  it('reaches DynamoDB over TLS, and trusts no unknown certificate', async () => {
    const pem = 'test/support/lambda/localhost.pem'
    const [key, cert] = readFileSync(pem, 'utf8').split(/(?=-----BEGIN CERTIFICATE)/) as [string, string]
    const tls = await startProxy(address.endpoint, (accessKey) => names.get(accessKey), { key, cert })
    const endpoint = endpointOf('v2/get-event')
    const secure = { ...environmentOf(endpoint.name), DYNAMODB_ENDPOINT: tls.endpoint }
    const trusting = { ...secure, NODE_EXTRA_CA_CERTS: join(process.cwd(), pem) }
    const event = payload(endpoint, service, furniture)
    expect((await run(endpoint.name, event, trusting)).response.statusCode).toBe(200)
    expect((await run(endpoint.name, event, secure)).response.statusCode).toBe(500)
    tls.close()
  })
})

describe('a packaged function that no request calls', () => {
  /** A pending attendance of an event with a contended list. */
  async function someoneWaiting() {
    const { id } = await givenEvent()
    const list = lists.attendancesOf(id)
    markContended(table, list)
    const event = await eventStore(table).find(`group:${demo.group.id}`, id)
    const person = randomUUID()
    await record(table, attendanceReactions, newAttendance(id, person, {}, new Date()), event)
    expect(await lengthOf(table, list)).toBe(0)
    return { list, key: keyOf.attendance(person, id) }
  }

  it('assigns ordinals to pending members from a batch of the stream', async () => {
    const { list, key } = await someoneWaiting()
    const image = { pk: { S: key.pk }, sk: { S: key.sk }, waits_for: { S: list.name } }
    const batch = { Records: [{ dynamodb: { SequenceNumber: '1', NewImage: image } }] }
    const { response } = await run('streams/assign-ordinals', batch)
    expect(response).toEqual({ batchItemFailures: [] })
    expect(await lengthOf(table, list)).toBe(1)
    expect(proxy.refused).toEqual([])
  })

  it('assigns ordinals by a schedule to members that the stream missed, and counts them', async () => {
    const { list, key } = await someoneWaiting()
    const since = new Date(Date.now() - 120_000).toISOString()
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'SET since = :since',
        ExpressionAttributeValues: { ':since': since },
      }),
    )
    const environment = environmentOf('schedules/sweep')
    const { error, written } = await run(
      'schedules/sweep',
      {},
      {
        ...environment,
        AWS_LAMBDA_FUNCTION_NAME: 'turnout-test-sweep',
      },
    )
    expect(error).toBeUndefined()
    expect(await lengthOf(table, list)).toBe(1)
    expect(JSON.parse(written.at(-1) as string)).toMatchObject({ pending_members: 1, stage: 'test' })
    for (const line of written) expect(JSON.parse(line)).toMatchObject({ function: 'turnout-test-sweep' })
    expect(await lookForKeys(table), 'the key of self-service links').toMatchObject({ current: 1 })
    expect(proxy.refused).toEqual([])
  })

  it('looks for due email by a schedule', async () => {
    const { error } = await run('schedules/send-due-mail', {})
    expect(error).toBeUndefined()
    expect(proxy.passed.get('schedules/send-due-mail')).toBeGreaterThan(0)
    expect(proxy.refused).toEqual([])
  })

  it('notes the bounces that are in its queue, and leaves nothing there', async () => {
    const address = 'gone@example.org'
    const QUEUES_URL = await putNotices({
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] },
    })
    const name = 'queues/note-bounces'
    const { error } = await run(name, {}, { ...environmentOf(name), QUEUES_URL })
    expect(error).toBeUndefined()
    expect(unhandled()).toEqual([])
    expect(await mailStore(table).isSuppressed(address)).toBe(true)
    expect(proxy.refused).toEqual([])
  })
})
