import { resolve } from 'node:path'
import type { Owner } from '../../lib/runtime/owner.js'
import { text } from '../../lib/fields/values.js'
import { importedEvents } from '../../lib/app/event-store.js'
import { sweep } from '../../lib/app/sequencer.js'
import { importedStores } from '../../lib/imports/store/imported.js'
import type { Context, Outcome } from '../command.js'
import { geocoder } from '../commands/event/details.js'
import { orMissing } from '../errors.js'
import { type RecordKind, openDeviations } from '../imports/deviations.js'
import {
  type KindOutcome,
  describeDeviations,
  numberOf,
  requireWritable,
  tableOf,
  writeReport,
} from '../imports/outcome.js'
import { describeOwner, optional, ownerIn, positiveInteger } from '../options.js'
import { formatDetails } from '../output/format.js'
import { siteOf } from '../site.js'
import { importAttendances } from './attendances.js'
import { importCampaigns } from './campaigns.js'
import { compareCounts } from './count-here.js'
import { importEvents } from './events.js'
import { type ImportReport, type Importing, save } from './importing.js'
import { finishEvents, readMadeInInterface } from './interface-events.js'
import { importPeople } from './people.js'
import { joinSeries, notedSeries } from './series.js'
import { openProgress } from './source/progress-file.js'
import { type Document, type Source, hrefOf } from './source/source.js'
import { importLists, importTags } from './tags.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

/** Action Network takes four requests a second. */
export const PER_SECOND = 4

/** The options of an import from a service. */
export const importOptions = {
  rate: optional('--rate <number>', `requests a second at most; ${PER_SECOND} without it`, positiveInteger()),
  progress_file: optional('--progress-file <file>', 'where its progress is kept; beside you without it', text),
  report: optional('--report <file>', 'write a line for each record that differs here or is not here', text),
}

/** A service that is opened, and how its records are named here. */
export interface From {
  source: Source
  /** Its entry point. */
  entry: Document
  /** The prefix of native identifiers there, and their system here. */
  prefix: string
  system: string
  /** Whether all of its events have pages with forms. */
  hasPages?: boolean
  /** Returns its events that have several dates: the ids of these dates, by start. */
  series?: () => Promise<{ id: string; dates: string[] }[]>
  /** The name of the service in the name of the progress file. */
  from: string
}

interface Wanted {
  group?: string | undefined
  account?: string | undefined
  progress_file?: string | undefined
  report?: string | undefined
  keepsInvited: boolean
  lists: boolean
}

/** Imports what a service shows, or what it shows since the last time. */
export async function importFrom(
  { source, entry, prefix, system, from, hasPages = false, series }: From,
  wanted: Wanted,
  { open, settings, progress }: Context,
): Promise<Outcome> {
  const owner: Owner = ownerIn({ group: wanted.group, account: wanted.account })
  await requireWritable(wanted.report)
  const stores = await open()
  const name = `${from} as ${system} into ${owner} of ${stores.table.name}`
  const path = resolve(wanted.progress_file ?? `import-${name.replace(/[^\w-]+/g, '-')}.json`)
  const principal = {
    ...(await orMissing(stores.owners.principalOf(owner), describeOwner(owner))),
    key_id: 'admin',
  }
  const file = await openProgress(path, name, new Date())
  const importing: Importing = {
    source,
    prefix,
    system,
    site: siteOf(settings()),
    owner,
    principal,
    stores,
    file,
    report: reportWith(progress),
    isTurnout: entry['product_name'] === 'Turnout',
    imported: importedStores(stores.table, importedEvents(stores.table), attendanceReactions, sweep),
    geocode: await geocoder(),
    deviations: await openDeviations(`${path}.deviations`),
    keepsInvited: wanted.keepsInvited,
    hasPages,
  }
  const differing = await importAll(importing, entry, { withLists: wanted.lists, series })
  if (wanted.report !== undefined)
    await writeReport(
      wanted.report,
      importing.deviations.all().map(({ retry: _again, ...deviation }) => deviation),
    )
  return outcomeOf(importing, { path, report: wanted.report, differing })
}

/**
 * Imports everything; what needs something else comes after it.
 * @returns the collections that differ without a deviation
 */
async function importAll(
  importing: Importing,
  entry: Document,
  { withLists, series }: { withLists: boolean; series: From['series'] },
): Promise<string[]> {
  const { file, report, imported, prefix } = importing
  const { progress } = file
  if (progress.complete !== undefined && progress.complete >= progress.started)
    progress.started = new Date().toISOString()
  await file.save()
  const has = (rel: string) => hrefOf(entry, rel) !== undefined
  report.startPhase('people')
  const people = await importPeople(importing)
  report.startPhase('events')
  const campaigns = has(`${prefix}:event_campaigns`) ? await importCampaigns(importing) : undefined
  const paths = ['events', ...(campaigns?.ids ?? []).map((id) => `event_campaigns/${id}/events`)]
  await importEvents(importing, paths, await readMadeInInterface(importing))
  await joinSeries(importing, [...notedSeries(importing), ...((await series?.()) ?? [])])
  report.startPhase('attendances')
  const attendances = await importAttendances(importing, paths)
  await imported.count()
  report.startPhase('places')
  await finishEvents(importing)
  report.startPhase('tags')
  const taggings = has('osdi:tags') ? await importTags(importing) : undefined
  if (withLists && has('osdi:lists')) await importLists(importing)
  await imported.count()
  report.startPhase('counts')
  const there = { people, event_campaigns: campaigns?.total, attendances }
  const { counts, differing } = await compareCounts(importing, there)
  report.counts = { ...counts, ...(taggings && { taggings }) }
  // The next run reads differing collections again from their beginning.
  for (const path of differing) delete progress.done[path]
  progress.complete = progress.started
  await save(importing)
  return differing
}

const reportWith = (progress: Context['progress']): ImportReport => {
  let onProgress = progress()
  return {
    counts: {},
    reads: {},
    uncounted: 0,
    onProgress: (done, all) => onProgress(done, all),
    startPhase: () => {
      onProgress = progress()
    },
  }
}

const NONE_READ = { read: 0, new: 0, changed: 0, unchanged: 0 }

function outcomeOf(
  { report, source, system, deviations: { all } }: Importing,
  { path, report: to, differing }: { path: string; report: string | undefined; differing: string[] },
): Outcome {
  const deviations = all()
  const kinds = Object.fromEntries(
    Object.entries(report.counts).map(([kind, counts]): [string, KindOutcome] => [
      kind,
      {
        ...counts,
        ...(report.reads[kind as RecordKind] ?? NONE_READ),
        left_out: numberOf(deviations, kind as RecordKind, 'left_out'),
        refused: numberOf(deviations, kind as RecordKind, 'refused'),
      },
    ]),
  )
  const refused = deviations.filter(({ what }) => what === 'refused')
  const missing = Object.values(kinds).some(
    ({ there = 0, here = 0, left_out, refused: not }) => there - here !== left_out + not,
  )
  const summary = { requests: source.requests(), system, progress_file: path, ...(to && { report: to }) }
  return {
    json: {
      counts: report.counts,
      records: Object.fromEntries(
        Object.entries(kinds).map(([kind, { there: _there, here: _here, ...records }]) => [kind, records]),
      ),
      agree: !missing,
      refused: refused.length,
      refusals: refused.slice(0, 100).map(({ kind, id, why }) => `${kind} ${id}: ${why}`),
      differing,
      ...summary,
    },
    text: [
      tableOf(kinds),
      missing
        ? 'The numbers differ: repeat the command to take what was added during the import.'
        : 'The numbers agree: each record is here, left out or refused.',
      formatDetails(summary),
      ...describeDeviations(deviations, to),
    ].join('\n'),
    violated: missing || refused.length > 0,
  }
}
