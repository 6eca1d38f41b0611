import { type Ledger, describeAttempt } from '../calls/ledger.js'
import type { Census } from './census.js'
import { type Violation, violation } from './violation.js'

/** Traces that only requests of the storm leave behind, each under one name. */
const OF_THE_STORM =
  /^(event "(Keyed|Identified) |RSVP of storm-|person storm-|identifier storm:change-|tag storm-|tag known-\d+ on storm-)/

/**
 * Compares what was answered with what is there. An acknowledged write is there once. A write all of whose answers say
 * "not written" is not there. One whose answers leave it open is there at most once. Nothing else is there.
 */
export function judge({ attempts }: Pick<Ledger, 'attempts'>, { counts }: Pick<Census, 'counts'>): Violation[] {
  const violations: Violation[] = []
  for (const [name, made] of attempts) {
    const count = counts.get(name) ?? 0
    const claims = new Set(made.map(({ claim }) => claim))
    const sentence =
      count > 1
        ? `There ${count} times: ${name}`
        : count === 0 && claims.has('written')
          ? `Acknowledged, and not there: ${name}`
          : count === 1 && claims.size === 1 && claims.has('not written')
            ? `Answered as not written, and there: ${name}`
            : undefined
    if (sentence) violations.push({ sentence, evidence: made.map(describeAttempt) })
  }
  for (const name of counts.keys())
    if (OF_THE_STORM.test(name) && !attempts.has(name))
      violations.push(violation(`There, and never asked for: ${name}`))
  return violations
}

/** Two changes that were made on condition of the same revision: the later one has overwritten the other. */
export function lostUpdates(changes: Map<string, Set<string>>): Violation[] {
  return [...changes]
    .filter(([, identifiers]) => identifiers.size > 1)
    .map(([base, identifiers]) =>
      violation(`${identifiers.size} changes were acknowledged of ${base}: ${[...identifiers].join(', ')}`),
    )
}
