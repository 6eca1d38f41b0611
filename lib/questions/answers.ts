import { string, unknown } from 'valibot'
import { type Fault, OsdiError, invalid } from '../runtime/errors.js'
import { isBlank } from '../fields/values.js'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { QuestionResponse } from './responses.js'
import type { Question } from './question.js'

/** The answer to a question: a text or a choice, several choices, or a ticked box. */
export type Answer = string | string[] | true

/** Answers by the ids of their questions. */
export type Answers = Record<string, Answer>

/** Answers as a caller sends them. An empty one counts as absent. */
export type SentAnswers = Record<string, unknown>

/** Most characters of an answer in text. */
const MOST_CHARACTERS = 2_000

/** More names than questions: those of removed questions may be sent back. */
const MOST_NAMES = 100

/** The answers of an attendance. What does not fit a question is ignored. */
export const answers: Kind<SentAnswers, Answers> = {
  body: { named: unknown(), names: string(), most: MOST_NAMES },
  schema: (meaning) => ({
    type: 'object',
    // Generators of several languages have no type for a text, a list or true.
    additionalProperties: { description: 'A text, a list of choices, or true' },
    description: meaning,
  }),
}

export const questionIds: Kind<never, string[]> = {
  schema: (meaning) => json.listOf(json.string('The id of a question'), meaning),
}

/** Answers that fit their questions, and what else was sent. */
export interface FittingAnswers {
  answers: Answers
  /** The ids of questions whose answers are taken away. */
  removed: string[]
  /** The names of what fits no question. */
  unfit: string[]
}

/** Returns which of the answers fit the questions of an event. */
export function fittingAnswers(questions: Question[], sent: SentAnswers = {}): FittingAnswers {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const fit: [string, Answer][] = []
  const [removed, unfit]: [string[], string[]] = [[], []]
  for (const [id, given] of Object.entries(sent)) {
    const question = byId.get(id)
    const value = question && given instanceof QuestionResponse ? given.answerTo(question) : given
    const answer = question && answerTo(question, value)
    if (question && isNone(value)) removed.push(id)
    else if (answer === undefined) unfit.push(id)
    else fit.push([id, answer])
  }
  return { answers: Object.fromEntries(fit), removed, unfit }
}

const isNone = (value: unknown) =>
  value === null ||
  value === false ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) && value.length === 0)

/** @returns undefined for a value that does not answer the question */
function answerTo({ type, choices = [] }: Question, value: unknown): Answer | undefined {
  if (type === 'checkbox') return value === true ? true : undefined
  if (type === 'multiple_choice') {
    const chosen = Array.isArray(value) ? new Set<unknown>(value) : undefined
    const known = choices.filter((choice) => chosen?.has(choice))
    return chosen && known.length === chosen.size ? known : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = value.trim().toWellFormed()
  if (type === 'single_choice') return choices.includes(text) ? text : undefined
  return text.length <= MOST_CHARACTERS ? text : undefined
}

/** Returns an answer as a text for organizers. */
export function answerText(answer: Answer | undefined): string {
  if (answer === undefined) return ''
  if (answer === true) return '✓'
  return typeof answer === 'string' ? answer : answer.join('; ')
}

/** The ids of required questions without an answer. */
export const missingAnswers = (questions: Question[], given: Answers): string[] =>
  questions.filter(({ id, required }) => required && given[id] === undefined).map(({ id }) => id)

/** The input of a question in a form. */
export const inputOf = (id: string) => `answer_${id}`

/**
 * Reads the answers in a form.
 * @param valuesOf returns the values of all inputs of a name
 */
export function answersInForm(questions: Question[], valuesOf: (name: string) => string[]): SentAnswers {
  return Object.fromEntries(
    questions.flatMap(({ id, type }): [string, unknown][] => {
      const values = valuesOf(inputOf(id)).filter((value) => value.trim())
      if (values.length === 0) return []
      if (type === 'checkbox') return [[id, true]]
      return [[id, type === 'multiple_choice' ? values : values.at(-1)]]
    }),
  )
}

/**
 * Requires that a form answers what it has to, with answers that fit.
 * @throws OsdiError invalid, naming the inputs
 */
export function requireAnswers(questions: Question[], sent: SentAnswers): Answers {
  const { answers: given, unfit } = fittingAnswers(questions, sent)
  const faults = [
    ...unfit.map((id) => faultOf(id, 'wrong_answer', 'must be an answer to its question')),
    ...missingAnswers(questions, given)
      .filter((id) => !unfit.includes(id))
      .map((id) => faultOf(id, 'missing_answer', 'is required')),
  ]
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return given
}

const faultOf = (id: string, error_code: string, must: string): Fault => ({
  error_code,
  description: `${inputOf(id)} ${must}`,
  properties: [inputOf(id)],
})

/** Returns the answers without those that stay within the team of the owner; all stay where a question is not known. */
export function shareableAnswers(questions: Question[] = [], given: Answers = {}): Answers {
  const shared = new Set(questions.filter(({ sensitive }) => !sensitive).map(({ id }) => id))
  return Object.fromEntries(Object.entries(given).filter(([id]) => shared.has(id)))
}

/** Whether a change was refused for the type of a question that was answered. */
export const isOfAnsweredQuestion = (error: unknown): error is OsdiError =>
  error instanceof OsdiError && error.faults.some(({ error_code }) => error_code === 'question_answered')

/**
 * Requires that questions keep their types while an event has attendances, whose answers would not fit any more.
 * @throws OsdiError conflict
 */
export function requireSameTypes(before: Question[] = [], after: Question[] = []): void {
  const types = new Map(before.map(({ id, type }) => [id, type]))
  const changed = after.findIndex(({ id, type }) => types.has(id) && types.get(id) !== type)
  if (changed >= 0)
    throw new OsdiError('conflict', 'A question that was answered keeps its type', [
      {
        error_code: 'question_answered',
        description: 'The event has attendances: make another question, and remove this one',
        properties: [`questions[${changed}].type`],
      },
    ])
}
