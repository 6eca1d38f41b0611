import { type KindName, SEQUENCING, partitionsOf } from '../../lib/table/items/items.js'
import { PENDING } from '../../lib/collections/pending.js'
import type { Grant } from './grants.js'
import { PENDING_PARTITIONS } from './kinds.js'

const keysOfKinds = (...names: KindName[]) => [...new Set(names.map((name) => partitionsOf(name)))].sort()

/** The items of a list with a deferred path besides its members, which lie with their persons. */
const LENGTHS: KindName[] = ['attendancesLength', 'emailListLength', 'length']

/** The kinds that are written before a change of places and removed after it. */
const SETTLING: KindName[] = ['totalsChange', 'dueSettlement']

/**
 * The two functions that assign ordinals to pending members, whatever the list. One of them makes the key of links, so
 * that functions which only read need not.
 */
export const ordinalGrants: Grant[] = [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
    leadingKeys: keysOfKinds(
      ...LENGTHS,
      ...SEQUENCING,
      ...SETTLING,
      'event',
      'campaign',
      'webhook',
      'segment',
      'placesState',
      'waitingEntry',
      'linkKeys',
    ),
  },
  {
    // The key of links is read alone, or with what else is read at the time.
    actions: ['dynamodb:BatchGetItem'],
    leadingKeys: keysOfKinds('person', 'attendance', 'listItem', 'seats', 'linkKeys'),
  },
  {
    actions: ['dynamodb:PutItem'],
    leadingKeys: keysOfKinds(
      ...SEQUENCING,
      ...SETTLING,
      'selectable',
      'segment',
      'lateMembers',
      'placesState',
      'linkKeys',
    ),
  },
  {
    actions: ['dynamodb:DeleteItem'],
    leadingKeys: keysOfKinds(...SEQUENCING, ...SETTLING, 'waitingEntry'),
  },
  {
    actions: ['dynamodb:UpdateItem'],
    leadingKeys: keysOfKinds(
      ...LENGTHS,
      'person',
      'attendance',
      'listItem',
      'journalEntry',
      'seats',
      'placesState',
      'webhookState',
    ),
  },
  {
    actions: ['dynamodb:ConditionCheckItem'],
    leadingKeys: keysOfKinds('attendancesLength', 'attendance'),
  },
  { actions: ['dynamodb:Query'], index: PENDING, leadingKeys: PENDING_PARTITIONS },
]
