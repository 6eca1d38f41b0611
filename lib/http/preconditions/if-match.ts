import { OsdiError } from '../../runtime/errors.js'
import type { Precondition } from '../../resources/record-by-identifier.js'

export type { Precondition }

/**
 * Reads `If-Match`. Weak tags never match. Of strong tags only the revision is compared: the counts in a document
 * change without a new revision, and a PUT cannot overwrite them.
 */
export function readIfMatch(header: string | undefined): Precondition {
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
