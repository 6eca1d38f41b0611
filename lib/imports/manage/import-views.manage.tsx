import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { CsvFile } from '../../csv/csv-file.js'
import type { Examined } from '../examine.js'
import { Notice } from '../../manage/page/notice.js'
import { type Columns, fieldsOf } from '../columns.js'
import type { RefusedRow } from '../import-rows.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Checkbox, FaultSummary, Field, FileField, type FormState, Select, NO_FAULTS } from '../../manage/page/form.js'
import { type ImportState, MOST_BYTES, pack } from './import-state.manage.js'
import { Form, page } from '../../manage/page/page.js'
import { IMPORT_SCRIPT, ownerPath } from '../../manage/paths.js'
import { Table } from '../../manage/page/table.js'

type Ctx = Context<ManageEnv>

/** Refused rows that a page shows; the report has all of them. */
const MOST_SHOWN = 20

interface Outcome {
  state: ImportState
  file: CsvFile
  columns: Columns
  /** The findings of the whole file, before anything is written. */
  examined: Examined
  /** The rows that were refused in this request, and those that were recorded in part. */
  refusals: RefusedRow[]
  changes: RefusedRow[]
  /** Whether the rows could not all be recorded in time. */
  isInterrupted?: boolean
}

/** The first page: the file, and what it holds. */
export function uploadPage(c: Ctx, form: FormState, events: Record<string, string>) {
  const texts = c.get('texts')
  const { imports: words } = texts
  return page(c, {
    title: words.title,
    section: 'people',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        <p>{words.explain}</p>
        <Form c={c} action={pathOf(c)} class="card stack max-l import" enctype="multipart/form-data">
          <FaultSummary texts={texts} form={form} labels={{ upload: words.file, feed: words.address }} />
          <Select form={form} name="kind" label={words.kind} options={words.kinds} />
          <FileField
            texts={texts}
            form={form}
            name="upload"
            label={words.file}
            hint={words.limit(MOST_BYTES / 1_000_000)}
            accept=".csv,.tsv,.txt,text/csv,.ics,text/calendar"
          />
          <div class="calendar-only">
            <Field texts={texts} form={form} name="feed" label={words.address} hint={words.addressHint} type="url" />
          </div>
          <div class="rsvps-only">
            <Select
              form={form}
              name="event"
              label={words.event}
              hint={words.eventHint}
              options={{ '': words.eventOfRow, ...events }}
            />
          </div>
          <div class="people-only">
            <Field texts={texts} form={form} name="tags" label={words.tags} hint={words.tagsHint} />
          </div>
          <div class="stack file-only">
            <Field texts={texts} form={form} name="system" label={words.system} hint={words.systemHint} />
            <Checkbox form={form} name="custom_fields" label={words.customFields} />
          </div>
          <div class="line">
            <button class="btn main">{words.check}</button>
          </div>
        </Form>
      </>
    ),
  })
}

/** The second page: how the columns are understood, and what is wrong with rows. Nothing is written yet. */
export function checkPage(c: Ctx, outcome: Outcome, samples: string[][]) {
  const { imports: words } = c.get('texts')
  const { state, file } = outcome
  const isChecked = state.done >= file.count
  const good = file.count - state.refused
  // Another assignment of columns begins the check again.
  const { done, refused, report } = isChecked ? { done: 0, refused: 0, report: '' } : state
  return page(c, {
    title: words.checkTitle,
    section: 'people',
    children: (
      <>
        <p role="status">
          {words.checked(state.done, file.count)} {words.wrong(state.refused)} {words.nothingYet}
        </p>
        {state.kind !== 'events' && <p>{words.known}</p>}
        <Findings c={c} outcome={outcome} />
        <RefusedRows c={c} outcome={outcome} />
        <Form c={c} action={pathOf(c)} class="stack">
          <Hidden state={{ ...state, done, refused, report }} />
          <h2>{words.columns}</h2>
          <ColumnTable c={c} outcome={outcome} samples={samples} />
          {isChecked && good > 0 && state.kind === 'attendances' && (
            <Checkbox
              form={{ values: state.mails ? { mail: 'on' } : {}, faults: NO_FAULTS }}
              name="mail"
              label={words.mail(good)}
              hint={words.mailHint}
            />
          )}
          <p class="line">
            <button name="action" value="check" class="btn">
              {isChecked ? words.again : words.goOn}
            </button>
            {isChecked && good > 0 && (
              <button class="btn main" name="action" value="import">
                {words.import(good)}
              </button>
            )}
          </p>
        </Form>
      </>
    ),
  })
}

/** The notice of findings that deserve a look before the file is imported. */
const Findings: FC<{ c: Ctx; outcome: Outcome }> = ({ c, outcome: { examined, file } }) => {
  const { findings } = c.get('texts').imports
  const { undated, shifts, dates, conflicts } = examined
  const lines = [...conflicts.values()].slice(0, MOST_SHOWN).map((each) => each.lines.join(', '))
  const said = [
    ...(dates.either && dates.order ? [findings.dates[dates.order](dates.either)] : []),
    ...(undated > 0 ? [findings.undated(undated, file.count)] : []),
    ...(shifts.size > 0 ? [findings.shifts(shifts.size)] : []),
    ...(conflicts.size > 0 ? [findings.conflicts(conflicts.size, lines)] : []),
  ]
  return said.length === 0 ? (
    <></>
  ) : (
    <Notice kind="warn">
      {said.map((each) => (
        <p>{each}</p>
      ))}
    </Notice>
  )
}

/** The third page: how many rows are recorded, and the button that goes on. */
export function progressPage(c: Ctx, outcome: Outcome) {
  const { imports: words } = c.get('texts')
  const { state, file } = outcome
  const isDone = state.done >= file.count
  return page(c, {
    title: isDone ? words.doneTitle : words.runningTitle,
    section: 'people',
    children: (
      <>
        <p role="status">
          {words.recorded(state.done - state.refused, state.done, file.count)} {words.wrong(state.refused)}{' '}
          {state.changed > 0 && words.leftOut(state.changed)} {words.safely}
        </p>
        {outcome.isInterrupted && <Notice kind="warn">{words.interrupted}</Notice>}
        {isDone ? (
          <p>
            <a href={ownerPath(c.get('owner').id, state.kind === 'events' ? 'actions' : 'people')}>{words.back}</a>
          </p>
        ) : (
          <Form c={c} action={pathOf(c)} data-continue="">
            <progress max={file.count} value={state.done} aria-label={words.runningTitle}></progress>
            <Hidden state={state} />
            {state.mails && <input type="hidden" name="mail" value="on" />}
            <ColumnInputs state={state} columns={outcome.columns} />
            <input type="hidden" name="action" value="import" />
            <p class="line">
              <button class="btn main">{words.goOn}</button>
            </p>
            <script src={IMPORT_SCRIPT} defer></script>
          </Form>
        )}
        <RefusedRows c={c} outcome={outcome} />
        <ChangedRows c={c} outcome={outcome} />
      </>
    ),
  })
}

const pathOf = (c: Ctx) => ownerPath(c.get('owner').id, 'import')

/** The state for the next request, without the columns. */
const Hidden: FC<{ state: ImportState }> = ({ state }) => {
  const { kind, packed, event, tags, system, keepsOthers, done, refused, report, changed, changes } = state
  const reports = { report: report && pack(report), changes: changes && pack(changes) }
  const fields = { kind, packed, event, tags, system, done, refused, changed, ...reports }
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
      {keepsOthers && <input type="hidden" name="custom_fields" value="on" />}
    </>
  )
}

const fieldAt = ({ at, further }: Columns, i: number) =>
  [...at].find(([, position]) => position === i)?.[0] ??
  [...further].find(([, positions]) => positions.includes(i))?.[0] ??
  ''

const ColumnInputs: FC<{ state: ImportState; columns: Columns }> = ({ columns }) => (
  <>
    {columns.headings.map((_, i) => (
      <input type="hidden" name={`column-${i}`} value={fieldAt(columns, i)} />
    ))}
  </>
)

/** The characters of a value that stand beside its column. */
const BRIEF = 40

const brief = (value: string) => (value.length > BRIEF ? `${value.slice(0, BRIEF)}…` : value)

/** The columns of the file, each with its first values and the field that it is taken for. */
const ColumnTable: FC<{ c: Ctx; outcome: Outcome; samples: string[][] }> = ({
  c,
  outcome: { columns, state },
  samples,
}) => {
  const { imports: words } = c.get('texts')
  const options = Object.fromEntries(fieldsOf(state.kind).map((field) => [field, words.fields[field] ?? field]))
  return (
    <Table
      rows={columns.headings.map((heading, i) => ({ heading, i }))}
      columns={[
        { title: words.column, cell: ({ heading }) => heading },
        {
          title: words.samples,
          cell: ({ i }) => (
            <div class="quiet" dir="auto">
              {samples[i]?.map((value) => brief(value)).join(' · ') || '–'}
            </div>
          ),
        },
        {
          title: words.field,
          cell: ({ heading, i }) => (
            <select class="input" name={`column-${i}`} aria-label={`${words.field}: ${heading}`}>
              <option value="">{state.keepsOthers ? words.customField : words.notUsed}</option>
              {Object.entries(options).map(([field, text]) => (
                <option value={field} selected={fieldAt(columns, i) === field}>
                  {text}
                </option>
              ))}
            </select>
          ),
        },
      ]}
    />
  )
}

/** The first refused rows of this request, and the report with all of the file. */
const RefusedRows: FC<{ c: Ctx; outcome: Outcome }> = ({ c, outcome: { refusals, state } }) => {
  const { refusals: title, report, reportExplain } = c.get('texts').imports
  if (state.refused === 0) return <></>
  const texts = { title, button: report(state.refused), explain: reportExplain }
  return <Rows c={c} rows={refusals} report={state.report} texts={texts} />
}

/** The first rows of this request that were recorded in part, and the report with all of the file. */
const ChangedRows: FC<{ c: Ctx; outcome: Outcome }> = ({ c, outcome: { changes, state } }) => {
  const { changes: title, changesReport, changesExplain } = c.get('texts').imports
  if (state.changed === 0) return <></>
  const texts = { title, button: changesReport(state.changed), explain: changesExplain }
  return <Rows c={c} rows={changes} report={state.changes} texts={texts} />
}

interface RowsProps {
  c: Ctx
  rows: RefusedRow[]
  report: string
  texts: { title: string; button: string; explain: string }
}

const Rows: FC<RowsProps> = ({ c, rows, report, texts }) => (
  <>
    <h2>{texts.title}</h2>
    <ul>
      {rows.slice(0, MOST_SHOWN).map(({ row, problem }) => (
        <li>
          {c.get('texts').imports.line(row.line)} {problem}
        </li>
      ))}
    </ul>
    <Form c={c} action={`${pathOf(c)}/report`} class="stack">
      <input type="hidden" name="report" value={pack(report)} />
      <p>{texts.explain}</p>
      <p>
        <button class="btn">{texts.button}</button>
      </p>
    </Form>
  </>
)
