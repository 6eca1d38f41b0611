import { Argument, Command } from 'commander'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { allRows } from './table.js'

/*
 * `npx tsx tools/lab/main.ts` lets released programs use a local server, without changes to the programs: clients of
 * this API family, readers of Mobilize, generators of clients, an imported collection of requests, and requests that
 * are derived from the OpenAPI documents. It writes docs/compatibility.csv, and fails where one of them
 * has become worse. It needs the network for the programs. A program that this machine cannot have is left out, which
 * it says, and its row stays. `npx tsx tools/lab/main.ts generators Kotlin` runs a part, or of a part what has a word.
 */

const PARTS = ['clients', 'readers', 'generators', 'collections', 'schemathesis', 'calendars']

const program = new Command('npx tsx tools/lab/main.ts')
  .description('Lets released programs use a local server, and writes docs/compatibility.csv')
  .addArgument(new Argument('[part]', 'all of them by default').choices(PARTS))
  .argument('[words...]', 'of a part, only what has one of these words')
  .parse()
const [part, ...words] = program.args
for (const each of PARTS.filter((name) => part === undefined || name === part)) {
  console.log(`\n${each}`)
  // Each has a server with an environment of its own.
  const child = spawn(process.execPath, ['--import', 'tsx', `tools/lab/${each}.ts`, ...words], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
for (const [of, ...row] of await allRows()) if (part === undefined || of === part) console.log(row.join(' | '))
