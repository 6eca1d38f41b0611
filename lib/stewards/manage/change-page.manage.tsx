import type { Context, Hono } from 'hono'
import { isOnline } from '../../events/event-state.js'
import { changeOfForm, readEventForm, valuesOfEvent } from '../../events/manage/event-fields.manage.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { type InterfaceChange, updateInterfaceEvent } from '../../events/interface-event.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, faultsOf, formIn } from '../../manage/page/form.js'
import { Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { OsdiError } from '../../runtime/errors.js'
import type { Helpers } from './helping.manage.js'
import { forHelpers } from './helping.manage.js'

type Ctx = Context<ManageEnv>

/** The inputs of a helper. All else of the event, its series, its campaign and its group stays out of reach. */
const INPUTS = ['title', 'day', 'start_time', 'end_day', 'end_time', 'where', 'join_link'] as const
const TEXTS = ['description', 'instructions'] as const

/** Words, time and place of an event, changed by a helper. Members have the whole form. */
export function changePage(app: Hono<ManageEnv>, dependencies: Helpers): void {
  const { site, eventDependencies } = dependencies
  const path = eventPath(':event', 'change')

  app.get(path, forHelpers, (c) => {
    const event = c.get('event')
    const values = { ...valuesOfEvent(event), revision: String(event.revision) }
    return formPage(c, { values, faults: NO_FAULTS })
  })

  app.post(path, forHelpers, async (c) => {
    const event = c.get('event')
    const { values: sent } = await formIn(c)
    const typed = Object.fromEntries(
      [...INPUTS, ...TEXTS].flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])),
    )
    const values = { ...valuesOfEvent(event), ...typed, revision: sent['revision'] ?? '' }
    try {
      const { title, location, ...all } = changeOfForm(readEventForm(dependencies, values))
      const { description = null, instructions = null, start_date = null, end_date = null } = all
      const change: InterfaceChange = { title, description, instructions, start_date, end_date, location }
      await updateInterfaceEvent(event.owner, event.id, change, eventDependencies, ({ revision }) => {
        if (String(revision) !== values.revision) throw changedMeanwhile()
      })
    } catch (error) {
      if (!(error instanceof OsdiError) || error.code !== 'precondition_failed')
        return formPage(c, { values, faults: faultsOf(error) })
      const current = await dependencies.events.findOf([event.owner], event.id)
      const overwriting = { ...values, revision: String(current.revision) }
      return formPage(c, { values: overwriting, faults: NO_FAULTS }, c.get('texts').event.changedMeanwhile)
    }
    const subject = { id: event.id, title: event.title }
    await logChange(c, dependencies, { action: 'event_changed', subject })
    say(c, site, { said: c.get('texts').helpers.isChanged })
    return c.redirect(eventPath(event.id, 'change'), 303)
  })
}

const changedMeanwhile = () => new OsdiError('precondition_failed', 'The event has changed since the form was opened')

function formPage(c: Ctx, form: FormState, warning?: string): Response {
  const texts = c.get('texts')
  const { event: words } = texts
  const { id, attendance_mode: mode } = c.get('event')
  const field = (name: (typeof INPUTS)[number], more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field texts={texts} form={form} name={name} label={words.labels[name]} {...more} />
  )
  return eventPage(c, 'change', {
    status: warning ? 409 : form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <Form c={c} action={eventPath(id, 'change')} class="card stack max-l">
          <input type="hidden" name="revision" value={form.values['revision']} />
          <FaultSummary texts={texts} form={form} labels={words.labels} />
          {field('title', { required: true, maxlength: 300 })}
          <div class="cols when">
            {field('day', { type: 'date' })}
            {field('start_time', { type: 'time' })}
            {field('end_time', { type: 'time' })}
          </div>
          {form.values['end_day'] && field('end_day', { type: 'date' })}
          {mode !== 'online' && field('where', { hint: words.hints.where, autocomplete: 'off' })}
          {isOnline(mode) && field('join_link', { type: 'url', hint: words.hints.joinLink, autocomplete: 'off' })}
          {TEXTS.map((name) => (
            <Field texts={texts} form={form} name={name} label={words.labels[name]} rows={6} optional />
          ))}
          <p class="line">
            <button class="btn main">{words.save}</button>
          </p>
        </Form>
      </>
    ),
  })
}
