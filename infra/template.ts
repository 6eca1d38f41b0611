import { mkdir, writeFile } from 'node:fs/promises'
import { alarmResources } from './alarms.js'
import { apiOutputs, apiResources, publicUrlOf } from './api.js'
import { dashboardResources } from './dashboard.js'
import { functionEntries } from './functions.js'
import { CONFIGURATION_SET, mailResources } from './mail-resources.js'
import { queueFunctionEntries, queueResources } from './queues.js'
import { roleResources } from './roles.js'
import type { Settings } from './settings.js'
import { tableOf } from './table.js'

/**
 * Writes what serverless.yml takes from build/: everything that follows from lib/api/endpoints.json and from the
 * settings of a stage.
 */
export async function writeParts(stage: string, settings: Settings): Promise<void> {
  const parts = {
    settings: {
      ...settings,
      stage,
      publicUrl: publicUrlOf(settings),
      ...(settings.mail && { mail: { ...settings.mail, configurationSet: CONFIGURATION_SET } }),
    },
    functions: functionEntries(settings),
    'queue-functions': queueFunctionEntries(),
    queues: { Resources: queueResources() },
    mail: mailResources(settings),
    table: tableOf(settings),
    api: { Resources: apiResources(settings), Outputs: apiOutputs(settings) },
    roles: { Resources: roleResources(settings) },
    monitoring: { Resources: { ...alarmResources(settings), ...dashboardResources() } },
  }
  await mkdir('build', { recursive: true })
  for (const [name, part] of Object.entries(parts))
    await writeFile(`build/${name}.json`, JSON.stringify(part, undefined, 2))
}
