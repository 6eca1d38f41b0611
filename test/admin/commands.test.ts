import { beforeAll, describe, expect, it } from 'vitest'
import { PutCommand } from '../../lib/table/client/commands.js'
import { keyStore } from '../../lib/access/store/key-store.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { openTable } from '../../lib/table/table.js'
import { demo, seedDemo } from '../../local/demo.js'
import { CREATOR, UUID, adminOf, freshAdmin, seededAdmin } from './admin.js'

const GROUP = ['--group', demo.group.id]

let { admin, json } = {} as Pick<Awaited<ReturnType<typeof seededAdmin>>, 'admin' | 'json'>
let address: { endpoint: string; tableName: string }

beforeAll(async () => {
  const seeded = await seededAdmin()
  ;({ admin, json } = seeded)
  address = seeded
})

/** The principal of a key, as the API sees it. */
const holderOf = (key: string) =>
  keyStore(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })).authenticate(key)

describe('group', () => {
  it('makes a group with its creator, and shows and lists it', async () => {
    const made = await json(
      'group',
      'create',
      '--title',
      'River Friends',
      '--browser-url',
      'https://river.example.org',
      ...CREATOR,
    )
    expect(made).toEqual({
      id: expect.stringMatching(UUID),
      title: 'River Friends',
      browser_url: 'https://river.example.org',
      creator: expect.stringMatching(UUID),
      confirm_opt_in: true,
      created_date: expect.any(String),
    })
    expect(await json('group', 'show', made.id)).toEqual(made)
    expect((await json('group', 'list'))[0]).toEqual(made)
    expect(await json('group', 'list', '--limit', '1')).toEqual([made])
    expect(await json('member', 'list', '--group', made.id)).toEqual([
      {
        group: made.id,
        person: made.creator,
        role: 'creator',
        given_name: 'Ada',
        family_name: 'Diaz',
        email: 'ada@example.org',
      },
    ])
  })

  it('says which group does not exist', async () => {
    expect(await admin('group', 'show', 'nowhere')).toMatchObject({
      code: 1,
      out: '',
      err: 'There is no group with the id nowhere.\n',
    })
  })
})

describe('account', () => {
  it('makes an individual account with its person, and lists it', async () => {
    const named = { given_name: 'Joan', family_name: 'Reyes', email: 'joan@example.org' }
    const made = await json(
      'account',
      'create',
      '--given-name',
      'Joan',
      '--family-name',
      'Reyes',
      '--email',
      'joan@example.org',
    )
    expect(made).toMatchObject({ id: expect.stringMatching(UUID), person: expect.stringMatching(UUID) })
    expect((await json('account', 'list'))[0]).toEqual({ ...made, ...named })
  })
})

describe('browser RSVPs', () => {
  it('are off until they are switched on, for a group as for an account', async () => {
    const account = (await json('account', 'list'))[0]
    for (const [type, id] of [
      ['group', demo.group.id],
      ['account', account.id],
    ]) {
      const update = (value: string) => json(type, 'update', id, '--browser-rsvps', value)
      expect(await update('on')).toMatchObject({ id, browser_rsvps: true })
      expect((await json(type, 'list')).find((each: any) => each.id === id).browser_rsvps).toBe(true)
      expect(await update('off')).toMatchObject({ id, browser_rsvps: false })
    }
    expect(await json('group', 'show', demo.group.id)).toMatchObject({ title: demo.group.title })
  })

  it('refuses a third value, and an owner that does not exist', async () => {
    expect(await admin('group', 'update', demo.group.id, '--browser-rsvps', 'maybe')).toMatchObject({
      code: 1,
      err: '--browser-rsvps must be on or off.\n',
    })
    expect(await admin('account', 'update', 'missing', '--browser-rsvps', 'on')).toMatchObject({
      code: 1,
      err: 'There is no account with the id missing.\n',
    })
  })

  it('have rates of their own until these are set back, and need at least one setting', async () => {
    const update = (...options: string[]) => json('group', 'update', demo.group.id, ...options)
    await update('--browser-rsvps', 'on')
    const rates = ['--rsvps-per-network', '600', '--rsvps-per-event', '9000']
    const set = await update(...rates)
    expect(set).toMatchObject({ browser_rsvps: true, rsvps_per_network: 600, rsvps_per_event: 9000 })
    const { rsvps_per_network: _network, ...rest } = set
    expect(await update('--rsvps-per-network', 'default')).toEqual(rest)
    await update('--rsvps-per-event', 'default', '--browser-rsvps', 'off')
    expect((await update('--language', 'es-mx')).language).toBe('es-MX')
    expect(await update('--language', 'default')).not.toHaveProperty('language')
    expect((await update('--country', 'ca')).country).toBe('CA')
    expect(await update('--country', 'default')).not.toHaveProperty('country')
    expect(await admin('group', 'update', demo.group.id)).toMatchObject({ code: 2 })
    expect(await admin('group', 'update', demo.group.id, '--rsvps-per-event', '0')).toMatchObject({
      code: 1,
      err: '--rsvps-per-event must be a whole number from 1.\n',
    })
  })
})

describe('member', () => {
  const named = ['--given-name', 'Lin', '--family-name', 'Ortega', '--email', 'lin@example.org']

  it('adds a member, who is listed with the role', async () => {
    const added = await json('member', 'add', ...GROUP, '--role', 'organizer', ...named)
    expect(added).toMatchObject({ role: 'organizer', given_name: 'Lin' })
    expect(await json('member', 'list', ...GROUP)).toContainEqual(added)
  })

  it('takes a member again with the same role, and refuses to give another', async () => {
    const again = await json('member', 'add', ...GROUP, '--role', 'organizer', ...named)
    expect(await admin('member', 'add', ...GROUP, '--role', 'member', ...named)).toMatchObject({
      code: 1,
      err: 'lin@example.org is a member of the group already, as organizer: roles cannot be changed.\n',
    })
    const creator = [...named.slice(0, 4), '--email', 'maya.okafor@example.org']
    expect((await admin('member', 'add', ...GROUP, '--role', 'member', ...creator)).err).toContain('as creator')
    expect(await json('member', 'list', ...GROUP)).toContainEqual(again)
  })

  it('refuses a second creator, and a group that does not exist', async () => {
    expect(await admin('member', 'add', ...GROUP, '--role', 'creator', ...named)).toMatchObject({
      code: 1,
      err: '--role must be one of administrator, organizer, member.\n',
    })
    expect(await admin('member', 'add', '--group', 'x', '--role', 'member', ...named)).toMatchObject({
      code: 1,
      err: 'There is no group with the id x.\n',
    })
  })
})

describe('key', () => {
  it('makes a key that works, and never shows it again', async () => {
    const { id, key, ...rest } = await json('key', 'create', ...GROUP)
    expect(rest).toEqual({})
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    expect(await holderOf(key)).toMatchObject({ owner: `group:${demo.group.id}`, key_id: id })
    for (const form of [[], ['--json']]) {
      const { out } = await admin('key', 'list', ...GROUP, ...form)
      expect(out).toContain(id)
      expect(out).not.toContain(key)
      expect(out).not.toMatch(/[0-9a-f]{64}/)
    }
  })

  it('makes a key of an individual account', async () => {
    const [{ id: account, person }] = await json('account', 'list')
    const { key } = await json('key', 'create', '--account', account)
    expect(await holderOf(key)).toMatchObject({ owner: `account:${account}`, default_creator: person })
  })

  it('revokes a key, also twice', async () => {
    const { id, key } = await json('key', 'create', ...GROUP, '--limit', '5/minute')
    const limits = async () =>
      (await json('key', 'list', ...GROUP)).find((each: { id: string }) => each.id === id).limit
    expect(await limits()).toEqual({ requests: 5, seconds: 60 })
    expect(await json('key', 'limit', id, '7/hour')).toEqual({ id, limit: { requests: 7, seconds: 3600 } })
    expect(await json('key', 'limit', id, 'off')).toEqual({ id, limit: null })
    expect(await limits()).toBeUndefined()
    expect(await admin('key', 'limit', id, '7/day')).toMatchObject({ code: 1 })
    expect(await json('key', 'revoke', id)).toEqual({ id, revoked: true })
    expect(await json('key', 'revoke', id)).toEqual({ id, revoked: true })
    expect(await holderOf(key)).toBeUndefined()
    expect(await json('key', 'list', ...GROUP)).toContainEqual(
      expect.objectContaining({ id, revoked_date: expect.any(String) }),
    )
  })

  it('refuses unknown keys and owners', async () => {
    expect(await admin('key', 'revoke', 'x')).toMatchObject({
      code: 1,
      err: 'There is no key with the id x.\n',
    })
    expect(await admin('key', 'create', '--account', 'x')).toMatchObject({
      code: 1,
      err: 'There is no account with the id x.\n',
    })
  })

  it('wants one owner, not two and not none', async () => {
    const err = 'Give either --group <id> or --account <id>.\n'
    expect(await admin('key', 'create')).toMatchObject({ code: 2, err })
    expect(await admin('key', 'create', ...GROUP, '--account', 'x')).toMatchObject({ code: 2, err })
  })
})

describe('event-campaign', () => {
  it('makes a campaign, which is listed, also under its short name', async () => {
    const made = await json('event-campaign', 'create', ...GROUP, '--title', 'Spring', '--origin-system', 'Test')
    expect(made).toMatchObject({ id: expect.stringMatching(UUID), title: 'Spring', origin_system: 'Test' })
    const listed = await json('campaign', 'list', ...GROUP)
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([made.id, demo.event_campaign.id])
  })
})

describe('audit', () => {
  it('finds nothing wrong with what the commands made', async () => {
    expect(await json('audit')).toMatchObject({ violations: [] })
    expect((await admin('audit')).out).toContain('Every identifier is held once, and every list is whole.')
  })

  it('prints every violation, and exits with 1', async () => {
    const { endpoint, tableName, admin } = await freshAdmin()
    const table = openTable({ tableName, dynamodbEndpoint: endpoint })
    await table.client.send(new PutCommand({ TableName: tableName, Item: { ...lists.groups.length, length: 2 } }))
    const sentence = 'The list "groups" counts 2 members and lacks members 1 to 2.'
    const asJson = await admin('audit', '--json')
    expect(asJson).toMatchObject({ code: 1, err: '', json: { lists: 1, violations: [sentence] } })
    const asText = await admin('audit')
    expect(asText.code).toBe(1)
    expect(asText.out).toContain(sentence)
  })
})

describe('demo', () => {
  it('prints the demo data without any table', async () => {
    const { json, code } = await adminOf({})('demo', '--json')
    expect([code, json]).toEqual([0, demo])
    expect((await adminOf({})('demo')).out).toContain(demo.individual.key)
  })

  it('refuses on a deployed table', async () => {
    for (const source of [{}, { DYNAMODB_ENDPOINT: 'https://dynamodb.eu-west-1.amazonaws.com' }])
      expect(await adminOf({ TABLE_NAME: 'prod', ...source })('demo', '--json')).toMatchObject({
        code: 1,
        out: '',
        err: 'Demo data is for the local server; TABLE_NAME names a deployed table.\n',
      })
  })

  it('is seeded at once and again without changing anything', async () => {
    const { admin, ...where } = await freshAdmin()
    await Promise.all([seedDemo(where), seedDemo(where)])
    const before = await admin('audit', '--json')
    expect(before).toMatchObject({ code: 0, json: { members: 10 } })
    expect(await seedDemo(where)).toEqual(demo)
    expect((await admin('audit', '--json')).json).toEqual(before.json)
  })
})
