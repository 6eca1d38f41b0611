import type { Person } from '../people/person.js'
import { indexedGroups as indexedGroupsOf } from '../pages/store/indexed-groups.js'
import { ownRecords } from '../pages/store/own-records.js'
import { askForOwnData } from '../pages/own-data-request.js'
import { isOwnDataCode } from '../pages/own-data-code.js'
import type { LinkedAttendance } from '../attendances/links/link-token.js'
import { mailStore } from '../mail/store/mail-store.js'
import { readMail } from '../runtime/environment.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { lookForKeys } from '../attendances/links/link-key-store.js'

/** The groups of the installation, for crawlers. */
export const indexedGroups = (service: Service) => indexedGroupsOf(partOf(service, table))

/** Reads what is kept about a person beside the record. */
export const recordsOfPerson = (service: Service) => (person: Person) => ownRecords(partOf(service, table), person)

/** Whether a code from the mailbox of a person opens what is kept about them. */
export const opensOwnData =
  (service: Service) =>
  async (attendance: LinkedAttendance, code: string): Promise<boolean> => {
    const keys = await lookForKeys(partOf(service, table))
    return keys !== undefined && isOwnDataCode(keys, attendance, code, new Date())
  }

/** Mails people the way to what is kept about them; undefined where the installation sends no email. */
export const ownDataMails = (service: Service) =>
  readMail() && {
    ask: (attendance: LinkedAttendance) => askForOwnData(mailStore(partOf(service, table)), attendance, new Date()),
  }
