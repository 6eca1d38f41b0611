import { Command } from 'commander'
import { readLocalSettings } from '../lib/runtime/environment.js'
import { banner } from './banner.js'
import { writePrivately } from './engine/private-directory.js'
import { requireNode } from './node-version.js'
import { UserError } from './user-error.js'
import type { LocalServer } from './server.js'

/**
 * One Ctrl-C may come twice: the terminal sends it to npm, tsx and this process, and the first two pass it
 * on. A signal that follows later is a second Ctrl-C: it ends the process at once.
 */
const ONE_CTRL_C_MS = 500

// The engine, the functions and this process store personal data: mails, keys, RSVPs.
writePrivately()

let starting: Promise<LocalServer> | undefined
let stoppingSince: number | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// The reader of the output may end first: `npm start | head`.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
// On AWS this failure ends one sandbox; here it must not end the server.
process.on('unhandledRejection', (reason) => console.error('A function left a failed promise behind:', reason))
process.on('uncaughtException', (error) => console.error('A function threw after it had answered:', error))
process.setSourceMapsEnabled(true)

try {
  requireNode()
  new Command('npm start --')
    .description('Serves Turnout on this machine. Variables of the environment configure it: docs/configuration.md')
    .parse()
  const settings = readSettings()
  if (settings.underNpm) endWithParent()
  // Loading it takes longer than finding out that a setting is wrong.
  const { startServer } = await import('./server.js')
  starting = startServer(settings)
  const server = await starting
  console.log(banner(server, settings))
  await server.engineLost
  if (stoppingSince === undefined) {
    await server.stop()
    throw new UserError('The embedded DynamoDB has ended unexpectedly; what was acknowledged is in its file.')
  }
} catch (error) {
  // Ctrl-C while starting also ends esbuild; the errors that follow are not reported.
  if (stoppingSince !== undefined) process.exit(0)
  console.error(error instanceof UserError ? error.message : error)
  process.exit(1)
}

function readSettings() {
  try {
    return readLocalSettings()
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

/**
 * Stops after npm has ended, also by kill -9, so that the port is free again. The operating system then gives this
 * process another parent. (The script in package.json begins with `exec`, so that no shell stands in between.)
 */
function endWithParent(): void {
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    onSignal()
  }, 100)
  check.unref()
}

function onSignal(): void {
  if (stoppingSince === undefined) {
    stoppingSince = Date.now()
    void stop()
  } else if (Date.now() - stoppingSince > ONE_CTRL_C_MS) process.exit(130)
}

/** Ends everything and the process. One that is still starting is ended as soon as it has started. */
async function stop(): Promise<void> {
  const server = await starting
  await server?.stop()
  process.exit(0)
}
