import type { DynamoDBRecord } from 'aws-lambda'
import { isA } from '../table/items/items.js'
import type { Key } from '../table/table.js'
import type { Interest, Queue } from './queue.js'

/** The announcement of a changed item to a queue: its key, and the attributes that the queue takes. */
export type Announcement = {
  pk: string
  sk: string
  /** The number of the record in the stream. It grows with each change of an item. */
  sequence: string
} & Record<string, string | number | boolean>

/** An announcement, and the queue that it goes to. */
interface Addressed {
  queue: string
  announcement: Announcement
}

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>

/** Reads from records of the stream what the queues have to be told. Records of no interest are passed over. */
export function announcementsIn(records: DynamoDBRecord[], queues: readonly Queue[]): Addressed[] {
  return records.flatMap((record) => {
    const { NewImage: image, SequenceNumber: sequence = '' } = record.dynamodb ?? {}
    if (!image) return []
    return queues.flatMap(({ name, takes }) =>
      takes && isMeant(takes, record, image) ? [{ queue: name, announcement: read(image, takes, sequence) }] : [],
    )
  })
}

function isMeant(takes: Interest, record: DynamoDBRecord, image: Image): boolean {
  if ('kinds' in takes) return isChange(record, image) && takes.kinds.some((kind) => isA(kind, keyOf(image)))
  const { attribute, words } = takes
  const held = image[attribute]?.S?.split(' ')
  return held !== undefined && (words === undefined || words.some((word) => held.includes(word)))
}

/**
 * Whether a record is of a change of its resource, as the filter of the stream's mapping asks. The first revision is
 * inserted: what modifies an item of that revision gives it its ordinal.
 */
const isChange = ({ eventName }: DynamoDBRecord, { revision }: Image): boolean =>
  eventName === 'INSERT' || revision?.N !== '1'

const keyOf = (image: Image): Key => ({ pk: image['pk']?.S ?? '', sk: image['sk']?.S ?? '' })

function read(image: Image, takes: Interest, sequence: string): Announcement {
  const names = 'kinds' in takes ? takes.carries : [takes.attribute, ...takes.carries]
  const taken = names.flatMap((name) => {
    const { S, N, BOOL } = image[name] ?? {}
    const value = N === undefined ? (S ?? BOOL) : Number(N)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(taken), ...keyOf(image), sequence }
}
