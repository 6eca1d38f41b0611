import { randomBytes } from 'node:crypto'
import { bytesIn, bytesOf, uuidOf } from '../attendances/links/link-token.js'
import type { Permission } from '../access/permissions.js'
import { type Dated, overAt } from '../events/upcoming.js'

/** The rights that a link may give. */
export type Right = 'guests' | 'door' | 'message' | 'edit'

/** The page of the event that a right opens, and the permissions of its holder there. */
export interface Help {
  right: Right
  page: string
  permissions: readonly Permission[]
}

/** Devices on which one link works. */
export const MOST_DEVICES = 5

/** Characters of a label. */
export const LONGEST_LABEL = 60

/** A device on which a link was opened. */
export interface Device {
  first: string
  last: string
}

/** A link by which somebody without an account helps with one event. */
export interface TeamLink {
  id: string
  event: string
  rights: Right[]
  /** Tells the team whose link it is. */
  label?: string
  /** The instant at which it ends. Without one, it ends a day after the event, whenever that will be. */
  until?: string
  /** Person id of the member who made it; absent for a command. */
  by?: string
  created_date: string
  revoked_date?: string
  /** The hash of its token; absent until the email with the link is sent. */
  hash?: string
  /** The devices, by the hashes of their secrets. */
  devices: Record<string, Device>
  /** Counts the changes of the item. */
  version: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Days for which a link works whose event has no date. */
const WITHOUT_DATE_DAYS = 30

/** The instant at which a link ends. */
export function endOf({ until, created_date }: Pick<TeamLink, 'until' | 'created_date'>, event: Dated): string {
  if (until !== undefined) return until
  const over = overAt(event)
  const [from, days] = over === undefined ? [created_date, WITHOUT_DATE_DAYS] : [over, 1]
  return new Date(Date.parse(from) + days * DAY_MS).toISOString()
}

/** Whether a link works: it was neither revoked nor has it ended. */
export const isOpen = (link: TeamLink, event: Dated, now: Date): boolean =>
  link.revoked_date === undefined && now.getTime() < Date.parse(endOf(link, event))

/** Names a link in the log and in lists. */
export const nameOfLink = ({ label, id }: Pick<TeamLink, 'label' | 'id'>): string => label ?? id.slice(0, 8)

/*
 * A token has the ids of the event and of the link, and a secret. The table has its hash alone.
 */

const ID_BYTES = 16
const SECRET_BYTES = 32

export const newTeamToken = ({ event, id }: Pick<TeamLink, 'event' | 'id'>): string =>
  Buffer.concat([bytesOf(event), bytesOf(id), randomBytes(SECRET_BYTES)]).toString('base64url')

/** Reads the event and the link of a token; undefined for what is not a token. */
export function readTeamToken(token: string): Pick<TeamLink, 'event' | 'id'> | undefined {
  const bytes = bytesIn(token, 2 * ID_BYTES + SECRET_BYTES)
  if (!bytes) return undefined
  return { event: uuidOf(bytes.subarray(0, ID_BYTES)), id: uuidOf(bytes.subarray(ID_BYTES, 2 * ID_BYTES)) }
}

export const teamPath = (token: string) => `/team/${token}`
