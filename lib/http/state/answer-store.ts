import { createHash, randomUUID } from 'node:crypto'
import type { Claim, Claimed, StoredResponse, NamedRequest } from './idempotency.js'
import { log } from '../../runtime/log.js'
import { afterDeadline, mayHaveWritten, timeLeft, asBookkeeping } from '../../runtime/request-context.js'
import { type Item, type Key, type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { updateIgnoringConflict, writeAlone, changeItem } from '../../table/transaction.js'
import { is } from '../../table/condition.js'
import { change } from '../../table/change.js'

const DAY_S = 24 * 60 * 60

/** The presumed duration of an execution without a deadline. */
const UNBOUNDED_MS = 60_000

/**
 * An execution ends with its function, a little after its deadline. Processes differ in their clocks by less than the
 * rest of this.
 */
const ENDED_AFTER_MS = 5_000

/** An item holds 400 KB (DynamoDB limit). */
const MAX_TEXT = 380_000

/** The item of a named request. */
interface ClaimItem {
  fingerprint: string
  /** The id of the claim. */
  claim: string
  seed: string
  /** When the execution that has the claim has ended for sure, in milliseconds since 1970. */
  ends: number
  /** When DynamoDB may remove the item, in seconds since 1970. */
  expires: number
  /** Absent while the request is under way. */
  state?: 'answered' | 'released' | 'unknown'
  answer?: string
}

/**
 * An item for each request that is named by its caller, which DynamoDB removes after a day. It is claimed before the
 * work begins, by one conditional put. A claim has an id of its own: where the answer to the put is lost, the
 * repetition of the put meets its own claim and knows it.
 */
export function answerStore(table: Table) {
  return {
    /**
     * Claims a request that is new, or whose last execution was refused, got no answer from the database, or crashed.
     * @throws OsdiError busy when the database does not answer; the request has had no effect then
     */
    claim: (request: NamedRequest, now: Date) => asBookkeeping(() => claimRequest(table, request, now)),

    /** Stores the answer of a claimed request. It never fails, so that the caller gets the answer. */
    async keep(request: NamedRequest, claim: Claim, answer: StoredResponse): Promise<void> {
      const { gzipSync } = await zlib()
      const packed = gzipSync(JSON.stringify(answer)).toString('base64')
      await finish(table, request, claim, 'answered', packed.length <= MAX_TEXT ? packed : TOO_LARGE)
    },

    /**
     * Releases a claim. A refused request may be repeated with another content. A request with an unknown
     * outcome may be repeated with the same content, and then has the same seed. It never fails.
     */
    release: (request: NamedRequest, claim: Claim, because: 'refused' | 'unknown') =>
      finish(table, request, claim, because === 'refused' ? 'released' : 'unknown', ''),
  }
}

/** Stores named requests and their answers for a day. */
export type AnswerStore = ReturnType<typeof answerStore>

async function claimRequest(table: Table, request: NamedRequest, now: Date): Promise<Claimed> {
  const { scope, fingerprint } = request
  const key = keyAt(scope)
  const item: ClaimItem = {
    fingerprint,
    claim: randomUUID(),
    seed: randomUUID(),
    ends: now.getTime() + Math.min(timeLeft(), UNBOUNDED_MS) + ENDED_AFTER_MS,
    expires: Math.floor(now.getTime() / 1000) + DAY_S,
  }
  const claim = { id: item.claim, seed: item.seed, isTakenOver: false }
  const orRelease = releasing(table, request, claim)
  const outcome = await orRelease('released', () => writeAlone(table, () => [firstClaim(table, key, item, now)]))
  if (outcome === 'written') return { claim }
  const known = outcome.at(key) as unknown as ClaimItem
  if (known.fingerprint !== fingerprint) return { refused: 'other' }
  if (known.state === 'answered') return answerIn(known.answer as string)
  if (known.state !== 'unknown' && !(known.ends < now.getTime())) return { refused: 'under way' }
  const isTaken = await orRelease('unknown', () => takeOver(table, key, known, item))
  return isTaken ? { claim: { ...claim, seed: known.seed, isTakenOver: true } } : { refused: 'under way' }
}

/** Releases a claim that may have been written although the database did not answer: its repetition would meet it. */
const releasing =
  (table: Table, request: NamedRequest, claim: Claim) =>
  async <Result>(state: NonNullable<ClaimItem['state']>, write: () => Promise<Result>): Promise<Result> => {
    try {
      return await write()
    } catch (error) {
      if (mayHaveWritten()) await finish(table, request, claim, state, '')
      throw error
    }
  }

/**
 * The claim of an execution that may have done its work goes to the next one, with the seed.
 * @returns false when another execution was faster
 */
async function takeOver(table: Table, Key: Key, known: ClaimItem, { claim, ends }: ClaimItem) {
  const changes = { set: { claim, ends }, remove: ['state'] }
  const outcome = await changeItem(table, Key, changes, is('claim', known.claim))
  // The repetition meets the claim where an attempt without a response has written it.
  return outcome.item !== undefined || outcome.met?.['claim'] === claim
}

const TOO_LARGE = ''

async function answerIn(packed: string): Promise<Claimed> {
  if (packed === TOO_LARGE) return { refused: 'too large' }
  const { gunzipSync } = await zlib()
  return { answer: JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as StoredResponse }
}

/** Loaded by the few requests that need it. */
const zlib = () => import('node:zlib')

const keyAt = (scope: string[]) => keyOf.answer(createHash('sha256').update(JSON.stringify(scope)).digest('hex'))

/** Claims the key for a request that is new, a day old or was refused: its repetition is another request. */
const firstClaim = (table: Table, key: Key, item: ClaimItem, now: Date): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { ...item, ...key } satisfies Item,
    ConditionExpression: 'attribute_not_exists(pk) OR expires < :now OR #state = :released',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':now': Math.floor(now.getTime() / 1000), ':released': 'released' },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** Written also when the time of the request is over. A claim that cannot be finished ends by itself. */
async function finish(
  table: Table,
  { scope }: NamedRequest,
  { id }: Claim,
  state: NonNullable<ClaimItem['state']>,
  answer: string,
): Promise<void> {
  const update = change(keyAt(scope), { set: { state, answer } }, is('claim', id))
  try {
    await afterDeadline(() => updateIgnoringConflict(table, update))
  } catch (error) {
    log({ level: 'error', message: `Cannot mark a named request as ${state}: ${String(error)}` })
  }
}
