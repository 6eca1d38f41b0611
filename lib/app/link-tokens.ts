import {
  type LinkKeys,
  type LinkedAttendance,
  linkToken,
  readLinkToken,
  versionOf,
} from '../attendances/links/link-token.js'
import type { Attendance } from '../attendances/attendance.js'
import type { LinkDependencies } from '../attendances/self-service.js'
import { linkKeyStore } from '../attendances/links/link-key-store.js'
import { findRsvp } from '../attendances/store/rsvp-store.js'
import { loadEvent } from '../events/store/load-event.js'
import { withPosition as positioned } from '../seats/store/waiting-list.js'
import type { Scope } from '../runtime/principal.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

export const linkKeys = (service: Service) => linkKeyStore(partOf(service, table))

/**
 * Self-service links of attendances, for functions that only read.
 * @returns no links for the scope `read`: a caller who holds a link writes by it
 */
export function linkTokens(service: Service) {
  const store = partOf(service, linkKeys)
  return { load: async (scope?: Scope) => (scope === 'read' ? noToken : tokensBy(await store.find())) }
}

/** Self-service links, for functions that write attendances: the first of them makes the key. */
export function signedTokens(service: Service) {
  const store = partOf(service, linkKeys)
  return { load: async () => tokensBy(await store.load()) }
}

const noToken = () => undefined

const tokensBy = (keys: LinkKeys | undefined) => (attendance: LinkedAttendance) => keys && linkToken(keys, attendance)

/** Makes the key of self-service links, where there is none yet. */
export const makeLinkKey = (service: Service) => partOf(service, linkKeys).load()

/** The dependencies of finding an RSVP by its link. */
export function linkDependencies(service: Service): LinkDependencies {
  const store = partOf(service, table)
  return {
    readLink: reading(service, readLinkToken),
    findRsvp: (linked) => findRsvp(store, linked),
  }
}

/** Finds an event of any owner. */
export const findEvent = (service: Service) => (id: string) => loadEvent(partOf(service, table), id)

/** Adds to an attendance on a waiting list its position. */
export function withPosition(service: Service) {
  const store = partOf(service, table)
  return (attendance: Attendance) => positioned(store, attendance)
}

/** Reads tokens by the keys that this process remembers, or for a key that another process has made since, anew. */
export function reading<Named>(service: Service, read: (keys: LinkKeys, token: string) => Named | undefined) {
  const keys = partOf(service, linkKeys)
  return async (token: string): Promise<Named | undefined> => {
    const version = versionOf(token)
    if (version === undefined) return undefined
    const known = await keys.find()
    const current = known?.keys[version] ? known : await keys.look()
    return current && read(current, token)
  }
}
