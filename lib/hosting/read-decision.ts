import { type Fault, invalid } from '../runtime/errors.js'
import type { Decision } from './review.js'
import { type Site, native } from '../runtime/site.js'
import type { Body } from '../fields/body-field.js'

/** Most characters of a reason. */
const MOST_NOTE = 2_000

/** The decision in the body of a PUT, and the paths of what else is in it. */
export interface SentDecision {
  decision: Decision
  ignored: string[]
}

/**
 * Reads the decision of a team on an event that waits.
 * @returns undefined where none was sent
 * @throws OsdiError invalid, naming every fault
 */
export function readDecision(site: Site, body: Body): SentDecision | undefined {
  const path = native(site, 'review')
  const sent = body[path]
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined
  const { state, note, ...others } = sent as Record<string, unknown>
  const faults: Fault[] = []
  const refuse = (name: string, description: string) =>
    faults.push({ error_code: 'malformed', description, properties: [`${path}.${name}`] })
  if (state !== 'approved' && state !== 'declined') refuse('state', 'state must be approved or declined')
  const isText = note === undefined || note === null || (typeof note === 'string' && note.length <= MOST_NOTE)
  if (!isText) refuse('note', `note must be a text of at most ${MOST_NOTE} characters`)
  const [first, ...rest] = faults
  if (first) throw invalid([first, ...rest])
  const reason = typeof note === 'string' ? note.trim() : ''
  return {
    decision: { state: state as Decision['state'], ...(reason && { note: reason }) },
    ignored: Object.keys(others).map((name) => `${path}.${name}`),
  }
}
