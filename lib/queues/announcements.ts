import type { DynamoDBRecord } from 'aws-lambda'
import { type Interest, type Queue, queues as allQueues } from './queues.js'

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
export function announcementsIn(
  records: DynamoDBRecord[],
  queues: readonly Queue[] = allQueues,
): Addressed[] {
  return records.flatMap(({ dynamodb }) => {
    const { NewImage: image, SequenceNumber: sequence = '' } = dynamodb ?? {}
    if (!image) return []
    return queues.flatMap(({ name, takes }) =>
      takes && isMeant(takes, image) ? [{ queue: name, announcement: read(image, takes, sequence) }] : [],
    )
  })
}

function isMeant({ attribute, words }: Interest, image: Image): boolean {
  const value = image[attribute]?.S
  const held = value?.split(' ')
  return held !== undefined && (words === undefined || words.some((word) => held.includes(word)))
}

function read(image: Image, { attribute, carries }: Interest, sequence: string): Announcement {
  const taken = [...(attribute === 'sk' ? [] : [attribute]), ...carries].flatMap((name) => {
    const { S, N, BOOL } = image[name] ?? {}
    const value = N === undefined ? (S ?? BOOL) : Number(N)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(taken), pk: image['pk']?.S ?? '', sk: image['sk']?.S ?? '', sequence }
}
