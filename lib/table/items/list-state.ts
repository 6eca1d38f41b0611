import { type Key, type Kind, exempt, padded } from './kind.js'

const WITHIN_SECONDS = 'Sequencers write it and remove it within seconds.'

/** The state of numbered lists besides their members. */
export const listState = {
  /** Beside the resource that a list belongs to, so that one Query reads both. */
  attendancesLength: {
    title: "length of an event's attendances",
    key: (event: string): Key => ({ pk: `event#${event}`, sk: 'attendances' }),
    parts: ['event'],
    transfer: { as: 'list', record: 'list' },
    audit: ['ordinals', 'attendable', 'totals'],
    expires: false,
  },
  campaignEventsLength: {
    title: "length of a campaign's events",
    key: (campaign: string): Key => ({ pk: `event_campaign#${campaign}`, sk: 'events' }),
    parts: ['campaign'],
    transfer: { as: 'list', record: 'list' },
    audit: ['ordinals'],
    expires: false,
  },
  emailListLength: {
    title: 'length of a personal email list',
    key: (creator: string): Key => ({ pk: `email_list#${creator}`, sk: 'items' }),
    parts: ['creator'],
    transfer: { as: 'list', record: 'list' },
    audit: ['ordinals'],
    expires: false,
  },
  length: {
    title: 'length of any other list',
    key: (list: string): Key => ({ pk: `list#${list}`, sk: 'length' }),
    parts: ['list'],
    transfer: { as: 'list', record: 'list' },
    audit: ['ordinals'],
    expires: false,
  },
  /** Members of a block that were numbered together. */
  segment: {
    title: 'segment of members that came at once',
    key: (block: string, first: number): Key => ({ pk: `segment#${block}`, sk: padded(first, 12) }),
    parts: ['block', 'first ordinal'],
    transfer: { as: 'list', record: 'run' },
    audit: ['ordinals', 'segments'],
    expires: false,
  },
  /** In the order in which the members got their ordinals. */
  lateMembers: {
    title: 'late members of a segment',
    key: (list: string, numberedAt = '', first = 0): Key => ({
      pk: `late#${list}`,
      sk: `${numberedAt}#${padded(first, 12)}`,
    }),
    parts: ['list', 'date', 'first ordinal'],
    transfer: exempt('It follows from its segment, with which an import writes it.'),
    audit: ['late members'],
    expires: false,
  },
} satisfies Record<string, Kind>

/** The kinds that sequencers write and remove within seconds. Their roles follow from it. */
export const sequencing = {
  journalEntry: {
    title: 'journal entry of a contended list',
    key: (list: string, first?: number): Key => ({
      pk: `journal#${list}`,
      sk: `from ${first === undefined ? '' : padded(first, 12)}`,
    }),
    parts: ['list', 'first ordinal'],
    transfer: exempt(WITHIN_SECONDS),
    audit: exempt('The check of segments reads the journal.'),
    expires: false,
  },
  lease: {
    title: 'lease of a contended list',
    key: (list: string): Key => ({ pk: `lease#${list}`, sk: 'lease' }),
    parts: ['list'],
    transfer: exempt(WITHIN_SECONDS),
    audit: exempt('A lease is an optimization: nothing depends on it.'),
    expires: false,
  },
  handedOver: {
    title: 'members handed over to the holder of a lease',
    key: (list: string, process?: string): Key => ({ pk: `handed#${list}`, sk: `by ${process ?? ''}` }),
    parts: ['list', 'process'],
    transfer: exempt(WITHIN_SECONDS),
    audit: exempt('It is an optimization, as the lease is: nothing depends on it.'),
    expires: true,
  },
} satisfies Record<string, Kind>

const FOLLOWS = exempt('It follows from its event, with which an import writes it.')

/** Events in the lists that anybody may read: twice in each list, by their start, and by their place. */
export const listed = {
  listedByStart: {
    title: 'event in a public list, by its start',
    key: (scope: string, holds: string, start: string, event: string): Key => ({
      pk: `listed#${scope}#${holds}`,
      sk: `start#${start}#${event}`,
    }),
    parts: ['scope', 'all or own', 'start', 'event'],
    transfer: FOLLOWS,
    audit: ['listed'],
    expires: true,
  },
  listedByPlace: {
    title: 'event in a public list, by its place',
    key: (scope: string, holds: string, cell: string, start: string, event: string): Key => ({
      pk: `listed#${scope}#${holds}`,
      sk: `place#${cell}#${start}#${event}`,
    }),
    parts: ['scope', 'all or own', 'cell', 'start', 'event'],
    transfer: FOLLOWS,
    audit: ['listed'],
    expires: true,
  },
} satisfies Record<string, Kind>
