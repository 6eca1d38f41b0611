import { type Fault, invalid } from '../../runtime/errors.js'
import { isIdentifier, isNativeId, splitIdentifiers } from '../../fields/identifier.js'
import { findEvents } from '../../events/store/read-events.js'
import type { Owner } from '../../runtime/owner.js'
import { readSettings } from '../../access/store/read-settings.js'
import { findHolders } from '../../resources/identifiers.js'
import { findTags } from '../../tags/store/tag-store.js'
import { ownsCampaign } from './resolve-selection.js'
import { tagId } from '../../tags/tag.js'
import { type AskedPlace, type SentPlace } from '../asked-place.js'
import { entryOf, sourceAt } from '../event-source.js'
import type { SearchedEvents } from '../searched-events.js'
import type { Targeting } from '../sources.js'
import type { QueryChange } from '../targeting-query.js'

/**
 * Finds what the fields of a request name, and returns these fields as a query keeps them. What another owner has is
 * refused like what does not exist.
 * @throws OsdiError invalid, naming every fault
 */
export async function namedBy(targeting: Targeting, owner: Owner, sent: QueryChange) {
  const faults: Fault[] = []
  const [include, exclude, search, tags, near] = await Promise.all([
    entriesOf(owner, sent.include ?? [], 'include', targeting),
    entriesOf(owner, sent.exclude ?? [], 'exclude', targeting),
    searchOf(owner, sent.include_search ?? undefined, targeting),
    tagsOf(owner, sent.tags ?? [], targeting),
    placeOf(owner, sent.near ?? undefined, targeting),
  ])
  for (const each of [include, exclude, search, tags, near]) faults.push(...each.faults)
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return {
    ...(sent.include && { include: include.named }),
    ...(sent.exclude && { exclude: exclude.named }),
    ...(sent.include_search && { include_search: search.named }),
    ...(sent.tags && { tags: tags.named }),
    ...(sent.near && { near: near.named }),
  }
}

interface Named<Kept> {
  named: Kept
  faults: Fault[]
}

/** Finds the events, series and campaigns of a field. */
async function entriesOf(
  owner: Owner,
  entries: string[],
  field: 'include' | 'exclude',
  targeting: Targeting,
): Promise<Named<string[]>> {
  const sources = entries.map(sourceAt)
  const ids = await idsOf(
    entries.filter((_, i) => !sources[i]),
    targeting,
  )
  const [own, isOwn] = await Promise.all([
    findEvents(
      targeting.table,
      owner,
      ids.filter((id) => id !== undefined),
    ),
    Promise.all(sources.map(async (source) => source !== undefined && isOwnSource(owner, source, targeting))),
  ])
  const kept = entries.map((_, i) => {
    const source = sources[i]
    if (source) return isOwn[i] ? entryOf(source) : undefined
    const [id] = ids.splice(0, 1)
    return id !== undefined && own.has(id) ? id : undefined
  })
  return {
    named: [...new Set(kept.filter((entry) => entry !== undefined))],
    faults: kept.flatMap((entry, i) => (entry === undefined ? [unknownEvent(`${field}[${i}]`)] : [])),
  }
}

async function isOwnSource(
  owner: Owner,
  { kind, id }: NonNullable<ReturnType<typeof sourceAt>>,
  targeting: Targeting,
): Promise<boolean> {
  if (!isNativeId(id)) return false
  return kind === 'series'
    ? ((await targeting.sources.series?.isOf(owner, id)) ?? false)
    : ownsCampaign(targeting.table, owner, id)
}

/** The ids that events are named by: by id already, by native or by foreign identifier. */
async function idsOf(names: string[], { site, table }: Targeting) {
  const ids = names.map((name) => splitIdentifiers([name], site.nativePrefix).nativeIds[0] ?? name)
  const foreign = ids.filter((name) => !isNativeId(name) && isIdentifier(name))
  const held = await findHolders(table, 'event', foreign)
  const byIdentifier = new Map(foreign.map((name, i) => [name, held[i]]))
  return ids.map((id) => (isNativeId(id) ? id : byIdentifier.get(id)))
}

/** Finds the campaign of a search. */
async function searchOf(
  owner: Owner,
  sent: SearchedEvents | undefined,
  targeting: Targeting,
): Promise<Named<SearchedEvents | undefined>> {
  if (sent && !targeting.sources.search)
    return { named: undefined, faults: [fault('unknown_source', 'include_search', 'is not known here')] }
  if (sent?.campaign === undefined) return { named: sent, faults: [] }
  const source = sourceAt(sent.campaign)
  const id = source?.kind === 'event_campaign' ? source.id : sent.campaign
  const isKnown = isNativeId(id) && (await ownsCampaign(targeting.table, owner, id))
  return {
    named: { ...sent, campaign: id },
    faults: isKnown ? [] : [fault('unknown_campaign', 'include_search.campaign', 'is no campaign of yours')],
  }
}

/** The address of a tag. */
const TAG = /\/tags\/([0-9a-f-]{36})\/?$/i

/** Finds the names of tags. */
async function tagsOf(owner: Owner, sent: string[], { table }: Targeting): Promise<Named<string[]>> {
  const ids = sent.map((text) => {
    const id = TAG.exec(text)?.[1]?.toLowerCase() ?? text
    return isNativeId(id) ? id : tagId(owner, text)
  })
  const found = await findTags(table, ids)
  const names = new Map(found.filter((tag) => tag.owner === owner).map(({ id, name }) => [id, name]))
  const kept = ids.map((id) => names.get(id))
  return {
    named: [...new Set(kept.filter((name) => name !== undefined))],
    faults: kept.flatMap((name, i) =>
      name === undefined ? [fault('unknown_tag', `tags[${i}]`, 'is no tag of yours')] : [],
    ),
  }
}

/** Finds the point of a place, or the event. A point that is sent with its name needs no search. */
async function placeOf(
  owner: Owner,
  sent: SentPlace | undefined,
  targeting: Targeting,
): Promise<Named<AskedPlace | undefined>> {
  if (!sent) return { named: undefined, faults: [] }
  const { location = '', latitude, longitude, event, within, unit = 'mi' } = sent
  if (event !== undefined) {
    const { named, faults } = await entriesOf(owner, [event], 'include', targeting)
    const [id] = named
    return id === undefined || faults.length > 0 || sourceAt(event)
      ? { named: undefined, faults: [unknownEvent('near.event')] }
      : { named: { event: id, within, unit }, faults: [] }
  }
  if (latitude !== undefined && longitude !== undefined) {
    const name = location.trim() || `${latitude}, ${longitude}`
    return { named: { location: name, latitude, longitude, within, unit }, faults: [] }
  }
  const { country } = await readSettings(targeting.table, owner)
  const found = targeting.sources.findPlace?.(location, country)
  return found
    ? {
        named: { location: found.name, latitude: found.latitude, longitude: found.longitude, within, unit },
        faults: [],
      }
    : {
        named: undefined,
        faults: [fault('unknown_place', 'near.location', 'is no town or postal code that we know')],
      }
}

const fault = (error_code: string, path: string, description: string): Fault => ({
  error_code,
  description: `${path} ${description}`,
  properties: [path],
})

const unknownEvent = (path: string) => fault('unknown_event', path, 'is no event of yours')
