import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createInterface } from 'node:readline/promises'
import type { Options } from './options.js'
import type { Settings } from './settings.js'

/* Determines where a stage is deployed. A guessed region would make a second, empty service. */

export const USUAL_REGION = 'us-east-1'

/** Asks a question at the terminal. @returns what was typed, or undefined where there is no terminal */
export type Ask = (question: string) => Promise<string | undefined>

/**
 * The region of a command: the option, the stage's own, the environment's, the profile's, in this order.
 * @throws Error where none is named and none is agreed to
 */
export async function regionFor(
  { region }: Pick<Options, 'region'>,
  settings: Pick<Settings, 'region'>,
  environment: NodeJS.ProcessEnv,
  ask: Ask = askAtTerminal,
): Promise<string> {
  const named =
    region ??
    settings.region ??
    environment['AWS_REGION'] ??
    environment['AWS_DEFAULT_REGION'] ??
    (await regionOfProfile())
  if (named) return named
  const answer = await ask(`No region is named anywhere. Use ${USUAL_REGION}? [y/N] `)
  if (answer && /^y(es)?$/i.test(answer)) return USUAL_REGION
  throw new Error(
    `No region is named. Name it with --region ${USUAL_REGION}, with region in infra/stages.yml or with AWS_REGION.`,
  )
}

/** The SDK reads the file of profiles. @returns undefined where it names no region */
async function regionOfProfile(): Promise<string | undefined> {
  const client = new DynamoDBClient({})
  try {
    return await client.config.region()
  } catch {
    return undefined
  } finally {
    client.destroy()
  }
}

/** Sets the profile and the region in the environment, where the SDK and the serverless CLI both read them. */
export function takePlace(environment: NodeJS.ProcessEnv, profile: string | undefined, region: string): void {
  if (profile) environment['AWS_PROFILE'] = profile
  environment['AWS_REGION'] = region
}

export async function askAtTerminal(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}
