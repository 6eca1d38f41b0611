import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../admin/run.js'
import { type Stores, openStores } from '../../admin/stores.js'
import { readLocalSettings } from '../../lib/runtime/environment.js'
import type { Filled } from './fill.js'

/** The cost of a command. */
export interface MeasuredCommand {
  command: string
  exit: number
  calls: number
  read: number
  write: number
  ms: number
  complaint: string
}

/** Rows of each file that is imported. */
const ROWS = 500

/**
 * Runs the commands that read or write much of an owner, and those that people type most.
 * @param at the table, and the engine
 * @param keep is told of each command when it has ended
 */
export async function measureCommands(
  { group, event }: Filled,
  at: { tableName: string; dynamodbEndpoint: string },
  keep: (measured: MeasuredCommand) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-large-'))
  const people = join(folder, 'people.csv')
  const rows = Array.from({ length: ROWS }, (_, i) => `Kim,Row${i},row${i}@bench.example`)
  await writeFile(people, ['given_name,family_name,email', ...rows].join('\n'))
  const of = ['--group', group]
  const commands: [string, ...string[]][] = [
    ['event list', ...of],
    ['event create', ...of, '--title', 'One more', '--origin-system', 'Bench'],
    ['event-campaign list', ...of],
    ['actions', ...of],
    ['key list', ...of],
    ['member list', ...of],
    ['webhook list', ...of],
    ['calendar list', ...of],
    ['target actions', ...of],
    ['target list', ...of],
    ['target create', ...of, '--title', 'Everyone', '--include', event],
    ['mail due', '--at', new Date().toISOString()],
    [`import csv people, ${ROWS} rows`, ...of, '--in', people],
    [`import csv attendances, ${ROWS} rows`, ...of, '--in', people, '--event', event],
    [`import csv attendances, ${ROWS} rows again`, ...of, '--in', people, '--event', event],
    ['export csv', ...of, '--out', join(folder, 'files')],
    ['export', ...of, '--out', join(folder, 'all.ndjson')],
    ['audit'],
  ]
  for (const [command, ...options] of commands) {
    let opened: Stores | undefined
    const complaints: string[] = []
    const started = performance.now()
    const exit = await run([...(command.split(',')[0]?.split(' ') ?? []), ...options], {
      settings: () => ({ ...readLocalSettings({ PUBLIC_URL: 'https://events.example.org' }), ...at }),
      open: async (settings) => (opened = await openStores(settings)),
      print: () => undefined,
      printError: (text) => complaints.push(text),
    })
    const { read = 0, write = 0, requests = 0 } = opened?.table.consumedCapacity ?? {}
    const ms = performance.now() - started
    await keep({ command, exit, calls: requests, read, write, ms, complaint: complaints.join(' ').trim() })
  }
  await rm(folder, { recursive: true })
}
