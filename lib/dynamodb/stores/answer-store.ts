import { createHash } from 'node:crypto'
import type { AnswerStore, KeptAnswer } from '../../domain/repeated-request.js'
import { log } from '../../log.js'
import { type Key, type Table, keyOf } from '../table.js'
import { type TransactItem, updateUnlessDone, writeAlone } from '../transaction.js'

const DAY_S = 24 * 60 * 60

/** No request lasts so long: whoever claimed it has died. */
const ABANDONED_MS = 60_000

/** An item holds 400 KB (DynamoDB limit). */
const MAX_TEXT = 380_000

/**
 * An item for each request that is named by its caller, which DynamoDB removes after a day. It is claimed before the
 * work begins, by one conditional put: it is new, or a day old, or was let go, or whoever had it has died.
 */
export function answerStore(table: Table): AnswerStore {
  return {
    async claim({ scope, fingerprint }, now) {
      const item = {
        fingerprint,
        since: now.toISOString(),
        expires: Math.floor(now.getTime() / 1000) + DAY_S,
      }
      const [stood] = await writeAlone(table, () => [claim(table, keyAt(scope), item, now)])
      if (!stood) return 'new'
      if (stood['fingerprint'] !== fingerprint) return 'other'
      return stood['state'] === 'answered' ? await answerIn(stood['answer'] as string) : 'under way'
    },

    async keep({ scope }, answer) {
      const { gzipSync } = await zlib()
      const packed = gzipSync(JSON.stringify(answer)).toString('base64')
      await finish(table, keyAt(scope), 'answered', packed.length <= MAX_TEXT ? packed : TOO_LARGE)
    },

    release: ({ scope }) => finish(table, keyAt(scope), 'released', ''),
  }
}

const TOO_LARGE = ''

async function answerIn(packed: string): Promise<KeptAnswer | 'too large'> {
  if (packed === TOO_LARGE) return 'too large'
  const { gunzipSync } = await zlib()
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as KeptAnswer
}

/** Loaded by the few requests that need it. */
const zlib = () => import('node:zlib')

const keyAt = (scope: string[]) =>
  keyOf.answer(createHash('sha256').update(JSON.stringify(scope)).digest('hex'))

const claim = (table: Table, key: Key, item: object, now: Date): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { ...item, ...key },
    ConditionExpression:
      'attribute_not_exists(pk) OR expires < :now OR #state = :released ' +
      'OR (attribute_not_exists(#state) AND since < :abandoned)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':now': Math.floor(now.getTime() / 1000),
      ':released': 'released',
      ':abandoned': new Date(now.getTime() - ABANDONED_MS).toISOString(),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** What is not finished is taken for abandoned a minute later. */
async function finish(table: Table, Key: Key, state: 'answered' | 'released', answer: string): Promise<void> {
  try {
    await updateUnlessDone(table, {
      Key,
      UpdateExpression: 'SET #state = :state, answer = :answer',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':state': state, ':answer': answer },
    })
  } catch (error) {
    log({ level: 'error', message: `Cannot mark a named request as ${state}: ${String(error)}` })
  }
}
