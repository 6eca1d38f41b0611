import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { ManageEnv } from './environment.js'
import { Checkbox, FaultSummary, Field, type FormState } from './form.js'
import { Form } from './page.js'

interface EventFormProps {
  c: Context<ManageEnv>
  action: string
  form: FormState
  /** What the button says. */
  button: string
  /** Identifies the form, so that sending it twice makes one event. */
  draft?: string
  /** A new event has a capacity, which does not change later. */
  isNew?: boolean
}

/** The form of an event, for a new one and for changes. */
export const EventFields: FC<EventFormProps> = ({ c, action, form, button, draft, isNew = false }) => {
  const texts = c.get('texts')
  const { event } = texts
  const labels: Record<string, string> = event.labels
  const field = (name: keyof typeof event.labels, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field texts={texts} form={form} name={name} label={event.labels[name]} {...more} />
  )
  return (
    <Form c={c} action={action}>
      {form.values['revision'] && <input type="hidden" name="revision" value={form.values['revision']} />}
      {draft && <input type="hidden" name="draft" value={draft} />}
      <FaultSummary texts={texts} form={form} labels={labels} />
      <div class="fields">
        {field('title', { required: true, maxlength: 300 })}
        {field('name', { hint: event.hints.name })}
        <div class="row">
          {field('start_date', { type: 'datetime-local' })}
          {field('end_date', { type: 'datetime-local' })}
        </div>
        <fieldset>
          <legend>{event.where}</legend>
          <div class="fields">
            {field('location.venue')}
            {field('location.address_lines')}
            <div class="row">
              {field('location.locality')}
              {field('location.region')}
              {field('location.postal_code')}
              {field('location.country', { maxlength: 2 })}
            </div>
            {field('timezone_identifier', { hint: event.hints.timezone })}
          </div>
        </fieldset>
        {field('description', { rows: 8, hint: event.hints.html })}
        {field('instructions', { rows: 4, hint: event.hints.instructions })}
        {field('featured_image_url', { type: 'url', hint: event.hints.banner })}
        {field('browser_url', { type: 'url', hint: event.hints.browserUrl })}
        {isNew && field('capacity', { type: 'number', min: 1, hint: event.hints.capacity })}
        <Checkbox form={form} name="hidden" label={event.labels.hidden} hint={event.hints.hidden} />
        <div class="buttons">
          <button>{button}</button>
        </div>
      </div>
    </Form>
  )
}
