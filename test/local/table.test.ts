import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ensureTable, tableDefinition } from '../../local/table.js'
import { engineEndpoint, engineKinds } from '../support/engines.js'

describe.each(engineKinds())('the table on %s', async (kind) => {
  const client = new DynamoDBClient({ endpoint: await engineEndpoint(kind) })

  it('is the one of infra/table.yml', async () => {
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

  it('is refused when it lacks an index', async () => {
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
    await expect(ensureTable(client, name)).rejects.toThrow(`The table "${name}" lacks the index identifiers`)
  })
})
