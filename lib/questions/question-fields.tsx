import { type SentAnswers, inputOf } from './answers.js'
import type { Question } from './question.js'
import type { Messages } from '../texts/messages.js'

/** The input of a visitor, when the form is shown again. */
export interface Entries {
  inputs: Record<string, string>
  /** The names of the inputs that are wrong. */
  wrong: string[]
  /** The answers to the questions of the event. */
  answers?: SentAnswers | undefined
}

interface Props {
  questions: Question[]
  entries: Entries
  messages: Pick<Messages, 'wrong_answer' | 'optional_answer'>
}

/** The questions of an event in its form, with what is answered. */
export const QuestionFields = ({ questions, entries, messages }: Props) => (
  <>
    {questions.map((question) => (
      <QuestionField question={question} entries={entries} messages={messages} />
    ))}
  </>
)

/** Returns what is answered to a question, each choice by itself. */
function answeredTo({ id }: Question, { inputs, answers }: Entries): string[] {
  const answer = answers?.[id]
  if (Array.isArray(answer)) return answer.filter((each) => typeof each === 'string')
  if (answer === true) return ['yes']
  return typeof answer === 'string' ? [answer] : [inputs[inputOf(id)] ?? []].flat()
}

function QuestionField({ question, entries, messages }: Omit<Props, 'questions'> & { question: Question }) {
  const { id, title, type, choices = [], required } = question
  const name = inputOf(id)
  const isWrong = entries.wrong.includes(name)
  const answered = answeredTo(question, entries)
  const fault = `wrong-${name}`
  const attributes = {
    name,
    ...(required && type !== 'multiple_choice' && { required: true }),
    ...(isWrong && { 'aria-invalid': 'true', 'aria-describedby': fault }),
  }
  const sentence = isWrong && (
    <span class="turnout-fault" id={fault}>
      {messages.wrong_answer}
    </span>
  )
  const asked = required ? title : `${title} (${messages.optional_answer})`
  if (type === 'text')
    return (
      <div class="field turnout-question">
        <label for={name}>{asked}</label>
        <input class="input" id={name} maxlength={2000} value={answered[0] ?? ''} {...attributes} />
        {sentence}
      </div>
    )
  if (type === 'checkbox')
    return (
      <p class="turnout-terms turnout-question">
        <label class="turnout-box">
          <input type="checkbox" value="yes" checked={answered.length > 0} {...attributes} /> {asked}
        </label>
        {sentence}
      </p>
    )
  return (
    <fieldset class="turnout-terms turnout-question">
      <legend>{asked}</legend>
      {choices.map((choice) => (
        <label class="turnout-box">
          <input
            type={type === 'single_choice' ? 'radio' : 'checkbox'}
            value={choice}
            checked={answered.includes(choice)}
            {...attributes}
          />{' '}
          {choice}
        </label>
      ))}
      {sentence}
    </fieldset>
  )
}
