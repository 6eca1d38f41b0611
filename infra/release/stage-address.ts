import { InvalidArgumentError } from 'commander'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { regionFor, takePlace } from '../place.js'
import { settingsOf } from '../settings.js'
import { describeStack } from '../table/table-stack.js'

/** Reads an address from the command line. */
export function httpAddress(value: string): string {
  if (!/^https?:\/\/[^/]+\/?$/.test(value)) throw new InvalidArgumentError('An address is like http://localhost:3000.')
  return value
}

/** Finds the address of a deployed stage. @throws Error where the stage has no address yet */
export async function addressOf(stage: string, region: string | undefined): Promise<string> {
  const settings = settingsOf(stage)
  const named = settings.publicUrl ?? (settings.domain && `https://${settings.domain.name}`)
  if (named) return named
  takePlace(toolEnvironment(), undefined, await regionFor({ region }, settings, toolEnvironment()))
  const stack = await describeStack(new CloudFormationClient({}), `turnout-${stage}`)
  const output = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'ApiAddress')?.OutputValue
  if (!output)
    throw new Error(
      `There is no deployment of ${stage} with an address. Deploy it with npm run deploy -- --stage ${stage}, or name an --address.`,
    )
  return output
}
