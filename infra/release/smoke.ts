import { toolEnvironment } from '../../lib/environment.js'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { parseArgs } from 'node:util'
import { regionFor, takePlace } from '../place.js'
import { settingsOf } from '../settings.js'
import { traverse } from './smoke-requests.js'
import { describeStack } from '../table/table-stack.js'

/*
 * `npm run smoke -- --stage prod --key KEY`: walks the API of a deployed stage with a key, and says what each got.
 * `--address` names another address than the stage's own, for example that of `npm start`.
 */

/** @throws Error where the stage has no address yet */
async function addressOf(stage: string, region: string | undefined): Promise<string> {
  const settings = settingsOf(stage)
  const named = settings.publicUrl ?? (settings.domain && `https://${settings.domain.name}`)
  if (named) return named
  takePlace(toolEnvironment(), undefined, await regionFor({ region }, settings, toolEnvironment()))
  const stack = await describeStack(new CloudFormationClient({}), `turnout-${stage}`)
  const output = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'ApiAddress')?.OutputValue
  if (!output) throw new Error(`There is no deployment of ${stage} with an address.`)
  return output
}

try {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { stage: { ...text, default: 'dev' }, key: text, address: text, region: text },
  })
  const { key = toolEnvironment()['OSDI_API_TOKEN'] } = values
  if (!key) throw new Error('Name a key of a group: --key KEY, or OSDI_API_TOKEN in the environment.')
  const address = values.address ?? (await addressOf(values.stage, values.region))
  const { steps, left } = await traverse(address.replace(/\/$/, ''), key)
  for (const { title, status, ms, fault } of steps)
    console.log(
      `${fault ? '✗' : '✓'} ${String(status).padEnd(4)}${String(ms).padStart(6)} ms  ${title}${fault ? `: ${fault}` : ''}`,
    )
  for (const each of left) console.log(`Left: ${each}`)
  if (steps.some(({ fault }) => fault)) process.exitCode = 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
