/** Names of three letters that the database has. */
const SHORT = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))

/** The runtime knows other letters besides: `BST` is Bangladesh to it, `AST` Alaska. */
const isLegacy = (name: string) =>
  (/^[a-z]{3}$/i.test(name) && !SHORT.has(name.toUpperCase())) || /^systemv\//i.test(name)

/** Whether a text names a time zone of the IANA database. An offset such as `+02:00` is no zone: it has no summer. */
export const isTimeZone = (name: string): boolean =>
  /^[a-z]/i.test(name) && !isLegacy(name) && resolved(name) !== undefined

/** The name as the database spells it; a name that the runtime knows by another one stays as it is. */
export function spelledTimeZone(name: string): string {
  const known = resolved(name)
  return known?.toLowerCase() === name.toLowerCase() ? known : name
}

function resolved(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The time zone of an event's wall clocks, where it is known: the one that a caller has set, or its location's. */
export const timeZoneOf = (event: { timezone_identifier?: string; location_timezone?: string }) =>
  event.timezone_identifier ?? event.location_timezone
