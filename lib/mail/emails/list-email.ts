import { type Attendance, isComing, isGuest } from '../../attendances/attendance.js'
import type { Guest } from '../../attendances/files/guests-file-state.js'
import { guestsFileStore } from '../../attendances/store/guests-file-store.js'
import { appendToLog } from '../../access/store/log-store.js'
import { csvRow, sheetOf } from '../../csv/row.js'
import type { OsdiEvent } from '../../events/event.js'
import { loadEvent } from '../../events/store/load-event.js'
import { peopleComing } from '../../events/totals.js'
import { compareTexts } from '../../fields/compare-texts.js'
import { derivedId } from '../../fields/identifier.js'
import { answerText } from '../../questions/answers.js'
import type { KindOfMail } from '../kind-of-mail.js'
import { lookOf } from '../sending/letterhead.js'
import { oneLine, write } from '../sending/wording.js'
import { whenOf } from '../sending/write-event-email.js'
import { addressLink, idOfAddress } from '../confirmed-address.js'
import { withAgreedContact } from '../store/confirmed-addresses.js'
import { wordingsFor } from '../store/mail-wordings.js'
import { type MailMessages, mailMessagesFor } from '../texts.js'
import { loadKeys } from '../../attendances/links/link-key-store.js'

/** To the address that gets the list of an event when its RSVPs close: the file of who comes, then who waits. */
export interface ListMail {
  kind: 'list'
  event: string
  address: string
}

/** Rows of the file: of the newest RSVPs. An email is written within seconds, and a venue reads no larger file. */
const MOST_ROWS = 10_000

export const listMail: KindOfMail<ListMail> = {
  names: ['list'],
  async write({ kind, event: of, address }, { table, site, now }) {
    const event = await loadEvent(table, of)
    if (!event || event.status !== undefined || event.list_to !== address) return undefined
    const { owner, title: called, totals } = event
    const [{ settings, title }, { contact }, keys, guests] = await Promise.all([
      wordingsFor(table, owner),
      withAgreedContact(table, event),
      loadKeys(table),
      listedGuests(guestsFileStore(table).guestsOf(owner, of)),
    ])
    const { language, messages } = mailMessagesFor(event.language ?? settings.language)
    const number = (count: number) => new Intl.NumberFormat(language).format(count)
    const left = guests.length < MOST_ROWS ? 0 : totals.accepted + totals.waitlisted - MOST_ROWS
    const values = {
      event: called,
      when: whenOf(event, language) ?? messages.unknown_time,
      coming: number(peopleComing(totals)),
      waiting: number(totals.waitlisted),
      left: left > 0 ? number(left) : '',
      stop: { address: addressLink(site, keys, idOfAddress(owner, 'list', address)) },
      group: title ?? '',
    }
    await appendToLog(table, {
      id: derivedId('log', kind, of),
      owner,
      action: 'list_sent',
      created_date: now().toISOString(),
      subject: { id: of, title: called },
    })
    return {
      owner,
      of_event: of,
      mail: {
        kind,
        event: of,
        from_name: title && oneLine(title),
        to: { address },
        reply_to: contact?.email_address ?? settings.reply_to,
        ...write(messages.list, values, { language, from: { ...lookOf(settings), title } }),
        attachment: { filename: 'guests.csv', content: sheetOf(rowsOf(event, guests, messages), settings.country) },
      },
    }
  },
}

/**
 * Returns who comes by name, and who waits in the order of the line. Erased people have no row.
 * @param most no page is read after so many
 */
export async function listedGuests(pages: AsyncIterable<Guest[]>, most = MOST_ROWS): Promise<Listed[]> {
  const found: Listed[] = []
  for await (const guests of pages) {
    for (const { attendance, person } of guests)
      if (person && person.erased_date === undefined && isOnList(attendance)) {
        const name = [person.given_name, person.family_name].filter(Boolean).join(' ')
        found.push({
          attendance,
          name,
          place: isComing(attendance) ? `0${name}` : `1${attendance.waiting_since ?? ''}`,
        })
      }
    if (found.length >= most) break
  }
  return found.slice(0, most).sort((one, other) => compareTexts(one.place, other.place))
}

interface Listed {
  attendance: Attendance
  name: string
  /** Sorts the list. */
  place: string
}

const isOnList = (attendance: Attendance) => attendance.merged_into === undefined && isGuest(attendance)

function rowsOf({ questions = [] }: OsdiEvent, guests: Listed[], { list: { columns } }: MailMessages): string {
  const shown = questions.filter(({ sensitive }) => !sensitive)
  const { name, brings, standing, comes, waits } = columns
  const rows = guests.map(({ attendance, name: called }) =>
    csvRow([
      called,
      String(attendance.guests ?? 0),
      isComing(attendance) ? comes : waits,
      ...shown.map(({ id }) => answerText(attendance.answers?.[id])),
    ]),
  )
  return csvRow([name, brings, standing, ...shown.map(({ title }) => title)]) + rows.join('')
}
