import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startEngine } from '../../local/engine/engine.js'
import { ensureTable, tableDefinition } from '../../local/engine/table.js'
import { engineKinds } from '../support/engine/engines.js'

describe.each(engineKinds())('the table on %s', async (kind) => {
  const { endpoint } = await startEngine({ kind })
  const client = new DynamoDBClient({ endpoint })

  it('is the one of infra/table/table.yml', async () => {
    const name = `test-${randomUUID()}`
    await ensureTable(client, name)
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    const { create } = await tableDefinition(name)
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      KeySchema: create.KeySchema,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    })
    const names = Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName)
    expect(names?.sort()).toEqual(create.GlobalSecondaryIndexes?.map((index) => index.IndexName).sort())
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }))
    expect(TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' })
  })

  it('is made once, however often and by however many', async () => {
    const name = `test-${randomUUID()}`
    await Promise.all([ensureTable(client, name), ensureTable(client, name)])
    await ensureTable(client, name)
  })
})
