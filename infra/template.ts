import { mkdir, writeFile } from 'node:fs/promises'
import { alarmResources, countedMappings } from './monitoring/alarms.js'
import { budgetResources } from './monitoring/budget.js'
import { apiOutputs, apiResources, publicUrlOf } from './api/api.js'
import { dashboardResources } from './monitoring/dashboard.js'
import { functionEntries } from './api/functions.js'
import { backupResources } from './table/backup.js'
import { CONFIGURATION_SET, mailResources } from './queues/mail-resources.js'
import { pascal } from './names.js'
import { logQueryResources } from './monitoring/log-queries.js'
import { QUEUES_URL } from './queues/queue-names.js'
import { queueFunctionEntries, queueResources } from './queues/queues.js'
import { bounded } from './permissions/boundary.js'
import { roleResources } from './permissions/roles.js'
import type { Settings } from './settings.js'
import { tableNameOf } from './table/table.js'

/** The place of a deployment, as far as it is known: a package is made without asking AWS. */
export interface Location {
  region: string
  /** The ARN of the stream of the table in service. */
  tableStream?: string
}

/**
 * The parts of serverless.yml in build/: everything that follows from lib/http/endpoints/endpoints.json and from the
 * settings of a stage.
 */
export function partsOf(stage: string, settings: Settings, { region, tableStream }: Location) {
  const tableName = tableNameOf(stage, settings)
  return {
    settings: {
      ...settings,
      stage,
      ...(settings.mail && { mail: { ...settings.mail, configurationSet: CONFIGURATION_SET } }),
      countedMappings: countedMappings(settings),
      stageWords: stage.replaceAll('-', ' '),
      region,
      tags: settings.tags ?? {},
      tracing: settings.tracing ?? false,
      queuesUrl: QUEUES_URL,
      publicUrl: publicUrlOf(settings),
      corsOrigins: settings.corsOrigins?.join(',') ?? '',
      tableName,
      tableId: pascal(tableName.replace(/[^0-9A-Za-z]/g, '')),
      tableStream: tableStream ?? `arn:aws:dynamodb:${region}:000000000000:table/${tableName}/stream/${UNKNOWN_STREAM}`,
    },
    functions: functionEntries(settings),
    queueFunctions: queueFunctionEntries(settings),
    queues: { Resources: queueResources() },
    mail: mailResources(settings),
    backup: { Resources: bounded(settings, backupResources(settings)) },
    api: {
      Resources: bounded(settings, apiResources(settings)),
      Outputs: apiOutputs(settings),
    },
    roles: { Resources: bounded(settings, roleResources(settings)) },
    monitoring: {
      Resources: {
        ...alarmResources(settings),
        ...budgetResources(settings),
        ...(settings.monitoring === 'full' && dashboardResources()),
        ...logQueryResources(),
      },
    },
  }
}

/**
 * Writes the parts of a stage.
 * @param folder where serverless.yml finds it
 */
export async function writeParts(
  stage: string,
  settings: Settings,
  location: Location,
  folder = 'build',
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, part] of Object.entries(partsOf(stage, settings, location)))
    await writeFile(`${folder}/${name}.json`, JSON.stringify(part, undefined, 2))
}

/** infra/packaging.cjs deploys no package with it. */
const UNKNOWN_STREAM = 'of-no-account'
