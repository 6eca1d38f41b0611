import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Client, type Request, errorCodeOf } from './client.js'
import type { Ledger, Trace } from './ledger.js'
import type { Random } from './random.js'
import { identifierTrace } from '../verdict/traces.js'
import { violation } from '../verdict/violation.js'
import type { Operation } from './workload.js'
import type { Fixture } from '../fixture.js'

/** The parts that callers share. */
export interface Callers {
  fixture: Fixture
  client: Client
  ledger: Ledger
  random: Random
  /** Changes that were acknowledged, by the event and the revision that they were made on. */
  changes: Map<string, Set<string>>
  /** When the last fault happened, in milliseconds of the clock; undefined during the storm. */
  calmSince: () => number | undefined
}

/** The time for which a request may be refused although nothing is wrong any more. */
const PATIENCE_MS = 15_000

/** The time for which a request is repeated during the storm. */
const STORM_PATIENCE_MS = 90_000

/** The pause before a request is sent again whose key is locked: `Retry-After` says a second. */
const LOCKED_MS = 1_000

/** Does an operation: sends its request, and again if the caller is patient, until the answer is final. */
export async function perform(operation: Operation, callers: Callers): Promise<void> {
  if (!operation.make) return change(operation, callers)
  const { request, traces } = operation.make(callers.fixture)
  const answer = await repeat(operation, request, traces, callers)
  if (operation.kind === 'page' && answer.status === 200) checkPage(request, answer, callers.ledger)
}

/** Sends a request until its answer is final, or the caller's patience is at its end. */
async function repeat(
  { number, kind, isPatient }: Pick<Operation, 'number' | 'kind' | 'isPatient'>,
  request: Request,
  traces: Trace[],
  { client, ledger, random, calmSince }: Callers,
): Promise<Answer> {
  const begin = Date.now()
  for (let times = 1; ; times++) {
    const answer = await client.send(request)
    const name = `#${number} ${kind}`
    const claim = ledger.record(name, traces, answer)
    if (!isPatient || claim === 'written' || isFinal(answer)) return answer
    if (Date.now() - begin > STORM_PATIENCE_MS) return answer
    const calm = calmSince()
    if (calm !== undefined && Date.now() - calm > PATIENCE_MS) {
      if (errorCodeOf(answer) !== 'request_under_way')
        ledger.wrong.push(violation(`${name}: still answered ${answer.status} after the storm (${answer.server})`))
      return answer
    }
    const isLocked = errorCodeOf(answer) === 'request_under_way'
    await pause(isLocked ? LOCKED_MS : random.between(20, 100 * Math.min(times, 6)))
  }
}

/** Whether another attempt would be answered alike. */
const isFinal = (answer: Answer) =>
  answer.status >= 400 && answer.status < 500 && errorCodeOf(answer) !== 'request_under_way'

const MOST_ROUNDS = 8

/**
 * Changes an event on condition of what was read. Every round reads, and adds an identifier of its own: identifiers are
 * never removed, so each change that was made can be found, whatever came after it.
 */
async function change(operation: Operation, callers: Callers): Promise<void> {
  const { fixture, changes } = callers
  const path = fixture.changed[operation.number % fixture.changed.length] as string
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const read = await repeat({ ...operation, isPatient: true }, { method: 'GET', path }, [], callers)
    const etag = read.headers['etag']
    if (read.status !== 200 || !etag) return
    const identifier = `storm:change-${operation.number}.${round}`
    const request: Request = {
      method: 'PUT',
      path,
      headers: { 'If-Match': etag },
      body: { name: `Changed by ${operation.number}`, identifiers: [identifier] },
    }
    const answer = await repeat(operation, request, [identifierTrace(path, identifier)], callers)
    if (answer.status === 200) {
      const base = `${path} at revision ${etag.slice(1).split('-')[0]}`
      changes.set(base, (changes.get(base) ?? new Set()).add(identifier))
    }
    if (answer.status !== 412 || !operation.isPatient) return
  }
}

/** A page shows each member once. */
function checkPage({ path }: Request, { body, server }: Answer, ledger: Ledger): void {
  const members = Object.values(body._embedded as Record<string, any[]>)[0] ?? []
  const addresses = members.map((member) => member._links.self.href as string)
  if (new Set(addresses).size < addresses.length)
    ledger.wrong.push({ sentence: `${path} shows a member twice (${server})`, evidence: addresses.sort() })
}
