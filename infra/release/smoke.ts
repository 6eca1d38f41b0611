import { toolEnvironment } from '../../lib/environment.js'
import { parseArgs } from 'node:util'
import { traverse } from './smoke-requests.js'
import { addressOf } from './stage-address.js'

/*
 * `npm run smoke -- --stage prod --key KEY`: walks the API of a deployed stage with a key, and says what each got.
 * `--address` names another address than the stage's own, for example that of `npm start`.
 */

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
