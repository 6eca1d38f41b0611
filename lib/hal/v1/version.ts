import { v2 } from '../v2/version.js'
import type { ApiVersion } from '../version.js'

/** Deprecated from the first release on: the documents came with version 2 as the recommended one. */
export const v1: ApiVersion = {
  name: 'v1',
  path: '/api/v1',
  attendances: 'attendance',
  keyHeader: 'api-key',
  deprecated: { since: new Date('2026-11-21T00:00:00Z'), successor: v2 },
}
