import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { Attendance } from '../../attendances/attendance.js'
import type { Clause } from '../../fields/filter.js'
import { type OfferedAnswer, answersNamed, hasAnswers, offeredAnswers } from '../asked-answers.js'
import type { Question } from '../question.js'
import { folded, wordsOf } from '../../texts/words.js'
import type { ManageEnv } from '../../manage/environment.js'
import { SearchInput } from '../../manage/page/form.js'

type Ctx = Context<ManageEnv>

/** The name of the choice in forms and addresses. */
export const ANSWER = 'answer'

/** Returns the questions whose answers a page shows: a helper sees none of the sensitive ones. */
export const questionsSeen = (c: Ctx): Question[] =>
  (c.get('event').questions ?? []).filter(({ sensitive }) => !sensitive || !c.get('helper'))

/** Returns the answer that a request asks for, where its event offers it. */
export const answerIn = (questions: Question[] | undefined, name = ''): OfferedAnswer | undefined =>
  offeredAnswers(questions).find(({ value }) => value === name)

/** Whether a guest gave this answer; true if none is asked for. */
export const hasAnswered = ({ answers }: Attendance, offered: OfferedAnswer | undefined): boolean =>
  !offered || hasAnswers(answers, answersNamed([offered.question], [offered.value]))

/** Returns the filter for the store of attendances. */
export const answerClauses = (offered: OfferedAnswer | undefined): Clause<Attendance>[] =>
  offered
    ? [
        {
          field: ANSWER,
          operator: 'eq',
          literal: { text: offered.value },
          holds: (guest) => hasAnswered(guest, offered),
        },
      ]
    : []

/** The parameter for words in an answer. */
export const SAID = 'said'

const textQuestions = (questions: Question[] = []) => questions.filter(({ type }) => type === 'text')

/** Returns the words that a request looks for in answers of free text, where its event asks for any. */
export const saidIn = (questions: Question[] | undefined, words = ''): string =>
  textQuestions(questions).length > 0 ? words.trim().slice(0, 200) : ''

/** Whether a guest's answer contains all of these words; true without words. */
export function hasSaid({ answers = {} }: Attendance, questions: Question[] | undefined, said: string): boolean {
  const words = wordsOf(said)
  return (
    words.length === 0 ||
    textQuestions(questions).some(({ id }) => {
      const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
      const text = typeof answer === 'string' ? folded(answer) : ''
      return words.every((word) => text.includes(word))
    })
  )
}

/** Returns the filter for the store of attendances. */
export const saidClauses = (questions: Question[] | undefined, said: string): Clause<Attendance>[] =>
  said
    ? [
        {
          field: SAID,
          operator: 'eq',
          literal: { text: said },
          holds: (guest) => hasSaid(guest, questions, said),
        },
      ]
    : []

/** The words of an answer, for an event that asks for free text. */
export const SaidInput: FC<{ c: Ctx; said: string }> = ({ c, said }) =>
  textQuestions(questionsSeen(c)).length > 0 ? (
    <SearchInput name={SAID} label={c.get('texts').questions.said} value={said} />
  ) : (
    <></>
  )

/** An answer with its question, in one line. */
export const namedAnswer = ({ question: { title }, answer }: OfferedAnswer) =>
  answer === true ? title : `${title}: ${answer}`

/** The choice of an answer, by its question; nothing for an event without answers to choose. */
export const AnswerChoice: FC<{
  c: Ctx
  chosen: OfferedAnswer | undefined
  questions?: Question[] | undefined
}> = ({ c, chosen, questions = questionsSeen(c) }) => {
  const { questions: words } = c.get('texts')
  const offered = offeredAnswers(questions)
  if (offered.length === 0) return <></>
  return (
    <select class="input" name={ANSWER} aria-label={words.answers}>
      <option value="">{words.anyAnswer}</option>
      {(questions ?? []).map(({ id, title }) => {
        const own = offered.filter(({ question }) => question.id === id)
        return (
          own.length > 0 && (
            <optgroup label={title}>
              {own.map(({ value, answer }) => (
                <option value={value} selected={value === chosen?.value}>
                  {answer === true ? words.ticked : answer}
                </option>
              ))}
            </optgroup>
          )
        )
      })}
    </select>
  )
}
