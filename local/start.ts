import { readLocalSettings } from '../lib/environment.js'
import { banner } from './banner.js'
import { Complaint } from './complaint.js'
import { startServer, type LocalServer } from './server.js'

/**
 * One Ctrl-C may come twice: the terminal sends it to npm, tsx and this process, and the first two pass it
 * on. What follows later is a second one, from somebody who does not want to wait.
 */
const ONE_CTRL_C_MS = 500

let starting: Promise<LocalServer> | undefined
let stoppingSince: number | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// Whoever reads our output may be gone first: `npm start | head`.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
// On AWS such a failure costs one sandbox, here it must not cost the server.
process.on('unhandledRejection', (reason) =>
  console.error('A function left a failed promise behind:', reason),
)
process.on('uncaughtException', (error) =>
  console.error('A function threw when nobody was listening:', error),
)
process.setSourceMapsEnabled(true)

try {
  const settings = readSettings()
  if (settings.underNpm) endWithParent()
  starting = startServer(settings)
  const server = await starting
  console.log(banner(server, settings))
  await server.engineLost
  if (stoppingSince === undefined) {
    await server.stop()
    throw new Complaint('The embedded DynamoDB has ended unexpectedly; what was acknowledged is in its file.')
  }
} catch (error) {
  // Ctrl-C while starting takes esbuild away, too: what that breaks is nobody's concern.
  if (stoppingSince !== undefined) process.exit(0)
  console.error(error instanceof Complaint ? error.message : error)
  process.exit(1)
}

function readSettings() {
  try {
    return readLocalSettings()
  } catch (error) {
    throw new Complaint((error as Error).message)
  }
}

/**
 * Stops when npm is gone, by kill -9 or otherwise: who has ended `npm start` does not expect a port in use. The
 * system tells by giving this process another parent. (The script in package.json begins with `exec`, or else
 * a shell would stand in between.)
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
