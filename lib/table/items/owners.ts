import { type Key, type Kind, exempt, member, single } from './kind.js'

/** An owner, `group:id` or `account:id`, has its keys and calendars beside it. */
const besideOwner =
  (kind: string) =>
  (owner: string, id: string): Key => ({ pk: owner.replace(':', '#'), sk: `${kind}#${id}` })

const [apiKeyOf, calendarOf] = [besideOwner('api_key'), besideOwner('calendar')]

const UNRELATED = exempt('No other item has to agree with it.')
const WITH_ITS_SECRET = exempt('The import writes it before the item of the secret.')

/** Groups and accounts, and what they have to identify themselves. */
export const owners = {
  group: {
    title: 'group',
    key: (id: string): Key => ({ pk: `group#${id}`, sk: 'group' }),
    parts: ['id'],
    memberOf: { list: 'groups', of: 'id' },
    transfer: single('group', ['id', 'title', 'creator'], { owner: { type: 'group', id: 'id' } }),
    audit: ['ordinals'],
    expires: false,
  },
  account: {
    title: 'account',
    key: (id: string): Key => ({ pk: `account#${id}`, sk: 'account' }),
    parts: ['id'],
    memberOf: { list: 'accounts', of: 'id' },
    transfer: single('account', ['id', 'person'], { owner: { type: 'account', id: 'id' } }),
    audit: ['ordinals'],
    expires: false,
  },
  member: {
    title: 'member of a group',
    key: (group: string, person: string): Key => ({ pk: `group#${group}`, sk: `member#${person}` }),
    parts: ['group', 'person'],
    transfer: single('member', ['group', 'person', 'role'], { owner: { type: 'group', id: 'group' } }),
    audit: UNRELATED,
    expires: false,
  },
  apiKey: {
    title: 'API key',
    key: (id: string): Key => ({ pk: `api_key#${id}`, sk: 'api_key' }),
    parts: ['id'],
    transfer: single('api_key', ['id', 'owner', 'hash'], { besideOwner: apiKeyOf }),
    audit: UNRELATED,
    expires: false,
  },
  apiKeyOf: {
    title: 'API key of an owner',
    key: apiKeyOf,
    parts: ['owner', 'id'],
    transfer: WITH_ITS_SECRET,
    audit: UNRELATED,
    expires: false,
  },
  calendar: {
    title: 'calendar feed',
    key: (id: string): Key => ({ pk: `calendar#${id}`, sk: 'calendar' }),
    parts: ['id'],
    transfer: single('calendar', ['id', 'owner', 'hash'], { besideOwner: calendarOf }),
    audit: UNRELATED,
    expires: false,
  },
  calendarOf: {
    title: 'calendar feed of an owner',
    key: calendarOf,
    parts: ['owner', 'id'],
    transfer: WITH_ITS_SECRET,
    audit: UNRELATED,
    expires: false,
  },
  forgetting: {
    title: 'progress of forgetting the people of an owner',
    key: (owner: string): Key => ({ pk: `forgetting#${owner}`, sk: 'forgetting' }),
    parts: ['owner'],
    indexes: ['pending'],
    transfer: exempt('It begins anew: the command `repair` plans it.'),
    audit: exempt('It says how far the work is, which may be repeated.'),
    expires: false,
  },
  logEntry: {
    title: 'log entry of the interface',
    key: (id: string): Key => ({ pk: `log_entry#${id}`, sk: 'log_entry' }),
    parts: ['id'],
    memberOf: { list: 'logOf', of: 'owner' },
    transfer: member('log_entry', ['id', 'owner', 'action', 'created_date']),
    audit: ['ordinals'],
    expires: false,
  },
} satisfies Record<string, Kind>
