import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import type { OsdiEvent } from '../../domain/events/event.js'
import type { CampaignDraft, EventCampaign } from '../../domain/campaigns/event-campaign.js'
import type { Page } from '../../domain/page.js'
import { type Fault, invalid } from '../../domain/errors.js'
import { campaignFields } from '../../domain/campaigns/campaign-fields.js'
import { bodyFields, ownNames } from '../../domain/fields/vocabulary.js'
import { groupIdOf } from '../../domain/access/principal.js'
import { addressedCampaign, changeCampaign, recordCampaign } from '../../domain/campaigns/record-campaign.js'
import { SLUG_PATHS, slugFaults, typedSlug } from '../../domain/public/slug.js'
import { type Site, native } from '../../domain/site.js'
import { readNew } from '../../input/read-body.js'
import { withIdsFrom } from '../../request-context.js'
import { idIn, pageIn } from '../request-params.js'
import { CampaignEvents } from './campaign-events.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import {
  Checkbox,
  FaultSummary,
  Field,
  type FormState,
  Select,
  NO_FAULTS,
  faultsOf,
  textsIn,
} from '../page/form.js'
import { DefaultButton, QuestionEditor } from '../questions/question-editor.js'
import {
  afterStep,
  faultInForm,
  isQuestionStep,
  questionsIn,
  valuesOfQuestions,
} from '../questions/question-values.js'
import { requires } from '../access/guards.js'
import { logChange } from '../access/log-change.js'
import { Form, page } from '../page/page.js'
import { campaignPath, ownerPath, reviewPath } from '../paths.js'
import { nameOf } from '../people/names.js'
import { formatNumber } from '../formats.js'
import type { Person } from '../../domain/people/person.js'
import { isHostingOpen } from '../../domain/hosting/hosting-campaign.js'
import { pathOfCampaign } from '../../hal/events/browser-url.js'
import { hostFormLink } from '../../hal/hosting/host-links.js'
import { CopyField, CopyLink } from '../page/notice.js'
import { PagedTable } from '../page/table.js'
import { mayDo } from '../../domain/access/permissions.js'
import { finderSnippet } from '../../hal/events/embed.js'
import { htmlOfTyped, typedOfHtml } from '../../markdown/typed-text.js'
import { say } from '../page/flash.js'

type Ctx = Context<ManageEnv>

const NAMES = ['title', 'name', 'description', 'browser_url'] as const
const OF_HOSTING = ['host_pitch', 'host_instructions', 'hosting_from', 'hosting_until'] as const

/** Campaigns of a group: making and editing them, and their events. */
export function campaignsPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, campaigns, events, hosting, people } = dependencies
  const path = ownerPath(':owner', 'campaigns')

  app.get(path, requires('campaigns'), async (c) => {
    const { owner, id } = c.get('owner')
    const texts = c.get('texts')
    const base = ownerPath(id, 'campaigns')
    const found = await campaigns.store.list(owner, pageIn(c))
    return page(c, {
      title: texts.campaigns.title,
      section: 'campaigns',
      children: (
        <>
          {groupIdOf(owner) && (
            <p class="line">
              <a class="btn main" href={`${base}/new`}>
                {texts.campaigns.create}
              </a>
            </p>
          )}
          <PagedTable
            c={c}
            found={await campaigns.store.listedPage(found)}
            path={base}
            none={groupIdOf(owner) ? texts.campaigns.none : texts.groupsOnly}
            columns={[
              {
                title: texts.campaigns.campaign,
                cell: (campaign) => <a href={`${base}/${campaign.id}`}>{campaign.title}</a>,
              },
              { title: texts.campaigns.events, kind: 'number', cell: ({ total_events }) => total_events },
              {
                title: texts.actions.rsvps,
                kind: 'number',
                // Those of many events are counted by a queue, when its page asks for it.
                cell: ({ id: campaign, total_rsvps }) =>
                  total_rsvps ?? <a href={campaignPath(id, campaign, 'numbers')}>{texts.campaigns.count}</a>,
              },
            ]}
          />
          {groupIdOf(owner) && (
            <section class="card stack">
              <h2>{texts.campaigns.finderOfGroup}</h2>
              <FinderSnippet
                c={c}
                address={`${site.publicUrl}/groups/${groupIdOf(owner) ?? ''}`}
                title={c.get('owner').title}
              />
            </section>
          )}
        </>
      ),
    })
  })

  app.get(`${path}/new`, requires('campaigns'), (c) =>
    formPage(c, site, { values: { draft: randomUUID() }, faults: NO_FAULTS }),
  )

  app.post(`${path}/new`, requires('campaigns'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    if (isQuestionStep(values))
      return formPage(c, site, { values: afterStep(values, c.get('texts')), faults: NO_FAULTS })
    const { owner, id, person, principal } = c.get('owner')
    try {
      const draft = draftIn(site, values)
      const ids = JSON.stringify([owner, person, values['draft'] || randomUUID()])
      const campaign = await withIdsFrom(ids, () =>
        recordCampaign(
          { ...principal, key_id: 'interface' },
          draft,
          campaigns.dependencies,
          addressedCampaign,
        ),
      )
      const subject = { id: campaign.id, title: campaign.title }
      await logChange(c, dependencies, { action: 'campaign_created', subject })
      say(c, site, { said: c.get('texts').said.campaignMade(campaign.title) })
      return c.redirect(ownerPath(id, 'campaigns'), 303)
    } catch (error) {
      return formPage(c, site, { values, faults: faultsOf(error) })
    }
  })

  app.get(`${path}/:campaign`, requires('campaigns'), async (c) => {
    const campaign = await campaigns.store.find(c.get('owner').owner, idIn(c, 'campaign'))
    const [found, waiting, trusted] = await Promise.all([
      events.listOfCampaign(campaign.id, pageIn(c)),
      hosting.waiting(campaign.id, 0),
      hosting.trusted(campaign.id),
    ])
    const hosts = await people.findMany(
      campaign.owner,
      trusted.map(({ person }) => person),
    )
    const known = { campaign, found, waiting: waiting.total, trusted: [...hosts.values()] }
    return formPage(c, site, { values: valuesOf(campaign), faults: NO_FAULTS }, known)
  })

  app.post(`${path}/:campaign`, requires('campaigns'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { owner, id: ownerId, principal } = c.get('owner')
    const campaign = await campaigns.store.find(owner, idIn(c, 'campaign'))
    if (isQuestionStep(values))
      return formPage(c, site, { values: afterStep(values, c.get('texts')), faults: NO_FAULTS }, { campaign })
    try {
      const { origin_system: _kept, questions, ...texts } = draftIn(site, values)
      const cleared = Object.fromEntries([...NAMES, ...OF_HOSTING].map((name) => [name, null]))
      const asked = questions && { questions: questions.length > 0 ? questions : null }
      const change = { ...cleared, ...texts, ...asked, slug: typedSlug(values['slug'] ?? '') }
      const changing = { ...principal, key_id: 'interface' }
      const { id, title } = await changeCampaign(changing, campaign.id, change, campaigns.dependencies)
      await logChange(c, dependencies, { action: 'campaign_changed', subject: { id, title } })
      say(c, site, { said: c.get('texts').said.saved(title) })
      return c.redirect(ownerPath(ownerId, 'campaigns'), 303)
    } catch (error) {
      return formPage(c, site, { values, faults: faultsOf(error) }, { campaign })
    }
  })
}

/** Reads the form by the rules of the API. @throws OsdiError invalid */
function draftIn(site: Site, values: Record<string, string>): CampaignDraft {
  const typed = Object.fromEntries(NAMES.map((name) => [name, values[name]]))
  const [fault, ...others] = slugFaults(values['slug'] ?? '')
  if (fault) throw invalid([fault, ...others])
  const html = (name: string) => htmlOfTyped(values[name] ?? '')
  const body = {
    ...typed,
    ...{ description: html('description'), host_pitch: html('host_pitch') },
    host_instructions: html('host_instructions'),
    [native(site, 'hosting')]: values['hosting'],
    [native(site, 'hosting_from')]: values['hosting_from'],
    [native(site, 'hosting_until')]: values['hosting_until'],
    [native(site, 'hosting_contacts')]: values['hosting_contacts'] === 'on',
    [native(site, 'questions')]: questionsIn(values),
    origin_system: originOf(site),
  }
  try {
    return readNew(bodyFields(ownNames(campaignFields), site), body, site).values as CampaignDraft
  } catch (error) {
    const inForm = (fault: Fault) => faultInForm(fault, native(site, 'questions'))
    const [first, ...others] = faultsOf(error).map(inForm) as [Fault, ...Fault[]]
    throw invalid([first, ...others])
  }
}

const originOf = ({ defaultOriginSystem }: Site) => defaultOriginSystem ?? 'Turnout'

const valuesOf = (campaign: EventCampaign): Record<string, string> => ({
  ...Object.fromEntries(NAMES.map((name) => [name, campaign[name] ?? ''])),
  slug: campaign.slug ?? '',
  description: typedOfHtml(campaign.description ?? ''),
  host_pitch: typedOfHtml(campaign.host_pitch ?? ''),
  ...valuesOfQuestions(campaign.questions),
  host_instructions: typedOfHtml(campaign.host_instructions ?? ''),
  hosting: campaign.hosting ?? 'off',
  hosting_from: campaign.hosting_from ?? '',
  hosting_until: campaign.hosting_until ?? '',
  hosting_contacts: campaign.hosting_contacts ? 'on' : '',
})

/** A campaign, with a page of its events where they are shown. */
interface Known {
  campaign?: EventCampaign
  found?: Page<OsdiEvent>
  /** Number of its events that wait for a review. */
  waiting?: number
  trusted?: Person[]
}

function formPage(c: Ctx, site: Site, form: FormState, { campaign, found, ...hosting }: Known = {}) {
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
const FinderSnippet: FC<{ c: Ctx; address: string; title: string }> = ({ c, address, title }) => {
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
