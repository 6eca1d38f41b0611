import { csvRow } from '../csv/row.js'
import { PROBLEM } from './columns.js'
import type { RefusedRow } from './import-rows.js'

/** The positions of the columns of a file in the report; an older report may have been imported. */
const reported = (headings: string[]) => headings.flatMap((heading, i) => (heading === PROBLEM ? [] : [{ heading, i }]))

/** The first line of a report: what was wrong, in a column of its own, which an import ignores. */
export const reportHeadings = (headings: string[]): string =>
  csvRow([PROBLEM, ...reported(headings).map(({ heading }) => heading)])

export const reportRow = (headings: string[], { row, problem }: RefusedRow): string =>
  csvRow([problem, ...reported(headings).map(({ i }) => row.cells[i] ?? '')])
