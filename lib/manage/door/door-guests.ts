import type { Context, Hono } from 'hono'
import { peopleThere } from '../../domain/attendances/arrival.js'
import { type Attendance, partySize, statusOf } from '../../domain/attendances/attendance.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import { clauseOf } from '../../domain/fields/filter.js'
import type { PageRequest } from '../../domain/page.js'
import { answerText } from '../../domain/questions/answers.js'
import { offeredAnswers } from '../../domain/questions/asked-answers.js'
import type { Question } from '../../domain/questions/question.js'
import { hasAnswered } from '../questions/answer-filter.js'
import { requires } from '../access/guards.js'
import { searchGuests } from '../attendances/guest-search.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { nameOf } from '../people/names.js'
import { eventPath } from '../paths.js'

/** Guests of one answer to the script: some seven reads at the same time, and 40 KB. */
const PER_PART = 500

/** Changes of so many seconds before an answer are in the next one, too: indexes lag. */
const OVERLAP_MS = 30_000

/** A guest, as the door shows one. */
export interface DoorGuest {
  id: string
  name: string
  /** Number of people of the party, and of the people who are there. */
  party: number
  there: number
  status: 'accepted' | 'declined' | 'tentative'
  /** The answers, a line each, and those of them by which guests are narrowed. */
  answers: string[]
  offered: string[]
}

/** A guest in a text for the script, without names of fields. */
type Row = [
  ...[id: string, name: string, party: number, there: number, status: DoorGuest['status']],
  ...answers: [] | [answers: string[], offered: string[]],
]

export const rowOf = ({ id, name, party, there, status, answers, offered }: DoorGuest): Row => [
  ...([id, name, party, there, status] as const),
  ...(answers.length > 0 ? ([answers, offered] as const) : ([] as const)),
]

type Stores = Pick<ManageDependencies, 'attendances' | 'people' | 'finder' | 'attendanceDependencies'>

/** Returns the guests of some attendances, by name. An attendance that was merged into another one is none. */
export async function doorGuests(
  { owner, questions = [] }: Pick<OsdiEvent, 'owner' | 'questions'>,
  attendances: Attendance[],
  { people }: Pick<Stores, 'people'>,
  { lang, erased }: { lang: string; erased: string },
): Promise<DoorGuest[]> {
  const guests = attendances.filter(({ merged_into }) => merged_into === undefined)
  const persons = await people.findMany(
    owner,
    guests.map(({ person }) => person),
  )
  const choices = offeredAnswers(questions)
  return guests
    .map((guest) => {
      const person = persons.get(guest.person)
      const name = (person && nameOf(person)) || erased
      return {
        ...{ id: guest.id, name, party: partySize(guest) },
        ...{ there: peopleThere(guest), status: statusOf(guest), answers: linesOf(questions, guest) },
        offered: choices.filter((each) => hasAnswered(guest, each)).map(({ value }) => value),
      }
    })
    .sort((one, other) => one.name.localeCompare(other.name, lang))
}

/** Returns the answers of a guest. A box that was ticked is its text. */
const linesOf = (questions: Question[], { answers = {} }: Attendance): string[] =>
  questions
    .filter(({ id }) => answers[id] !== undefined)
    .map(({ id, title, type }) =>
      type === 'checkbox' ? `✓ ${title}` : `${title} ${answerText(answers[id])}`,
    )

/** Finds guests by a name, an email or a phone number. */
export const findAtDoor = async (event: OsdiEvent, search: string, stores: Stores): Promise<Attendance[]> => {
  const holderOf: typeof stores.attendanceDependencies.people.holderOf = (owner, contacts) =>
    stores.attendanceDependencies.people.holderOf(owner, contacts)
  return (await searchGuests(event, search, undefined, { ...stores, holderOf })).guests
}

/**
 * The guests for the script, which keeps them on the device: all of them in parts, then those that have changed since.
 * A device that has them all asks for changes alone, at the cost of what has changed.
 */
export function doorGuestsOfScript(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { attendances } = dependencies

  app.get(eventPath(':event', 'door/guests'), requires('change_guests'), async (c) => {
    const event = c.get('event')
    const { find = '', since } = c.req.query()
    if (find) return c.json({ rows: await rowsOf(c, await findAtDoor(event, find.trim(), dependencies)) })
    const at = new Date(Date.now() - OVERLAP_MS).toISOString()
    const changed = since === undefined ? undefined : changedSince(since)
    const list = await attendances.listOfEvent(event.id, partIn(c), changed && [changed])
    return c.json({
      at,
      rows: await rowsOf(c, list.members),
      ...(changed ? list.next && { after: list.next } : { total: list.total_records, per_part: PER_PART }),
    })
  })

  const rowsOf = async (c: Context<ManageEnv>, found: Attendance[]) => {
    const words = { lang: c.get('lang'), erased: c.get('texts').guests.erased }
    return (await doorGuests(c.get('event'), found, dependencies, words)).map(rowOf)
  }
}

/** Returns the part that a request names; the first one for what is no number. */
function partIn(c: Context<ManageEnv>): PageRequest {
  const { part = '', after } = c.req.query()
  const page = /^[1-9]\d{0,4}$/.test(part) ? Number(part) : 1
  return { page, per_page: PER_PART, ...(after && { after }) }
}

const changedSince = (since: string) =>
  clauseOf<Attendance>(['modified_date', { kind: 'date', of: (each) => each.modified_date }], 'ge', since)
