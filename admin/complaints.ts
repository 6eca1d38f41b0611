import { OsdiError } from '../lib/domain/errors.js'
import { whyUnanswered } from '../local/complaint.js'

/** A command that was called wrongly, in a way that commander does not see by itself. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}

/**
 * Says what it is that does not exist.
 * @throws OsdiError not_found with that sentence
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

/** Any error as one sentence, on one line. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const faults = error instanceof OsdiError ? error.faults.map(({ description }) => description) : []
  const sentence = fromBelow(error) ?? fromCause(error) ?? (faults.join('; ') || error.message || error.name)
  const line = sentence.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** What the SDK and the network say in words that do not help. */
function fromBelow(error: Error): string | undefined {
  if (error.message === 'Region is missing') return 'There is no AWS region: set AWS_REGION.'
  return whyUnanswered(error) ?? FROM_AWS[error.name]
}

/** Why DynamoDB did not answer, where that is all there is to say. */
const fromCause = (error: Error) =>
  error instanceof OsdiError && error.code === 'busy' && error.cause instanceof Error
    ? fromBelow(error.cause)
    : undefined

const FROM_AWS: Record<string, string> = {
  ResourceNotFoundException: 'There is no table of this name: check TABLE_NAME, the region and the account.',
  CredentialsProviderError: 'There are no AWS credentials: set AWS_PROFILE, or an access key and its secret.',
  UnrecognizedClientException: 'AWS does not know these credentials.',
  ExpiredTokenException: 'The AWS credentials have expired.',
}
