import { OsdiError } from '../domain/errors.js'
import type { Expectation } from '../domain/record-by-identifier.js'

export type { Expectation }

/**
 * What `If-Match` demands of a resource that is about to change. Weak tags never match; of the others the revision
 * alone counts: what is counted, a PUT cannot overwrite.
 */
export function expectationOf(header: string | undefined): Expectation {
  if (header === undefined) return () => undefined
  const tags = header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
  return ({ revision }) => {
    if (tags.some((tag) => tag === '*' || tag.startsWith(`"${revision}-`))) return
    throw new OsdiError('precondition_failed', 'The resource has been changed since it was read', [
      {
        error_code: 'precondition_failed',
        description: 'If-Match names another state of the resource; read it again',
        properties: [],
      },
    ])
  }
}
