import { OsdiError } from '../lib/runtime/errors.js'
import { whyRefused } from '../infra/aws-errors.js'
import { hasCode, whyUnanswered } from '../local/user-error.js'

/** A command was called wrongly, in a way that commander does not detect. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Names the missing resource in the error.
 * @param what a description such as `group with the id 7`
 * @throws OsdiError not_found
 */
export async function orMissing<Value>(search: Promise<Value>, what: string): Promise<Value> {
  try {
    return await search
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found')
      throw new OsdiError('not_found', `There is no ${what}.`)
    throw error
  }
}

/** Describes any error in one sentence on one line. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const faults = error instanceof OsdiError ? error.faults.map(({ description }) => description) : []
  const sentence = fromBelow(error) ?? fromCause(error) ?? (faults.join('; ') || error.message || error.name)
  const line = sentence.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** Rephrases errors of the SDK, the network and the file system whose own messages do not help the owner. */
function fromBelow(error: Error): string | undefined {
  if (hasCode(error, 'ENOENT')) return `There is no file ${error.path}.`
  if (error.name === 'ResourceNotFoundException')
    return 'There is no table of this name: check TABLE_NAME, the region and the account.'
  return whyUnanswered(error) ?? whyRefused(error)
}

/** Describes why DynamoDB did not answer, for an error that has this cause. */
const fromCause = (error: Error) =>
  error instanceof OsdiError && error.code === 'busy' && error.cause instanceof Error
    ? fromBelow(error.cause)
    : undefined
