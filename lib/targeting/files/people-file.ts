import { personFields } from '../../people/person-fields.js'
import type { Field } from '../../fields/field.js'
import type { Person } from '../../people/person.js'
import type { Found } from '../query-result.js'
import { answerText } from '../../questions/answers.js'
import type { Question } from '../../questions/question.js'
import { csvRow } from '../../csv/row.js'

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
