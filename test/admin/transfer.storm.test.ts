import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scan } from '../../lib/table/scan.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { openTable } from '../../lib/table/table.js'
import { setWordings } from '../../lib/mail/store/mail-wordings.js'
import { startFaultyDynamoDb } from '../support/engine/faults.js'
import { address, demo, givenEvent, post, put, assignPending, table } from '../support/service.js'
import { type Answer, adminOf, freshAdmin } from './admin.js'

/* Everything of the demo's owners, and a crowd, is moved into a second table, which must then be the same service. */

type Admin = (...args: string[]) => Promise<Answer>

const GROUP = ['--group', demo.group.id]
const OWNERS = { group: GROUP, other: ['--group', demo.other_group.id], account: ['--account', ''] }
const admin: Admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const folder = await mkdtemp(join(tmpdir(), 'turnout-export-'))
const fileOf = (name: string) => join(folder, `${name}.ndjson`)

let hot: Awaited<ReturnType<typeof givenEvent>>

beforeAll(async () => {
  OWNERS.account[1] = (await admin('account', 'list', '--json')).json[0].id
  await givenCrowd()
  await givenWordings()
  for (const [name, owner] of Object.entries(OWNERS))
    expect(await admin('export', ...owner, '--out', fileOf(name))).toMatchObject({ code: 0, err: '' })
})

afterAll(() => rm(folder, { recursive: true }))

const helper = (address: string, fields: object = {}) => ({
  person: { given_name: 'Ana', email_addresses: [{ address }], ...fields },
})

const WORDED = { subject: 'See you: {event}' }
let worded: string

/** The group words its emails, and those of one event. */
async function givenWordings() {
  const made = await admin('event', 'create', ...GROUP, '--title', 'Worded', '--origin-system', 'Test', '--json')
  worded = made.json.id
  await setWordings(table, `group:${demo.group.id}`, 'reminder', { is_sent: false })
  await setWordings(table, worded, 'confirmation', WORDED)
}

async function givenCrowd() {
  const calm = await givenEvent({ identifiers: ['crowd:calm'], description: 'One line\u2028and another' })
  await put(calm.path, { title: 'Changed', start_date: '2027-05-01T18:00' })
  const tag = await post('/api/v2/tags', { name: 'Volunteer', origin_system: 'Test' })
  expect(tag.status).toBe(200)
  for (let i = 0; i < 3; i++)
    await post(`${calm.path}/attendances`, {
      ...helper(`calm-${i}@example.org`, { identifiers: [`crowd:person-${i}`] }),
      identifiers: [`crowd:rsvp-${i}`],
      add_tags: ['Volunteer'],
    })
  // Members that came while the list was hot, before and after the border of a block.
  hot = await givenEvent({
    _links: { 'osdi:creator': { href: `https://events.example.org/api/v2/people/${demo.group.organizer}` } },
  })
  markContended(table, lists.attendancesOf(hot.id))
  markContended(table, lists.peopleOf(`group:${demo.group.id}`))
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => post(`${hot.path}/attendances`, helper(`hot-${i}@example.org`))),
  )
  await assignPending()
  const limited = (
    await admin(
      'event',
      'create',
      ...GROUP,
      '--title',
      'Small',
      '--origin-system',
      'Test',
      '--capacity',
      '30',
      '--json',
    )
  ).json
  for (let i = 0; i < 2; i++) {
    const { body } = await post(`/api/v2/events/${limited.id}/attendances`, helper(`calm-${i}@example.org`))
    if (i > 0) await put(new URL(body._links.self.href).pathname, { status: 'declined' })
  }
  await post(`/api/v2/event_campaigns/${demo.event_campaign.id}/events`, {
    title: 'In a campaign',
    origin_system: 'Test',
  })
  const query = await post('/api/v2/targeting/queries', {
    title: 'People who came',
    include: [calm.id],
    status: ['attended', 'declined'],
  })
  expect(query.status).toBe(200)
}

/**
 * Returns the counts of the audit, and of the items of a table without those that expire (results and remembered
 * answers), without seats, which are taken at random, and without the keys of links, which each table has of its own.
 */
async function counted(of: Admin, tableName?: string) {
  const { code, json } = await of('audit', '--json')
  expect(code, JSON.stringify(json)).toBe(0)
  const { identifiers, lists, members, pending } = json
  if (tableName === undefined) return { identifiers, lists, members, pending }
  let items = 0
  for await (const page of scan(openTable({ tableName, dynamodbEndpoint: address.endpoint })))
    items += page.filter(
      ({ pk, expires }) => expires === undefined && !/^(seats|event_mail)#/.test(pk) && pk !== 'link_keys',
    ).length
  return { identifiers, lists, members, pending, items }
}

describe('export and import', () => {
  it('leave no claim without its holder where they are stopped', async () => {
    const target = await freshAdmin()
    const dynamodb = await startFaultyDynamoDb(target.endpoint)
    const stopped = adminOf({ TABLE_NAME: target.tableName, DYNAMODB_ENDPOINT: dynamodb.endpoint })
    dynamodb.troubles(({ body }) => (/"sk":{"S":"(person|attendance#)/.test(body) ? 'lost request' : undefined))
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect((await stopped('import', '--in', fileOf('group'))).code).toBe(1)
    dynamodb.troubles(({ body, action }) =>
      action !== 'BatchGetItem' && /"sk":{"S":"person"/.test(body) ? 'lost request' : undefined,
    )
    expect((await stopped('import', '--in', fileOf('group'))).code).toBe(1)

    const { json } = await target.admin('audit', '--json')
    expect(JSON.stringify(json.violations)).not.toContain('claimed')
    expect(json['orphaned_claims']).toBe(0)
    expect((await target.admin('import', '--in', fileOf('group'))).code).toBe(0)
    await counted(target.admin)
    dynamodb.close()
    log.mockRestore()
  })
})
