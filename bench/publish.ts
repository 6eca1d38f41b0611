import { Command } from 'commander'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { formatted } from '../checks/formatted.js'
import { csvRow } from '../lib/csv/row.js'
import type { Row } from './print-table.js'

/*
 * `npx tsx bench/publish.ts` writes the figures of the last `npm run bench` and `npx tsx bench/large/main.ts` into
 * docs/performance.md, between the marks of each table, with the commit that they were taken on. Tables that are longer
 * than a screen are files beside the page.
 */

/** The results of a run that a bench keeps. */
export interface Results {
  commit: string
  date: string
  /** The load of the machine when they were taken: the processes that wanted a processor. */
  load?: number
  tables: Record<string, Row[]>
}

const PAGE = 'docs/performance.md'

/** The tables that are files in docs/performance/, with the words that link to them. */
const FILES: Record<string, { file: string; words: string }> = {
  commands: { file: 'commands.csv', words: 'every command' },
  warm: { file: 'warm.csv', words: 'eight functions' },
  cold: { file: 'cold-starts.csv', words: 'every function' },
  pages: { file: 'pages.csv', words: 'the table' },
  strangers: { file: 'strangers.csv', words: 'each public address' },
}

/** Replaces each marked part of a page by the table of its name. A table that was not measured stays as it is. */
export const withFigures = (page: string, { commit, date, load, tables }: Results): string =>
  page.replace(/(<!-- bench: (\w+) -->\n).*?(<!-- end -->)/gs, (part, begin: string, name: string, end: string) => {
    const rows = tables[name]
    if (!rows?.[0]) return part
    const busy = load ? `, with a load of ${load}` : ''
    const taken = `Taken on ${date.slice(0, 10)} on commit \`${commit}\`${busy}`
    const apart = FILES[name]
    const said = apart
      ? [`${taken}: [${apart.words}](performance/${apart.file}).`]
      : [`${taken}.`, '', ...markdown(rows)]
    return [begin, ...said, '', end].join('\n')
  })

const columnsOf = (rows: Row[]) => [...new Set(rows.flatMap(Object.keys))].filter((each) => each !== 'over budget')

const cellsOf = (row: Row, columns: string[]) =>
  columns.map((each) => {
    const text = String(row[each] ?? '-')
    return each === 'budget' && row['over budget'] ? `${text}, exceeded` : text
  })

function markdown(rows: Row[]): string[] {
  const columns = columnsOf(rows)
  const line = (texts: string[]) => `| ${texts.join(' | ')} |`
  const cells = (row: Row) => cellsOf(row, columns).map((text, i) => (columns[i] === 'function' ? `\`${text}\`` : text))
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(cells(row)))]
}

/** The tables of a run that are files, by their names. */
export const filesOf = ({ tables }: Results): { file: string; text: string }[] =>
  Object.entries(FILES).flatMap(([name, { file }]) => {
    const rows = tables[name]
    if (!rows?.[0]) return []
    const columns = columnsOf(rows)
    return [{ file, text: [columns, ...rows.map((row) => cellsOf(row, columns))].map(csvRow).join('') }]
  })

if (process.argv[1]?.endsWith('publish.ts')) {
  new Command('npx tsx bench/publish.ts')
    .description('Writes the figures of the last benches in bench/results/ into docs/performance.md')
    .parse()
  const runs = ['bench/results/figures.json', 'bench/results/large.json']
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results)
  const page = runs.reduce(withFigures, readFileSync(PAGE, 'utf8'))
  writeFileSync(PAGE, await formatted(page, PAGE))
  for (const { file, text } of runs.flatMap(filesOf)) writeFileSync(`docs/performance/${file}`, text)
}
