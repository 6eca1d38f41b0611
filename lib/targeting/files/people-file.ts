import { personFields } from '../../people/person-fields.js'
import type { Field } from '../../fields/field.js'
import type { Person } from '../../people/person.js'
import type { Found } from '../query-result.js'
import { answerText, type Answers, shareableAnswers } from '../../questions/answers.js'
import type { Question } from '../../questions/question.js'
import { csvRow } from '../../csv/row.js'
import type { Attendance } from '../../attendances/attendance.js'
import type { OsdiEvent } from '../../events/event.js'

/** The fields of an event in a file of people. */
export interface ShownEvent {
  title: string
}

/** The columns that the table of a person's fields declares, each with its text. */
const COLUMNS = Object.entries(personFields).flatMap(([field, { columns = {} }]: [string, Field]) =>
  Object.entries(columns).map(([name, textOf]) => ({
    name,
    textOf: (person: Person) => {
      const kept = person[field as keyof Person]
      return kept === undefined ? undefined : textOf(kept as never)
    },
  })),
)

/** Returns the headings of a file of people: a column for each question comes last. */
export const peopleHeadings = (questions: Question[] = []) =>
  csvRow(['id', ...COLUMNS.map(({ name }) => name), 'events', ...questions.map(({ title }) => title)])

/** Writes a person, with the titles of the events that brought this person into the file. */
export function personRow(
  { person, events, answers }: Found,
  { eventOf, questions = [] }: { eventOf: (id: string) => ShownEvent | undefined; questions?: Question[] },
): string {
  const cells = COLUMNS.map(({ textOf }) => textOf(person) ?? '')
  return csvRow([
    person.id,
    ...cells,
    events.map((id) => eventOf(id)?.title ?? id).join('; '),
    ...questions.map(({ id }) => answerText(answers?.[id])),
  ])
}

/** Lambda answers with at most 6 MB, in which the text stands as JSON. */
const MOST_BYTES = 5_000_000

/** People who are read at once. */
const BATCH = 1_000

export interface PeopleSource {
  /** Reads a number of people of a result from a position on. */
  read: (from: number, count: number) => Promise<Found[]>
  total: number
  eventOf: (id: string) => ShownEvent | undefined
  /** The questions whose answers have a column, and what reads them. */
  questions?: Question[]
  answersOf?: (found: Found[]) => Promise<Answers[]>
}

/** The people of a result from a position on, read as they are asked for. */
export async function* peopleOf(
  { read, total, questions = [], answersOf }: Omit<PeopleSource, 'eventOf'>,
  after: number,
): AsyncGenerator<Found> {
  for (let from = after; from < total; from += BATCH) {
    const people = await read(from, Math.min(BATCH, total - from))
    const answers = questions.length > 0 && answersOf ? await answersOf(people) : []
    yield* people.map((found, i) => ({ ...found, ...(answers[i] && { answers: answers[i] }) }))
  }
}

/**
 * As much of a file of people as one answer holds. The first part has the headings, so that all parts together
 * are one file.
 * @returns the text, and where the next part begins, if there is one
 */
export async function peoplePart(source: PeopleSource, after: number): Promise<{ csv: string; next?: number }> {
  const lines = after === 0 ? [peopleHeadings(source.questions)] : []
  let bytes = 0
  for await (const found of peopleOf(source, after)) {
    const line = personRow(found, source)
    bytes += Buffer.byteLength(JSON.stringify(line))
    if (bytes > MOST_BYTES && found.position > after) return { csv: lines.join(''), next: found.position }
    lines.push(line)
  }
  return { csv: lines.join('') }
}

type Asking = Pick<OsdiEvent, 'id' | 'questions'>

/** Returns the questions of some events whose answers a file of people has, each once. */
export const sharedQuestions = (events: Iterable<Asking>): Question[] => {
  const all = [...events].flatMap(({ questions = [] }) => questions)
  return [...new Map(all.filter(({ sensitive }) => !sensitive).map((each) => [each.id, each])).values()]
}

/**
 * Makes what reads the answers of found people: those to the first included event of each that has one. Events that
 * ask nothing cost no read.
 */
export const answersOfFound =
  (events: Iterable<Asking>, ofPeople: (event: string, people: string[]) => Promise<Attendance[]>) =>
  async (found: Found[]): Promise<Answers[]> => {
    const given = new Map<string, Answers>()
    for (const { id, questions } of events) {
      if (sharedQuestions([{ id, ...(questions && { questions }) }]).length === 0) continue
      const coming = found.filter(({ events: of }) => of.includes(id)).map(({ person }) => person.id)
      for (const { person, answers } of await ofPeople(id, coming))
        given.set(person, { ...shareableAnswers(questions, answers), ...given.get(person) })
    }
    return found.map(({ person }) => given.get(person.id) ?? {})
  }
