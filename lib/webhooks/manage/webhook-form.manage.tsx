import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { MESSAGE_TYPES, webhookFields } from '../webhook-fields.js'
import { bodyFields, ownNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import type { Webhook, WebhookDraft } from '../webhook.js'
import { readNew } from '../../fields/read-body.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Checkbox, FaultSummary, FaultText, Field, type FormState, Select } from '../../manage/page/form.js'
import { Form } from '../../manage/page/page.js'
import type { Texts } from '../../manage/texts.js'

/** The field that ticks all types, also those of later releases. */
const ALL = '*'

const FORMATS = ['standard', 'action_network'] as const

/** Restrictions of a webhook: their names in the form, with their titles. */
export type Restrictions = Record<string, string>

/** The restriction of a webhook, as the form names it. Empty without one. */
export const restrictionOf = ({ event, event_campaign }: Pick<Webhook, 'event' | 'event_campaign'>) =>
  event ? `event:${event}` : event_campaign ? `event_campaign:${event_campaign}` : ''

/** The first values of a form for a new webhook. */
export const NEW_VALUES = {
  'attendance.created': 'on',
  'attendance.changed': 'on',
  max_per_second: '50',
  batch_size: '1',
}

export const valuesOf = (webhook: Webhook): Record<string, string> => ({
  url: webhook.url ?? '',
  description: webhook.description ?? '',
  ...Object.fromEntries(webhook.types.map((type) => [type, 'on'])),
  restriction: restrictionOf(webhook),
  format: webhook.format,
  max_per_second: String(webhook.max_per_second),
  batch_size: String(webhook.batch_size),
})

/** Reads the form by the rules of the API. @throws OsdiError invalid */
export function webhookDraftIn(site: Site, values: Record<string, string>): WebhookDraft {
  const restriction = values['restriction'] ?? ''
  // A text that names neither is read as the id of an event, and refused: it must not stand for everything.
  const [, kind = 'event', id = restriction] = /^(event|event_campaign):(.+)$/.exec(restriction) ?? []
  const types = MESSAGE_TYPES.filter((type) => values[type] === 'on')
  const body = {
    url: values['url']?.trim(),
    description: values['description']?.trim(),
    types: values[ALL] === 'on' ? [ALL] : types,
    ...(restriction && { [kind]: id }),
    format: FORMATS.find((format) => format === values['format']),
    max_per_second: numberIn(values['max_per_second']),
    batch_size: numberIn(values['batch_size']),
  }
  return readNew(bodyFields(ownNames(webhookFields), site), body, site).values as WebhookDraft
}

/** Keeps a text that is not a number, so that the check refuses it. */
const numberIn = (typed = '') => (/^\d+$/.test(typed.trim()) ? Number(typed) : typed)

interface WebhookFormProps {
  c: Context<ManageEnv>
  form: FormState
  action: string
  restrictions: Restrictions
  isNew: boolean
}

export const WebhookForm: FC<WebhookFormProps> = ({ c, form, action, restrictions, isNew }) => {
  const texts = c.get('texts')
  const { webhooks: words } = texts
  const { labels, hints } = words
  const field = (name: 'url' | 'description' | 'max_per_second' | 'batch_size', more: object = {}) => (
    <Field texts={texts} form={form} name={name} label={labels[name]} hint={hints[name]} {...more} />
  )
  return (
    <Form c={c} action={action} class="card stack max-l">
      <FaultSummary texts={texts} form={form} labels={labels} />
      {field('url', { type: 'url', maxlength: 2000 })}
      {field('description', { maxlength: 200 })}
      <fieldset id="types">
        <legend>{labels.types}</legend>
        <FaultText texts={texts} form={form} name="types" />
        <Types form={form} words={words} />
      </fieldset>
      <Select
        form={form}
        name="restriction"
        label={labels.event}
        hint={words.restrictionHint}
        options={{ '': words.everything, ...restrictions }}
      />
      <FaultText texts={texts} form={form} name="event" />
      <FaultText texts={texts} form={form} name="event_campaign" />
      <Select form={form} name="format" label={labels.format} options={words.formats} />
      <FaultText texts={texts} form={form} name="format" />
      <div class="cols">
        {field('max_per_second', { type: 'number', min: 1 })}
        {field('batch_size', { type: 'number', min: 1 })}
      </div>
      <div class="line">
        <button class="btn main">{isNew ? words.createButton : texts.event.save}</button>
      </div>
    </Form>
  )
}

const Types: FC<{ form: FormState; words: Texts['webhooks'] }> = ({ form, words }) => (
  <div class="cols">
    {[ALL, ...MESSAGE_TYPES].map((type) => (
      <Checkbox form={form} name={type} label={words.types[type as keyof typeof words.types]} />
    ))}
  </div>
)
