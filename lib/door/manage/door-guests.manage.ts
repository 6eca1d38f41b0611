import { partySize } from '../../events/capacity.js'
import type { Context, Hono } from 'hono'
import { peopleThere } from '../../attendances/arrival.js'
import { type Attendance, type Standing, standingOf } from '../../attendances/attendance.js'
import { OsdiError, invalid } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import { type Clause, type FilterField, clauseOf } from '../../fields/filter.js'
import { answerText } from '../../questions/answers.js'
import { offeredAnswers } from '../../questions/asked-answers.js'
import type { Person } from '../../people/person.js'
import type { Question } from '../../questions/question.js'
import { contactIn } from '../../finding/manage/find-people.manage.js'
import { hasAnswered } from '../../questions/manage/answer-filter.manage.js'
import { requires } from '../../manage/access/guards.js'
import { searchGuests, viewerOf } from '../../attendances/manage/guest-search.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { fullNameOf, nameOf } from '../../people/manage/names.manage.js'
import { eventPath } from '../../manage/paths.js'
import { type Viewer, peopleOfGuests } from '../../attendances/store/people-of-guests.js'
import { listAttendances } from '../../attendances/store/read-attendances.js'

/** Guests of one answer to the script: some seven reads at the same time, and 40 KB. */
const PER_PART = 500

/** Changes of the last seconds before an answer are repeated in the next one, because indexes lag. */
const OVERLAP_MS = 30_000

/** A guest, as the door shows one. */
export interface DoorGuest {
  id: string
  name: string
  /** Number of people of the party, and of the people who are there. */
  party: number
  there: number
  status: Standing
  /** The answers, a line each, and those by which guests are narrowed. Devices keep them: none is sensitive. */
  answers: string[]
  offered: string[]
}

/** A guest in a text for the script, without names of fields. */
type Row = [
  ...[id: string, name: string, party: number, there: number, status: DoorGuest['status']],
  ...answers: [] | [answers: string[], offered: string[]],
]

export const rowOf = ({ id, name, party, there, status, answers, offered }: DoorGuest): Row => [
  id,
  name,
  party,
  there,
  status,
  ...(answers.length > 0 ? ([answers, offered] as const) : ([] as const)),
]

type Stores = Pick<ManageDependencies, 'attending' | 'table'>

/** The words of the door. */
interface DoorWords {
  lang: string
  erased: string
  /** Stands for a guest without a name, where contacts are not shown. */
  unnamed?: string | undefined
}

/** Returns the words of a page. A helper sees no contacts, also in place of a name. */
export const wordsOf = (c: Context<ManageEnv>): DoorWords => {
  const { guests, door } = c.get('texts')
  return { lang: c.get('lang'), erased: guests.erased, ...(c.get('helper') && { unnamed: door.unnamed }) }
}

/** Returns the guests of some attendances, by name. An attendance that was merged into another one is none. */
export async function doorGuests(
  { owner, questions = [] }: Pick<OsdiEvent, 'owner' | 'questions'>,
  attendances: Attendance[],
  { table }: Pick<Stores, 'table'>,
  { lang, erased, unnamed }: DoorWords,
): Promise<DoorGuest[]> {
  const guests = attendances.filter(({ merged_into }) => merged_into === undefined)
  const persons = await peopleOfGuests(table, owner, guests, unnamed === undefined ? 'team' : 'link')
  const kept = questions.filter(({ sensitive }) => !sensitive)
  const choices = offeredAnswers(kept)
  const nameIn = (person: Person | undefined) =>
    (person && (unnamed === undefined ? nameOf(person) : fullNameOf(person) || unnamed)) || erased
  const namesakes = Map.groupBy(guests, ({ person }) => nameIn(persons.get(person)))
  return guests
    .map((guest) => {
      const person = persons.get(guest.person)
      const alone = nameIn(person)
      const contact = person?.email_addresses[0]?.address ?? person?.phone_numbers[0]?.number
      // Guests of one name are told apart by a contact, which a helper does not see.
      const isTold = unnamed === undefined && contact && alone !== contact && (namesakes.get(alone) ?? []).length > 1
      const name = isTold ? `${alone} (${contact})` : alone
      return {
        id: guest.id,
        name,
        party: partySize(guest),
        there: peopleThere(guest),
        status: standingOf(guest),
        answers: linesOf(kept, guest),
        offered: choices.filter((each) => hasAnswered(guest, each)).map(({ value }) => value),
      }
    })
    .sort((one, other) => one.name.localeCompare(other.name, lang))
}

/** Returns the sensitive answers of a guest, for the page of this guest alone: it is asked for online, and not kept. */
export const sensitiveLines = ({ questions = [] }: Pick<OsdiEvent, 'questions'>, guest: Attendance) =>
  linesOf(
    questions.filter(({ sensitive }) => sensitive),
    guest,
  )

/** Returns the answers of a guest. A box that was ticked is its text. */
const linesOf = (questions: Question[], { answers = {} }: Attendance): string[] =>
  questions
    .filter(({ id }) => answers[id] !== undefined)
    .map(({ id, title, type }) => (type === 'checkbox' ? `✓ ${title}` : `${title} ${answerText(answers[id])}`))

/** Finds guests by a name, an email or a phone number; for a helper, who is shown no contacts, by a name alone. */
export const findAtDoor = async (
  event: OsdiEvent,
  search: string,
  viewer: Viewer,
  stores: Stores,
): Promise<Attendance[]> =>
  viewer === 'link' && contactIn(search) ? [] : (await searchGuests(event, search, undefined, viewer, stores)).guests

/**
 * The guests for the script, which keeps them on the device: those from a place of the list on, in parts, and those
 * that have changed since. A place in the list is one for good: guests who come while a device reads move none of the
 * others. Each answer says how long the list is, so that a device notices guests whom it does not have, whenever they
 * were counted.
 */
export function doorGuestsOfScript(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  app.get(eventPath(':event', 'door/guests'), requires('check_in'), async (c) => {
    const { find = '', from = '', since, after } = c.req.query()
    if (find) {
      const found = await findAtDoor(c.get('event'), find.trim(), viewerOf(c), dependencies)
      return c.json({ rows: await rowsOf(c, found) })
    }
    const { total_attendances: total } = c.get('event')
    const at = new Date(Date.now() - OVERLAP_MS).toISOString()
    if (since === undefined) {
      const rows = await rowsOf(c, await guestsFrom(c.get('event'), placeIn(from), dependencies))
      return c.json({ at, total, per_part: PER_PART, rows })
    }
    const page = { page: 1, per_page: PER_PART, ...(after && { after }) }
    const { members, next } = await listAttendances(dependencies.attending, c.get('event').id, page, [
      changedSince(since),
    ])
    return c.json({ at, total, rows: await rowsOf(c, members), ...(next && { after: next }) })
  })

  const rowsOf = async (c: Context<ManageEnv>, found: Attendance[]) => {
    return (await doorGuests(c.get('event'), found, dependencies, wordsOf(c))).map(rowOf)
  }
}

/**
 * Returns a part of the guests of an event, from a place on.
 * @throws OsdiError busy while the index lacks one of them: the device would take the part for whole, and never ask for
 *   the one again
 */
async function guestsFrom(
  { id, total_attendances: total }: Pick<OsdiEvent, 'id' | 'total_attendances'>,
  from: number,
  { attending }: Pick<Stores, 'attending'>,
): Promise<Attendance[]> {
  const last = Math.min(total, from + PER_PART - 1)
  const wanted = last - from + 1
  if (wanted < 1) return []
  const { members } = await listAttendances(attending, id, { page: 1, per_page: wanted }, [], last)
  if (members.length < wanted) throw new OsdiError('busy', 'Some guests are not shown everywhere yet; try again')
  return members
}

/**
 * Reads a place in the list of guests, which begins with 1.
 * @throws OsdiError invalid for anything else: a device that was given other guests would take them for those it asked
 */
function placeIn(from: string): number {
  if (/^[1-9]\d{0,8}$/.test(from)) return Number(from)
  throw fault('from', 'from must be a place in the list of guests, which begins with 1')
}

/** @throws OsdiError invalid for a malformed instant */
function changedSince(since: string): Clause<Attendance> {
  const changed: FilterField<Attendance> = { kind: 'date', of: ({ modified_date }) => modified_date }
  const clause = clauseOf<Attendance>(['modified_date', changed], 'ge', since)
  if (!clause) throw fault('since', 'since must be the time that an answer before had as "at"')
  return clause
}

const fault = (property: string, description: string): OsdiError =>
  invalid([{ error_code: `invalid_${property}`, description, properties: [property] }])
