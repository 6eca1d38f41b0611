import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { notFound } from '../../runtime/errors.js'
import { isNativeId, withIdsFrom } from '../../fields/identifier.js'
import type { EventDraft } from '../event.js'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import { startingWith } from '../../questions/question.js'
import type { Owner } from '../../runtime/owner.js'
import { recordEvent } from '../record-event.js'
import type { SeriesDates } from '../../series/plan-series.js'
import { readWithBanner } from './banner.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { EventFields } from './event-form.manage.js'
import { copiedTimes, readEventForm, valuesOfEvent } from './event-fields.manage.js'
import { type FormState, NO_FAULTS, faultsOf } from '../../manage/page/form.js'
import { requires } from '../../manage/access/guards.js'
import { afterStep, isQuestionStep, valuesOfQuestions } from '../../questions/manage/question-values.manage.js'
import { logChange } from '../../manage/access/log-change.js'
import { Icon } from '../../manage/page/icons.js'
import { page } from '../../manage/page/page.js'
import { inZoneOfOwner } from './usual-zone.manage.js'
import { zoneOf } from './zone-of.manage.js'
import { eventPath, ownerPath, sentencePath } from '../../manage/paths.js'
import { answerSeriesForm } from '../../series/manage/new-series.manage.js'
import { seriesDatesIn } from '../../series/manage/repeat-form.manage.js'
import { sentenceOfForm } from '../../series/manage/sentence.manage.js'
import { say } from '../../manage/page/flash.js'

/** The roles whose members appear as the creator of an event that they make. */
const CREATORS = ['creator', 'administrator', 'organizer'] as const

/** Makes events, from nothing or as copies. */
export function newEventPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, events, owners } = dependencies
  const path = ownerPath(':owner', 'actions/new')

  app.get(path, requires('change_events'), async (c) => {
    const copied = c.req.query('copy') ?? ''
    const { campaign } = c.req.query()
    const { country = 'US' } = await owners.settingsOf(c.get('owner').owner)
    const values = { 'location.country': country, ...(campaign && { campaign }) }
    if (!isNativeId(copied)) {
      const asked = { ...values, ...(await askedIn(campaign, c.get('owner').owner, dependencies)) }
      return formPage(c, dependencies, { values: asked, faults: NO_FAULTS })
    }
    const event = await events.findOf([c.get('owner').owner], copied)
    // A copy takes place on another day, mostly at the same hour, and may be in another campaign.
    const { day: _day, end_day: _endDay, slug: _slug, ...others } = valuesOfEvent(event)
    const inCampaign = { campaign: campaign ?? event.event_campaign_id ?? '' }
    return formPage(c, dependencies, {
      values: { ...values, ...others, ...inCampaign, ...copiedTimes(event) },
      faults: NO_FAULTS,
    })
  })

  app.get(sentencePath(':owner'), requires('change_events'), (c) =>
    c.json({ sentence: sentenceOfForm(c.get('texts'), c.get('lang'), c.req.query()) }),
  )

  app.post(path, requires('change_events'), async (c) => {
    const { values: sent, faults } = await readWithBanner(c, dependencies)
    const values: Record<string, string> = { ...sent, ...(await zoneOnline(c, sent, dependencies)) }
    if (values['then'] === 'edit') return formPage(c, dependencies, { values, faults })
    if (isQuestionStep(values)) return formPage(c, dependencies, { values: afterStep(values, c.get('texts')), faults })
    const { owner, person, principal } = c.get('owner')
    const campaign = await campaignIn(values, owner, dependencies)
    const event_campaign_id = campaign?.id
    try {
      const series = seriesDatesIn(values)
      const read = readEventForm(dependencies, values, faults)
      const draft = startingWith(campaign?.questions, withoutUnasked(read.draft, values))
      // People see an event once an organizer has published it.
      const interfaceFields = { ...read.interfaceFields, status: 'tentative' as const }
      if (series)
        return await answerSeriesForm(c, inZoneOfOwner(c, dependencies), {
          values,
          request: {
            draft: withoutUsualEnd(values, draft, series),
            designated: person,
            event_campaign_id,
            made_in_interface: interfaceFields,
          },
          dates: series,
          allowed: CREATORS,
        })
      // A form that is sent twice makes one event: the id follows from the form.
      const event = await withIdsFrom(JSON.stringify([owner, person, values['draft'] || randomUUID()]), () =>
        recordEvent(
          { ...principal, key_id: 'interface' },
          { draft, designated: person, event_campaign_id, made_in_interface: interfaceFields },
          CREATORS,
          inZoneOfOwner(c, dependencies).eventDependencies,
        ),
      )
      const { id, title } = event
      await logChange(c, dependencies, {
        action: 'event_created',
        subject: { id, title },
        detail: event.list_to && 'list_to',
      })
      say(c, site, { said: c.get('texts').said.draft })
      return c.redirect(eventPath(id), 303)
    } catch (error) {
      return formPage(c, dependencies, { values, faults: faultsOf(error) })
    }
  })
}

/** An event that is online alone has no location whose clock could count: that of the newest event does. */
async function zoneOnline(c: Context<ManageEnv>, sent: Record<string, string>, dependencies: ManageDependencies) {
  if (sent['attendance_mode'] !== 'online' || sent['timezone_identifier']) return {}
  const zone = await zoneOf(c, dependencies)
  return zone && { timezone_identifier: zone }
}

/** The campaign that the form makes an event of. @throws OsdiError not_found, also for another owner's campaign */
async function campaignIn(
  { campaign = '' }: Record<string, string>,
  owner: Owner,
  { campaigns }: ManageDependencies,
): Promise<EventCampaign | undefined> {
  if (!campaign) return undefined
  if (!isNativeId(campaign)) throw notFound()
  return campaigns.find(owner, campaign)
}

/** The field that names the campaign whose questions the form has shown. */
const ASKED_BY = 'asked_by'

/** Returns what the form of a new event of a campaign asks before anything is typed. */
async function askedIn(
  campaign: string | undefined,
  owner: Owner,
  dependencies: ManageDependencies,
): Promise<Record<string, string>> {
  const found = await campaignIn({ campaign: campaign ?? '' }, owner, dependencies)
  return found ? { ...valuesOfQuestions(found.questions), [ASKED_BY]: found.id } : {}
}

/** A form without questions asks those of its campaign, unless it has shown them and they were taken away. */
function withoutUnasked({ questions, ...draft }: EventDraft, values: Record<string, string>): EventDraft {
  const isChosen = questions !== undefined && (questions.length > 0 || values[ASKED_BY] === values['campaign'])
  return { ...draft, ...(isChosen && { questions }) }
}

/** Shifts say themselves when they end. */
function withoutUsualEnd({ end_time }: Record<string, string>, draft: EventDraft, series: SeriesDates) {
  const { end_date: _usual, ...others } = draft
  return 'shifts' in series && !end_time ? others : draft
}

/** The campaigns that the form offers: the newest. */
const OFFERED = { page: 1, per_page: 100 }

async function formPage(c: Context<ManageEnv>, { campaigns }: Pick<ManageDependencies, 'campaigns'>, form: FormState) {
  const { event } = c.get('texts')
  const { members } = await campaigns.list(c.get('owner').owner, OFFERED)
  const { id } = c.get('owner')
  return page(c, {
    title: event.newTitle,
    section: 'actions',
    crumb: { href: ownerPath(c.get('owner').id, 'actions'), text: c.get('texts').actions.title },
    status: form.faults.length > 0 ? 400 : 200,
    buttons: (
      <a class="btn" href={ownerPath(id, 'actions/copy-week')}>
        <Icon name="copy" />
        {c.get('texts').series.week.title}
      </a>
    ),
    children: (
      <EventFields
        c={c}
        action={ownerPath(id, 'actions/new')}
        form={form}
        button={event.saveDraft}
        explain={event.draftExplain}
        draft={form.values['draft'] ?? randomUUID()}
        campaigns={members}
        repeats
      />
    ),
  })
}
