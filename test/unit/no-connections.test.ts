import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { createConnection } from 'node:net'
import { describe, expect, inject, it } from 'vitest'

describe('a unit test', () => {
  const refusal = 'A test under test/unit opened a connection.'

  it('opens no connection', () => {
    expect(() => createConnection({ port: 1 })).toThrow(refusal)
  })

  it('reaches no engine through the SDK', async () => {
    const client = new DynamoDBClient({ endpoint: 'http://127.0.0.1:1', maxAttempts: 1 })
    await expect(client.send(new ListTablesCommand())).rejects.toThrow(refusal)
  })

  it('is given no engine', () => {
    expect(inject('engineKinds')).toBeUndefined()
  })
})
