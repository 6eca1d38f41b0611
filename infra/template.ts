import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { alarmResources } from './alarms.js'
import { apiOutputs, apiResources, publicUrlOf } from './api.js'
import { dashboardResources } from './dashboard.js'
import { functionEntries } from './functions.js'
import { roleResources } from './roles.js'
import type { Settings } from './settings.js'

/**
 * Writes what serverless.yml takes from build/: everything that follows from infra/endpoints.json and from the
 * settings of a stage.
 */
export async function writeParts(stage: string, settings: Settings): Promise<void> {
  const parts = {
    settings: { ...settings, stage, publicUrl: publicUrlOf(settings) },
    functions: functionEntries(settings),
    table: tableOf(settings),
    api: { Resources: apiResources(settings), Outputs: apiOutputs(settings) },
    roles: { Resources: roleResources(settings) },
    monitoring: { Resources: { ...alarmResources(settings), ...dashboardResources() } },
  }
  await mkdir('build', { recursive: true })
  for (const [name, part] of Object.entries(parts))
    await writeFile(`build/${name}.json`, JSON.stringify(part, undefined, 2))
}

const TABLE = join(import.meta.dirname, 'table.yml')

interface TableFile {
  Resources: { Table: { Properties: { GlobalSecondaryIndexes: object[] } } }
}

/** The table of infra/table.yml, with the throughput that it should be ready for. */
function tableOf({ eventDay }: Settings): object {
  const file = parse(readFileSync(TABLE, 'utf8')) as TableFile
  const { Table } = file.Resources
  if (!eventDay?.warmThroughput) return file
  const { read, write } = eventDay.warmThroughput
  const warm = { WarmThroughput: { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write } }
  const GlobalSecondaryIndexes = Table.Properties.GlobalSecondaryIndexes.map((each) => ({ ...each, ...warm }))
  const Properties = { ...Table.Properties, ...warm, GlobalSecondaryIndexes }
  return { Resources: { ...file.Resources, Table: { ...Table, Properties } } }
}
