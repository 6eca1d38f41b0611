import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { PENDING } from '../../lib/collections/pending.js'
import { throughputFor } from '../monitoring/event-day.js'
import type { Settings } from '../settings.js'

/*
 * The table has a stack of its own, as it must outlive the service (docs/decisions/0034). The template of the service
 * names it.
 */

/** An attribute of a key and its place in it, as DynamoDB writes them. */
type KeySchema = { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[]

/** The definition in infra/table/table.yml, as far as code reads it. */
export interface TableProperties {
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[]
  KeySchema: KeySchema
  GlobalSecondaryIndexes: { IndexName: string; KeySchema: KeySchema }[]
  StreamSpecification: { StreamViewType: string }
  TimeToLiveSpecification: { AttributeName: string; Enabled: boolean }
}

interface TableFile {
  Resources: { Table: { Properties: TableProperties } }
}

const file = parse(readFileSync(join(import.meta.dirname, 'table.yml'), 'utf8')) as TableFile

export const tableProperties = file.Resources.Table.Properties

export const indexNames = tableProperties.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName)

/** The name of the table that a stage has until its service is switched to another one. */
export const ownTableOf = (stage: string): string => `turnout-${stage}`

/** The name of the table in service. */
export const tableNameOf = (stage: string, { table }: Pick<Settings, 'table'>): string => table ?? ownTableOf(stage)

/** The stack that holds a table. */
export const tableStackOf = (name: string): string => `${name}-table`

/** The name of the table in service, in the template of the service. */
export const TABLE_NAME = '${self:custom.settings.tableName}'

/** The ARN of the table in service, or of what is in it, in the template of the service. */
export const tableArn = (inside = ''): object => ({
  'Fn::Sub': `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/${TABLE_NAME}${inside}`,
})

/** The ARN of its stream. Every stream has another, which only a deployment knows. */
export const STREAM_ARN = '${self:custom.settings.tableStream}'

/**
 * The template of a table's stack: the table of infra/table/table.yml, ready for the rate of RSVPs of an event day,
 * with the key and the cap of the settings.
 */
export function tableTemplate(name: string, { eventDay, kmsKey, throughputCap }: Settings): object {
  const { Table } = file.Resources
  const ready = eventDay?.rsvpsPerSecond && throughputFor(eventDay.rsvpsPerSecond)
  const capped = throughputCap && cap(throughputCap)
  const Properties = {
    ...Table.Properties,
    TableName: name,
    ...(kmsKey && { SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: kmsKey } }),
    ...(ready && warm(ready.table)),
    ...capped,
    GlobalSecondaryIndexes: Table.Properties.GlobalSecondaryIndexes.map((each) => ({
      ...each,
      ...(ready && (each.IndexName === PENDING || each.IndexName === 'modified') && warm(ready[each.IndexName])),
      ...capped,
    })),
  }
  return { Resources: { Table: { ...Table, Properties } } }
}

/** Each index has a cap of its own. */
const cap = ({ read, write }: { read: number; write: number }) => ({
  OnDemandThroughput: { MaxReadRequestUnits: read, MaxWriteRequestUnits: write },
})

const warm = ({ read, write }: { read: number; write: number }) => ({
  WarmThroughput: { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write },
})
