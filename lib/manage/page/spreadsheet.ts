import type { Context } from 'hono'
import { sheetOf } from '../../csv/row.js'
import type { ManageEnv } from '../environment.js'

export const CSV = 'text/csv; charset=utf-8; header=present'

/**
 * Answers with a file for spreadsheets. Where decimals have a comma, these part cells by semicolons.
 * @param rows its lines, the headings first
 */
export function spreadsheet(c: Context<ManageEnv>, rows: string, name: string): Response {
  c.header('content-type', CSV)
  c.header('content-disposition', `attachment; filename="${name}"`)
  return c.body(sheetOf(rows, c.get('owner').country))
}
