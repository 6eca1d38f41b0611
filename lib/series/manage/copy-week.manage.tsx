import type { Context, Hono } from 'hono'
import { firstDayOfWeek } from '../../fields/conventions.js'
import { addressed } from '../../events/interface-event.js'
import { copyWeek, planWeek } from '../copy-week.js'
import type { OsdiEvent } from '../../events/event.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { commonZone, describeTime, formatNumber } from '../../manage/formats.js'
import { say } from '../../manage/page/flash.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, faultsOf, textsIn } from '../../manage/page/form.js'
import { Form, page } from '../../manage/page/page.js'
import { ZoneLine } from '../../manage/page/time.js'
import { ownerPath } from '../../manage/paths.js'

type Ctx = Context<ManageEnv>

/** Makes the events of a week again in another week, once the organizer has seen them. */
export function copyWeekPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, events } = dependencies
  const path = ownerPath(':owner', 'actions/copy-week')
  const create = (event: OsdiEvent) => events.create(event, addressed)
  const copying = { events: { ...events, create }, now: () => new Date() }

  app.get(path, requires('change_events'), (c) =>
    formPage(c, { values: thisWeekToNext(c.get('owner').country), faults: NO_FAULTS }),
  )

  app.post(path, requires('change_events'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { from = '', to = '', then } = values
    const { owner, id } = c.get('owner')
    try {
      if (then !== 'make') return copiesPage(c, { from, to }, await planWeek(owner, from, to, copying))
      const copies = await copyWeek(owner, from, to, copying)
      const [first] = copies as [OsdiEvent]
      await logChange(c, dependencies, {
        action: 'event_created',
        subject: { id: first.id, title: first.title },
        detail: String(copies.length),
      })
      const { week } = c.get('texts').series
      say(c, site, { said: week.copied(copies.length, formatNumber(c, copies.length)) })
      return c.redirect(ownerPath(id, 'actions'), 303)
    } catch (error) {
      return formPage(c, { values, faults: faultsOf(error) })
    }
  })
}

const DAY_MS = 24 * 60 * 60_000

/** The days that the form begins with: this week of the country, and the next one. */
function thisWeekToNext(country: string | undefined) {
  const now = new Date()
  const passed = (now.getUTCDay() - firstDayOfWeek(country) + 7) % 7
  const [from, to] = [-passed, 7 - passed].map((days) =>
    new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10),
  )
  return { from: from as string, to: to as string }
}

const pathOf = (c: Ctx) => ownerPath(c.get('owner').id, 'actions/copy-week')

const around = (c: Ctx) => ({
  title: c.get('texts').series.week.title,
  section: 'actions' as const,
  crumb: { href: ownerPath(c.get('owner').id, 'actions'), text: c.get('texts').actions.title },
})

function formPage(c: Ctx, form: FormState) {
  const texts = c.get('texts')
  const { week } = texts.series
  return page(c, {
    ...around(c),
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <Form c={c} action={pathOf(c)} class="card stack max-l">
        <FaultSummary texts={texts} form={form} labels={week.labels} />
        <p>{week.explain}</p>
        <div class="cols">
          <Field texts={texts} form={form} name="from" type="date" required label={week.labels.from} />
          <Field
            texts={texts}
            form={form}
            name="to"
            type="date"
            required
            label={week.labels.to}
            hint={week.sameWeekday}
          />
        </div>
        <p class="line">
          <button class="btn main">{week.see}</button>
        </p>
      </Form>
    ),
  })
}

/** The copies before any of them is made. */
function copiesPage(c: Ctx, { from, to }: { from: string; to: string }, copies: OsdiEvent[]) {
  const { week } = c.get('texts').series
  const count = formatNumber(c, copies.length)
  const zone = commonZone(copies)
  return page(c, {
    ...around(c),
    children: (
      <Form c={c} action={pathOf(c)} class="card stack max-l">
        <h2>{week.events(copies.length, count)}</h2>
        <ul>
          {copies.map((copy) => (
            <li>
              {copy.title}: {describeTime(copy, c.get('lang'), zone)}
            </li>
          ))}
        </ul>
        <ZoneLine c={c} zone={zone} />
        <p class="quiet">{week.live}</p>
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="to" value={to} />
        <p class="line">
          <button class="btn main" name="then" value="make">
            {week.make(copies.length, count)}
          </button>
          <a class="btn ghost" href={pathOf(c)}>
            {c.get('texts').event.back}
          </a>
        </p>
      </Form>
    ),
  })
}
