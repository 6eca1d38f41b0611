import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { EventCampaign } from '../../domain/campaigns/event-campaign.js'
import type { ManageEnv } from '../environment.js'
import { ACCEPTED_IMAGES, MOST_BYTES } from './banner.js'
import { previewPath } from '../public/event-preview.js'
import { Checkbox, FaultSummary, Field, FileField, type FormState, Select } from '../page/form.js'
import { Form } from '../page/page.js'
import { EVENT_FORM_SCRIPT } from '../paths.js'

interface EventFormProps {
  c: Context<ManageEnv>
  action: string
  form: FormState
  /** The text of the button. */
  button: string
  /** Identifies the form, so that sending it twice makes one event. */
  draft?: string
  /** The campaigns that a new event may belong to. */
  campaigns?: Pick<EventCampaign, 'id' | 'title'>[]
}

/** The form of an event, for a new one and for changes. */
export const EventFields: FC<EventFormProps> = ({ c, action, form, button, draft, campaigns = [] }) => {
  const texts = c.get('texts')
  const { event } = texts
  const labels: Record<string, string> = event.labels
  const field = (name: keyof typeof event.labels, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field texts={texts} form={form} name={name} label={event.labels[name]} {...more} />
  )
  return (
    <Form c={c} action={action} enctype="multipart/form-data">
      {form.values['revision'] && <input type="hidden" name="revision" value={form.values['revision']} />}
      {draft && <input type="hidden" name="draft" value={draft} />}
      <FaultSummary texts={texts} form={form} labels={labels} />
      <div class="stack">
        {field('title', { required: true, maxlength: 300 })}
        {field('name', { hint: event.hints.name })}
        <CampaignChoice c={c} form={form} campaigns={campaigns} />
        <div class="cols">
          {field('start_date', { type: 'datetime-local' })}
          {field('end_date', { type: 'datetime-local' })}
        </div>
        <fieldset>
          <legend>{event.where}</legend>
          <div class="stack">
            {field('location.venue')}
            {field('location.address_lines')}
            <div class="cols">
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
        <fieldset data-banner data-most={MOST_BYTES} data-wrong={texts.form.malformed.banner}>
          <legend>{event.banner}</legend>
          <div class="stack">
            {form.values['featured_image_url'] && (
              <img class="banner" src={form.values['featured_image_url']} alt={event.bannerNow} />
            )}
            <FileField
              texts={texts}
              form={form}
              name="banner"
              label={event.labels.banner}
              hint={event.hints.banner}
              accept={ACCEPTED_IMAGES}
            />
            {field('featured_image_url', { type: 'url', hint: event.hints.bannerUrl })}
          </div>
        </fieldset>
        {field('browser_url', { type: 'url', hint: event.hints.browserUrl })}
        <fieldset>
          <legend>{event.room}</legend>
          <div class="stack">
            <div class="cols">
              {field('capacity', { type: 'number', min: 1, hint: event.hints.capacity })}
              {field('max_guests', { type: 'number', min: 0, hint: event.hints.guests })}
            </div>
            <Checkbox form={form} name="waitlist" label={event.labels.waitlist} hint={event.hints.waitlist} />
          </div>
        </fieldset>
        {field('consent_text', { rows: 2, maxlength: 300, hint: event.hints.consent })}
        <Checkbox form={form} name="hidden" label={event.labels.hidden} hint={event.hints.hidden} />
        <div class="line">
          <button class="btn main">{button}</button>
          <button class="btn" formaction={previewPath(action)}>
            {event.preview}
          </button>
        </div>
      </div>
      <script src={EVENT_FORM_SCRIPT} defer></script>
    </Form>
  )
}

/** An event stays in its campaign, so only the form of a new one has the choice. */
const CampaignChoice: FC<Required<Pick<EventFormProps, 'c' | 'form' | 'campaigns'>>> = ({
  c,
  form,
  campaigns,
}) => {
  const { event, campaigns: texts } = c.get('texts')
  const { campaign } = form.values
  const isOffered = campaigns.some(({ id }) => id === campaign)
  if (campaign && !isOffered) return <input type="hidden" name="campaign" value={campaign} />
  if (campaigns.length === 0) return <></>
  const options = campaigns.map(({ id, title }) => [id, title] as const)
  return (
    <Select
      form={form}
      name="campaign"
      label={texts.campaign}
      hint={event.hints.campaign}
      options={{ '': event.noCampaign, ...Object.fromEntries(options) }}
    />
  )
}
