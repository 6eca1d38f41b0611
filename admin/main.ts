import { readLocalSettings } from '../lib/runtime/environment.js'
import { writePrivately } from '../local/engine/private-directory.js'
import { run } from './run.js'

/** `npm run -s admin -- …`: the owner's command line. */

// Exports and the local data are of people.
writePrivately()

// The reader of the output may close it before its end: `… | head`.
process.stdout.on('error', () => undefined)

// Not process.exit, which would cut off what a pipe has not taken yet.
process.exitCode = await run(process.argv.slice(2), {
  settings: () => readLocalSettings(),
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  isWatched: process.stderr.isTTY,
  interrupted,
})

/** Ctrl-C, which else ends the process at once. */
function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
