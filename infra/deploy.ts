import { spawnSync } from 'node:child_process'
import { build } from './build.js'
import { settingsOf } from './settings.js'
import { writeParts } from './template.js'

/*
 * `npm run package` and `npm run deploy`: checks the settings of the stage, builds, and hands over to the serverless
 * CLI. A wrong setting ends it before anything is built or created.
 */

const [command = '', ...options] = process.argv.slice(2)

/** The stage as the serverless CLI will understand it. */
function stageIn(args: string[]): string {
  const at = args.findIndex((each) => /^(--stage|-s)(=|$)/.test(each))
  if (at < 0) return 'dev'
  return args[at]?.split('=')[1] ?? args[at + 1] ?? ''
}

try {
  const stage = stageIn(options)
  const settings = settingsOf(stage)
  await build()
  await writeParts(stage, settings)
  const { status, error } = spawnSync('osls', [command, ...options], { stdio: 'inherit' })
  if (error) throw error
  process.exitCode = status ?? 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
