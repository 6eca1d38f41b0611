import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { permissionFiles } from '../../../infra/permissions/permissions.js'
import { rolesOf } from '../../../infra/permissions/roles.js'
import { type Endpoint, allEndpoints } from '../../../lib/http/endpoints/endpoints.js'
import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '../../../lib/table/client/commands.js'
import { actionOf } from '../../support/clients/commands.js'
import { authorize } from '../../support/engine/permissions.js'
import { has, isWhole } from '../../support/rooms.js'

const KNOWN = [
  'name',
  'file',
  'route',
  'also',
  'needs',
  'page',
  'geocodes',
  'finds',
  'explores',
  'images',
  'rsvps',
  'seconds',
  'computes',
]

describe('lib/http/endpoints/endpoints.json', () => {
  it('lists the needs of every endpoint, and none that no endpoint has', () => {
    for (const endpoint of allEndpoints) {
      expect(endpoint.needs, `needs of ${endpoint.name}; see infra/permissions/needs/`).toBeInstanceOf(Array)
      expect(Object.keys(endpoint).filter((name) => !KNOWN.includes(name))).toEqual([])
    }
  })

  it('is refused with a need that there is not', () => {
    const endpoint = { name: 'v2/x', route: 'GET /api/v2/x', needs: ['rule'] } as unknown as Endpoint
    expect(() => rolesOf([endpoint])).toThrow('v2/x needs "rule"')
  })
})

describe('a role', () => {
  const endpoint = (name: string, needs: Endpoint['needs'], route = `GET /api/v2/${name}`): Endpoint => ({
    name,
    route,
    needs,
  })

  it('is shared by endpoints with the same needs, in whatever order', () => {
    const roles = rolesOf([
      endpoint('a', ['list events', 'read people']),
      endpoint('b', ['read people', 'list events']),
      endpoint('c', ['read people']),
    ])
    expect(roles.map(({ functions }) => functions)).toEqual([['a', 'b'], ['c']])
  })

  it('looks up keys where callers have some, and not otherwise', () => {
    const [api, page, none] = rolesOf([
      endpoint('a', ['read events']),
      endpoint('b', ['read events'], 'GET /embed/b'),
      endpoint('c', []),
    ])
    expect(api?.needs).toContain('check keys')
    expect(page?.needs).not.toContain('check keys')
    expect(none?.grants).toEqual([])
  })

  it('of the function for all other addresses allows what any endpoint needs', () => {
    const [, all] = rolesOf([
      endpoint('a', ['record tags'], 'POST /elsewhere'),
      endpoint('z', ['everything'], '$default'),
    ])
    expect(all?.needs).toEqual(['check keys', 'record tags', 'remember answers'])
  })
})

describe('an action that a role does not allow', () => {
  const get = (pk: string) => new GetCommand({ TableName: 't', Key: { pk, sk: 's' } })
  const send = (name: string, command: { input: object }) => () => authorize(name, actionOf(command), command.input)

  it('is of another kind, on another kind of item, or on another index', () => {
    const Put = { TableName: 't', Item: { pk: 'event#1', sk: 'event' } }
    const pages = (block: string, IndexName = 'members') =>
      new QueryCommand({
        TableName: 't',
        IndexName,
        KeyConditionExpression: '#block = :block AND #ordinal > :last',
        ExpressionAttributeValues: { ':last': 1, ':block': block },
      })
    expect(send('v2/get-event', get('event#1'))).not.toThrow()
    expect(send('v2/get-event', get('person#1'))).toThrow('v2/get-event may not dynamodb:GetItem')
    expect(send('v2/get-event', get('event_campaign#1'))).toThrow()
    const write = new TransactWriteCommand({ TransactItems: [{ Put }] })
    expect(send('v2/get-event', write)).toThrow('dynamodb:PutItem')
    expect(send('v2/create-event', write)).not.toThrow()
    expect(send('v2/list-events', pages('events of group:1#0'))).not.toThrow()
    expect(send('v2/list-events', pages('people of group:1#0'))).toThrow()
    expect(send('v2/list-events', pages('events of group:1#0', 'identifiers'))).toThrow()
    expect(send('v2/get-entry-point', get('api_key#1'))).toThrow()
  })

  it.runIf(has('manage'))('is to change of a key anything but its last use, or to read it by a change', () => {
    const update = (UpdateExpression: string, more: object = {}) =>
      new UpdateCommand({
        TableName: 't',
        Key: { pk: 'api_key#1', sk: 'api_key' },
        UpdateExpression,
        ConditionExpression: 'attribute_exists(pk) AND last_used_date < :before',
        ...more,
      })
    const use = update('SET last_used_date = :now')
    expect(send('v2/get-event', use)).not.toThrow()
    expect(send('v2/get-entry-point', use)).toThrow()
    expect(send('v2/get-event', update('SET last_used_date = :now REMOVE revoked_date'))).toThrow()
    expect(send('v2/get-event', update('SET #s = :all', { ExpressionAttributeNames: { '#s': 'scope' } }))).toThrow()
    expect(send('v2/get-event', update('SET last_used_date = :now', { ReturnValues: 'ALL_OLD' }))).toThrow()
    expect(send('manage/interface', update('REMOVE revoked_date'))).not.toThrow()
  })
})

it.runIf(isWhole)(
  'docs/permissions.md and its tables are current; otherwise run npx tsx infra/permissions/permissions.ts',
  () => {
    for (const [path, text] of Object.entries(permissionFiles())) expect(readFileSync(path, 'utf8')).toBe(text)
  },
)
