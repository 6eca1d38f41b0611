import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { Answers } from '../answers.js'
import { QuestionFields } from '../question-fields.js'
import type { ManageEnv } from '../../manage/environment.js'
import { questionsSeen } from './answer-filter.manage.js'

/**
 * The questions of an event in the form of a guest whom the team adds or changes. The team may leave out all of them.
 */
export const AnswerFields: FC<{ c: Context<ManageEnv>; answers?: Answers | undefined }> = ({ c, answers }) => {
  const optional = questionsSeen(c).map((question) => ({ ...question, required: false }))
  const { wrongAnswer: wrong_answer, optionalAnswer: optional_answer } = c.get('texts').questions
  return (
    <QuestionFields
      questions={optional}
      entries={{ inputs: {}, wrong: [], ...(answers && { answers }) }}
      messages={{ wrong_answer, optional_answer }}
    />
  )
}
