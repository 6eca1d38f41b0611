import type { Context, Hono } from 'hono'
import { OsdiError } from '../../runtime/errors.js'
import { typedSlug } from '../../resources/slug.js'
import { MOST_NOTE } from '../../fields/read-decision.js'
import { type InterfaceChange, cancelEvent, eventAfter, updateInterfaceEvent } from '../interface-event.js'
import { cancelDates, differing, editDates } from '../../series/edit-dates.js'
import { reachIn } from '../../series/reach.js'
import { readWithBanner } from './banner.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { inZoneOfOwner } from './usual-zone.manage.js'
import { EventFields } from './event-form.manage.js'
import { changeOfForm, readEventForm, valuesOfEvent } from './event-fields.manage.js'
import { savedChange } from './saved-change.manage.js'
import type { OsdiEvent } from '../event.js'
import { isTentative } from '../visibility.js'
import { isOver } from '../upcoming.js'
import { changeToTell } from '../../mail/manage/change-to-tell.manage.js'
import type { MailDependencies } from '../../mail/manage/dependencies.manage.js'
import type { LogEntry } from '../../access/log-entry.js'
import { HostLinkCard } from '../../hosting/manage/host-link.manage.js'
import { eventPage } from './event-frame.manage.js'
import { isEventPreview, previewPage, previewPath } from './event-preview.manage.js'
import { type FormState, NO_FAULTS, faultsOf, textsIn } from '../../manage/page/form.js'
import { requiresInterfaceEvent, requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { afterStep, faultsOfQuestions, isQuestionStep } from '../../questions/manage/question-values.manage.js'
import { say } from '../../manage/page/flash.js'
import { Form, page } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { formatNumber } from '../../manage/formats.js'
import { Notice } from '../../manage/page/notice.js'
import { ReachChoice } from '../../series/manage/reach-choice.manage.js'

type Ctx = Context<ManageEnv>
type Values = Record<string, string>
type LogAction = LogEntry['action']

/** Changes, hides and cancels events of the interface. */
export function editEventPages(app: Hono<ManageEnv>, dependencies: ManageDependencies & MailDependencies): void {
  const { site, owners, eventDependencies } = dependencies
  const path = eventPath(':event', 'edit')

  app.get(path, requiresInterfaceEvent, requires('change_events'), (c) => {
    const event = c.get('event')
    const values = { ...valuesOfEvent(event), revision: String(event.revision) }
    return formPage(c, { values, faults: NO_FAULTS })
  })

  app.on('POST', [path, previewPath(path)], requiresInterfaceEvent, requires('change_events'), async (c) => {
    const { values, faults } = await readWithBanner(c, dependencies)
    if (values['then'] === 'edit') return formPage(c, { values, faults })
    if (isQuestionStep(values)) return formPage(c, { values: afterStep(values, c.get('texts')), faults })
    const { id, title, featured_image_url } = c.get('event')
    const { eventDependencies } = inZoneOfOwner(c, dependencies)
    try {
      const form = changeOfForm(readEventForm(dependencies, values, faults))
      const { slug } = values
      const change = { ...form, ...(slug !== undefined && { slug: typedSlug(slug) }) }
      if (isEventPreview(c.req.path)) {
        const event = await eventAfter(c.get('event'), change, eventDependencies)
        const settings = await owners.settingsOf(c.get('owner').owner)
        return previewPage(c, dependencies, { event, settings, values, button: c.get('texts').event.save })
      }
      const reach = reachIn(values['series'])
      const hasNewBanner = (change.featured_image_url ?? undefined) !== featured_image_url
      const action = hasNewBanner ? 'banner_changed' : 'event_changed'
      if (reach === 'this') return await saved(c, change, values, action)
      const dates = await editDates(
        { event: c.get('event'), reach, seed: seedOf(values), precondition: sameRevision(values) },
        await differing(c.get('event'), form, eventDependencies),
        eventDependencies,
      )
      // Dates of a series have an address each.
      if (change.slug && change.slug !== c.get('event').slug)
        await updateInterfaceEvent(c.get('owner').owner, id, { slug: change.slug }, eventDependencies)
      const detail = (change.list_to ?? '') === (c.get('event').list_to ?? '') ? undefined : 'list_to'
      await logChange(c, dependencies, { action, subject: { id, title }, detail })
      const { series: words } = c.get('texts')
      say(c, site, {
        said: words.edited(formatNumber(c, dates.length)),
        ...(dependencies.sendsMail && { also: words.editTold }),
      })
      return c.redirect(eventPath(id, 'dates'), 303)
    } catch (error) {
      if (error instanceof OsdiError && error.code === 'precondition_failed') {
        const current = await dependencies.events.findOf([c.get('owner').owner], id)
        const overwriting = { ...values, revision: String(current.revision) }
        return formPage(c, { values: overwriting, faults: NO_FAULTS }, c.get('texts').event.changedMeanwhile)
      }
      return formPage(c, { values, faults: faultsOfQuestions(error) ?? faultsOf(error) })
    }
  })

  /** Saves a change of one event, and says what has changed, who is told, and how it is taken back. */
  const saved = async (c: Ctx, change: InterfaceChange, values: Values, action: LogAction) => {
    const before = c.get('event')
    const { id, title } = before
    const owner = c.get('owner').owner
    const { eventDependencies } = inZoneOfOwner(c, dependencies)
    const after = await updateInterfaceEvent(owner, id, change, eventDependencies, sameRevision(values))
    const detail = (after.list_to ?? '') === (before.list_to ?? '') ? undefined : 'list_to'
    await logChange(c, dependencies, { action, subject: { id, title }, detail })
    const telling = await changeToTell({ ...after, totals: before.totals }, dependencies)
    const also = telling || !dependencies.sendsMail ? undefined : c.get('texts').telling.noOne
    say(c, site, { ...savedChange(c, before, after), ...(also && { also }) })
    return c.redirect(eventPath(id), 303)
  }

  // Undo has the values before of those fields that a save has changed.
  app.post(eventPath(':event', 'restore'), requiresInterfaceEvent, requires('change_events'), async (c) => {
    const values = { ...valuesOfEvent(c.get('event')), ...textsIn(await c.req.parseBody()) }
    const change = {
      ...changeOfForm(readEventForm(dependencies, values)),
      slug: typedSlug(values['slug'] ?? ''),
    }
    return saved(c, change, values, 'event_changed')
  })

  for (const [action, hidden] of [
    ['hide', true],
    ['unhide', false],
  ] as const)
    app.post(eventPath(':event', action), requiresInterfaceEvent, requires('change_events'), async (c) => {
      const { id, title } = c.get('event')
      await updateInterfaceEvent(c.get('owner').owner, id, { hidden }, eventDependencies)
      const logged = hidden ? 'event_hidden' : 'event_unhidden'
      await logChange(c, dependencies, { action: logged, subject: { id, title } })
      const { event: words } = c.get('texts')
      say(c, site, {
        said: hidden ? words.isHidden : words.isShown,
        undo: { action: eventPath(id, hidden ? 'unhide' : 'hide') },
      })
      return c.redirect(eventPath(id), 303)
    })

  app.get(eventPath(':event', 'cancel'), requiresInterfaceEvent, requires('change_events'), (c) => {
    const { event: texts } = c.get('texts')
    const { id, title } = c.get('event')
    const people = peopleOf(c.get('event'))
    const count = formatNumber(c, people)
    return page(c, {
      title: texts.cancelTitle(title),
      section: 'actions',
      crumb: { href: eventPath(id), text: title },
      children: (
        <Form c={c} action={eventPath(id, 'cancel')} class="card stack max-l">
          {people > 0 && (
            <p>
              <strong>{texts.cancelMails(people, count)}</strong>
            </p>
          )}
          <p>{texts.cancelExplain}</p>
          {c.get('event').series && <p>{c.get('texts').series.cancelMails}</p>}
          <ReachChoice c={c} value="this" />
          <div class="field">
            <label for="note">{texts.cancelNote}</label>
            <textarea class="input" id="note" name="note" rows={3} maxlength={MOST_NOTE}></textarea>
            <p class="hint">{texts.cancelNoteHint}</p>
          </div>
          <p class="line">
            <button class="btn danger">
              {people > 0 && !c.get('event').series ? texts.cancelAndMail(people, count) : texts.cancel}
            </button>
            <a class="btn ghost" href={eventPath(id)}>
              {texts.keep}
            </a>
          </p>
        </Form>
      ),
    })
  })

  app.post(eventPath(':event', 'cancel'), requiresInterfaceEvent, requires('change_events'), async (c) => {
    const { id, title } = c.get('event')
    const { event: words, series: seriesWords, telling: told } = c.get('texts')
    const values = textsIn(await c.req.parseBody())
    const reach = reachIn(values['series'])
    const note = (values['note'] ?? '').trim().slice(0, MOST_NOTE)
    if (reach === 'this') await cancelEvent(c.get('owner').owner, id, eventDependencies, note)
    else await cancelDates({ event: c.get('event'), reach, seed: seedOf(values) }, eventDependencies, note)
    await logChange(c, dependencies, {
      action: 'event_cancelled',
      subject: { id, title },
      ...(reach !== 'this' && { detail: reach }),
    })
    const people = peopleOf(c.get('event'))
    say(
      c,
      site,
      reach === 'this'
        ? {
            said: words.isCanceled(title),
            also: people > 0 ? words.cancelMails(people, formatNumber(c, people)) : told.noOne,
          }
        : { said: seriesWords.cancelled(title), also: seriesWords.cancelMails },
    )
    return c.redirect(eventPath(id, reach === 'this' ? '' : 'dates'), 303)
  })
}

/** Number of RSVPs whose people hear that an event is canceled. */
const peopleOf = ({ totals }: OsdiEvent) => totals.accepted + totals.waitlisted + totals.requested

/** Tells the edit of a form from others: the same form, sent again, goes on with it. */
const seedOf = ({ form_token: _token, ...values }: Record<string, string>) => JSON.stringify(values)

/** Refuses a form that was opened before another change. */
const sameRevision =
  (values: Record<string, string>) =>
  ({ revision }: { revision: number }) => {
    if (String(revision) !== values['revision'])
      throw new OsdiError('precondition_failed', 'The event has changed since the form was opened')
  }

function formPage(c: Context<ManageEnv>, form: FormState, warning?: string) {
  const { event: texts } = c.get('texts')
  const event = c.get('event')
  const hasGuests = event.totals.accepted + event.totals.waitlisted > 0
  const mayTell = hasGuests && event.status !== 'cancelled' && !isTentative(event) && !isOver(event, new Date())
  return eventPage(c, 'edit', {
    status: warning ? 409 : form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <EventFields
          c={c}
          action={eventPath(event.id, 'edit')}
          form={form}
          button={texts.save}
          explain={mayTell ? texts.editTells : ''}
        >
          <ReachChoice c={c} value={reachIn(form.values['series'])} />
        </EventFields>
        <HostLinkCard c={c} />
      </>
    ),
  })
}
