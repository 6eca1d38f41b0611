import { type Key, type Kind, exempt } from './kind.js'

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
