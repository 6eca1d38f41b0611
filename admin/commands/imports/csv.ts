import { stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { pipe, string, transform } from 'valibot'
import { openCsv } from '../../../lib/csv/csv-file.js'
import { text } from '../../../lib/fields/values.js'
import { type Examined, examine } from '../../../lib/imports/examine.js'
import { type Columns, KINDS, fieldsOf, recognize } from '../../../lib/imports/columns.js'
import { importRows } from '../../../lib/imports/import-rows.js'
import { rowReader } from '../../../lib/imports/record-rows.js'
import { rowDependencies } from '../../../lib/imports/row-dependencies.js'
import { command } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { formatDetails } from '../../output/format.js'
import { describeOwner, flag, oneOf, optional, owner, ownerIn, required } from '../../options.js'
import { siteOf } from '../../site.js'
import { importDependencies } from './import-dependencies.js'
import { reportTo } from './report-file.js'

const list = pipe(
  string(),
  transform((value) =>
    value
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
)

/** The limit of printed refusals; the report has all refused rows. */
const MOST_SHOWN = 20

export const fromCsv = command({
  name: 'csv',
  does: 'Record the rows of a CSV file: people, events or attendances. The same file may be imported again',
  example: 'import csv people --group 6f2b8f5e-… --in people.csv --report refused.csv --dry-run',
  options: {
    kind: required('<kind>', `what the file holds: ${KINDS.join(', ')}`, oneOf(KINDS)),
    in: required('--in <file>', 'the file: UTF-8, UTF-16 or Windows-1252; commas, semicolons, tabs or bars', text),
    ...owner,
    dry_run: flag('--dry-run', 'check every row and write nothing'),
    report: optional(
      '--report <file>',
      'a new file: name.csv takes refused rows, to mend and import; any other name a line of JSON for each row that was changed or refused',
      text,
    ),
    undated: flag('--undated', 'import a file of events although no column has their start'),
    event: optional('--event <id>', 'id of the event of all attendances', text),
    tag: optional('--tag <names>', 'tags for every person, separated by commas', list),
    map: optional('--map <pairs>', 'columns that are not recognized: email=Mail,phone=Handy', list),
    system: optional('--system <name>', 'system of ids in the file: my_crm', text),
    mail: flag('--mail', 'mail people that they come or wait; without it, an import mails no one'),
    custom_fields: flag('--custom-fields', 'keep columns that are not recognized as custom fields of people'),
  },
  run: async (values, { open, settings, progress, inform }) => {
    const { kind, in: path, dry_run: isDryRun = false } = values
    if (values.mail && kind !== 'attendances')
      throw new UsageError('--mail is for a file of attendances: no one is mailed about people and events.')
    const of = ownerIn(values)
    const site = siteOf(settings())
    const file = await checked(path)
    const columns = recognize(kind, file.headings, mapOf(values.map ?? [], kind))
    const stores = await open()
    const { owners, events } = stores
    const { country } = await orMissing(owners.settingsOf(of), describeOwner(of))
    const options = {
      kind,
      columns,
      country,
      system: values.system,
      tags: values.tag ?? [],
      keepsOthers: values.custom_fields ?? false,
      mails: values.mail ?? false,
    }
    const examined = await examine(options, file.rows)
    if (kind === 'events' && !columns.at.has('start_date') && !(values.undated ?? false))
      throw new UsageError(
        `No column is recognized as the start of the events. Columns that were not used: ${columns.unknown.join(', ') || 'none'}. Name it by --map start_date=<heading>, or give --undated.`,
      )
    for (const line of findingsOf(examined, file.count)) inform(line)
    const principal = { ...(await orMissing(owners.principalOf(of), describeOwner(of))), key_id: 'admin' }
    if (values.event !== undefined)
      await orMissing(events.findToAttend(of, values.event), `event with the id ${values.event} of this owner`)
    const dependencies = rowDependencies(
      { principal, site, columns, event: values.event, system: values.system },
      await importDependencies(stores, site),
    )
    const report = await reportTo(values.report, file.headings, kind)
    const onProgress = progress()
    const printed: { line: number; problem: string }[] = []
    const counts = await importRows(file.rows(), {
      columns,
      read: rowReader({ ...options, examined }, dependencies),
      isDryRun,
      onProgress: (rows) => onProgress(rows, file.count),
      refuse: async (refused) => {
        if (printed.length < MOST_SHOWN) printed.push({ line: refused.row.line, problem: refused.problem })
        await report.add(refused)
      },
      deviate: (deviating) => report.addDeviating(deviating),
    }).finally(() => report.close())
    return outcomeOf({ counts, printed, columns, isDryRun, report: values.report })
  },
})

/** Says before anything is written what only several rows together say. */
const findingsOf = ({ undated, shifts, dates, conflicts }: Examined, rows: number): string[] => [
  ...(dates.either ? [`Dates such as ${dates.either} are read with the ${dates.order} first.`] : []),
  ...(undated > 0 ? [`${undated} of ${rows} rows have no start: these events will have no date.`] : []),
  ...(shifts.size > 0 ? [`${shifts.size} events have several starts: each start becomes an event of its own.`] : []),
  ...[...conflicts.values()]
    .slice(0, MOST_SHOWN)
    .map(
      ({ lines }) => `Lines ${lines.join(', ')} are answers of one person to one event: the one that says yes counts.`,
    ),
  ...(conflicts.size > MOST_SHOWN ? [`And ${conflicts.size - MOST_SHOWN} more people with two answers.`] : []),
]

interface Imported {
  counts: Awaited<ReturnType<typeof importRows>>
  printed: { line: number; problem: string }[]
  columns: Columns
  isDryRun: boolean
  report: string | undefined
}

function outcomeOf({ counts, printed, columns, isDryRun, report }: Imported) {
  const recognized = Object.fromEntries([...columns.at].map(([field, i]) => [field, columns.headings[i]]))
  const summary = { ...counts, dry_run: isDryRun, ...(report && { report }) }
  const further = counts.refused - printed.length
  return {
    json: { ...summary, columns: recognized, ignored_columns: columns.unknown, refusals: printed },
    text: [
      formatDetails(summary),
      `Columns: ${Object.entries(recognized)
        .map(([field, heading]) => `${heading} (${field})`)
        .join(', ')}`,
      ...(columns.unknown.length > 0 ? [`Columns that were not used: ${columns.unknown.join(', ')}`] : []),
      ...printed.map(({ line, problem }) => `Line ${line}: ${problem}`),
      ...(further > 0 ? [`And ${further} more`] : []),
    ].join('\n'),
    violated: counts.refused > 0,
  }
}

/** @throws Error when the file has no rows */
async function checked(path: string) {
  await stat(path)
  const file = await openCsv(() => createReadStream(path))
  if (!file) throw new Error(`The file ${path} has no rows.`)
  return file
}

function mapOf(pairs: string[], kind: (typeof KINDS)[number]): Map<string, string> {
  const fields = fieldsOf(kind)
  return new Map(
    pairs.map((pair) => {
      const [field = '', heading] = pair.split(/=(.*)/s)
      if (heading === undefined || !fields.includes(field))
        throw new UsageError(`--map takes pairs <field>=<heading>; the fields are ${fields.join(', ')}.`)
      return [field, heading.trim()]
    }),
  )
}
