import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { format } from 'prettier'
import type { Call } from './client.js'

/*
 * The tables of docs/compatibility.md. Each part of the lab writes its own, between two comments. A row that is not run
 * keeps what it says.
 */

const PAGE = resolve('docs/compatibility.md')

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

const marks = (part: string) => [`<!-- lab: ${part} -->`, `<!-- end of ${part} -->`] as const

/** The rows of a part, as the page has them. */
async function rowsOf(part: string): Promise<Row[]> {
  const page = await readFile(PAGE, 'utf8')
  const [begin, end] = marks(part)
  const lines = page.slice(page.indexOf(begin), page.indexOf(end)).split('\n')
  const cells = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').map((cell) => cell.trim()))
  return cells
    .slice(2)
    .flatMap(([, client = '', calls = '', result = '']) =>
      calls.split(BETWEEN).map((call): Row => [client, call, result]),
    )
}

/** Between calls of a client that stand in one row, because all of them end alike. */
const BETWEEN = ' · '

/** The rows with the calls of a client that follow each other and end alike in one. */
const joined = (rows: Row[]): Row[] =>
  rows.reduce<Row[]>((done, [client, call, result]) => {
    const last = done.at(-1)
    if (last?.[0] !== client || last[2] !== result) return [...done, [client, call, result]]
    return [...done.slice(0, -1), [client, last[1] + BETWEEN + call, result]]
  }, [])

async function writeRows(part: string, rows: Row[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const [begin, end] = marks(part)
  if (!page.includes(begin) || !page.includes(end)) throw new Error(`${PAGE} has no place for ${part}`)
  const lines = [['Client', 'Call', 'Result'], ['---', '---', '---'], ...joined(rows)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
  const text = `${page.slice(0, page.indexOf(begin))}${begin}\n\n${lines.join('\n')}\n\n${page.slice(page.indexOf(end))}`
  await writeFile(PAGE, await format(text, { parser: 'markdown', proseWrap: 'preserve', printWidth: 120 }))
}
