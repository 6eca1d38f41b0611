import { type GenericSchema, pipe, rawTransform, safeParse, string } from 'valibot'
import { type Question, questionList } from '../../../lib/questions/question.js'
import { optional } from '../../options.js'

/** A list of questions as the API takes it, in JSON. */
const json: GenericSchema<unknown, Question[]> = pipe(
  string(),
  rawTransform(({ dataset, addIssue, NEVER }) => {
    const { success, output, issues } = safeParse(questionList, parsed(dataset.value))
    if (success) return output
    for (const { message, path = [] } of issues) {
      const at = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
      addIssue({ message: at ? `is wrong at ${at}, which ${message}` : message })
    }
    return NEVER
  }),
)

/** @returns undefined for a text that is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The option of commands that sets questions. */
export const questions = optional(
  '--questions <json>',
  'questions to the people who come: [{"title": "What can you help with?", "type": "text"}]',
  json,
)
