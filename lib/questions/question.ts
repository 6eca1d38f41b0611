import { randomUUID } from 'node:crypto'
import {
  array,
  boolean,
  check,
  forward,
  maxLength,
  minLength,
  nullish,
  object,
  optional,
  partialCheck,
  picklist,
  pipe,
  regex,
  string,
  transform,
  trim,
} from 'valibot'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'

/** The types of answers that a question takes. */
export const QUESTION_TYPES = ['text', 'single_choice', 'multiple_choice', 'checkbox'] as const

/** A question to the people who come to an event. */
export interface Question {
  id: string
  title: string
  type: (typeof QUESTION_TYPES)[number]
  /** The answers to choose from, of both types of choices. */
  choices?: string[] | undefined
  /** Whether the form needs an answer. */
  required?: boolean | undefined
  /** Whether the answers stay within the owner's team. */
  sensitive?: boolean | undefined
}

/** Most questions of an event. */
export const MOST_QUESTIONS = 10
const MOST_CHOICES = 50

/** Whether answers of a type are chosen. */
export const hasChoices = (type: string) => type === 'single_choice' || type === 'multiple_choice'

const shortText = (most: number) =>
  pipe(
    string('must be a text'),
    trim(),
    minLength(1, 'must not be blank'),
    maxLength(most, `must have at most ${most} characters`),
  )

const question = pipe(
  object(
    {
      id: nullish(
        pipe(
          string('must be a text'),
          regex(/^[\w-]{1,64}$/, 'must be letters, digits, - and _'),
          // Answers are a map by these names: an object would seem to have an answer.
          check((id) => !(id in {}), 'must not be the name of a property of all objects'),
        ),
      ),
      title: shortText(300),
      type: picklist(QUESTION_TYPES, `must be ${QUESTION_TYPES.join(' or ')}`),
      choices: nullish(
        pipe(
          array(shortText(200), 'must be an array of texts'),
          minLength(1, 'must have a choice'),
          maxLength(MOST_CHOICES, `must have at most ${MOST_CHOICES} choices`),
          check((choices) => new Set(choices).size === choices.length, 'must have different choices'),
        ),
      ),
      required: optional(boolean('must be true or false')),
      sensitive: optional(boolean('must be true or false')),
    },
    'must be an object',
  ),
  forward(
    partialCheck(
      [['type'], ['choices']],
      ({ type, choices }) => hasChoices(type) === Boolean(choices),
      'belong to single_choice and multiple_choice, which need them',
    ),
    ['choices'],
  ),
  transform(({ id, choices, required, sensitive, ...asked }): Question => ({
    id: id ?? randomUUID(),
    ...asked,
    ...(choices && { choices }),
    ...(required && { required }),
    ...(sensitive && { sensitive }),
  })),
)

/** The list of questions of an event or a campaign. */
export const questionList = pipe(
  array(question, 'must be an array of objects'),
  maxLength(MOST_QUESTIONS, `must have at most ${MOST_QUESTIONS} questions`),
  check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have different ids'),
)

/** The questions of an event. A change replaces the list; an `id` keeps its question. */
export const questions: Kind<Question[]> = {
  body: { whole: questionList },
  schema: (meaning) =>
    json.listOf(
      json.object('A question', {
        id: json.string('By which answers name it; one without it gets one'),
        title: json.string('The question, up to 300 characters'),
        type: json.string('The type of its answer', { enum: QUESTION_TYPES }),
        choices: json.maybe(
          json.listOf(json.string('An answer, up to 200 characters'), '1 to 50 answers to choose from'),
        ),
        required: json.maybe(json.flag('Whether forms need an answer')),
        sensitive: json.maybe(json.flag('Whether the answers stay within the team of the owner')),
      }),
      meaning,
    ),
  isKeptAsSent: true,
}

/** Returns a new event with the questions of its campaign, unless it says which it has. */
export const startingWith = <Draft extends { questions?: Question[] }>(
  ofCampaign: Question[] | undefined,
  draft: Draft,
): Draft => (draft.questions === undefined && ofCampaign?.length ? { ...draft, questions: ofCampaign } : draft)

/** Most questions that an event remembers after it stopped asking them. */
const MOST_PAST = 20

/** Returns the questions that an event has asked and asks no longer, the newest first. */
export function pastQuestions(
  { questions: asked = [], past_questions: past = [] }: { questions?: Question[]; past_questions?: Question[] },
  now: Question[] = [],
): Question[] {
  const kept = new Set(now.map(({ id }) => id))
  const all = new Map([...asked, ...past].map((question) => [question.id, question]))
  return [...all.values()].filter(({ id }) => !kept.has(id)).slice(0, MOST_PAST)
}

/** Returns the questions whose answers files have: those of now, and then those of before. */
export const questionsEver = ({
  questions = [],
  past_questions = [],
}: {
  questions?: Question[]
  past_questions?: Question[]
}): Question[] => [...questions, ...past_questions]
