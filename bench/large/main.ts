import { Command } from 'commander'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import '../texts.js'
import { provideEnvironment } from '../../lib/runtime/environment.js'
import type { Results } from '../publish.js'
import { type Row, printTable } from '../print-table.js'
import { startService } from '../service.js'
import { measureCommands } from './commands.js'
import { type Filled, fill } from './fill.js'
import { measurePages } from './measure.js'
import { signedIn } from './organizer.js'

/*
 * `npx tsx bench/large/main.ts`: each page of the organizer's interface, what its queues do for it, and the commands,
 * for an owner with very much: calls to DynamoDB, units, and milliseconds of the whole request in this process. Calls
 * and units do not depend on the machine. `pages` and `commands` measure one of both. `npx tsx bench/publish.ts`
 * writes the results into docs/performance.md.
 */

const PARTS = ['pages', 'commands']

const program = new Command('npx tsx bench/large/main.ts')
  .argument('[part...]', `of ${PARTS.join(', ')}; both by default`)
  .option('--people <number>', 'people of the owner, who all sent an RSVP to one event', '100000')
  .option('--events <number>', 'events of the owner', '2000')
  .option('--data <folder>', 'keeps what was filled; a later run measures a copy of it')
  .option('--out <file>', 'where the results go', 'bench/results/large.json')
  .parse()
const options = program.opts<{ people: string; events: string; data?: string; out: string }>()
const [people, events] = [Number(options.people), Number(options.events)]
const unknown = program.args.filter((name) => !PARTS.includes(name))
if (unknown.length > 0) program.error(`There is no part ${unknown.join(', ')}.`)
const wants = (part: string) => program.args.length === 0 || program.args.includes(part)

/** Requests of a page, of whose milliseconds the table has the median. */
const TIMES = 5

/** The budget of a page. */
const MOST_MS = 100

// The pages about mail are those of an installation that sends mail. Nothing here does.
provideEnvironment({ MAIL_FROM: 'events@example.org' })
const { service, filled } = await (options.data ? filledCopy(options.data) : filledService())
const units = ({ calls, read, write, ms }: Record<'calls' | 'read' | 'write' | 'ms', number>) => ({
  calls,
  'read units': read,
  'write units': write,
  ms: Math.round(ms),
})

const tables: Record<string, Row[]> = {}
const heading = `with ${people} people, ${events} events, an event of ${people}`

if (wants('pages')) {
  const measured = await measurePages(service, filled, await signedIn(service), TIMES)
  tables['pages'] = measured.map(({ name, answer, isFile, ...cost }): Row => {
    const isPage = answer !== 'queue' && !isFile
    return {
      page: name,
      answer,
      ...units(cost),
      budget: isPage ? `${MOST_MS} ms` : '-',
      'over budget': isPage && cost.ms > MOST_MS,
    }
  })
  printTable(`Pages, ${heading}`, tables['pages'])
  await keep()
}

if (wants('commands')) {
  const { endpoint, tableName } = service
  const rows: Row[] = (tables['commands'] = [])
  // Each is kept at once: the slow ones take minutes, and a run may be ended.
  await measureCommands(filled, { tableName, dynamodbEndpoint: endpoint }, async (measured) => {
    const { command, exit, complaint, ...cost } = measured
    console.error(`${command}: ${Math.round(cost.ms)} ms`)
    if (exit !== 0) console.error(`${command} ended with ${exit}: ${complaint}`)
    rows.push({ command, ...units(cost), budget: '-', 'over budget': false })
    await keep()
  })
  printTable(`Commands, ${heading}`, rows)
}
await service.engine.stop()

/** Fills a service over an engine in memory, or in a file. */
async function filledService(file?: string) {
  const service = await startService({ stream: false, ...(file && { file }) })
  return { service, filled: await fill(service, { people, events }) }
}

/** The service over a copy of what a folder has, which is filled when it is empty. */
async function filledCopy(folder: string) {
  const [table, ids] = [join(folder, 'table.db'), join(folder, 'filled.json')]
  if (!existsSync(ids)) {
    await mkdir(folder, { recursive: true })
    const { service, filled } = await filledService(table)
    await service.engine.stop()
    await writeFile(ids, JSON.stringify(filled))
  }
  const copy = join(await mkdtemp(join(tmpdir(), 'turnout-large-')), 'table.db')
  await copyFile(table, copy)
  const filled = JSON.parse(await readFile(ids, 'utf8')) as Filled
  return { service: await startService({ stream: false, file: copy }), filled }
}

/** Keeps the tables for `npx tsx bench/publish.ts`. */
async function keep(): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const results: Results = {
    commit,
    date: new Date().toISOString(),
    tables,
    load: Math.round(loadavg()[0] ?? 0),
  }
  await mkdir(dirname(options.out), { recursive: true })
  await writeFile(options.out, JSON.stringify(results, undefined, 2))
}
