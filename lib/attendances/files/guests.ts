import { standingOf } from '../attendance.js'
import { peopleThere } from '../arrival.js'
import type { Guest } from './guests-file-state.js'
import { answerText } from '../../questions/answers.js'
import type { Question } from '../../questions/question.js'
import { csvRow } from '../../csv/row.js'

/** The columns of a guest, before those of questions. */
export const guestColumns = [
  'given_name',
  'family_name',
  'email',
  'phone',
  'rsvp_date',
  'status',
  'guests',
  'attended',
  'people_there',
  'confirmed_date',
]

/** Returns the headings of a file of guests: a column for each question comes last. */
export const headingsWith = (questions: Question[]) => csvRow([...guestColumns, ...questions.map(({ title }) => title)])

/** The headings where an event asks nothing. */
export const guestsHeadings = headingsWith([])

/** Makes what writes a guest, with the answers to some questions. */
export const rowWith = (questions: Question[]) => {
  const cellsOf = guestCells(questions)
  return (guest: Guest): string => csvRow(cellsOf(guest))
}

/** Makes what writes the cells of a guest, with the answers to some questions. */
export const guestCells =
  (questions: Question[]) =>
  ({ attendance, person }: Guest): string[] => {
    const { created_date, guests = 0, attended = false, confirmed_date } = attendance
    const { answers = {} } = attendance
    const contacts = [person?.email_addresses[0]?.address, person?.phone_numbers[0]?.number]
    const cells = [person?.given_name, person?.family_name, ...contacts, created_date, standingOf(attendance)]
    const answered = questions.map(({ id }) => answerText(answers[id]))
    const counts = [String(guests), String(attended), String(peopleThere(attendance))]
    return [...cells, ...counts, confirmed_date, ...answered].map((cell) => cell ?? '')
  }

/** Writes a guest where an event asks nothing. */
export const guestRow = (guest: Guest): string => rowWith([])(guest)
