import { v2 } from '../v2/version.js'
import type { ApiVersion } from '../version.js'

/** Version 1 is deprecated since the first release, in which version 2 is the recommended one. */
export const v1: ApiVersion = {
  name: 'v1',
  path: '/api/v1',
  attendances: 'attendance',
  keyHeader: 'api-key',
  deprecated: { since: new Date('2026-11-21T00:00:00Z'), successor: v2 },
}
