import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Settings } from './settings.js'

interface TableFile {
  Resources: { Table: { Properties: { GlobalSecondaryIndexes: { IndexName: string }[] } } }
}

const file = parse(readFileSync(join(import.meta.dirname, 'table.yml'), 'utf8')) as TableFile

/** The names of all indexes of the table. */
export const indexNames = file.Resources.Table.Properties.GlobalSecondaryIndexes.map(
  ({ IndexName }) => IndexName,
)

/** The table of infra/table.yml, with the throughput that it should be ready for. */
export function tableOf({ eventDay }: Settings): object {
  const { Table } = file.Resources
  if (!eventDay?.warmThroughput) return file
  const { read, write } = eventDay.warmThroughput
  const warm = { WarmThroughput: { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write } }
  const GlobalSecondaryIndexes = Table.Properties.GlobalSecondaryIndexes.map((each) => ({ ...each, ...warm }))
  const Properties = { ...Table.Properties, ...warm, GlobalSecondaryIndexes }
  return { Resources: { ...file.Resources, Table: { ...Table, Properties } } }
}
