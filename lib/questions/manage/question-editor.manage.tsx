import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { MOST_QUESTIONS, QUESTION_TYPES } from '../question.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Checkbox, FaultText, Field, type FormState, Select } from '../../manage/page/form.js'
import { type Part, READY_MADE, countIn, partName, stepTo } from './question-values.manage.js'

interface Props {
  c: Context<ManageEnv>
  form: FormState
  /** The address of the form. */
  action: string
}

/** The part of a page that has the questions, to which its buttons return. */
const QUESTIONS_ID = 'questions'

/** The questions of an event or a campaign in its form. Buttons add, move and remove them without scripts. */
export const QuestionEditor: FC<Props> = ({ c, form, action }) => {
  const texts = c.get('texts')
  const { questions: words } = texts
  const count = countIn(form.values)
  const to = `${action}#${QUESTIONS_ID}`
  return (
    <div class="stack" id={QUESTIONS_ID}>
      <p class="hint">{words.hint}</p>
      <input type="hidden" name="questions" value={count} />
      <FaultText texts={texts} form={form} name="questions" />
      {Array.from({ length: count }, (_, i) => (
        <QuestionRow c={c} form={form} action={to} index={i} isLast={i === count - 1} />
      ))}
      {count < MOST_QUESTIONS ? (
        <div class="line" role="group" aria-label={words.add}>
          <Step to={to} value={stepTo('add', 'new')}>
            {words.addNew}
          </Step>
          {READY_MADE.map((name) => (
            <Step to={to} value={stepTo('add', name)}>
              {words.readyNames[name]}
            </Step>
          ))}
        </div>
      ) : (
        <p class="hint">{words.enough}</p>
      )}
    </div>
  )
}

/** The enter key presses the first button of a form: it saves, like the one that people see. */
export const DefaultButton: FC<{ label: string }> = ({ label }) => (
  <button class="vh" tabindex={-1} aria-hidden="true">
    {label}
  </button>
)

const Step: FC<{ to: string; value: string; label?: string; children?: unknown }> = ({
  to,
  value,
  label,
  children,
}) => (
  <button class="btn" name="then" value={value} formaction={to} formnovalidate {...(label && { 'aria-label': label })}>
    {children}
  </button>
)

const QuestionRow: FC<Props & { index: number; isLast: boolean }> = ({ c, form, action, index, isLast }) => {
  const texts = c.get('texts')
  const { questions: words } = texts
  const name = (part: Part) => partName(index, part)
  const number = index + 1
  return (
    <fieldset class="question stack tight">
      <legend>{words.question(number)}</legend>
      <input type="hidden" name={name('id')} value={form.values[name('id')] ?? ''} />
      <Field texts={texts} form={form} name={name('title')} label={words.titleOf} maxlength={300} />
      <Select
        form={form}
        name={name('type')}
        label={words.type}
        options={Object.fromEntries(QUESTION_TYPES.map((type) => [type, words.types[type]]))}
      />
      <FaultText texts={texts} form={form} name={name('type')} />
      <div class="choices">
        <Field
          texts={texts}
          form={form}
          name={name('choices')}
          label={words.choices}
          hint={words.choicesHint}
          rows={4}
        />
      </div>
      <Checkbox form={form} name={name('required')} label={words.required} />
      <Checkbox form={form} name={name('sensitive')} label={words.sensitive} hint={words.sensitiveHint} />
      <div class="line">
        {index > 0 && (
          <Step to={action} value={stepTo('up', index)} label={words.upOf(number)}>
            {words.up}
          </Step>
        )}
        {!isLast && (
          <Step to={action} value={stepTo('down', index)} label={words.downOf(number)}>
            {words.down}
          </Step>
        )}
        <Step to={action} value={stepTo('remove', index)} label={words.removeOf(number)}>
          {words.remove}
        </Step>
      </div>
    </fieldset>
  )
}
