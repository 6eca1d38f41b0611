import { Command } from 'commander'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { formatted } from '../checks/formatted.js'
import type { Row } from './print-table.js'

/*
 * `npm run bench:publish` writes the figures of the last `npm run bench` and `npm run bench:large` into
 * docs/performance.md, between the marks of each table, with the commit that they were taken on.
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

/** Replaces each marked part of a page by the table of its name. A table that was not measured stays as it is. */
export const withFigures = (page: string, { commit, date, load, tables }: Results): string =>
  page.replace(/(<!-- bench: (\w+) -->\n).*?(<!-- end -->)/gs, (part, begin: string, name: string, end: string) => {
    const rows = tables[name]
    if (!rows?.[0]) return part
    const busy = load ? `, with a load of ${load}` : ''
    const taken = `Taken on ${date.slice(0, 10)} on commit \`${commit}\`${busy}.`
    return [begin, taken, '', ...markdown(rows), '', end].join('\n')
  })

function markdown(rows: Row[]): string[] {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((each) => each !== 'over budget')
  const cells = (row: Row) =>
    columns.map((each) => {
      const text = String(row[each] ?? '-')
      if (each === 'budget') return row['over budget'] ? `${text}, exceeded` : text
      return each === 'function' ? `\`${text}\`` : text
    })
  const line = (texts: string[]) => `| ${texts.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(cells(row)))]
}

if (process.argv[1]?.endsWith('publish.ts')) {
  new Command('npm run bench:publish --')
    .description('Writes the figures of the last benches in bench/results/ into docs/performance.md')
    .parse()
  const runs = ['bench/results/figures.json', 'bench/results/large.json']
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results)
  const page = runs.reduce(withFigures, readFileSync(PAGE, 'utf8'))
  writeFileSync(PAGE, await formatted(page, PAGE))
}
