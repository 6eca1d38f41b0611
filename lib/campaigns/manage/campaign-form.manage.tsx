import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { SLUG_PATHS } from '../../resources/slug.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Checkbox, FaultSummary, Field, type FormState, More, Select } from '../../manage/page/form.js'
import { DefaultButton, QuestionEditor } from '../../questions/manage/question-editor.manage.js'
import { Form } from '../../manage/page/page.js'

type Ctx = Context<ManageEnv>

/** The fields of a campaign, or of a new one. */
export const CampaignForm: FC<{ c: Ctx; form: FormState; action: string; isNew: boolean }> = ({
  c,
  form,
  action,
  isNew,
}) => {
  const texts = c.get('texts')
  const { labels, hints } = texts.event
  return (
    <Form c={c} action={action} class="card stack max-l">
      {form.values['draft'] && <input type="hidden" name="draft" value={form.values['draft']} />}
      <DefaultButton label={isNew ? texts.campaigns.createButton : texts.event.save} />
      <FaultSummary texts={texts} form={form} labels={labels} />
      <Field texts={texts} form={form} name="title" label={labels.title} />
      <Field texts={texts} form={form} name="description" label={labels.description} hint={hints.markdown} rows={6} />
      <More icon="settings" title={texts.targeting.advanced} open={form.faults.length > 0}>
        <Field texts={texts} form={form} name="name" label={labels.name} hint={hints.name} />
        {!isNew && (
          <Field
            texts={texts}
            form={form}
            name="slug"
            label={labels.slug}
            hint={hints.slug(`${c.get('publicUrl')}/${SLUG_PATHS.event_campaign}`)}
            maxlength={300}
          />
        )}
        <Field texts={texts} form={form} name="browser_url" label={labels.browser_url} type="url" />
      </More>
      <fieldset class="stack">
        <legend>{texts.questions.title}</legend>
        <p class="hint">{texts.questions.ofCampaign}</p>
        <QuestionEditor c={c} form={form} action={action} />
      </fieldset>
      <HostingFields c={c} form={form} />
      <div class="line">
        <button class="btn main">{isNew ? texts.campaigns.createButton : texts.event.save}</button>
      </div>
    </Form>
  )
}

/** The part of the form about events of supporters. */
const HostingFields: FC<{ c: Ctx; form: FormState }> = ({ c, form }) => {
  const texts = c.get('texts')
  const { campaigns: words } = texts
  const field = (name: 'hosting_from' | 'hosting_until') => (
    <Field texts={texts} form={form} name={name} label={words[name]} type="date" optional />
  )
  return (
    <fieldset class="stack hosting">
      <legend>{words.hosting}</legend>
      <p class="hint">{words.hostingHint}</p>
      <Select form={form} name="hosting" label={words.hosting} options={words.hostingKinds} />
      <div class="stack hosts-only">
        {field('hosting_from')}
        {field('hosting_until')}
        <Field
          texts={texts}
          form={form}
          name="host_pitch"
          label={words.host_pitch}
          hint={words.host_pitchHint}
          rows={3}
        />
        <Field
          texts={texts}
          form={form}
          name="host_instructions"
          label={words.host_instructions}
          hint={words.host_instructionsHint}
          rows={3}
        />
        <Checkbox form={form} name="hosting_contacts" label={words.hosting_contacts} />
      </div>
    </fieldset>
  )
}
