import { inputOf } from '../../domain/questions/answers.js'
import type { Question } from '../../domain/questions/question.js'
import type { Entries } from '../attendances/rsvp-form.js'
import type { Locale } from '../locale.js'

interface Props {
  questions: Question[]
  entries: Entries
  locale: Locale
}

/** The questions of an event in its form. */
export const QuestionFields = ({ questions, entries, locale }: Props) => (
  <>
    {questions.map((question) => (
      <QuestionField question={question} entries={entries} locale={locale} />
    ))}
  </>
)

function QuestionField({
  question,
  entries: { inputs, wrong },
  locale: { messages },
}: Omit<Props, 'questions'> & { question: Question }) {
  const { id, title, type, choices = [], required } = question
  const name = inputOf(id)
  const isWrong = wrong.includes(name)
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
      <label class="turnout-field turnout-question">
        {asked}
        <input {...attributes} maxlength={2000} value={inputs[name] ?? ''} />
        {sentence}
      </label>
    )
  if (type === 'checkbox')
    return (
      <p class="turnout-terms turnout-question">
        <label class="turnout-box">
          <input type="checkbox" value="yes" checked={inputs[name] !== undefined} {...attributes} /> {asked}
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
            checked={inputs[name] === choice}
            {...attributes}
          />{' '}
          {choice}
        </label>
      ))}
      {sentence}
    </fieldset>
  )
}
