import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GetCommand, TransactWriteCommand } from '../../../lib/table/client/commands.js'
import { openTable } from '../../../lib/table/table.js'
import { UNSIGNED } from '../../../lib/runtime/environment.js'
import {
  type Play,
  type ScriptedDynamoDB,
  breaks,
  fails,
  startScriptedDynamoDB,
} from '../../support/engine/scripted-dynamodb.js'

let host: ScriptedDynamoDB

beforeEach(async () => void (host = await startScriptedDynamoDB()))
afterEach(() => {
  host.close()
  vi.unstubAllEnvs()
})

/** Opens a table as a function with a secret in its environment. */
function openWith(secret: string) {
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret)
  return openTable({ tableName: 't', dynamodbEndpoint: host.endpoint })
}

async function headersWith(secret: string) {
  const { client } = openWith(secret)
  await client.send(new GetCommand({ TableName: 't', Key: { pk: 'a' } }))
  client.destroy()
  return host.received.at(-1)?.headers
}

it('a request to DynamoDB is signed', async () => {
  expect((await headersWith('secret'))?.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/dynamodb\/aws4_request, .*Signature=[0-9a-f]{64}$/,
  )
})

it('a request to the embedded engine names the access key, and has no signature', async () => {
  const headers = await headersWith(UNSIGNED)
  expect(headers?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID\/.*, Signature=unsigned$/)
  expect(headers?.['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/)
})

/** Text that looks like a token, in a value and as a name. */
const TEXT = ',"ClientRequestToken":"none"'
const ITEM = { pk: 'a', text: TEXT, ClientRequestToken: 'x' }

async function transactWith(secret: string, script: Play[] = []) {
  host.script = script
  const { client } = openWith(secret)
  const TransactItems = [{ Put: { TableName: 't', Item: ITEM } }]
  const outcome = await client.send(new TransactWriteCommand({ TransactItems })).then(
    () => 'written',
    (error: unknown) => (error as { code?: string }).code,
  )
  client.destroy()
  return outcome
}

const sentItem = () => host.received.at(-1)?.body.TransactItems[0].Put.Item

it('a transaction has a token, and is sent again under it where its answer is lost', async () => {
  expect(await transactWith('secret', [breaks])).toBe('written')
  const tokens = host.received.map(({ body }) => body.ClientRequestToken)
  expect(tokens).toEqual([tokens[0], tokens[0]])
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/)
})

it('a transaction of the embedded engine has no token, and arrives whole', async () => {
  expect(await transactWith(UNSIGNED)).toBe('written')
  expect(host.received.at(-1)?.body).not.toHaveProperty('ClientRequestToken')
  expect(sentItem()).toEqual({ pk: { S: 'a' }, text: { S: TEXT }, ClientRequestToken: { S: 'x' } })
})

it('a transaction of the embedded engine whose answer is lost is not sent again, and its outcome is unknown', async () => {
  expect(await transactWith(UNSIGNED, [breaks])).toBe('unknown_outcome')
  expect(await transactWith(UNSIGNED, [fails('InternalServerError', 500)])).toBe('unknown_outcome')
  expect(host.received).toHaveLength(2)
})

it('a transaction of the embedded engine that was refused for a while is sent again', async () => {
  expect(await transactWith(UNSIGNED, [fails('ThrottlingException')])).toBe('written')
  expect(host.received).toHaveLength(2)
})
