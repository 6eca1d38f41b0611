import { attendanceId } from '../../domain/attendance.js'
import { type LinkedAttendance, linkToken } from '../../domain/link-token.js'
import type { Table } from '../table.js'
import { linkKeyStore } from './link-key-store.js'
import { loadEvent } from './load-event.js'
import { mailPace } from './mail-pace.js'
import { mailStore } from './mail-store.js'
import { wordingStore } from './mail-wordings.js'
import { mailingStore } from './mailing-store.js'
import { findRsvp } from './rsvp-store.js'
import { signInStore } from './sign-in-store.js'

/** What sending mail reads and writes. */
export type MailParts = ReturnType<typeof mailParts>

/** @param perSecond the mails that the account may send in a second */
export function mailParts(table: Table, perSecond = 1) {
  const linkKeys = linkKeyStore(table)
  return {
    mails: mailStore(table),
    mailings: mailingStore(table),
    signIns: signInStore(table),
    readFor: wordingStore(table).readFor,
    findRsvp: (event: string, person: string) => findRsvp(table, { event, id: attendanceId(event, person) }),
    findEvent: (id: string) => loadEvent(table, id),
    tokens: {
      async load() {
        const keys = await linkKeys.load()
        return (attendance: LinkedAttendance) => linkToken(keys, attendance)
      },
    },
    takeTurn: mailPace(table, perSecond),
  }
}
