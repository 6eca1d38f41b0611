import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { PENDING } from '../lib/dynamodb/lists/pending.js'
import { throughputFor } from './event-day.js'
import type { Settings } from './settings.js'

interface TableFile {
  Resources: { Table: { Properties: { GlobalSecondaryIndexes: { IndexName: string }[] } } }
}

const file = parse(readFileSync(join(import.meta.dirname, 'table.yml'), 'utf8')) as TableFile

/** The names of all indexes of the table. */
export const indexNames = file.Resources.Table.Properties.GlobalSecondaryIndexes.map(
  ({ IndexName }) => IndexName,
)

/** The table of infra/table.yml, ready for the rate of RSVPs of an event day. */
export function tableOf({ eventDay }: Settings): object {
  const { Table } = file.Resources
  if (!eventDay?.rsvpsPerSecond) return file
  const { table, pending } = throughputFor(eventDay.rsvpsPerSecond)
  const GlobalSecondaryIndexes = Table.Properties.GlobalSecondaryIndexes.map((each) =>
    each.IndexName === PENDING ? { ...each, ...warm(pending) } : each,
  )
  const Properties = { ...Table.Properties, ...warm(table), GlobalSecondaryIndexes }
  return { Resources: { ...file.Resources, Table: { ...Table, Properties } } }
}

const warm = ({ read, write }: { read: number; write: number }) => ({
  WarmThroughput: { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write },
})
