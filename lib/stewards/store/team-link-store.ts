import { timingSafeEqual } from 'node:crypto'
import { mayDo } from '../../access/permissions.js'
import { roleIn } from '../../access/store/roles.js'
import { hashOf } from '../../access/store/secret-store.js'
import { notFound } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Owner } from '../../runtime/owner.js'
import { all, has, is, lacks } from '../../table/condition.js'
import { getBeside, getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, putIfAbsent } from '../../table/transaction.js'
import { type TeamLink, MOST_DEVICES, isOpen, newTeamToken, readTeamToken } from '../team-link.js'

/** The last use of a device is written at most once in this many milliseconds: a door asks every 15 seconds. */
const USE_MS = 5 * 60_000

/** Whether a link was opened on a device. */
export const isDeviceOf = ({ devices }: TeamLink, secret: string) => devices[hashOf(secret)] !== undefined

export async function findTeamLink(table: Table, event: string, id: string): Promise<TeamLink | undefined> {
  const item = await getOne(table, keyOf.teamLink(event, id))
  return item && valueOf<TeamLink>(item)
}

/** Whether a link works: it is open, and its maker may still change events. A link ends with the role of its maker. */
export const works = async (table: Table, event: OsdiEvent, link: TeamLink, now: Date): Promise<boolean> =>
  isOpen(link, event, now) && isStillGiven(table, event.owner, link)

async function isStillGiven(table: Table, owner: Owner, { by }: Pick<TeamLink, 'by'>): Promise<boolean> {
  if (by === undefined) return true
  const role = await roleIn(table, owner, by)
  return role !== undefined && mayDo(role, 'change_events')
}

/** All links of an event, the newest first. */
export async function listTeamLinks(table: Table, event: string): Promise<TeamLink[]> {
  const items = await getBeside(table, keyOf.teamLink(event, ''))
  return items
    .map((item) => valueOf<TeamLink>(item))
    .sort((one, other) => other.created_date.localeCompare(one.created_date))
}

/** Writes a new link. @returns its token, which is nowhere else; none where an email will have it */
export async function createTeamLink(
  table: Table,
  link: Omit<TeamLink, 'hash' | 'devices' | 'version'>,
  isMailed: boolean,
): Promise<string | undefined> {
  const token = isMailed ? undefined : newTeamToken(link)
  const hash = token && { hash: hashOf(token) }
  await putIfAbsent(table, keyOf.teamLink(link.event, link.id), { ...link, ...hash, devices: {}, version: 1 })
  return token
}

/** Gives a link another token, for an email. @returns undefined where the link was revoked */
export async function renewToken(table: Table, link: Pick<TeamLink, 'event' | 'id'>): Promise<string | undefined> {
  const token = newTeamToken(link)
  const changes = { set: { hash: hashOf(token) }, add: { version: 1 } }
  const condition = all(has('pk'), lacks('revoked_date'))
  const { item } = await changeItem(table, keyOf.teamLink(link.event, link.id), changes, condition)
  return item && token
}

/** Finds the link of a token, whether it still works or not. */
export async function findByTeamToken(table: Table, token: string): Promise<TeamLink | undefined> {
  const named = readTeamToken(token)
  const link = named && (await findTeamLink(table, named.event, named.id))
  if (!link?.hash) return undefined
  return timingSafeEqual(Buffer.from(link.hash), Buffer.from(hashOf(token))) ? link : undefined
}

/** Revokes a link. Doing it again changes nothing. @throws OsdiError not_found */
export async function revokeTeamLink(table: Table, event: string, id: string, now: Date): Promise<TeamLink> {
  const changes = { setIfAbsent: { revoked_date: now.toISOString() }, add: { version: 1 } }
  const { item } = await changeItem(table, keyOf.teamLink(event, id), changes, has('pk'))
  if (!item) throw notFound()
  return valueOf<TeamLink>(item)
}

/**
 * Opens a link on one more device.
 * @returns false where it is open on as many devices as it may be
 * @throws OsdiError not_found for a link that was revoked
 */
export const addDevice = (
  table: Table,
  { event, id }: Pick<TeamLink, 'event' | 'id'>,
  secret: string,
  now: Date,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const link = await findTeamLink(table, event, id)
    if (!link || link.revoked_date !== undefined) throw notFound()
    if (Object.keys(link.devices).length >= MOST_DEVICES) return false
    const at = now.toISOString()
    return (await changeDevices(table, link, { [hashOf(secret)]: { first: at, last: at } })) || undefined
  })

/** Notes that a device has used a link. */
export async function touchTeamLink(table: Table, link: TeamLink, secret: string, now: Date): Promise<void> {
  const hash = hashOf(secret)
  const device = link.devices[hash]
  if (!device || now.getTime() - Date.parse(device.last) < USE_MS) return
  // Another request has noted a use just now if this one loses.
  await changeDevices(table, link, { [hash]: { ...device, last: now.toISOString() } })
}

/** Changes devices of a link. @returns false where the link has changed since it was read */
async function changeDevices(table: Table, link: TeamLink, devices: TeamLink['devices']): Promise<boolean> {
  const changes = { set: { devices: { ...link.devices, ...devices } }, add: { version: 1 } }
  const same = is('version', link.version)
  return (await changeItem(table, keyOf.teamLink(link.event, link.id), changes, same)).item !== undefined
}
