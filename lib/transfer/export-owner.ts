import { trustedHosts } from '../hosting/store/hosting-store.js'
import { groupIdOf, type Owner } from '../runtime/owner.js'
import type { PositionInSeries } from '../events/event-fields.js'
import type { OnProgress } from '../targeting/store/people-of-selection.js'
import { listTeamLinks } from '../stewards/store/team-link-store.js'
import { listBlocked } from '../blocked/store/blocked-store.js'
import { calendarStore } from '../calendars/store/calendar-store.js'
import { keyStore } from '../access/store/key-store.js'
import { BLOCK, type NumberedList, lengthOf, lists } from '../collections/numbered-list.js'
import type { Membership } from '../access/group.js'
import { membersOf } from '../access/store/members.js'
import { readShown } from '../collections/read-page.js'
import { getOne } from '../table/reads.js'
import { segmentsBetween } from '../collections/segments.js'
import { type Key, type Table, keyOf, valueOf } from '../table/table.js'
import { keyOfOwner } from '../table/items/items.js'
import { taggingsOf } from '../tags/store/tag-store.js'
import type { MemberType, SingleType, TransferRecord, Value } from './records.js'

type Records = AsyncGenerator<TransferRecord>

/**
 * Everything of an owner, a hundred members at a time, by the numbered lists: what it costs depends on what this owner
 * has, not on the table. Results of queries are left out, since they expire and can be had again.
 *
 * Lists that refer to people and events come before people and events, and each length is read when its list begins.
 * So the file has the person and the event of every attendance, also of those that are recorded during the export.
 * Keys are last, so that an import is complete before a client can use it.
 * @throws Error when a list has a gap, which the audit tells
 */
export async function* exportOwner(table: Table, owner: Owner, onProgress: OnProgress = () => undefined): Records {
  const counting = await progress(table, owner, onProgress)
  const list = (type: MemberType, of: NumberedList, before?: (value: Value) => Records) =>
    listed(table, { type, list: of, before, counting })
  const group = groupIdOf(owner)
  let members: Membership[] = []

  async function* ofEvent({ id, origin, series }: Value): Records {
    const event = id as string
    if (series) yield* seriesOf(table, series as PositionInSeries)
    yield* list('attendance', lists.attendancesOf(event))
    if (origin === 'interface') yield* singles('team_link', await listTeamLinks(table, event))
    // Emails go to people of events of the interface alone.
    if (origin === 'interface') yield* wordings(table, 'event_mail_wordings', keyOf.eventMailWordings(event), { event })
  }

  async function* ofCampaign(campaign: string): Records {
    yield* list('campaign_event', lists.eventsOfCampaign(campaign))
    for (const { person, since } of await trustedHosts(table, campaign))
      yield* singles('trusted_host', [{ campaign, person, since }])
  }

  /** The records of each type, in the order of the file. */
  const records: Record<MemberType | SingleType, (() => Records) | BesideOthers> = {
    event_campaign: () => list('event_campaign', lists.campaignsOf(owner), ({ id }) => ofCampaign(id as string)),
    campaign_event: 'before its campaign',
    trusted_host: 'before its campaign',
    action: () => list('action', lists.actionsOf(owner)),
    selectable: () => list('selectable', lists.selectableOf(owner)),
    event: () => list('event', lists.eventsOf(owner), (event) => ofEvent(event)),
    attendance: 'before its event',
    event_mail_wordings: 'before its event',
    series: 'before its event',
    team_link: 'before its event',
    mail_wordings: () => wordings(table, 'mail_wordings', keyOf.mailWordings(owner), { owner }),
    targeting_query: () => list('targeting_query', lists.queriesOf(owner)),
    tag: () => list('tag', lists.tagsOf(owner), ({ id }) => taggings(table, id as string)),
    tagging: 'before its tag',
    log_entry: () => list('log_entry', lists.logOf(owner)),
    async *list_item() {
      if (group !== undefined) members = await membersOf(table, group)
      for (const { person } of members) yield* list('list_item', lists.itemsOf(person))
    },
    person: () => list('person', lists.peopleOf(owner)),
    member: () => singles('member', members),
    group: () => (group === undefined ? nothing() : ownerItself(table, 'group', owner)),
    account: () => (group === undefined ? ownerItself(table, 'account', owner) : nothing()),
    async *blocked_contact() {
      yield* singles('blocked_contact', await listBlocked(table, owner))
    },
    blocked_hashes: () => blockedHashes(table, owner),
    async *calendar() {
      yield* singles('calendar', await calendarStore(table).list(owner))
    },
    async *api_key() {
      yield* singles('api_key', await keyStore(table).list(owner))
    },
  }
  for (const ofType of Object.values(records)) if (typeof ofType === 'function') yield* ofType()
}

/** Records that come with those of another type. */
type BesideOthers = `before its ${string}`

async function* blockedHashes(table: Table, owner: Owner): Records {
  const item = await getOne(table, keyOf.blockedHashes(owner))
  if (item) yield { type: 'blocked_hashes', value: valueOf<Value>(item) }
}

async function* nothing(): Records {
  // An owner is either a group or an account.
}

async function* singles(type: SingleType, values: readonly object[]): Records {
  for (const value of values) yield { type, value: { ...value } }
}

interface Listed {
  type: MemberType
  list: NumberedList
  /** Returns the records that come before a member. */
  before: ((value: Value) => Records) | undefined
  counting: (members: number) => void
}

async function* listed(table: Table, { type, list, before, counting }: Listed): Records {
  const length = await lengthOf(table, list)
  if (length > 0) yield { type: 'list', name: list.name, length }
  for (let first = 1; first <= length; first += BLOCK) {
    const last = Math.min(first + BLOCK - 1, length)
    const [runs, members] = await Promise.all([
      list.keyOfMember ? segmentsBetween(table, list, first, last) : [],
      readShown(table, list, first, last),
    ])
    if (members.length !== last - first + 1)
      throw new Error(`The list "${list.name}" is not whole from ${first} to ${last}: run the audit.`)
    for (const run of runs) yield { type: 'run', list: list.name, ...run }
    for (const { block, ordinal, ...item } of members.reverse()) {
      const value = withoutResult(type, valueOf<Value>(item))
      if (before) yield* before(value)
      yield {
        type,
        list: list.name,
        ordinal: ordinal as number,
        ...(block === undefined && { in_run: true as const }),
        value,
      }
    }
    counting(members.length)
  }
}

/** A query without its newest result, which stays where it is. */
function withoutResult(type: MemberType, value: Value): Value {
  if (type !== 'targeting_query') return value
  const { result: _stays, ...query } = value
  return query
}

/**
 * Returns the wordings of an owner, or of an event, if there are any. @param of the name of the owner or event in the
 * record
 */
async function* wordings(table: Table, type: SingleType, key: Key, of: Value): Records {
  const item = await getOne(table, key)
  if (item) yield* singles(type, [{ ...of, wordings: item['wordings'] }])
}

/** Returns the series of an event, with the first of its dates. */
async function* seriesOf(table: Table, { id, index }: PositionInSeries): Records {
  const item = index === 1 ? await getOne(table, keyOf.series(id)) : undefined
  if (item) yield* singles('series', [valueOf<Value>(item)])
}

async function* taggings(table: Table, tag: string): Records {
  for await (const some of taggingsOf(table, tag)) yield* singles('tagging', some)
}

async function* ownerItself(table: Table, type: 'group' | 'account', owner: Owner): Records {
  const item = await getOne(table, keyOfOwner(owner))
  yield { type, value: valueOf<Value>(item ?? {}) }
}

/** Reports progress through the longest lists of an owner. It pauses while attendances and other lists are read. */
async function progress(table: Table, owner: Owner, onProgress: OnProgress) {
  const lengths = await Promise.all(
    [lists.campaignsOf(owner), lists.eventsOf(owner), lists.peopleOf(owner)].map((list) => lengthOf(table, list)),
  )
  const all = lengths.reduce((sum, length) => sum + length, 0)
  let done = 0
  return (members: number) => onProgress(Math.min((done += members), all), all)
}
