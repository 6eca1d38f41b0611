import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type TableDescription,
  type TimeToLiveSpecification,
} from '@aws-sdk/client-dynamodb'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'

/** The definition of the table, as far as an embedded DynamoDB can take it. */
export interface TableDefinition {
  create: CreateTableCommandInput
  timeToLive: TimeToLiveSpecification | undefined
}

type Properties = Pick<
  CreateTableCommandInput,
  'AttributeDefinitions' | 'KeySchema' | 'BillingMode' | 'GlobalSecondaryIndexes' | 'StreamSpecification'
> & { TimeToLiveSpecification?: TimeToLiveSpecification }

const DEFINITION = new URL('../../infra/table/table.yml', import.meta.url)

/**
 * Reads the table of `infra/table/table.yml`, the one that a deployment makes, under another name. Protection against
 * loss stays behind: recovery is not for CreateTable, and no test could drop a table with deletion protection.
 */
export async function tableDefinition(name: string): Promise<TableDefinition> {
  const template = parse(await readFile(DEFINITION, 'utf8')) as {
    Resources: { Table: { Properties: Properties } }
  }
  const { AttributeDefinitions, KeySchema, BillingMode, GlobalSecondaryIndexes, ...rest } =
    template.Resources.Table.Properties
  return {
    create: {
      TableName: name,
      AttributeDefinitions,
      KeySchema,
      BillingMode,
      GlobalSecondaryIndexes,
      // CloudFormation leaves StreamEnabled out, the API requires it.
      StreamSpecification: rest.StreamSpecification && { ...rest.StreamSpecification, StreamEnabled: true },
    },
    timeToLive: rest.TimeToLiveSpecification,
  }
}

/** Makes the table when there is none, and waits until it takes requests. */
export async function ensureTable(client: DynamoDBClient, name: string): Promise<void> {
  const { create, timeToLive } = await tableDefinition(name)
  if (!(await describe(client, name))) await createTable(client, create)
  await active(client, name)
  if (timeToLive) await expire(client, name, timeToLive)
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

async function createTable(client: DynamoDBClient, input: CreateTableCommandInput): Promise<void> {
  try {
    await client.send(new CreateTableCommand(input))
  } catch (error) {
    // Another process created it in the meantime.
    if (!(error instanceof ResourceInUseException)) throw error
  }
}

async function active(client: DynamoDBClient, name: string): Promise<void> {
  while ((await describe(client, name))?.TableStatus !== 'ACTIVE') await pause(20)
}

async function expire(client: DynamoDBClient, name: string, specification: TimeToLiveSpecification): Promise<void> {
  try {
    const current = await client.send(new DescribeTimeToLiveCommand({ TableName: name }))
    // Asking twice for the same is an error.
    if (current.TimeToLiveDescription?.TimeToLiveStatus !== 'DISABLED') return
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: specification }))
  } catch (error) {
    const { name: kind, message } = error as Error
    // Another process asked in the meantime.
    if (kind === 'ValidationException' && message.includes('already enabled')) return
    // An engine without expiry keeps what would expire, which no reader may rely on anyway.
    if (kind !== 'UnknownOperationException') throw error
  }
}
