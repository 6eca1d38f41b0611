import { type LinkKeys, type LinkedAttendance, linkToken } from '../attendances/links/link-token.js'
import type { Attendance } from '../attendances/attendance.js'
import { findKeys, loadKeys } from '../attendances/links/link-key-store.js'
import { withPosition as positioned } from '../seats/store/waiting-list.js'
import type { Scope } from '../runtime/principal.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/**
 * Self-service links of attendances, for functions that only read.
 * @returns no links for the scope `read`: a caller who holds a link writes by it
 */
export function linkTokens(service: Service) {
  const store = partOf(service, table)
  return { load: async (scope?: Scope) => (scope === 'read' ? noToken : tokensBy(await findKeys(store))) }
}

/** Self-service links, for functions that write attendances: the first of them makes the key. */
export function signedTokens(service: Service) {
  const store = partOf(service, table)
  return { load: async () => tokensBy(await loadKeys(store)) }
}

const noToken = () => undefined

const tokensBy = (keys: LinkKeys | undefined) => (attendance: LinkedAttendance) => keys && linkToken(keys, attendance)

/** Adds to an attendance on a waiting list its position. */
export function withPosition(service: Service) {
  const store = partOf(service, table)
  return (attendance: Attendance) => positioned(store, attendance)
}
