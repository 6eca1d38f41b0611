import { spawnSync } from 'node:child_process'
import type { Options } from './options.js'

/**
 * Runs a command of the serverless CLI for a stage.
 * @param output whether it is shown, or returned
 * @throws Error where the CLI fails; it has said why
 */
export function serverless(
  command: string,
  { stage, others }: Options,
  region: string,
  output: 'inherit' | 'pipe' = 'inherit',
): string {
  const args = [command, '--stage', stage, '--region', region, ...others]
  const { status, error, stdout, stderr } = spawnSync('osls', args, {
    stdio: ['inherit', output, output],
    encoding: 'utf8',
  })
  if (error) throw error
  const said = [stdout, stderr].filter(Boolean).join('\n')
  if (status !== 0) throw new Error(`${said}osls ${command} has failed.`)
  return said
}
