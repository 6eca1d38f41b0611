import { randomBytes } from 'node:crypto'
import { type Fault, invalid } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import { KEPT_DAYS } from '../webhook.js'
import type { Message, NewMessage } from '../webhook-message.js'
import { keyedMutex } from '../../collections/append-at.js'
import { inPieces } from '../../table/in-parallel.js'
import { WEBHOOK_BLOCK } from '../../table/items/webhooks.js'
import { getBeside, getMany, getOne, queryAll } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { putNew, transact, updateIgnoringConflict, changing } from '../../table/transaction.js'
import { has, is, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

/*
 * The messages of a webhook are numbered from 1 without a gap. One transaction writes some messages and advances the
 * number, so a reader that has seen a message has seen all before it: none appears behind it later.
 */

interface Log {
  length: number
  /** The ordinal of the first message of each day. */
  days: Record<string, number>
}

/** Each message takes two of a transaction's hundred items. */
const AT_ONCE = 45
/** DynamoDB takes 4 MB in a transaction. */
const MOST_BYTES = 3_000_000
const DAY_MS = 86_400_000

async function firstKept(table: Table, webhook: string) {
  const { days, length } = await logOf(table, webhook)
  const oldest = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  const kept = Object.entries(days).filter(([day]) => day >= oldest)
  return kept.length > 0 ? Math.min(...kept.map(([, first]) => first)) : length + 1
}

const appendPiece = (table: Table, { id, owner }: { id: string; owner: Owner }, piece: NewMessage[], wakes: boolean) =>
  retryOnConflict(async () => {
    const keys = piece.map(({ subject, change }) => keyOf.announced(subject, `${id}#${change}`))
    const [log, known] = await Promise.all([logOf(table, id), getMany(table, keys, { consistent: true })])
    const fresh = piece.filter((_, i) => known[i] === undefined)
    if (fresh.length === 0) return true
    const now = Date.now()
    const expires = Math.floor((now + KEPT_DAYS * DAY_MS) / 1000)
    const today = new Date(now).toISOString().slice(0, 10)
    const oldest = new Date(now - (KEPT_DAYS + 1) * DAY_MS).toISOString().slice(0, 10)
    const days = Object.fromEntries(Object.entries(log.days).filter(([day]) => day >= oldest))
    const outcome = await transact(table, [
      changing(
        table,
        keyOf.webhookLog(id),
        {
          set: {
            length: log.length + fresh.length,
            days: { [today]: log.length + 1, ...days },
            owner,
            ...(wakes && { announces: 'deliveries' }),
          },
        },
        log.length === 0 ? lacks('length') : is('length', log.length),
      ),
      ...fresh.flatMap(({ subject, change, ...message }, i) => {
        const ordinal = log.length + i + 1
        const collected_date = new Date(now).toISOString()
        const kept = { ...message, id: idAt(ordinal), subject, ordinal, collected_date, expires }
        return [
          putNew(table, keyOf.webhookMessage(id, ordinal), kept),
          putNew(table, keyOf.announced(subject, `${id}#${change}`), { webhook: id, ordinal, expires }),
        ]
      }),
    ])
    return outcome === 'written' || undefined
  })

async function logOf(table: Table, webhook: string): Promise<Log> {
  const item = await getOne(table, keyOf.webhookLog(webhook))
  return { length: 0, days: {}, ...(item && valueOf<Log>(item)) }
}

/**
 * Appends messages to those of a webhook. One that is there already is passed over: a change that is announced twice
 * is one message.
 * @param wakes whether they are to be sent at once
 */
export async function appendMessages(
  table: Table,
  webhook: { id: string; owner: Owner },
  messages: NewMessage[],
  wakes: boolean,
): Promise<void> {
  for (const piece of pieces(messages))
    await keyedMutex(table, `messages of ${webhook.id}`, () => appendPiece(table, webhook, piece, wakes))
}

/** The number of the last message; 0 before the first one. */
export const countMessages = async (table: Table, webhook: string): Promise<number> =>
  (await logOf(table, webhook)).length

/** Messages after an ordinal, oldest first. Those that have expired are left out. */
export async function messagesAfter(table: Table, webhook: string, ordinal: number, most: number): Promise<Message[]> {
  const first = Math.max(ordinal + 1, await firstKept(table, webhook))
  const blocks = Math.ceil(most / WEBHOOK_BLOCK) + 1
  const start = Math.floor((first - 1) / WEBHOOK_BLOCK) * WEBHOOK_BLOCK + 1
  const parts = await Promise.all(
    Array.from({ length: blocks }, (_, i) => {
      const from = keyOf.webhookMessage(webhook, i === 0 ? first : start + i * WEBHOOK_BLOCK)
      return queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk >= :from',
        ExpressionAttributeValues: { ':pk': from.pk, ':from': from.sk },
        ConsistentRead: true,
      })
    }),
  )
  const now = Date.now() / 1000
  // Parts are read in parallel, so that a later one may have messages that come after what an earlier one missed.
  const messages: Message[] = []
  for (const item of parts.flat()) {
    const message = messageIn(item)
    const last = messages.at(-1)
    if (last && message.ordinal !== last.ordinal + 1) break
    if (message.expires > now) messages.push(message)
  }
  return messages.slice(0, most)
}

/** Messages by their ordinals; those that have expired are left out. */
export async function messagesAt(table: Table, webhook: string, ordinals: number[]): Promise<Message[]> {
  const keys = ordinals.map((ordinal) => keyOf.webhookMessage(webhook, ordinal))
  const items = await getMany(table, keys, { consistent: true })
  return items.flatMap((item) => (item ? [messageIn(item)] : []))
}

/** The ordinal of the last message before a time, as precise as a day; 0 when all are later. */
export async function lastMessageBefore(table: Table, webhook: string, time: Date): Promise<number> {
  const { days, length } = await logOf(table, webhook)
  const day = time.toISOString().slice(0, 10)
  const firsts = Object.entries(days).filter(([each]) => each >= day)
  return firsts.length > 0 ? Math.min(...firsts.map(([, first]) => first)) - 1 : length
}

/** The ordinal of a message. @throws OsdiError invalid when there is no such message */
export async function ordinalOfMessage(table: Table, webhook: string, id: string): Promise<number> {
  const ordinal = ordinalIn(id)
  const item = ordinal ? await getOne(table, keyOf.webhookMessage(webhook, ordinal)) : undefined
  if (item?.['id'] !== id) throw unknownMessage()
  return ordinal as number
}

/** Replaces the data in all messages about a subject. */
export async function replaceMessageData(
  table: Table,
  subject: string,
  dataOf: (message: Message) => object,
): Promise<void> {
  const claims = await getBeside(table, keyOf.announced(subject, ''))
  for (const piece of inPieces(claims, 20))
    await Promise.all(
      piece.map(async (claim) => {
        const key = keyOf.webhookMessage(claim['webhook'] as string, claim['ordinal'] as number)
        const item = await getOne(table, key)
        if (!item?.['data']) return
        const data = dataOf(messageIn(item))
        await updateIgnoringConflict(table, change(key, { set: { data } }, has('pk')))
      }),
    )
}

/** Other items of lists have no ordinal in their value; a message has. */
const messageIn = (item: Item) => ({
  ...valueOf<Message & { expires: number }>(item),
  ordinal: item['ordinal'] as number,
})

/** Messages of one transaction: not too many, and not too large. */
function pieces(messages: NewMessage[]): NewMessage[][] {
  const all: NewMessage[][] = []
  let [piece, bytes]: [NewMessage[], number] = [[], 0]
  for (const message of messages) {
    const size = JSON.stringify(message.data).length * 3
    if (piece.length === AT_ONCE || (piece.length > 0 && bytes + size > MOST_BYTES)) {
      all.push(piece)
      ;[piece, bytes] = [[], 0]
    }
    piece.push(message)
    bytes += size
  }
  return piece.length > 0 ? [...all, piece] : all
}

/** The id holds the ordinal, so that `after` finds it; the rest is random. */
const idAt = (ordinal: number) => `msg_${ordinal.toString(36).padStart(8, '0')}${randomBytes(8).toString('hex')}`

const ordinalIn = (id: string) => {
  const [, digits] = /^msg_([0-9a-z]{8})[0-9a-f]{16}$/.exec(id) ?? []
  return digits ? parseInt(digits, 36) || undefined : undefined
}

const unknownMessage = () => {
  const fault: Fault = {
    error_code: 'unknown_message',
    description: 'after is no message of this webhook that is still kept',
    properties: ['after'],
  }
  return invalid([fault])
}
