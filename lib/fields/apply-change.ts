import type { Change, Fields } from './field.js'

/**
 * Applies the fields of a change that are kept as they are sent: a value replaces, null clears what is optional and
 * changes nothing else. Identifiers are only ever added.
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
    if (value !== null) Object.assign(changed, { [name]: value })
    else if (field.presence === 'optional') delete changed[name]
  }
  const { identifiers } = change as { identifiers?: string[] | null }
  return { ...changed, identifiers: [...new Set([...resource.identifiers, ...(identifiers ?? [])])] }
}
