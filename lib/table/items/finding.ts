import { type Key, type Kind, exempt } from './kind.js'

const FOLLOWS = exempt('It follows from its person or its event, whose change the stream tells of.')

/** The indexes by which the interface finds people and events. A queue of the stream keeps them. */
export const finding = {
  nameEntry: {
    title: 'name of a person, from one of its words on',
    key: (owner: string, letter: string, words: string, person: string): Key => ({
      pk: `names#${owner}#${letter}`,
      sk: `${words}#${person}`,
    }),
    parts: ['owner', 'letter', 'words', 'person'],
    transfer: FOLLOWS,
    audit: ['words'],
    expires: false,
  },
  nameEnding: {
    title: 'ending of a word of names',
    key: (owner: string, letter: string, ending: string, word: string): Key => ({
      pk: `name_endings#${owner}#${letter}`,
      sk: `${ending}#${word}`,
    }),
    parts: ['owner', 'letter', 'ending', 'word'],
    transfer: FOLLOWS,
    audit: ['words'],
    expires: false,
  },
  eventSummary: {
    title: 'summary of an event',
    key: (owner: string, event: string): Key => ({ pk: `event_summaries#${owner}`, sk: `event#${event}` }),
    parts: ['owner', 'event'],
    transfer: FOLLOWS,
    audit: exempt('The check of what an event is found by reads it.'),
    expires: false,
  },
  foundBy: {
    title: 'entries that find a person or an event',
    key: (resource: string): Key => ({ pk: `found_by#${resource}`, sk: 'entries' }),
    parts: ['person or event'],
    transfer: FOLLOWS,
    audit: ['found'],
    expires: false,
  },
} satisfies Record<string, Kind>
