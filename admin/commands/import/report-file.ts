import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { RefusedRow } from '../../../lib/import/import-rows.js'
import { reportHeadings, reportRow } from '../../../lib/import/report-rows.js'
import { hasCode } from '../../../local/user-error.js'

/** A file of rows that were refused. */
export interface Report {
  add: (refused: RefusedRow) => Promise<void>
  close: () => Promise<void>
}

/**
 * Opens a new file for refused rows, with what was wrong in a column of its own, which an import ignores.
 * @param path without it, refused rows are not kept
 * @throws Error when the file exists
 */
export async function reportTo(path: string | undefined, headings: string[]): Promise<Report> {
  if (path === undefined) return { add: () => Promise.resolve(), close: () => Promise.resolve() }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const done = finished(file)
  const put = async (line: string) => {
    if (!file.write(line)) await Promise.race([once(file, 'drain'), done])
  }
  await Promise.race([once(file, 'open'), done]).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST')
      ? new Error(`The file ${path} exists already and is not overwritten.`)
      : error
  })
  await put(reportHeadings(headings))
  return {
    add: (refused) => put(reportRow(headings, refused)),
    close: async () => {
      file.end()
      await done
    },
  }
}
