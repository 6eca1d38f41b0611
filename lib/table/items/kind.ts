/** The primary key of an item. */
export interface Key {
  pk: string
  sk: string
}

declare const OF_RESOURCE: unique symbol

/** The key of a resource. Only `writeResource` (lib/resources/write-resource.ts) writes items that have one. */
export interface ResourceKey extends Key {
  readonly [OF_RESOURCE]: true
}

/** The key of any other item. */
export type PlainKey = Key & { readonly [OF_RESOURCE]?: never }

/** Marks the key of a resource for the compiler. */
export const resourceKey = (key: Key) => key as ResourceKey

/** Identifiers are unique within a type of resource. */
export type ResourceType = 'event' | 'event_campaign' | 'person' | 'attendance' | 'targeting_query'

/** The numbered lists, by their names in `lists` of collections/numbered-list.ts. */
export type ListName =
  | 'eventsOf'
  | 'actionsOf'
  | 'selectableOf'
  | 'queriesOf'
  | 'campaignsOf'
  | 'peopleOf'
  | 'tagsOf'
  | 'logOf'
  | 'groups'
  | 'accounts'
  | 'eventsOfCampaign'
  | 'itemsOf'
  | 'attendancesOf'

/**
 * The declaration of a kind of item. A kind for which the export, the audit or the expiry is not decided does not
 * compile.
 */
export interface Kind {
  /** The kind, as docs/table-items.csv names it. */
  title: string
  /** The key of an item. With placeholders for its parts, it is the pattern of all keys of the kind. */
  key: (...parts: never[]) => Key
  /** Names of the key's parts: attributes of the item, where it has them. */
  parts: readonly string[]
  /** The list in which the item has an ordinal, and the attribute or part of the key that says whose list that is. */
  memberOf?: { list: ListName; of: string }
  /** The indexes besides those of lists. */
  indexes?: readonly ('starts' | 'changes' | 'modified' | 'identifiers' | 'pending')[]
  /** The type of resource under which the identifiers of the item are claimed. */
  claims?: ResourceType
  transfer: Transfer
  audit: readonly Check[] | Exempt
  /** Whether DynamoDB removes the item after its `expires`, in seconds since 1970: always, or where it was removed. */
  expires: boolean | 'once removed'
}

/** The form of a kind's items in the records of an export. */
export type Transfer = MemberTransfer | SingleTransfer | ListTransfer | Exempt

interface RecordTransfer {
  /** The type of the records. */
  record: string
  /** The attributes that must be texts in a record. */
  needs: readonly string[]
  /** The kind of resource that the item is a part of. An attribute of this name holds its id. */
  partOf?: 'event' | 'tag' | 'campaign'
}

/** The item is a record with a position in a list. */
export interface MemberTransfer extends RecordTransfer {
  as: 'member'
}

/** The item is a record without a position. */
export interface SingleTransfer extends RecordTransfer {
  as: 'single'
  /** The owner of the item, if it has no attribute `owner`: this type of owner, with the id in an attribute. */
  owner?: { type: 'group' | 'account'; id: string }
  /** The key of the item that an owner has of it. */
  besideOwner?: (owner: string, id: string) => Key
}

/** The item is a part of a list: its length, or a segment of it. */
interface ListTransfer {
  as: 'list'
  record: 'list' | 'run'
}

/** Why nothing is done about the items of a kind. */
export interface Exempt {
  because: string
}

/**
 * The checks of the audit:
 * - `claims`: an identifier is claimed for the resource that lists it, and for no other;
 * - `ordinals`: the members of a list have the ordinals from 1 to its length;
 * - `segments`: the members of a segment have its ordinals, and it counts them by the dates of their creation;
 * - `late members`: a segment has the late members of a record;
 * - `attendable`: the length of the attendances of an event shows the event as it is;
 * - `contacts`: a contact leads to the person who has it;
 * - `changes`: the index over changes shows that the item was changed;
 * - `modified`: the index over dates has the item;
 * - `totals`: events count their attendances by what became of them;
 * - `waiting list`: an entry stands for a tentative attendance;
 * - `seats`: as many seats are taken as people come with their guests;
 * - `origin`: the event is in the lists that its origin says;
 * - `reminder`: the reminder of a coming event is planned;
 * - `listed`: the public lists show the event as it is;
 * - `found`: the entries by which a person or an event is found are in the table.
 */
export type Check =
  | 'claims'
  | 'ordinals'
  | 'segments'
  | 'late members'
  | 'attendable'
  | 'contacts'
  | 'changes'
  | 'modified'
  | 'totals'
  | 'waiting list'
  | 'seats'
  | 'origin'
  | 'reminder'
  | 'listed'
  | 'found'
  | 'words'

/** Makes a record with a position in a list. */
export const member = <const Type extends string>(
  record: Type,
  needs: readonly string[],
  more: Pick<MemberTransfer, 'partOf'> = {},
) => ({ as: 'member' as const, record, needs, ...more })

/** Makes a record without a position. */
export const single = <const Type extends string>(
  record: Type,
  needs: readonly string[],
  more: Pick<SingleTransfer, 'owner' | 'besideOwner' | 'partOf'> = {},
) => ({ as: 'single' as const, record, needs, ...more })

/** Decides that nothing is done, and says why. */
export const exempt = (because: string): Exempt => ({ because })

/** A number in a sort key, with zeros before it, so that keys sort as numbers do. A placeholder stays as it is. */
export const padded = (number: number, digits: number) =>
  typeof number === 'number' ? String(number).padStart(digits, '0') : String(number)
