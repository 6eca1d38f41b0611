import type { Fault } from '../../runtime/errors.js'
import { isOfAnsweredQuestion } from '../answers.js'
import { MOST_QUESTIONS, type Question, hasChoices } from '../question.js'
import type { Texts } from '../../manage/texts.js'

/*
 * Questions in a form, without scripts: each has fields under its number, and the buttons that add, move and remove
 * questions send the whole form, which is shown again.
 */

/** The values of a form by the names of its fields. */
type Values = Record<string, string>

/** The field that holds the number of questions of a form. A form without it says nothing of questions. */
const COUNT = 'questions'

/** The fields of a question. */
const PARTS = ['id', 'title', 'type', 'choices', 'required', 'sensitive'] as const

export type Part = (typeof PARTS)[number]

/** The name of the field of a part of a question. */
export const partName = (index: number, part: Part) => `question_${index}_${part}`

/** Returns the number of questions in a form. */
export const countIn = (values: Values): number =>
  Math.min(MOST_QUESTIONS, Math.max(0, Math.trunc(Number(values[COUNT])) || 0))

/** Returns what the fields of a form hold for some questions. */
export const valuesOfQuestions = (questions: Partial<Question>[] = []): Values => ({
  [COUNT]: String(questions.length),
  ...Object.fromEntries(
    questions.flatMap(({ id = '', title = '', type = 'text', choices = [], required, sensitive }, i) => [
      [partName(i, 'id'), id],
      [partName(i, 'title'), title],
      [partName(i, 'type'), type],
      [partName(i, 'choices'), choices.join('\n')],
      [partName(i, 'required'), required ? 'on' : ''],
      [partName(i, 'sensitive'), sensitive ? 'on' : ''],
    ]),
  ),
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * Returns the questions of a form as a body of the API has them.
 * @returns undefined for a form that says nothing of questions
 */
export function questionsIn(values: Values): object[] | undefined {
  if (values[COUNT] === undefined) return undefined
  return Array.from({ length: countIn(values) }, (_, i) => {
    const part = (name: Part) => values[partName(i, name)] ?? ''
    const type = part('type')
    return {
      ...(part('id') && { id: part('id') }),
      title: part('title'),
      type,
      ...(hasChoices(type) && { choices: linesOf(part('choices')) }),
      required: part('required') === 'on',
      sensitive: part('sensitive') === 'on',
    }
  })
}

/**
 * Returns the fault of a question under the name of its field in a form, others as they are.
 * @param field name of the questions in the body that was read
 */
export function faultInForm({ properties, ...fault }: Fault, field: string): Fault {
  const inForm = (name: string) => {
    if (!name.startsWith(field)) return name
    const [, index, part] = /^\[(\d+)\](?:\.(\w+))?/.exec(name.slice(field.length)) ?? []
    return index === undefined ? COUNT : partName(Number(index), (part ?? 'title') as Part)
  }
  return { ...fault, properties: properties.map(inForm) }
}

/** Returns what is wrong with questions that were answered already. @returns undefined for any other error */
export const faultsOfQuestions = (error: unknown): readonly Fault[] | undefined =>
  isOfAnsweredQuestion(error) ? error.faults.map((fault) => faultInForm(fault, 'questions')) : undefined

/** Questions that many events ask, which an organizer may change. */
export const READY_MADE = ['access', 'languages', 'ride', 'role'] as const

type Kept = Omit<Partial<Question>, 'id'> & { id?: string }

const readyMade = ({ questions: { ready } }: Texts, name: string): Kept => {
  const asked = new Map<string, Kept>(Object.entries(ready as unknown as Record<string, Kept>)).get(name)
  const { title = '', type = 'text', choices, sensitive } = asked ?? {}
  return { title, type, ...(choices && { choices }), ...(sensitive && { sensitive }) }
}

/** The start of the values of buttons that change the questions of a form. */
const STEP = /^question (add|up|down|remove) (\w+)$/

/** The value of a button that changes questions. */
export const stepTo = (kind: 'add' | 'up' | 'down' | 'remove', of: string | number) => `question ${kind} ${of}`

/** Whether a button was pressed that changes the questions of the form. */
export const isQuestionStep = ({ then = '' }: Values): boolean => STEP.test(then)

/** Returns the values of a form after its button was pressed, which they still name. */
export function afterStep(values: Values, texts: Texts): Values {
  const [, kind, of = ''] = STEP.exec(values['then'] ?? '') ?? []
  const rows = rowsIn(values)
  if (kind === 'add' && rows.length < MOST_QUESTIONS) {
    rows.push(...rowsIn(valuesOfQuestions([readyMade(texts, of)])))
  } else if (kind !== 'add') {
    const target = Math.max(0, Number(of) + (kind === 'up' ? -1 : 1))
    const moved = rows.splice(Number(of), 1)
    if (kind !== 'remove') rows.splice(target, 0, ...moved)
  }
  const others = Object.entries(values).filter(([name]) => !/^question_\d+_/.test(name))
  const named = rows.flatMap((row, i) =>
    PARTS.map((part): [string, string] => [partName(i, part), row.get(part) ?? '']),
  )
  return { ...Object.fromEntries(others), ...Object.fromEntries(named), [COUNT]: String(rows.length) }
}

/** The parts of each question in a form. */
const rowsIn = (values: Values): Map<Part, string>[] =>
  Array.from(
    { length: countIn(values) },
    (_, i) => new Map(PARTS.map((part) => [part, values[partName(i, part)] ?? ''])),
  )
