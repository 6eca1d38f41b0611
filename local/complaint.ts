/**
 * A failure that one sentence explains and the owner can mend: a port in use, a directory that cannot be
 * written. Commands print the message alone and exit with 1; anything else that is thrown is a bug and
 * keeps its stack.
 */
export class Complaint extends Error {
  override readonly name = 'Complaint'
}

/** Whether an error of node:fs, node:net or node:child_process carries one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(error.code as string)
}

/** What is said of a DynamoDB that cannot be reached; undefined for any other error. */
export const whyUnanswered = (error: Error): string | undefined =>
  hasCode(error, ...UNREACHABLE) || error.name === 'TimeoutError'
    ? `DynamoDB does not answer: ${error.message || String((error as NodeJS.ErrnoException).code)}`
    : undefined

const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
