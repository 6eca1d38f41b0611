import type { Change, Fields } from './field.js'

/**
 * Applies the fields of a change that are kept as they are sent: a value replaces, null clears what is optional and
 * changes nothing else. So does an empty list. Identifiers are only ever added.
 */
export function applyChange<T extends Fields, Resource extends { identifiers: string[] }>(
  fields: T,
  resource: Resource,
  change: Change<T>,
): Resource {
  const changed: Record<string, unknown> & Resource = { ...resource }
  for (const [name, value] of Object.entries(change)) {
    const field = fields[name]
    if (!field?.kind.isKeptAsSent || value === undefined) continue
    const isNone = value === null || (Array.isArray(value) && value.length === 0)
    if (isNone && field.presence === 'optional') delete changed[name]
    else if (value !== null) Object.assign(changed, { [name]: value })
  }
  const { identifiers } = change as { identifiers?: string[] | null }
  return { ...changed, identifiers: [...new Set([...resource.identifiers, ...(identifiers ?? [])])] }
}
