import type { Context, Hono } from 'hono'
import type { CsvFile } from '../../csv/csv-file.js'
import { sampleValues } from '../../csv/sample-values.js'
import type { Columns } from '../columns.js'
import { type Examined, examine } from '../examine.js'
import { type RefusedRow, importRows } from '../import-rows.js'
import { rowReader } from '../record-rows.js'
import { reportHeadings, reportRow } from '../report-rows.js'
import { rowDependencies } from '../row-dependencies.js'
import { listIn } from '../../csv/list-in-cell.js'
import { timeLeft } from '../../runtime/request-context.js'
import { type ImportPageDependencies, importCalendar } from './calendar-import.manage.js'
import { offeredEvents } from '../../events/manage/event-choice.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { NO_FAULTS, textsIn } from '../../manage/page/form.js'
import { spreadsheet } from '../../manage/page/spreadsheet.js'
import { requires } from '../../manage/access/guards.js'
import { isCalendar } from './calendar-state.manage.js'
import { type ImportState, readImport, readReport } from './import-state.manage.js'
import { checkPage, progressPage, uploadPage } from './import-views.manage.js'
import { logChange } from '../../manage/access/log-change.js'
import { OsdiError } from '../../runtime/errors.js'
import { ownerPath } from '../../manage/paths.js'
import { readCountry } from '../../access/store/read-settings.js'
import type { DescribeFault } from '../row-fault.js'
import type { Texts } from '../../manage/texts.js'

/** Columns whose faults the forms of the interface know by other names. */
const IN_FORMS: Record<string, string> = {
  phone: 'phone_numbers',
  country: 'location.country',
}

/** Returns what writes the faults of rows in the language of the page. */
function faultsIn({ form, imports }: Texts): DescribeFault {
  const { faults, fields } = imports
  const [byCode, byField, inForms, labels] = [faults.codes, faults.fields, form.malformed, fields].map(
    (texts) => new Map<string, string>(Object.entries(texts)),
  ) as [Map<string, string>, Map<string, string>, Map<string, string>, Map<string, string>]
  return ({ error_code, description, field = '', heading = labels.get(field) }) => {
    // The API says how long a text may be.
    const [, most] = /at most (\d+) characters$/.exec(description) ?? []
    const text =
      byCode.get(field === 'email' && error_code === 'required' ? 'no_contact' : error_code) ??
      (most && form.tooLong(Number(most))) ??
      byField.get(field) ??
      inForms.get(IN_FORMS[field] ?? field) ??
      faults.other
    return heading === undefined ? text : `${heading}: ${text}`
  }
}

type Ctx = Context<ManageEnv>

/** The number of rows that are read ahead, and the time that they need. */
const BATCH = 64
const ENOUGH_MS = 3_000

/** Events that the form offers: the newest. */
const OFFERED = { page: 1, per_page: 100 }

/** Imports CSV files: the columns and a check of every row first, then the rows themselves. */
export function importPages(app: Hono<ManageEnv>, dependencies: ImportPageDependencies): void {
  const path = ownerPath(':owner', 'import')

  app.get(path, requires('import'), async (c) =>
    uploadPage(c, { values: {}, faults: NO_FAULTS }, await eventsFor(c, dependencies)),
  )

  app.post(path, requires('import'), async (c) => {
    const body = await c.req.parseBody()
    if (isCalendar(body)) return importCalendar(c, dependencies, body, () => eventsFor(c, dependencies))
    const read = await readImport(body)
    if (!read.state) return uploadPage(c, read, await eventsFor(c, dependencies))
    const { state, file, columns, values } = read
    const isDryRun = values['action'] !== 'import'
    const { kind, keepsOthers } = state
    const system = state.system || undefined
    const country = await readCountry(dependencies.table, c.get('owner').owner)
    const examined = await examine({ kind, columns, system, tags: [], keepsOthers, country }, file.rows)
    const part = { state, file, columns, isDryRun, examined, country }
    const done = await importPart(c, dependencies, part).catch((error: unknown) => {
      if (isDryRun || !isPassing(error)) throw error
      // Rows that are recorded already are recorded again, which changes nothing.
      return { state, refusals: [], changes: [], isInterrupted: true }
    })
    const outcome = { ...done, file, columns, isDryRun, examined }
    if (isDryRun) return checkPage(c, outcome, await sampleValues(file))
    await logChange(c, dependencies, {
      action: 'file_imported',
      detail: `${state.kind}, ${state.done + 1}–${done.state.done} / ${file.count}`,
    })
    return progressPage(c, outcome)
  })

  // The report is in the page, which sends it here to get it as a file.
  app.post(`${path}/report`, requires('import'), async (c) => {
    const { report = '' } = textsIn(await c.req.parseBody())
    return spreadsheet(c, readReport(report), 'rows.csv')
  })
}

/** Whether work may go on in a moment. */
const isPassing = (error: unknown) =>
  error instanceof OsdiError && (error.code === 'busy' || error.code === 'unknown_outcome')

interface Part {
  state: ImportState
  file: CsvFile
  columns: Columns
  isDryRun: boolean
  examined: Examined
  country: string | undefined
}

/**
 * Checks or records as many rows as there is time for.
 * @returns the state after them, and of them the rows that were refused and those that were recorded in part
 */
async function importPart(c: Ctx, dependencies: ImportPageDependencies, part: Part) {
  const { state, file, columns, isDryRun, examined, country } = part
  const { principal } = c.get('owner')
  const system = state.system || undefined
  const rows = rowDependencies(
    {
      principal: { ...principal, key_id: 'interface' },
      site: dependencies.site,
      columns,
      system,
      event: state.event || undefined,
    },
    dependencies.importing,
  )
  const { kind, keepsOthers, mails } = state
  const refusals: RefusedRow[] = []
  const changes: RefusedRow[] = []
  const describe = faultsIn(c.get('texts'))
  const counts = await importRows(rowsAfter(file, state.done), {
    columns,
    read: rowReader({ kind, columns, system, tags: listIn(state.tags), keepsOthers, mails, examined, country }, rows),
    isDryRun,
    describe,
    refuse: (refused) => void refusals.push(refused),
    deviate: ({ row, deviations }) => void changes.push({ row, problem: deviations.map(describe).join(' ') }),
    onProgress: () => undefined,
    batch: BATCH,
    hasTime: () => timeLeft() > ENOUGH_MS,
  })
  return {
    refusals,
    changes,
    state: {
      ...state,
      done: state.done + counts.rows,
      refused: state.refused + counts.refused,
      report: reportWith(state.report, file, refusals),
      changed: state.changed + counts.changed,
      changes: reportWith(state.changes, file, changes),
    },
  }
}

/** Adds rows to a report, which begins with its headings. */
function reportWith(report: string, { headings }: CsvFile, rows: RefusedRow[]): string {
  const begin = report || rows.length === 0 ? report : reportHeadings(headings)
  return begin + rows.map((row) => reportRow(headings, row)).join('')
}

async function* rowsAfter({ rows }: CsvFile, done: number) {
  let i = 0
  for await (const row of rows()) if (++i > done) yield row
}

/** The titles of the newest events, by their ids. */
async function eventsFor(c: Ctx, { events }: ImportPageDependencies): Promise<Record<string, string>> {
  const { members } = await events.listSelectable(c.get('owner').owner, OFFERED)
  return Object.fromEntries(offeredEvents(c, members))
}
