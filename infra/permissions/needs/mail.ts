import type { Need } from './need.js'

/** Mail, and supporters who host. */
export const mail = {
  'send mail': {
    reads: [
      'emails',
      'mailings',
      'wordings of emails',
      'suppressed addresses',
      'due emails',
      'events',
      'people',
      'owners',
      'sign-ins',
      'link keys',
      'lists of attendances',
      'pending members',
      'queries',
      'people of results',
      'requests of hosts',
      'boxes to confirm',
      'asked addresses',
      'log entries',
      'lists of log entries',
      'links of teams',
      'campaigns',
      // The events that may be answered next.
      'public lists',
    ],
    writes: [
      'emails',
      'mailings',
      'pace of emails',
      'visits and solutions',
      'links to sign in',
      'link keys',
      'links of teams',
      'asked addresses',
      'log entries',
      'lists of log entries',
    ],
    deletes: ['mailings'],
  },
  'note bounces': {
    reads: ['emails', 'people', 'contacts'],
    writes: ['emails', 'mailings', 'suppressed addresses', 'people', 'contacts', 'identifiers of people'],
    deletes: ['contacts', 'identifiers of people'],
  },
  /** To the people of queries, in the interface. */
  'write messages': {
    reads: ['queries', 'mailings', 'lists of messages'],
    writes: ['queries', 'mailings', 'emails', 'lists of messages', 'visits and solutions'],
  },
  /** The mails of events that the interface makes and changes. */
  'announce events': { writes: ['mailings', 'emails'] },
  /** The form by which supporters ask to host an event. */
  'ask hosts': { reads: ['requests of hosts'], writes: ['requests of hosts', 'emails'] },
  /** By the links of hosts. */
  'show hosts': {
    reads: ['link keys', 'requests of hosts', 'events', 'people', 'owners', 'campaigns'],
  },
  'answer hosts': { deletes: ['requests of hosts'] },
  /** Requests and events of a host, with the mailings, the messages of webhooks and the report of the campaign. */
  'erase hosts': {
    reads: [
      'requests of hosts',
      'contacts of events',
      'events',
      'campaigns',
      'queries',
      'mailings',
      'lists of campaigns',
      'messages of webhooks',
    ],
    writes: ['messages of webhooks', 'mailings'],
    deletes: ['requests of hosts', 'reports of campaigns', 'mailings', 'addresses of events'],
  },
  'review events': {
    reads: ['events to review', 'campaigns', 'events', 'public lists'],
    writes: ['campaigns'],
    deletes: ['campaigns'],
  },
  /** Whether people are told of a change of their event, in the interface. */
  'tell of changes': { reads: ['mailings'], deletes: ['mailings'] },
  'word emails': { reads: ['wordings of emails'], writes: ['wordings of emails', 'emails'] },
  'lift suppressed addresses': { deletes: ['suppressed addresses'] },
  /** Limits the links to sign in, so many in a time for an address. */
  'ask for mail': { writes: ['emails'] },
  /** A box that subscribes, which an email confirms. */
  'ask to confirm': { writes: ['boxes to confirm', 'emails'] },
  /** The address of an event agrees to what it is to get. */
  'show addresses': { reads: ['asked addresses', 'link keys', 'events', 'owners'] },
  'confirm addresses': { writes: ['asked addresses'] },
  /** The contact of an event gets the answers to messages about it, once it has agreed. */
  'know contacts': { reads: ['asked addresses'] },
  /** With the person who has ticked them, or was asked. */
  'forget boxes': { deletes: ['boxes to confirm'] },
  'show boxes': { reads: ['boxes to confirm', 'link keys', 'people', 'owners'] },
} satisfies Record<string, Need>
