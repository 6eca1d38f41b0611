import { type Answer, errorCodeOf } from './client.js'
import type { Violation } from '../verdict/violation.js'

/** The statement of an answer about its write. */
export type Claim = 'written' | 'not written' | 'unknown'

/** Something that a write leaves behind and that a census can count: `RSVP of ana@example.org to /api/v2/events/17`. */
export interface Trace {
  name: string
  /** Whether it may be there although the request was refused: the person of an RSVP is. */
  survivesRefusal?: boolean
}

/** One request that was sent, and its answer. */
export interface Attempt {
  /** The number and the kind of the operation: `#17 RSVP`. */
  operation: string
  server: string
  /** When the answer came, in milliseconds since 1970, and how long it took. */
  at: number
  ms: number
  /** `200`, `503 busy`, or why there was no answer. */
  answer: string
  claim: Claim
}

/** Everything that was answered during a storm. */
export interface Ledger {
  /** By the name of the trace. */
  attempts: Map<string, Attempt[]>
  /** Number of each answer. */
  answers: Map<string, number>
  /** Answers that no request may get, one sentence each. */
  wrong: Violation[]
  /** Faults of ours: what was asked, and the code under which the log has the reason. */
  faults: { request: string; reference: string | undefined }[]
  /** Notes an answer under the traces of its request. @returns what the answer claims */
  record: (operation: string, traces: Trace[], answer: Answer) => Claim
}

/** Refusals that say nothing about what an earlier request of the same `Idempotency-Key` has written. */
const UNKNOWN = new Set(['request_under_way', 'answer_not_kept'])

/** Reads what an answer claims. A fault, and an answer that does not come, leave it open. */
function claimOf(answer: Answer): Claim {
  const { status } = answer
  if (status >= 200 && status < 300) return 'written'
  const code = errorCodeOf(answer) ?? ''
  if (status === 503) return code === 'busy' ? 'not written' : 'unknown'
  if (status >= 400 && status < 500 && !UNKNOWN.has(code)) return 'not written'
  return 'unknown'
}

const UNDER_WAY = '409 request_under_way'

/** Refusals that a storm may cause. Everything else that is no success is a defect. */
const EXPECTED = new Set(['409 event_full', UNDER_WAY, '412 precondition_failed'])

export function createLedger(): Ledger {
  const attempts = new Map<string, Attempt[]>()
  const answers = new Map<string, number>()
  const wrong: Violation[] = []
  const faults: Ledger['faults'] = []

  return {
    attempts,
    answers,
    wrong,
    faults,
    record: (operation, traces, answer) => {
      const claim = claimOf(answer)
      const summary = describe(answer)
      answers.set(countedAs(answer), (answers.get(countedAs(answer)) ?? 0) + 1)
      const attempt = {
        operation,
        server: answer.server,
        at: Date.now(),
        ms: answer.ms,
        answer: summary,
        claim,
      }
      const earlier = earlierOf(attempts, traces, operation)
      if (isFault(answer)) faults.push({ request: describeAttempt(attempt), reference: referenceOf(answer) })
      const complaint = complaintOf(attempt, answer, earlier)
      if (complaint)
        wrong.push({
          sentence: `${operation}: ${complaint}`,
          evidence: [...earlier, attempt].map(describeAttempt),
        })
      for (const { name, survivesRefusal } of traces) {
        const noted = claim === 'not written' && survivesRefusal ? { ...attempt, claim: 'unknown' as const } : attempt
        attempts.set(name, [...(attempts.get(name) ?? []), noted])
      }
      return claim
    },
  }
}

const isFault = ({ status }: Answer) => status >= 500 && status !== 503

const referenceOf = ({ body }: Answer): string | undefined =>
  body?.['osdi:error']?.resource_status?.[0]?.error_descriptions?.[0]?.reference_code as string | undefined

const describe = (answer: Answer): string =>
  answer.status === 0
    ? `no answer: ${String(answer.body)}`
    : [answer.status, errorCodeOf(answer)].filter(Boolean).join(' ')

const countedAs = (answer: Answer) => (answer.status === 0 ? 'no answer' : describe(answer))

const earlierOf = (attempts: Map<string, Attempt[]>, [trace]: Trace[], operation: string): Attempt[] =>
  (attempts.get(trace?.name ?? '') ?? []).filter((each) => each.operation === operation)

/**
 * The time for which a key may stay locked after the last other answer: until the request that has locked it has ended,
 * wherever its process was killed.
 */
const LOCKED_MS = 25_000

function complaintOf({ answer, at }: Attempt, { status, body }: Answer, earlier: Attempt[]): string | undefined {
  if (answer === UNDER_WAY) {
    const last = earlier.findLast((each) => each.answer !== UNDER_WAY)
    if (!last) return 'an Idempotency-Key was locked by the request itself'
    if (at - last.at > LOCKED_MS) return `an Idempotency-Key is locked for ${at - last.at} ms`
  }
  if (status < 400 || status >= 500 || EXPECTED.has(answer)) return undefined
  return `answered ${answer}: ${JSON.stringify(body).slice(0, 400)}`
}

/** Writes an attempt as evidence. */
export const describeAttempt = ({ operation, server, ms, answer, claim }: Attempt): string =>
  `${operation} · ${server} · ${ms} ms · ${answer} · ${claim}`
