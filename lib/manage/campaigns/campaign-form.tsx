import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { OsdiEvent } from '../../domain/events/event.js'
import type { EventCampaign } from '../../domain/campaigns/event-campaign.js'
import type { Page } from '../../domain/page.js'
import { SLUG_PATHS } from '../../domain/public/slug.js'
import type { Site } from '../../domain/site.js'
import { CampaignEvents } from './campaign-events.js'
import type { ManageEnv } from '../environment.js'
import { Checkbox, FaultSummary, Field, type FormState, Select } from '../page/form.js'
import { DefaultButton, QuestionEditor } from '../questions/question-editor.js'
import { Form, page } from '../page/page.js'
import { campaignPath, ownerPath, reviewPath } from '../paths.js'
import { nameOf } from '../people/names.js'
import { formatNumber } from '../formats.js'
import type { Person } from '../../domain/people/person.js'
import { isHostingOpen } from '../../domain/hosting/hosting-campaign.js'
import { pathOfCampaign } from '../../hal/events/browser-url.js'
import { hostFormLink } from '../../hal/hosting/host-links.js'
import { CopyField, CopyLink } from '../page/notice.js'
import { mayDo } from '../../domain/access/permissions.js'
import { finderSnippet } from '../../hal/events/embed.js'

type Ctx = Context<ManageEnv>

/** A campaign, with a page of its events where they are shown. */
interface Known {
  campaign?: EventCampaign
  found?: Page<OsdiEvent>
  /** Number of its events that wait for a review. */
  waiting?: number
  trusted?: Person[]
}

/** The page of a campaign, or of a new one: what the team does with it, its events, and its form. */
export function campaignPage(
  c: Ctx,
  site: Site,
  form: FormState,
  { campaign, found, ...hosting }: Known = {},
) {
  const { campaigns: texts, copy, copied } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'campaigns')
  return page(c, {
    title: campaign?.title ?? texts.create,
    section: 'campaigns',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {campaign && (
          <CopyLink
            id="page"
            label={texts.publicPage}
            value={site.publicUrl + pathOfCampaign(campaign)}
            button={copy}
            done={copied}
          />
        )}
        {campaign && found && <ForTeam c={c} site={site} campaign={campaign} />}
        {campaign && found && (
          <p>
            <a class="btn" href={`${base}/${campaign.id}/worked`}>
              {c.get('texts').worked.title}
            </a>
          </p>
        )}
        {campaign && <Hosting c={c} site={site} campaign={campaign} {...hosting} />}
        {campaign && found && <CampaignEvents c={c} campaign={campaign.id} found={found} />}
        {campaign && found && <h2>{texts.edit}</h2>}
        <CampaignForm c={c} form={form} action={`${base}/${campaign?.id ?? 'new'}`} isNew={!campaign} />
      </>
    ),
  })
}

/** The code that shows the finder of a group or a campaign on another site. */
export const FinderSnippet: FC<{ c: Ctx; address: string; title: string }> = ({ c, address, title }) => {
  const texts = c.get('texts')
  return (
    <>
      <p class="hint">{texts.campaigns.finderHint}</p>
      <CopyField
        id="finder"
        label={texts.campaigns.finder}
        value={finderSnippet(address, title)}
        button={texts.copy}
        done={texts.copied}
      />
    </>
  )
}

/** The pages for the team about all events of a campaign. */
const ForTeam: FC<{ c: Ctx; site: Site; campaign: EventCampaign }> = ({
  c,
  site,
  campaign: { id, title },
}) => {
  const { campaigns: texts, report, hostMessages } = c.get('texts')
  const { id: ownerId, role } = c.get('owner')
  return (
    <section class="card stack">
      <h2>{texts.forTeam}</h2>
      <p class="line">
        <a class="btn" href={campaignPath(ownerId, id, 'numbers')}>
          {report.title}
        </a>
        {mayDo(role, 'target') && (
          <a class="btn" href={campaignPath(ownerId, id, 'messages')}>
            {hostMessages.title}
          </a>
        )}
      </p>
      <h3>{texts.finder}</h3>
      <FinderSnippet c={c} address={`${site.publicUrl}/event_campaigns/${id}`} title={title} />
    </section>
  )
}

const CampaignForm: FC<{ c: Ctx; form: FormState; action: string; isNew: boolean }> = ({
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
      <Field texts={texts} form={form} name="name" label={labels.name} hint={hints.name} />
      <Field
        texts={texts}
        form={form}
        name="description"
        label={labels.description}
        hint={hints.markdown}
        rows={6}
      />
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
    <fieldset class="stack">
      <legend>{words.hosting}</legend>
      <p class="hint">{words.hostingHint}</p>
      <Select form={form} name="hosting" label={words.hosting} options={words.hostingKinds} />
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
    </fieldset>
  )
}

/** The form for supporters, what waits for a review, and whom the team trusts. */
const Hosting: FC<{ c: Ctx; site: Site; campaign: EventCampaign } & Pick<Known, 'waiting' | 'trusted'>> = ({
  c,
  site,
  campaign,
  waiting = 0,
  trusted = [],
}) => {
  const { campaigns: texts, copy, copied } = c.get('texts')
  const { id: ownerId } = c.get('owner')
  const form = hostFormLink(site, campaign.id).href
  return (
    <>
      {isHostingOpen(campaign) && (
        <CopyLink id="form" label={texts.formForHosts} value={form} button={copy} done={copied} />
      )}
      {(waiting > 0 || isHostingOpen(campaign)) && (
        <p class="line">
          <a class={waiting > 0 ? 'btn main' : 'btn'} href={reviewPath(ownerId, campaign.id)}>
            {texts.toReview(waiting, formatNumber(c, waiting))}
          </a>
        </p>
      )}
      {trusted.length > 0 && (
        <section class="card stack">
          <h2>{texts.trustedHosts}</h2>
          <p class="hint">{texts.trustedHint}</p>
          <ul class="rows">
            {trusted.map((person) => (
              <li>
                <span class="grow">{nameOf(person) || person.email_addresses[0]?.address}</span>
                <Form c={c} action={`${ownerPath(ownerId, 'campaigns')}/${campaign.id}/distrust`}>
                  <input type="hidden" name="person" value={person.id} />
                  <button class="btn ghost">{texts.distrust}</button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
