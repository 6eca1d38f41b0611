import { type Friend, friendCode, readFriendCode } from '../attendances/friend-code.js'
import type { Rsvp } from '../attendances/self-service.js'
import { friendsBrought } from '../reports/store/friends-brought.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import type { LinkKeys } from '../attendances/links/link-token.js'
import { findKeys, readSigned } from '../attendances/links/link-key-store.js'

/** Rooms count the friends who have come by the code of an attendance. */
const COUNTS: ((table: Table, rsvp: Rsvp, keys: LinkKeys) => Promise<number>)[] = [friendsBrought]

/** Reads the codes by which people bring friends. A visitor without one costs no read. */
export const friends = (service: Service) => ({
  async read(event: string, code: string | undefined): Promise<Friend | undefined> {
    return code
      ? readSigned(partOf(service, table), code, (keys, each) => readFriendCode(keys, event, each))
      : undefined
  },
})

/** Returns the code of an attendance, and how many friends have come by it. */
export const friendsOf =
  (service: Service) =>
  async (rsvp: Rsvp): Promise<{ code: string; brought: number } | undefined> => {
    const keys = await findKeys(partOf(service, table))
    if (!keys) return undefined
    const [brought = 0] = await Promise.all(COUNTS.map((count) => count(partOf(service, table), rsvp, keys)))
    return { code: friendCode(keys, rsvp.attendance), brought }
  }
