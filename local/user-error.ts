/**
 * A failure that the user can fix, explained in one sentence: a port in use, a directory that cannot be written.
 * Commands print only its message and exit with 1. Any other error is a bug, and is printed with its stack.
 */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Whether an error of node:fs, node:net or node:child_process carries one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(error.code as string)
}

/** Describes why DynamoDB cannot be reached; undefined for any other error. */
export const whyUnanswered = (error: Error): string | undefined =>
  hasCode(error, ...UNREACHABLE) || error.name === 'TimeoutError'
    ? `DynamoDB does not answer: ${error.message || String((error as NodeJS.ErrnoException).code)}`
    : undefined

const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
