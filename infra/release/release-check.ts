import type { TableProperties } from '../table/table.js'

/*
 * Refuses a release that would break the stacks of owners who have the release before it. CloudFormation adds or
 * removes one index of a table at a time; a resource with another logical id or another key is replaced, and its data
 * is lost.
 */

/** The parts of a release that hold data, as its tag has them. */
export interface Release {
  table: Pick<TableProperties, 'KeySchema' | 'GlobalSecondaryIndexes' | 'AttributeDefinitions'>
  /** Resources that hold data, by their logical ids: type, and the name if the template gives one. */
  holding: Record<string, { Type: string; name?: string | undefined }>
}

/** Kinds of resources whose contents a replacement loses. */
const HOLDING: Record<string, string> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SNS::Topic': 'TopicName',
}

/** @returns one sentence for each change that an upgrade from one release to the next cannot make, or loses data by */
export function upgradeFaults(last: Release, next: Release): string[] {
  const before = new Map(last.table.GlobalSecondaryIndexes.map((each) => [each.IndexName, each]))
  const after = new Map(next.table.GlobalSecondaryIndexes.map((each) => [each.IndexName, each]))
  const added = [...after.keys()].filter((name) => !before.has(name))
  const removed = [...before.keys()].filter((name) => !after.has(name))
  const typeOf = ({ table }: Release, name: string) =>
    table.AttributeDefinitions.find(({ AttributeName }) => AttributeName === name)?.AttributeType
  const keys = [last.table.KeySchema, ...[...before.values()].map(({ KeySchema }) => KeySchema)].flat()
  return [
    ...(added.length + removed.length > 1
      ? [`It adds and removes ${[...added, ...removed].join(', ')}. DynamoDB changes one index with a deployment.`]
      : []),
    ...(same(last.table.KeySchema, next.table.KeySchema) ? [] : ['It changes the key of the table.']),
    ...[...before].flatMap(([name, index]) => {
      const now = after.get(name)
      return !now || same(index, now) ? [] : [`It changes the index ${name}. Another index needs another name.`]
    }),
    ...[...new Set(keys.map(({ AttributeName }) => AttributeName))].flatMap((name) => {
      const now = typeOf(next, name)
      return !now || now === typeOf(last, name) ? [] : [`It changes the type of ${name}, which is part of a key.`]
    }),
    ...Object.entries(last.holding).flatMap(([id, { Type, name }]) => {
      const now = next.holding[id]
      if (!now) return [`It has no ${id} (${Type}) any more, which holds data.`]
      if (now.Type !== Type) return [`It makes ${id} a ${now.Type}.`]
      return now.name === name ? [] : [`It renames ${id} from ${name} to ${now.name}, which replaces it.`]
    }),
  ]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The resources of a template that hold data. */
export const holdingOf = (resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>) =>
  Object.fromEntries(
    Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) => {
      const property = HOLDING[Type]
      return property ? [[id, { Type, name: Properties[property] as string | undefined }]] : []
    }),
  ) as Release['holding']
