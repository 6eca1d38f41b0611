import type { FilterFields } from '../domain/filter.js'
import type { NamedFields } from '../domain/read-filter.js'

/** The fields under the names of a version: its own name first, then that of the domain. */
export const named = <Resource>(
  fields: FilterFields<Resource>,
  names: Record<string, string>,
): NamedFields<Resource> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, of]) => (fields[of] ? [[name, [of, fields[of]]]] : [])),
  )

/** The fields under the names of the domain. */
export const namedAlike = <Resource>(fields: FilterFields<Resource>): NamedFields<Resource> =>
  named(fields, Object.fromEntries(Object.keys(fields).map((name) => [name, name])))
