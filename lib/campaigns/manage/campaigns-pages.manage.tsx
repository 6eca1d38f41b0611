import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { CampaignDraft, EventCampaign } from '../event-campaign.js'
import { type Fault, invalid } from '../../runtime/errors.js'
import { campaignFields } from '../campaign-fields.js'
import { bodyFields, ownNames } from '../../fields/vocabulary.js'
import { groupIdOf } from '../../runtime/owner.js'
import { addressedCampaign, changeCampaign, recordCampaign } from '../record-campaign.js'
import { slugFaults, typedSlug } from '../../resources/slug.js'
import { type Site, native } from '../../runtime/site.js'
import { readNew } from '../../fields/read-body.js'
import { withIdsFrom } from '../../fields/identifier.js'
import { idIn, pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type FormState, NO_FAULTS, faultsOf, textsIn } from '../../manage/page/form.js'
import {
  afterStep,
  faultInForm,
  isQuestionStep,
  questionsIn,
  valuesOfQuestions,
} from '../../questions/manage/question-values.manage.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { formatNumber } from '../../manage/formats.js'
import { Icon } from '../../manage/page/icons.js'
import { page } from '../../manage/page/page.js'
import { campaignPath, ownerPath, reviewPath } from '../../manage/paths.js'
import { PagedTable } from '../../manage/page/table.js'
import { htmlOfTyped, typedOfHtml } from '../../markup/typed-text.js'
import { say } from '../../manage/page/flash.js'
import { waitingOf } from '../../hosting/manage/waiting-reviews.manage.js'
import { CampaignForm } from './campaign-form.manage.js'
import { campaignPage } from './campaign-frame.manage.js'
import { campaignOverview } from './campaign-overview.manage.js'
import { FinderSnippet } from './finder-snippet.manage.js'
import { waitingForReview, trustedHosts } from '../../hosting/store/hosting-store.js'
import { findPeople } from '../../people/store/find-people.js'

type Ctx = Context<ManageEnv>

/** The number of events that wait for the team, as a way there. */
const ToReview = ({ c, campaign, count }: { c: Ctx; campaign: string; count: number }) =>
  count === 0 ? (
    <></>
  ) : (
    <>
      {' '}
      <a class="badge warn" href={reviewPath(c.get('owner').id, campaign)}>
        {c.get('texts').campaigns.toReview(count, formatNumber(c, count))}
      </a>
    </>
  )

const NAMES = ['title', 'name', 'description', 'browser_url'] as const
const OF_HOSTING = ['host_pitch', 'host_instructions', 'hosting_from', 'hosting_until'] as const

/** Campaigns of a group: making and editing them, and their events. */
export function campaignsPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, campaigns, events, table, now, newId } = dependencies
  const path = ownerPath(':owner', 'campaigns')

  app.get(path, requires('campaigns'), async (c) => {
    const { owner, id } = c.get('owner')
    const texts = c.get('texts')
    const base = ownerPath(id, 'campaigns')
    const found = await campaigns.list(owner, pageIn(c))
    const waiting = await waitingOf(found.members, dependencies)
    return page(c, {
      title: texts.campaigns.title,
      section: 'campaigns',
      buttons: groupIdOf(owner) && (
        <a class="btn main" href={`${base}/new`}>
          <Icon name="plus" />
          {texts.campaigns.create}
        </a>
      ),
      children: (
        <>
          <PagedTable
            c={c}
            found={await campaigns.listedPage(found)}
            path={base}
            none={groupIdOf(owner) ? texts.campaigns.none : texts.groupsOnly}
            columns={[
              {
                title: texts.campaigns.campaign,
                cell: (campaign) => (
                  <>
                    <a href={`${base}/${campaign.id}`}>{campaign.title}</a>
                    <ToReview c={c} campaign={campaign.id} count={waiting.get(campaign.id) ?? 0} />
                  </>
                ),
              },
              { title: texts.campaigns.events, kind: 'number', cell: ({ total_events }) => total_events },
              {
                title: texts.statistics.signedUp,
                kind: 'number',
                // Those of many events are counted by a queue, when its page asks for it.
                cell: ({ id: campaign, people }) =>
                  people ?? <a href={campaignPath(id, campaign, 'numbers')}>{texts.campaigns.count}</a>,
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
    newPage(c, { values: { draft: randomUUID() }, faults: NO_FAULTS }),
  )

  app.post(`${path}/new`, requires('campaigns'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    if (isQuestionStep(values)) return newPage(c, { values: afterStep(values, c.get('texts')), faults: NO_FAULTS })
    const { owner, id, person, principal } = c.get('owner')
    try {
      const draft = draftIn(site, values)
      const ids = JSON.stringify([owner, person, values['draft'] || randomUUID()])
      const campaign = await withIdsFrom(ids, () =>
        recordCampaign({ table, site, now, newId }, { ...principal, key_id: 'interface' }, draft, addressedCampaign),
      )
      const subject = { id: campaign.id, title: campaign.title }
      await logChange(c, dependencies, { action: 'campaign_created', subject })
      say(c, site, { said: c.get('texts').said.campaignMade(campaign.title) })
      return c.redirect(campaignPath(id, campaign.id), 303)
    } catch (error) {
      return newPage(c, { values, faults: faultsOf(error) })
    }
  })

  app.get(`${path}/:campaign`, requires('campaigns'), async (c) => {
    const campaign = await campaigns.find(c.get('owner').owner, idIn(c, 'campaign'))
    const [found, waiting, trusted] = await Promise.all([
      events.listOfCampaign(campaign.id, pageIn(c)),
      waitingForReview(table, campaign.id, 0),
      trustedHosts(table, campaign.id),
    ])
    const hosts = await findPeople(
      table,
      campaign.owner,
      trusted.map(({ person }) => person),
    )
    const overview = { found, waiting: waiting.total, trusted: [...hosts.values()] }
    return campaignOverview(c, dependencies, campaign, overview)
  })

  app.get(`${path}/:campaign/edit`, requires('campaigns'), async (c) => {
    const campaign = await campaigns.find(c.get('owner').owner, idIn(c, 'campaign'))
    return editPage(c, campaign, { values: valuesOf(campaign), faults: NO_FAULTS }, dependencies)
  })

  app.post(`${path}/:campaign/edit`, requires('campaigns'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { owner, id: ownerId, principal } = c.get('owner')
    const campaign = await campaigns.find(owner, idIn(c, 'campaign'))
    if (isQuestionStep(values))
      return editPage(c, campaign, { values: afterStep(values, c.get('texts')), faults: NO_FAULTS }, dependencies)
    try {
      const { origin_system: _kept, questions, ...texts } = draftIn(site, values)
      const cleared = Object.fromEntries([...NAMES, ...OF_HOSTING].map((name) => [name, null]))
      const asked = questions && { questions: questions.length > 0 ? questions : null }
      const change = { ...cleared, ...texts, ...asked, slug: typedSlug(values['slug'] ?? '') }
      const changing = { ...principal, key_id: 'interface' }
      const { id, title } = await changeCampaign({ table, site, now, newId }, changing, campaign.id, change)
      await logChange(c, dependencies, { action: 'campaign_changed', subject: { id, title } })
      say(c, site, { said: c.get('texts').said.saved(title) })
      return c.redirect(campaignPath(ownerId, id), 303)
    } catch (error) {
      return editPage(c, campaign, { values, faults: faultsOf(error) }, dependencies)
    }
  })
}

const newPage = (c: Ctx, form: FormState) =>
  page(c, {
    title: c.get('texts').campaigns.create,
    section: 'campaigns',
    status: form.faults.length > 0 ? 400 : 200,
    children: <CampaignForm c={c} form={form} action={ownerPath(c.get('owner').id, 'campaigns/new')} isNew />,
  })

const editPage = (c: Ctx, campaign: EventCampaign, form: FormState, dependencies: ManageDependencies) =>
  campaignPage(c, dependencies, campaign, 'edit', {
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <CampaignForm c={c} form={form} action={campaignPath(c.get('owner').id, campaign.id, 'edit')} isNew={false} />
    ),
  })

/** Reads the form by the rules of the API. @throws OsdiError invalid */
function draftIn(site: Site, values: Record<string, string>): CampaignDraft {
  const typed = Object.fromEntries(NAMES.map((name) => [name, values[name]]))
  const [fault, ...others] = slugFaults(values['slug'] ?? '')
  if (fault) throw invalid([fault, ...others])
  const html = (name: string) => htmlOfTyped(values[name] ?? '', name)
  const body = {
    ...typed,
    description: html('description'),
    host_pitch: html('host_pitch'),
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
