import type { Context, Hono } from 'hono'
import { OsdiError } from '../../domain/errors.js'
import { cancelEvent, eventAfter, updateInterfaceEvent } from '../../domain/events/interface-event.js'
import { readWithBanner } from './banner.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { EventFields } from './event-form.js'
import { changeOfForm, readEventForm, valuesOfEvent } from './event-fields.js'
import { HostLinkCard } from '../hosting/host-link.js'
import { eventPage } from './event-frame.js'
import { isEventPreview, previewPage, previewPath } from '../public/event-preview.js'
import { type FormState, NO_FAULTS, faultsOf, textsIn } from '../page/form.js'
import { requiresInterfaceEvent, requires } from '../access/guards.js'
import { logChange } from '../access/log-change.js'
import { afterStep, faultsOfQuestions, isQuestionStep } from '../questions/question-values.js'
import { say } from '../page/flash.js'
import { Form, page } from '../page/page.js'
import { eventPath, ownerPath } from '../paths.js'
import { formatNumber } from '../formats.js'
import { Notice } from '../page/notice.js'

/** Changes, hides and cancels events of the interface. */
export function editEventPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
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
    try {
      const change = changeOfForm(readEventForm(site, values, faults))
      if (isEventPreview(c.req.path)) {
        const event = await eventAfter(c.get('event'), change, eventDependencies)
        const settings = await owners.settingsOf(c.get('owner').owner)
        return previewPage(c, site, { event, settings, values, button: c.get('texts').event.save })
      }
      await updateInterfaceEvent(c.get('owner').owner, id, change, eventDependencies, sameRevision(values))
      const hasNewBanner = (change.featured_image_url ?? undefined) !== featured_image_url
      const action = hasNewBanner ? 'banner_changed' : 'event_changed'
      await logChange(c, dependencies, { action, subject: { id, title } })
      say(c, site, { said: c.get('texts').event.saved })
      return c.redirect(eventPath(id), 303)
    } catch (error) {
      if (error instanceof OsdiError && error.code === 'precondition_failed') {
        const current = await dependencies.events.findOf([c.get('owner').owner], id)
        const overwriting = { ...values, revision: String(current.revision) }
        return formPage(c, { values: overwriting, faults: NO_FAULTS }, c.get('texts').event.changedMeanwhile)
      }
      return formPage(c, { values, faults: faultsOfQuestions(error) ?? faultsOf(error) })
    }
  })

  for (const [action, hidden] of [
    ['hide', true],
    ['unhide', false],
  ] as const)
    app.post(eventPath(':event', action), requiresInterfaceEvent, requires('change_events'), async (c) => {
      const { id, title, event_campaign_id: campaign } = c.get('event')
      await updateInterfaceEvent(c.get('owner').owner, id, { hidden }, eventDependencies)
      const logged = hidden ? 'event_hidden' : 'event_unhidden'
      await logChange(c, dependencies, { action: logged, subject: { id, title } })
      const { event: words } = c.get('texts')
      say(c, site, {
        said: hidden ? words.isHidden : words.isShown,
        undo: { action: eventPath(id, hidden ? 'unhide' : 'hide') },
      })
      const { back } = textsIn(await c.req.parseBody())
      if (back === 'campaign' && campaign)
        return c.redirect(`${ownerPath(c.get('owner').id, 'campaigns')}/${campaign}`, 303)
      return c.redirect(eventPath(id), 303)
    })

  app.get(eventPath(':event', 'cancel'), requiresInterfaceEvent, requires('change_events'), (c) => {
    const { event: texts } = c.get('texts')
    const { id, title, totals } = c.get('event')
    const people = totals.accepted + totals.waitlisted
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
          <p class="line">
            <button class="btn danger">
              {people > 0 ? texts.cancelAndMail(people, count) : texts.cancel}
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
    await cancelEvent(c.get('owner').owner, id, eventDependencies)
    await logChange(c, dependencies, { action: 'event_cancelled', subject: { id, title } })
    say(c, site, { said: c.get('texts').event.isCancelled(title) })
    return c.redirect(eventPath(id), 303)
  })
}

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
  return eventPage(c, 'edit', {
    status: warning ? 409 : form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <EventFields c={c} action={eventPath(event.id, 'edit')} form={form} button={texts.save} />
        <HostLinkCard c={c} />
      </>
    ),
  })
}
