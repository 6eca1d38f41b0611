import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import type { OsdiEvent } from '../../domain/events/event.js'
import type { CampaignDraft, EventCampaign } from '../../domain/campaigns/event-campaign.js'
import type { Page } from '../../domain/page.js'
import { campaignFields } from '../../domain/campaigns/campaign-fields.js'
import { bodyFields, ownNames } from '../../domain/fields/vocabulary.js'
import { groupIdOf } from '../../domain/access/principal.js'
import { changeCampaign, recordCampaign } from '../../domain/campaigns/record-campaign.js'
import type { Site } from '../../domain/site.js'
import { readNew } from '../../input/read-body.js'
import { withIdsFrom } from '../../request-context.js'
import { idIn, pageIn } from '../request-params.js'
import { CampaignEvents } from './campaign-events.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, faultsOf, textsIn } from '../page/form.js'
import { requires } from '../access/guards.js'
import { logChange } from '../access/log-change.js'
import { Form, page } from '../page/page.js'
import { ownerPath } from '../paths.js'
import { PagedTable } from '../page/table.js'
import { htmlOfTyped, typedOfHtml } from '../typed-text.js'

type Ctx = Context<ManageEnv>

const NAMES = ['title', 'name', 'description', 'browser_url'] as const

/** Campaigns of a group: making and editing them, and their events. */
export function campaignsPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, campaigns, events } = dependencies
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
            found={await campaigns.store.countedPage(found)}
            path={base}
            none={groupIdOf(owner) ? texts.campaigns.none : texts.groupsOnly}
            columns={[
              {
                title: texts.campaigns.campaign,
                cell: (campaign) => <a href={`${base}/${campaign.id}`}>{campaign.title}</a>,
              },
              { title: texts.campaigns.events, kind: 'number', cell: ({ total_events }) => total_events },
              { title: texts.actions.rsvps, kind: 'number', cell: ({ total_rsvps }) => total_rsvps },
            ]}
          />
        </>
      ),
    })
  })

  app.get(`${path}/new`, requires('campaigns'), (c) =>
    formPage(c, site, { values: { draft: randomUUID() }, faults: NO_FAULTS }),
  )

  app.post(`${path}/new`, requires('campaigns'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { owner, id, person, principal } = c.get('owner')
    try {
      const draft = draftIn(site, values)
      const ids = JSON.stringify([owner, person, values['draft'] || randomUUID()])
      const campaign = await withIdsFrom(ids, () =>
        recordCampaign({ ...principal, key_id: 'interface' }, draft, campaigns.dependencies),
      )
      const subject = { id: campaign.id, title: campaign.title }
      await logChange(c, dependencies, { action: 'campaign_created', subject })
      return c.redirect(ownerPath(id, 'campaigns'), 303)
    } catch (error) {
      return formPage(c, site, { values, faults: faultsOf(error) })
    }
  })

  app.get(`${path}/:campaign`, requires('campaigns'), async (c) => {
    const campaign = await campaigns.store.find(c.get('owner').owner, idIn(c, 'campaign'))
    const found = await events.listOfCampaign(campaign.id, pageIn(c))
    return formPage(c, site, { values: valuesOf(campaign), faults: NO_FAULTS }, { campaign, found })
  })

  app.post(`${path}/:campaign`, requires('campaigns'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { owner, id: ownerId, principal } = c.get('owner')
    const campaign = await campaigns.store.find(owner, idIn(c, 'campaign'))
    try {
      const { origin_system: _kept, ...texts } = draftIn(site, values)
      const change = { ...Object.fromEntries(NAMES.map((name) => [name, null])), ...texts }
      const changing = { ...principal, key_id: 'interface' }
      const { id, title } = await changeCampaign(changing, campaign.id, change, campaigns.dependencies)
      await logChange(c, dependencies, { action: 'campaign_changed', subject: { id, title } })
      return c.redirect(ownerPath(ownerId, 'campaigns'), 303)
    } catch (error) {
      return formPage(c, site, { values, faults: faultsOf(error) }, { campaign })
    }
  })
}

/** Reads the form by the rules of the API. @throws OsdiError invalid */
function draftIn(site: Site, values: Record<string, string>): CampaignDraft {
  const typed = Object.fromEntries(NAMES.map((name) => [name, values[name]]))
  const body = {
    ...typed,
    description: htmlOfTyped(values['description'] ?? ''),
    origin_system: originOf(site),
  }
  return readNew(bodyFields(ownNames(campaignFields), site), body, site).values as CampaignDraft
}

const originOf = ({ defaultOriginSystem }: Site) => defaultOriginSystem ?? 'Turnout'

const valuesOf = (campaign: EventCampaign): Record<string, string> => ({
  ...Object.fromEntries(NAMES.map((name) => [name, campaign[name] ?? ''])),
  description: typedOfHtml(campaign.description ?? ''),
})

/** A campaign, with a page of its events where they are shown. */
interface Known {
  campaign?: EventCampaign
  found?: Page<OsdiEvent>
}

function formPage(c: Ctx, site: Site, form: FormState, { campaign, found }: Known = {}) {
  const { campaigns: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'campaigns')
  return page(c, {
    title: campaign?.title ?? texts.create,
    section: 'campaigns',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {campaign && (
          <p>
            {texts.publicPage}{' '}
            <a href={`${site.publicUrl}/event_campaigns/${campaign.id}`}>
              {`${site.publicUrl}/event_campaigns/${campaign.id}`}
            </a>
          </p>
        )}
        {campaign && found && <CampaignEvents c={c} campaign={campaign.id} found={found} />}
        {campaign && found && <h2>{texts.edit}</h2>}
        <CampaignForm c={c} form={form} action={`${base}/${campaign?.id ?? 'new'}`} isNew={!campaign} />
      </>
    ),
  })
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
      <Field texts={texts} form={form} name="browser_url" label={labels.browser_url} type="url" />
      <div class="line">
        <button class="btn main">{isNew ? texts.campaigns.createButton : texts.event.save}</button>
      </div>
    </Form>
  )
}
