import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { QuestionFields } from '../../pages/questions/question-fields.js'
import type { ManageEnv } from '../environment.js'

/** The questions of an event in the form of a guest whom the team adds. The team may leave out all of them. */
export const AnswerFields: FC<{ c: Context<ManageEnv> }> = ({ c }) => {
  const { questions = [] } = c.get('event')
  const optional = questions.map((question) => ({ ...question, required: false }))
  const { wrongAnswer: wrong_answer, optionalAnswer: optional_answer } = c.get('texts').questions
  return (
    <QuestionFields
      questions={optional}
      entries={{ inputs: {}, wrong: [] }}
      messages={{ wrong_answer, optional_answer }}
    />
  )
}
