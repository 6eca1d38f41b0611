import { type Key, type Kind, exempt, single } from './kind.js'

const STAYS = exempt('Mail stays with the installation that sends it.')
const ALONE = exempt('No other item has to agree with it.')

/** Mails, and what causes them. */
export const mail = {
  mail: {
    title: 'mail, with its cause',
    key: (id: string): Key => ({ pk: `mail#${id}`, sk: 'mail' }),
    parts: ['id'],
    indexes: ['pending'],
    transfer: STAYS,
    audit: ALONE,
    expires: true,
  },
  /** The due emails of an event. */
  eventMail: {
    title: 'mails of an event that become due',
    key: (event: string, kind: string): Key => ({ pk: `event_mail#${event}`, sk: kind }),
    parts: ['event', 'kind'],
    indexes: ['pending'],
    transfer: STAYS,
    audit: exempt('The event is read when they are due.'),
    expires: false,
  },
  askedAddress: {
    title: 'address that an organizer typed, and whether it has agreed',
    key: (id: string): Key => ({ pk: `address#${id}`, sk: 'address' }),
    parts: ['id'],
    transfer: STAYS,
    audit: ALONE,
    expires: false,
  },
  mailing: {
    title: 'mailing: one mail to many people',
    key: (id: string): Key => ({ pk: `mailing#${id}`, sk: 'mailing' }),
    parts: ['id'],
    indexes: ['pending'],
    transfer: STAYS,
    audit: ALONE,
    expires: true,
  },
  /** An edit of several dates of a series. It becomes a mailing for each date that there is to tell of. */
  seriesEdit: {
    title: 'edit of dates of a series',
    key: (id: string): Key => ({ pk: `mailing#${id}`, sk: 'series_edit' }),
    parts: ['id'],
    indexes: ['pending'],
    transfer: STAYS,
    audit: ALONE,
    expires: true,
  },
  messageOfQuery: {
    title: 'message to the people of a query',
    key: (query: string, id: string): Key => ({ pk: `targeting_query#${query}`, sk: `message#${id}` }),
    parts: ['query', 'id'],
    transfer: STAYS,
    audit: ALONE,
    expires: true,
  },
  /** In the order in which they were written. */
  messageOfOwner: {
    title: 'message of a group or an account',
    key: (owner: string, created = '', id = ''): Key => ({ pk: `messages#${owner}`, sk: `${created}#${id}` }),
    parts: ['owner', 'date', 'id'],
    transfer: STAYS,
    audit: ALONE,
    expires: true,
  },
  mailWordings: {
    title: 'wordings of emails of an owner',
    key: (owner: string): Key => ({ pk: `mail_wordings#${owner}`, sk: 'mail_wordings' }),
    parts: ['owner'],
    transfer: single('mail_wordings', ['owner']),
    audit: ALONE,
    expires: false,
  },
  eventMailWordings: {
    title: 'wordings of emails of an event',
    key: (event: string): Key => ({ pk: `mail_wordings#${event}`, sk: 'event_mail_wordings' }),
    parts: ['event'],
    transfer: single('event_mail_wordings', ['event'], { partOf: 'event' }),
    audit: ALONE,
    expires: false,
  },
  suppressed: {
    title: 'address that takes no mail',
    key: (hash: string): Key => ({ pk: `suppressed#${hash}`, sk: 'suppressed' }),
    parts: ['hash'],
    transfer: STAYS,
    audit: ALONE,
    expires: false,
  },
  mailPace: {
    title: 'pace of emails',
    key: (): Key => ({ pk: 'mail_pace', sk: 'mail_pace' }),
    parts: [],
    transfer: STAYS,
    audit: ALONE,
    expires: false,
  },
} satisfies Record<string, Kind>
