import type { Environment } from '../../runtime/environment.js'

export type HstsSettings = Pick<Environment, 'hstsDays'>

const DAY = 86_400

/**
 * Returns the header by which browsers keep to https for this host (RFC 6797), where the owner sets it. Other names of
 * the domain may have no https.
 */
export const hstsHeader = ({ hstsDays }: HstsSettings): Record<string, string> =>
  hstsDays === undefined ? {} : { 'strict-transport-security': `max-age=${hstsDays * DAY}` }
