import type { SentAnswers } from '../questions/answers.js'
import type { Question } from '../questions/question.js'
import { QuestionResponse } from '../questions/responses.js'
import type { Columns } from './columns.js'

/**
 * Returns the answers of a row: those in columns that are headed by the title of a question. Files of guests are read
 * as they were written.
 */
export function answersIn(
  { headings, unknown }: Columns,
  cells: string[],
  questions: Question[],
): { answers: SentAnswers; others: string[] } {
  const titles = new Set(questions.map(({ title }) => title))
  const isAnswer = (heading: string) => titles.has(heading.trim())
  const given = questions.flatMap((question): [string, QuestionResponse][] => {
    const heading = unknown.find((each) => each.trim() === question.title)
    const cell = heading === undefined ? '' : (cells[headings.indexOf(heading)] ?? '').trim()
    return cell === '' ? [] : [[question.id, answerIn(question, cell)]]
  })
  return { answers: Object.fromEntries(given), others: unknown.filter((each) => !isAnswer(each)) }
}

function answerIn({ type, choices = [] }: Question, cell: string): QuestionResponse {
  if (type !== 'multiple_choice') return new QuestionResponse([], cell === '✓' ? 'true' : cell)
  // A choice may have the separator in itself.
  return new QuestionResponse(choices.includes(cell) ? [cell] : cell.split(';').map((each) => each.trim()), undefined)
}
