import { timingSafeEqual } from 'node:crypto'
import { hashOf } from '../../access/store/secret-store.js'
import { notFound } from '../../runtime/errors.js'
import { all, has, is, lacks } from '../../table/condition.js'
import { getBeside, getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, putIfAbsent } from '../../table/transaction.js'
import { MOST_DEVICES, type TeamLink, type TeamLinkStore, newTeamToken, readTeamToken } from '../team-link.js'

/** The last use of a device is written at most once in so many milliseconds: a door asks every 15 seconds. */
const USE_MS = 5 * 60_000

/** Whether a link was opened on a device. */
export const isDeviceOf = ({ devices }: TeamLink, secret: string) => devices[hashOf(secret)] !== undefined

/** Links of teams. */
export function teamLinkStore(table: Table): TeamLinkStore {
  const find = async (event: string, id: string) => {
    const item = await getOne(table, keyOf.teamLink(event, id))
    return item && valueOf<TeamLink>(item)
  }
  return {
    find,

    async list(event) {
      const items = await getBeside(table, keyOf.teamLink(event, ''))
      return items
        .map((item) => valueOf<TeamLink>(item))
        .sort((one, other) => other.created_date.localeCompare(one.created_date))
    },

    async create(link, isMailed) {
      const token = isMailed ? undefined : newTeamToken(link)
      const hash = token && { hash: hashOf(token) }
      await putIfAbsent(table, keyOf.teamLink(link.event, link.id), {
        ...link,
        ...hash,
        devices: {},
        version: 1,
      })
      return token
    },

    async renewToken(link) {
      const token = newTeamToken(link)
      const changes = { set: { hash: hashOf(token) }, add: { version: 1 } }
      const condition = all(has('pk'), lacks('revoked_date'))
      const { item } = await changeItem(table, keyOf.teamLink(link.event, link.id), changes, condition)
      return item && token
    },

    async findByToken(token) {
      const named = readTeamToken(token)
      const link = named && (await find(named.event, named.id))
      if (!link?.hash) return undefined
      return timingSafeEqual(Buffer.from(link.hash), Buffer.from(hashOf(token))) ? link : undefined
    },

    async revoke(event, id, now) {
      const changes = { setIfAbsent: { revoked_date: now.toISOString() }, add: { version: 1 } }
      const { item } = await changeItem(table, keyOf.teamLink(event, id), changes, has('pk'))
      if (!item) throw notFound()
      return valueOf<TeamLink>(item)
    },

    addDevice: ({ event, id }, secret, now) =>
      retryOnConflict(async () => {
        const link = await find(event, id)
        if (!link || link.revoked_date !== undefined) throw notFound()
        if (Object.keys(link.devices).length >= MOST_DEVICES) return false
        const at = now.toISOString()
        return (await changeDevices(table, link, { [hashOf(secret)]: { first: at, last: at } })) || undefined
      }),

    async touch(link, secret, now) {
      const hash = hashOf(secret)
      const device = link.devices[hash]
      if (!device || now.getTime() - Date.parse(device.last) < USE_MS) return
      // Another request has noted a use just now if this one loses.
      await changeDevices(table, link, { [hash]: { ...device, last: now.toISOString() } })
    },
  }
}

/** Changes devices of a link. @returns false where the link has changed since it was read */
async function changeDevices(table: Table, link: TeamLink, devices: TeamLink['devices']): Promise<boolean> {
  const changes = { set: { devices: { ...link.devices, ...devices } }, add: { version: 1 } }
  const same = is('version', link.version)
  return (await changeItem(table, keyOf.teamLink(link.event, link.id), changes, same)).item !== undefined
}
