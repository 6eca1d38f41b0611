import { Command } from 'commander'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { traverse } from './smoke-requests.js'
import { whyRefused } from '../aws-errors.js'
import { addressOf, httpAddress } from './stage-address.js'

/*
 * `npx tsx infra/release/smoke.ts --stage prod --key KEY`: walks the API of a deployed stage with a key, and says what
 * each got. `--address` names another address than the stage's own, for example that of `npm start`.
 */

const values = new Command('npx tsx infra/release/smoke.ts')
  .description('Asks each kind of address of a deployed stage, and says what it got')
  .option('--stage <name>', 'the stage', 'dev')
  .option('--region <name>', 'its region')
  .option('--address <url>', "another address than the stage's own, for example that of npm start", httpAddress)
  .option('--key <key>', 'a key of a group of its own; without it OSDI_API_TOKEN of the environment')
  .parse()
  .opts<{ stage: string; region?: string; address?: string; key?: string }>()

try {
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
  console.error(whyRefused(error as Error) ?? (error as Error).message)
  process.exitCode = 1
}
