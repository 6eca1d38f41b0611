import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startEngine } from '../../local/engine/engine.js'
import { ensureTable, tableDefinition } from '../../local/engine/table.js'
import { engineKinds } from '../support/engine/engines.js'

describe.each(engineKinds())('the table on %s', async (kind) => {
  // An engine of its own: DynamoDB Local did not finish a new index in five minutes while other files used it.
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

  it('gets the indexes that an older one lacks, with what was there before', async () => {
    const name = `test-${randomUUID()}`
    const { create } = await tableDefinition(name)
    const [index] = create.GlobalSecondaryIndexes ?? []
    const used = ['pk', 'sk', ...(index?.KeySchema?.map((key) => key.AttributeName) ?? [])]
    await client.send(
      new CreateTableCommand({
        ...create,
        GlobalSecondaryIndexes: index && [index],
        AttributeDefinitions: create.AttributeDefinitions?.filter((each) =>
          used.includes(each.AttributeName),
        ),
      }),
    )
    const item = { pk: { S: 'event#1' }, sk: { S: 'event' }, owner: { S: 'group:1' } }
    const start_date = { S: '2030-05-04T12:00:00' }
    await client.send(new PutItemCommand({ TableName: name, Item: { ...item, start_date } }))
    await ensureTable(client, name)
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    const names = Table?.GlobalSecondaryIndexes?.map((each) => each.IndexName)
    expect(names?.sort()).toEqual(create.GlobalSecondaryIndexes?.map((each) => each.IndexName).sort())
    const query = new QueryCommand({
      TableName: name,
      IndexName: 'starts',
      KeyConditionExpression: '#owner = :owner AND start_date > :now',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': item.owner, ':now': { S: '2030' } },
    })
    expect((await client.send(query)).Items).toEqual([{ ...item, start_date }])
  })
})
