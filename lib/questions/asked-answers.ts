import { array, check, maxLength, minLength, pipe, record, string, unknown } from 'valibot'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import type { Answers } from './answers.js'
import type { Question } from './question.js'

/** Answers that are looked for, by the ids of their questions: one of them has to be given to each question. */
export type AskedAnswers = Record<string, (string | true)[]>

/** Most questions that one search asks about, and answers to each. */
const [MOST_QUESTIONS, MOST_ANSWERS] = [10, 50]

/** Generators of code have no type for a text or true. */
const askedAnswer = pipe(
  unknown(),
  check((sent) => sent === true || typeof sent === 'string', 'must be a text or true'),
)

const answersToOne = pipe(
  array(askedAnswer, 'must be an array'),
  minLength(1, 'must have an answer'),
  maxLength(MOST_ANSWERS, `must have at most ${MOST_ANSWERS} answers`),
)

const schema = pipe(
  record(string(), answersToOne, 'must be an object'),
  check((asked) => Object.keys(asked).length <= MOST_QUESTIONS, `must name at most ${MOST_QUESTIONS} questions`),
)

/** The answers that the attendances of a query have. */
export const askedAnswers: Kind<AskedAnswers> = {
  body: { whole: schema },
  schema: (meaning) => ({
    type: 'object',
    // Generators of several languages have no type for a text or true.
    additionalProperties: json.listOf({ description: 'A text, a choice, or true' }, 'Answers, one of which counts'),
    description: meaning,
  }),
  isKeptAsSent: true,
}

/** Whether an attendance has one of the answers to each of the questions. */
export const hasAnswers = (given: Answers = {}, asked: AskedAnswers = {}): boolean =>
  Object.entries(asked).every(([id, wanted]) => {
    const answer = Object.hasOwn(given, id) ? given[id] : undefined
    return wanted.some((each) =>
      Array.isArray(answer) ? typeof each === 'string' && answer.includes(each) : answer === each,
    )
  })

/** An answer that can be chosen in a list of them. */
export interface OfferedAnswer {
  /** Its name in forms. */
  value: string
  question: Question
  answer: string | true
}

/** Returns the answers of questions that can be chosen: choices, and ticked boxes. */
export const offeredAnswers = (questions: Question[] = []): OfferedAnswer[] =>
  questions.flatMap((question): OfferedAnswer[] => {
    const { id, type, choices = [] } = question
    if (type === 'checkbox') return [{ value: `${id}:yes`, question, answer: true }]
    return choices.map((answer, i) => ({ value: `${id}:${i}`, question, answer }))
  })

/** Returns some of the offered answers, by their names in forms, as they are looked for. */
export function answersNamed(questions: Question[] | undefined, names: string[]): AskedAnswers {
  const asked: AskedAnswers = {}
  for (const { value, question, answer } of offeredAnswers(questions))
    if (names.includes(value)) asked[question.id] = [...(asked[question.id] ?? []), answer]
  return asked
}
