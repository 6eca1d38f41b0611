import type { Body } from './field.js'

/** The decision of a team on what waits for one. */
export interface Decision {
  state: 'approved' | 'declined'
  /** The reason, which the other side is told. */
  note?: string
}

/** Most characters of a reason. */
export const MOST_NOTE = 2_000

/** The decision in the body of a PUT, and the paths of what else is in it. */
export interface SentDecision {
  decision: Decision
  ignored: string[]
}

/**
 * Reads the decision of a team on what waits. What is none, such as the state of a document that was read and is put
 * back, is ignored as every invalid entry of a PUT; so is a decision whose reason cannot be told.
 * @param path of the field
 * @returns undefined where no decision was sent
 */
export function readDecision(path: string, body: Body): SentDecision | undefined {
  const sent = body[path]
  if (typeof sent !== 'object' || sent === null) return undefined
  const { state, note, ...others } = sent as Record<string, unknown>
  if (state !== 'approved' && state !== 'declined') return undefined
  const isText = typeof note === 'string' && note.length <= MOST_NOTE
  if (!isText && (note ?? null) !== null) return undefined
  const reason = isText ? note.trim() : ''
  return {
    decision: { state, ...(reason && { note: reason }) },
    ignored: Object.keys(others).map((name) => `${path}.${name}`),
  }
}
