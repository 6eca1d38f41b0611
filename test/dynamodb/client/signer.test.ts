import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GetCommand } from '../../../lib/dynamodb/client/commands.js'
import { openTable } from '../../../lib/dynamodb/table.js'
import { UNSIGNED } from '../../../lib/environment.js'
import { type ScriptedDynamoDB, startScriptedDynamoDB } from '../../support/engine/scripted-dynamodb.js'

let host: ScriptedDynamoDB

beforeEach(async () => void (host = await startScriptedDynamoDB()))
afterEach(() => {
  host.close()
  vi.unstubAllEnvs()
})

/** Returns the headers of a request of a function with a secret in its environment. */
async function headersWith(secret: string) {
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret)
  const { client } = openTable({ tableName: 't', dynamodbEndpoint: host.endpoint })
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
