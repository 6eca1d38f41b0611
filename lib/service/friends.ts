import type { Attendance } from '../domain/attendances/attendance.js'
import { type Friend, friendCode, readFriendCode } from '../domain/attendances/friend-code.js'
import type { OsdiEvent } from '../domain/events/event.js'
import { whatWorkedStore } from '../dynamodb/stores/reports/what-worked.js'
import { type Service, partOf, table } from '../service.js'
import { linkKeys, reading } from './link-tokens.js'

/**
 * RSVPs that are counted while a person's page is read, which writes nothing, and the age of a count that is good for
 * it.
 */
const COUNTED = { atOnce: 1_000, age: 10_000, readOnly: true }

/** Reads the codes by which people bring friends. A visitor without one costs no read. */
export const friends = (service: Service) => ({
  async read(event: string, code: string | undefined): Promise<Friend | undefined> {
    return code ? reading(service, (keys, each) => readFriendCode(keys, event, each))(code) : undefined
  },
})

/** Returns the code of an attendance, and how many friends have come by it. */
export const friendsOf =
  (service: Service) =>
  async (
    attendance: Attendance,
    event: OsdiEvent,
  ): Promise<{ code: string; brought: number } | undefined> => {
    const [keys, { worked }] = await Promise.all([
      partOf(service, linkKeys).find(),
      whatWorkedStore(partOf(service, table)).of(event, COUNTED),
    ])
    const brought = worked.by_friend[attendance.person]?.rsvps ?? 0
    return keys && { code: friendCode(keys, attendance), brought }
  }
