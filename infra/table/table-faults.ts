import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { tableProperties } from './table.js'

/**
 * Finds settings that an existing table needs to serve and does not have: a restore leaves its stream, its expiry and
 * its recovery behind.
 */

/** @returns undefined where there is no table of that name */
export async function describeTable(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** @returns one sentence for each difference from infra/table/table.yml that would lose data or fail requests */
export async function tableFaults(client: DynamoDBClient, table: TableDescription): Promise<string[]> {
  const TableName = table.TableName as string
  const [expiry, recovery] = await Promise.all([
    client.send(new DescribeTimeToLiveCommand({ TableName })),
    client.send(new DescribeContinuousBackupsCommand({ TableName })),
  ])
  return faultsOf(
    table,
    expiry.TimeToLiveDescription?.AttributeName,
    recovery.ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED',
  )
}

/** The same of what AWS said of a table, the attribute by which items expire, and whether it can be recovered. */
export function faultsOf(table: TableDescription, expiresBy: string | undefined, isRecoverable: boolean): string[] {
  const indexes = new Map(table.GlobalSecondaryIndexes?.map((each) => [each.IndexName, each.KeySchema]))
  const { KeySchema, GlobalSecondaryIndexes, StreamSpecification, TimeToLiveSpecification } = tableProperties
  const faults: [boolean, string][] = [
    [same(table.KeySchema, KeySchema), 'has another key'],
    ...GlobalSecondaryIndexes.map((wanted): [boolean, string] => [
      same(indexes.get(wanted.IndexName), wanted.KeySchema),
      `lacks the index ${wanted.IndexName}`,
    ]),
    [table.StreamSpecification?.StreamViewType === StreamSpecification.StreamViewType, 'has no stream'],
    [expiresBy === TimeToLiveSpecification.AttributeName, 'lets nothing expire'],
    [isRecoverable, 'has no point-in-time recovery'],
    [table.DeletionProtectionEnabled === true, 'has no deletion protection'],
  ]
  return faults.flatMap(([fine, fault]) => (fine ? [] : [`${table.TableName} ${fault}`]))
}

const same = (
  one: { AttributeName?: string | undefined; KeyType?: string | undefined }[] | undefined,
  other: { AttributeName: string; KeyType: string }[],
) =>
  one?.length === other.length &&
  other.every(({ AttributeName, KeyType }) =>
    one.some((each) => each.AttributeName === AttributeName && each.KeyType === KeyType),
  )
