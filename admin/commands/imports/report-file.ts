import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { DeviatingRow, RefusedRow } from '../../../lib/imports/import-rows.js'
import { reportHeadings, reportRow } from '../../../lib/imports/report-rows.js'
import { hasCode } from '../../../local/user-error.js'

/** A file of rows that were refused, or recorded with changes. */
export interface Report {
  add: (refused: RefusedRow) => Promise<void>
  addDeviating: (deviating: DeviatingRow) => Promise<void>
  close: () => Promise<void>
}

/**
 * Opens a new file for the report. A CSV file takes refused rows, with what was wrong in a column of its own, which an
 * import ignores. Any other file takes a line of JSON for each row that was refused or changed.
 * @param path without it, nothing is kept
 * @throws Error when the file exists
 */
export async function reportTo(path: string | undefined, headings: string[], kind: string): Promise<Report> {
  const nothing = () => Promise.resolve()
  if (path === undefined) return { add: nothing, addDeviating: nothing, close: nothing }
  const isCsv = path.toLowerCase().endsWith('.csv')
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const done = finished(file)
  const put = async (line: string) => {
    if (!file.write(line)) await Promise.race([once(file, 'drain'), done])
  }
  await Promise.race([once(file, 'open'), done]).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST') ? new Error(`The file ${path} exists already and is not overwritten.`) : error
  })
  if (isCsv) await put(reportHeadings(headings))
  const line = (entry: object) => put(`${JSON.stringify(entry)}\n`)
  return {
    add: (refused) =>
      isCsv
        ? put(reportRow(headings, refused))
        : line({ kind, line: refused.row.line, what: 'refused', why: refused.problem }),
    addDeviating: async ({ row, deviations }) => {
      if (isCsv) return
      await line({
        kind,
        line: row.line,
        what: 'changed',
        why: deviations.map(({ description }) => `${description}.`).join(' '),
        fields: deviations.map(({ field }) => field),
      })
    },
    close: async () => {
      file.end()
      await done
    },
  }
}
