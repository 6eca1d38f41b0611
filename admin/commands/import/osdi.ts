import { resolve } from 'node:path'
import { check, pipe, string } from 'valibot'
import { text } from '../../../lib/domain/fields/values.js'
import { importedStores } from '../../../lib/dynamodb/stores/imports/imported.js'
import { importAttendances } from '../../osdi/attendances.js'
import { importCampaigns } from '../../osdi/campaigns.js'
import { importEvents } from '../../osdi/events.js'
import { compareCounts } from '../../osdi/count-here.js'
import { finishEvents, readMadeInInterface } from '../../osdi/interface-events.js'
import type { ImportReport, Importing } from '../../osdi/importing.js'
import { importPeople } from '../../osdi/people.js'
import { openProgress } from '../../osdi/progress-file.js'
import { type Document, hrefOf, openSource } from '../../osdi/source.js'
import { importLists, importTags } from '../../osdi/tags.js'
import { type Context, command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { formatDetails, formatTable } from '../../output/format.js'
import { describeOwner, flag, optional, owner, ownerIn, positiveInteger, required } from '../../options.js'
import { siteOf } from '../../site.js'
import { geocoder } from '../event/details.js'

/** Only a service of this machine is reached without encryption: the key is sent with each request. */
const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))

const base = pipe(
  string(),
  check(
    (value) => URL.canParse(value) && isSafe(new URL(value)),
    'must be the address of an API, with https unless it is on this machine: https://example.org/api/v2',
  ),
)

const system = pipe(
  string(),
  check((value) => /^[A-Za-z0-9_-]+$/.test(value), 'must be letters, digits, _ and -'),
)

/** Action Network takes four requests a second. */
const PER_SECOND = 4

export const fromOsdi = command({
  name: 'osdi',
  does: 'Take over what a key of another service of this API family shows; repeat it to go on, or to catch up',
  example: 'import osdi --group 6f2b8f5e-… --from https://actionnetwork.org/api/v2 --key …',
  options: {
    from: required('--from <base url>', 'base address of version 2 of the service', base),
    key: required('--key <key>', 'API key at the service', text),
    ...owner,
    system: optional(
      '--system <name>',
      'system of its native identifiers here; its own prefix without it',
      system,
    ),
    rate: optional(
      '--rate <number>',
      `requests a second at most; ${PER_SECOND} without it`,
      positiveInteger(),
    ),
    progress_file: optional(
      '--progress-file <file>',
      'where its progress is kept; beside you without it',
      text,
    ),
    lists: flag('--lists', 'take over lists of people, as tags'),
  },
  run: async (values, { open, settings, progress }) => {
    const of = ownerIn(values)
    const site = siteOf(settings())
    const source = openSource(values.from, values.key, values.rate ?? PER_SECOND)
    const entry = await source.get('')
    if (!entry) throw new Error(`There is no API at ${values.from}.`)
    const prefix = prefixOf(entry)
    const system = values.system ?? (prefix === site.nativePrefix ? `${prefix}-old` : prefix)
    const stores = await open()
    const name = `${new URL(values.from).host} as ${system} into ${of} of ${stores.table.name}`
    const path = resolve(values.progress_file ?? `import-${name.replace(/[^\w-]+/g, '-')}.json`)
    const principal = {
      ...(await orMissing(stores.owners.principalOf(of), describeOwner(of))),
      key_id: 'admin',
    }
    const report = reportWith(progress)
    const importing: Importing = {
      ...{ source, prefix, system, site, owner: of, principal, stores, report },
      isTurnout: entry['product_name'] === 'Turnout',
      imported: importedStores(stores.table),
      geocode: await geocoder(),
      file: await openProgress(path, name, new Date()),
    }
    await importAll(importing, entry, values.lists ?? false)
    return outcomeOf(importing, path)
  },
})

/** Imports everything; what needs something else comes after it. */
async function importAll(importing: Importing, entry: Document, withLists: boolean): Promise<void> {
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
  const isMadeInInterface = await readMadeInInterface(importing)
  for (const path of paths) await importEvents(importing, path, isMadeInInterface)
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
  await file.save()
}

const reportWith = (progress: Context['progress']): ImportReport => {
  let onProgress = progress()
  return {
    ...{ counts: {}, refusals: [], refused: 0, uncounted: 0 },
    onProgress: (done, all) => onProgress(done, all),
    startPhase: () => {
      onProgress = progress()
    },
  }
}

/** The prefix of native identifiers: the namespace that the entry point says, or else that of its relations. */
function prefixOf(entry: Document): string {
  const relations = Object.keys((entry['_links'] ?? {}) as object)
  const { curies = [] } = (entry['_links'] ?? {}) as { curies?: { name: string }[] }
  const curie = curies.map(({ name }) => name)
  return String(
    entry['namespace'] ??
      [...curie, ...relations.map((rel) => rel.split(':')[0])].find((each) => each !== 'osdi') ??
      'imported',
  )
}

function outcomeOf({ report, source, system }: Importing, path: string) {
  const { counts, refused, refusals } = report
  const differs = Object.values(counts).some(({ there, here }) => there !== here)
  const rows = Object.entries(counts).map(([kind, { there, here }]) => ({ kind, there, here }))
  return {
    json: {
      counts,
      agree: !differs,
      refused,
      refusals,
      requests: source.requests(),
      system,
      progress_file: path,
    },
    text: [
      formatTable(rows, 'Nothing'),
      differs
        ? 'The numbers differ: see the refusals, and repeat the command to take what was added during the import.'
        : 'The numbers agree.',
      formatDetails({ refused, requests: source.requests(), system, progress_file: path }),
      ...refusals,
    ].join('\n'),
    violated: differs || refused > 0,
  }
}
