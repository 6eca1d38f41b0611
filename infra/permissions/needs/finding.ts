import type { Need } from './need.js'

/** Queries, the search of the interface, files and reports. */
export const finding = {
  /** By words, in the interface. */
  'find people and events': { reads: ['names', 'summaries of events'] },
  'index names': {
    reads: ['people', 'events', 'names', 'what finds a resource'],
    writes: ['names', 'summaries of events', 'what finds a resource'],
    deletes: ['names', 'summaries of events', 'what finds a resource'],
  },
  'offer files of guests': {
    reads: ['files of guests', 'lists of attendances'],
    writes: ['files of guests'],
  },
  'write files of guests': {
    reads: ['files of guests', 'lists of attendances', 'people'],
    writes: ['files of guests'],
  },
  /** Numbers of a campaign, where people have no event near them, and the file of its events and hosts. */
  'offer reports of campaigns': {
    reads: ['reports of campaigns', 'files of guests', 'lists of people'],
    writes: ['reports of campaigns'],
  },
  'write reports of campaigns': {
    reads: ['reports of campaigns', 'campaigns', 'events', 'people', 'lists of people'],
    writes: ['reports of campaigns', 'files of guests'],
  },
  'read queries': { reads: ['queries'] },
  'list queries': { reads: ['queries', 'lists of queries'] },
  'record queries': {
    reads: [
      'queries',
      'identifiers of queries',
      'events',
      'identifiers of events',
      'lists of events',
      'lists of queries',
      'tags',
      'campaigns',
      'public lists',
      'owners',
    ],
    writes: ['queries', 'identifiers of queries', 'lists of queries'],
    deletes: ['identifiers of queries'],
  },
  /** Queries that are not saved. */
  'ask queries': {
    reads: ['events', 'identifiers of events', 'tags', 'campaigns', 'public lists', 'owners'],
  },
  'change queries': {
    reads: [
      'queries',
      'events',
      'identifiers of events',
      'lists of events',
      'tags',
      'campaigns',
      'public lists',
      'owners',
    ],
    writes: ['queries', 'identifiers of queries'],
    deletes: ['identifiers of queries'],
  },
  'run queries': {
    reads: [
      'queries',
      'events',
      'people',
      'lists of attendances',
      'campaigns',
      'lists of campaigns',
      'lists of people',
      'taggings',
      'summaries of events',
      'lists of selectable actions',
      // The dates of series.
      'public lists',
    ],
    writes: ['queries', 'people of results'],
  },
  'read results': { reads: ['queries', 'people of results', 'people', 'events'] },
} satisfies Record<string, Need>
