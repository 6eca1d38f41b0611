import { requireOrderOfMoments } from '../events/end-before-start.js'
import { attendanceId } from '../attendances/attendance.js'
import { changeAttendance } from '../attendances/change-attendance.js'
import { OsdiError } from '../runtime/errors.js'
import type { AttendableEvent } from '../events/event.js'
import { isSamePhone } from '../fields/phone.js'
import { type PersonChange, keysOfPerson, numberAlone } from '../people/person.js'
import type { Principal } from '../runtime/principal.js'
import type { Owner } from '../runtime/owner.js'
import { type Attending, questionsOf, recordAttendance } from '../attendances/record-attendance.js'
import { type Scheduling, recordEvent } from '../events/record-event.js'
import type { Question } from '../questions/question.js'
import { answersIn } from './answers-in.js'
import type { Person } from '../people/person.js'
import { readNumber, recordPerson } from '../people/record-person.js'
import type { Site } from '../runtime/site.js'
import { readAttendanceRequest } from '../attendances/documents/attendance.v2.js'
import { creatorRoles, readNewEvent } from '../events/documents/event.v2.js'
import { readSignup } from '../people/documents/person.v2.js'
import { answerKey } from './examine.js'
import { type BodyOptions, cellOf, eventBody, identifiersIn, orderOf, personBody } from './bodies.js'
import { dateIn, saysYes, statusIn } from './values.js'
import { loadAttendance } from '../attendances/store/attendances-of-person.js'
import type { App } from '../table/app.js'

/** Dependencies of recording the rows of a file. */
export interface RowDependencies {
  site: Site
  owner: Owner
  principal: Principal
  attending: Attending
  events: Scheduling
  /** @throws OsdiError not_found, or invalid where several events have the title */
  findEvent: (named: NamedEvent) => Promise<AttendableEvent>
  /** Finds the native id of the event that an identifier in a file of `export csv` names, if it is in this table. */
  exportedEvent: (identifier: string) => Promise<string | undefined>
  /** Makes the tags of a file that the owner lacks. */
  ensureTags: (names: string[]) => Promise<void>
}

/** The event of a row, as its cells name it: empty where they do not. */
export interface NamedEvent {
  event: string
  timeslot: string
  /** The start of a shift without an id. */
  start: string
  title: string
}

/** A row that can be recorded: what it is about, and how. */
export interface ReadRow {
  /** Rows with a key in common are about the same. */
  keys: string[]
  /** @returns the deviations of what is here from the row */
  record: () => Promise<RowDeviation[]>
}

/** A field of a row that is not kept as it is. */
export interface RowDeviation {
  error_code: 'phone_shared' | 'status_kept' | 'answer_kept' | 'answers_differ' | 'answer_ignored'
  field: string
  description: string
  /** The heading of its column, where that is the title of a question. */
  heading?: string
}

/** Reads a row by the rules of the API. @throws OsdiError naming every fault of it */
export type ReadRowOf = (cells: string[]) => Promise<ReadRow>

/** Returns how to read the rows of a file. */
export function rowReader(options: BodyOptions, dependencies: RowDependencies): ReadRowOf {
  if (options.kind === 'events') return eventReader(options, dependencies)
  return options.kind === 'people' ? personReader(options, dependencies) : attendanceReader(options, dependencies)
}

const personReader =
  (options: BodyOptions, { site, owner, attending, ensureTags }: RowDependencies): ReadRowOf =>
  async (cells) => {
    const { person, add_tags } = readSignup(site, personBody(options, cells, identifiersIn(options, cells)))
    return {
      keys: keysOfPerson(person),
      record: async () => {
        const recorded = await recordPerson(attending, owner, person)
        if (add_tags.length > 0) {
          await ensureTags(add_tags)
          await attending.tagPerson(attending, owner, recorded.id, add_tags, [])
        }
        return [...sharedPhone(person, recorded), ...keptStatus(person, recorded)]
      },
    }
  }

const eventReader =
  (options: BodyOptions, { site, principal, events, exportedEvent }: RowDependencies): ReadRowOf =>
  async (cells) => {
    const { draft, designated } = readNewEvent(site, eventBody(options, cells))
    requireOrderOfMoments(draft)
    const { identifiers = [] } = draft
    return {
      keys: identifiers,
      record: async () => {
        const here = (await Promise.all(identifiers.map(exportedEvent))).filter((id) => id !== undefined)
        const known = here.map((id) => `${site.nativePrefix}:${id}`)
        await recordEvent(
          principal,
          { draft: { ...draft, identifiers: [...known, ...identifiers] }, designated },
          creatorRoles,
          events,
        )
        return []
      },
    }
  }

const attendanceReader = (options: BodyOptions, dependencies: RowDependencies): ReadRowOf => {
  const { site, owner, attending, ensureTags } = dependencies
  const questionsAt = questionsOnce(attending.table)
  return async (cells) => {
    const { columns } = options
    const said = statusIn(cellOf(columns, cells, 'status'))
    if (!said)
      throw refused('not_an_answer', 'status', `${cellOf(columns, cells, 'status')} is no answer to an invitation`)
    const attended = said.attended ?? (saysYes(cellOf(columns, cells, 'attended')) ? true : undefined)
    const key = answerKey(options, cells)
    const isOverruled =
      said.status === 'declined' && key !== undefined && (options.examined?.conflicts.has(key) ?? false)
    const event = await dependencies.findEvent({
      event: cellOf(columns, cells, 'event'),
      timeslot: cellOf(columns, cells, 'timeslot'),
      start: dateIn(cellOf(columns, cells, 'timeslot_start'), '', orderOf(options)),
      title: cellOf(columns, cells, 'event_title'),
    })
    const questions = await questionsAt(event)
    const { answers, others } = answersIn(columns, cells, questions)
    const { request } = readAttendanceRequest(site, {
      ...personBody({ ...options, columns: { ...columns, unknown: others } }, cells, []),
      identifiers: identifiersIn(options, cells),
    })
    if (!('person' in request)) throw new Error('A row of an attendance has a person')
    const draft = { ...request.draft, ...(Object.keys(answers).length > 0 && { answers }) }
    return {
      keys: keysOfPerson(request.person).map((key) => `${event.id} ${key}`),
      record: async () => {
        await ensureTags(request.add_tags)
        const sent = await readNumber(attending, owner, request.person, async () => event.location?.country)
        const person = await recordPerson(attending, owner, sent)
        const shared = [...sharedPhone(sent, person), ...keptStatus(sent, person)]
        if (isOverruled) return [...shared, ANSWERS_DIFFER]
        const known = await loadAttendance(attending.table, person.id, event.id)
        // The answer of a known attendance is newer than the file.
        const unfit: string[] = []
        const isKept = known && (known.status === 'declined') !== (said.status === 'declined')
        if (!known) {
          const { unfitAnswers = [] } = await recordAttendance(attending, owner, event, {
            ...request,
            draft,
            person: keptContacts(sent),
            autoresponse: options.mails ?? false,
            declines: said.status === 'declined',
          })
          unfit.push(...unfitAnswers)
        }
        if (attended) await changeAttendance(attending, event, attendanceId(event.id, person.id), { attended })
        if (isKept) shared.push(ANSWER_KEPT)
        return [...shared, ...unfit.map((question) => answerIgnored(question, questions))]
      },
    }
  }
}

/** Makes what reads the questions of each event once. */
function questionsOnce(table: App['table']) {
  const known = new Map<string, Promise<Question[]>>()
  return (event: AttendableEvent): Promise<Question[]> => {
    const found = known.get(event.id) ?? questionsOf(table, event)
    known.set(event.id, found)
    return found
  }
}

const answerIgnored = (id: string, questions: Question[]): RowDeviation => ({
  error_code: 'answer_ignored',
  field: `answers.${id}`,
  description: 'This is no answer to its question, and was left out',
  heading: questions.find((each) => each.id === id)?.title ?? id,
})

const ANSWERS_DIFFER: RowDeviation = {
  error_code: 'answers_differ',
  field: 'status',
  description: 'Another row of the file says that this person comes to the event, which counts',
}

const ANSWER_KEPT: RowDeviation = {
  error_code: 'answer_kept',
  field: 'status',
  description: 'This person has answered here, which counts',
}

/** A person who gets no messages stays so: an import brings nobody back. */
const keptStatus = ({ email_addresses: email, phone_numbers: phone }: PersonChange, person: Person): RowDeviation[] =>
  (
    [
      ['email_status', email?.status, person.email_addresses[0]?.status],
      ['phone_status', phone?.status, person.phone_numbers[0]?.status],
    ] as const
  ).flatMap(([field, sent, kept]) =>
    sent === 'subscribed' && kept !== undefined && kept !== sent
      ? [
          {
            error_code: 'status_kept' as const,
            field,
            description: 'This person is not subscribed here, and stays so',
          },
        ]
      : [],
  )

/** A number that another person has stays with that person: an import takes no contact away. */
const sharedPhone = ({ phone_numbers: sent }: PersonChange, { phone_numbers: kept }: Person): RowDeviation[] =>
  sent?.number && !(kept[0] && isSamePhone(kept[0].number, sent.number))
    ? [
        {
          error_code: 'phone_shared',
          field: 'phone',
          description: 'Another person has this phone number, and keeps it',
        },
      ]
    : []

/** The person has just been recorded, so that only what finds them again is needed. */
const keptContacts = ({ email_addresses, phone_numbers }: PersonChange) => ({
  ...(email_addresses?.address && { email_addresses: { address: email_addresses.address } }),
  ...(phone_numbers && { phone_numbers: numberAlone(phone_numbers) }),
})

export const refused = (error_code: string, property: string, description: string) =>
  new OsdiError('invalid', description, [{ error_code, description, properties: [property] }])
