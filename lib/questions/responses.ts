import type { SentAnswers } from './answers.js'
import type { Question } from './question.js'

/** The fields of bodies in which OSDI's clients answer questions. */
export const RESPONSE_FIELDS = ['add_question_responses', 'add_questions_responses_uri'] as const

/** More than an event can have questions. */
export const MOST_RESPONSES = 100

/** An answer of OSDI: choices, or a value. The type of its question says which of them counts. */
export class QuestionResponse {
  constructor(
    private readonly responses: unknown[],
    private readonly value: unknown,
  ) {}

  /** Returns the answer as a caller would send it to a question of this type. */
  answerTo({ type }: Pick<Question, 'type'>): unknown {
    const { responses, value } = this
    if (type === 'multiple_choice') return responses.length > 0 ? responses : value === '' ? [] : [value].flat()
    const [only = value, ...others] = responses
    if (others.length > 0) return responses
    return type === 'checkbox' ? (TICKED.get(String(only).toLowerCase()) ?? only) : only
  }
}

/** The words that clients send for a box that is ticked, or not. */
const TICKED = new Map([
  ...['true', 'yes', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'off', ''].map((word) => [word, false] as const),
])

/**
 * Reads OSDI's answers of a body. The field of the service takes precedence over them.
 * @returns the answers by the ids of questions, and the paths of values that are not answers
 */
export function withResponses(
  sent: SentAnswers | undefined,
  body: Record<string, unknown>,
): { answers: SentAnswers | undefined; ignored: string[] } {
  const ignored: string[] = []
  const read = RESPONSE_FIELDS.flatMap((field) => {
    const value = body[field] ?? []
    const all = Array.isArray(value) ? value.slice(0, MOST_RESPONSES) : [value]
    if (Array.isArray(value) && value.length > MOST_RESPONSES) ignored.push(`${field}[${MOST_RESPONSES}]`)
    return all.flatMap((each: unknown, i): [string, QuestionResponse][] => {
      const response = responseIn(each)
      if (!response) ignored.push(Array.isArray(value) ? `${field}[${i}]` : field)
      return response ? [response] : []
    })
  })
  if (read.length === 0) return { answers: sent, ignored }
  return { answers: { ...Object.fromEntries(read), ...sent }, ignored }
}

function responseIn(sent: unknown): [string, QuestionResponse] | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const { question, responses, value } = sent as Record<string, unknown>
  if (typeof question !== 'string') return undefined
  // An address ends with the id.
  const id = question
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1)
  if (!id) return undefined
  return [id, new QuestionResponse(Array.isArray(responses) ? responses : [responses ?? []].flat(), value)]
}
