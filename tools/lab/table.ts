import { parse } from 'csv-parse/sync'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { csvRow } from '../../lib/csv/row.js'
import type { Call } from './client.js'

/* docs/compatibility.csv. Each part of the lab writes its own rows. A row that is not run keeps what it says. */

const TABLE = resolve('docs/compatibility.csv')

/** A client, and how to run it. */
export interface Client {
  name: string
  /** @throws LeftOut where this machine or its network lacks something; Error what hindered it */
  calls: () => Promise<Call[]>
}

/** The client cannot run on this machine. */
export class LeftOut extends Error {}

type Row = [client: string, call: string, result: string]

/**
 * Runs the clients whose names have a word, one after another, and writes their rows. A call that worked and does not
 * any more, or that has no explanation, is a failure.
 * @param explanations by client without its version, and call
 */
export async function runClients(
  part: string,
  clients: Client[],
  { asked = '', explanations = {} }: { asked?: string | undefined; explanations?: Record<string, string> } = {},
): Promise<void> {
  const before = await rowsOf(part)
  const rows: Row[] = []
  for (const [i, { name, calls }] of clients.entries()) {
    const known = before.filter(([client]) => client === name)
    if (!name.toLowerCase().includes(asked.toLowerCase())) {
      rows.push(...known)
      continue
    }
    const ran = await calls().catch((error: unknown) => {
      if (error instanceof LeftOut) {
        console.log(`${name}: left out: ${error.message}`)
        rows.push(...(known.length > 0 ? known : ([[name, 'all', `left out: ${error.message}`]] as Row[])))
        return []
      }
      return [{ call: 'all', works: false, problem: lastLines(error) }]
    })
    for (const { call, works, problem = '' } of ran) {
      const why = explanations[`${name.replace(/ v?\d[\w.]*/, '')}: ${call}`]
      const worked = known.some(([, of, result]) => of === call && result === 'works')
      const isWorse = !works && (worked || why === undefined)
      if (isWorse) process.exitCode = 1
      console.log(`${isWorse ? 'WORSE ' : ''}${name}: ${call}  ${works ? 'works' : problem}`)
      rows.push([name, call, works ? 'works' : (why ?? 'fails')])
    }
    const later = clients.slice(i + 1).map((each) => each.name)
    // After each client: some take minutes.
    if (process.exitCode !== 1) await writeRows(part, [...rows, ...before.filter(([client]) => later.includes(client))])
  }
}

/** The end of what a program wrote when it failed, which has the reason. Maven writes it to the standard output. */
function lastLines(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  const lines = `${stdout}\n${stderr || String(error)}`.trim().split('\n')
  const faults = lines.filter((line) => /error/i.test(line))
  return [...faults.slice(0, 6), ...lines.slice(-8)].join('\n  ')
}

/** The rows of all parts. */
export async function allRows(): Promise<[part: string, ...Row][]> {
  const [, ...rows] = parse(await readFile(TABLE, 'utf8')) as [string, ...Row][]
  return rows
}

const rowsOf = async (part: string): Promise<Row[]> =>
  (await allRows()).flatMap(([of, ...row]) => (of === part ? [row] : []))

async function writeRows(part: string, rows: Row[]): Promise<void> {
  const before = await allRows()
  const at = before.findIndex(([of]) => of === part)
  const others = before.filter(([of]) => of !== part)
  others.splice(at < 0 ? others.length : at, 0, ...rows.map((row): [string, ...Row] => [part, ...row]))
  const lines = [['part', 'client', 'call', 'result'], ...others].map(csvRow)
  await writeFile(TABLE, lines.join('').replaceAll('\r', ''))
}
